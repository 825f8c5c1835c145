import itertools

from views_and_lazy_results import (
    evens,
    index,
    inverted,
    keys_of,
    merged,
    numbered,
    pairs,
    squares,
    tail,
    triangle,
    values_of,
    window,
)


def test_map():
    assert list(squares([1, 2, 3])) == [1, 4, 9]


def test_map_is_lazy_and_runs_out():
    m = squares([1, 2])
    assert next(m) == 1
    assert list(m) == [4]
    assert list(m) == []


def test_filter():
    assert list(evens(range(6))) == [0, 2, 4]
    assert isinstance(evens([]), filter)


def test_zip():
    assert list(pairs("ab", [1, 2])) == [("a", 1), ("b", 2)]
    assert dict(pairs("ab", [1, 2])) == {"a": 1, "b": 2}


def test_enumerate():
    assert [f"{i}:{x}" for i, x in numbered("ab")] == ["1:a", "2:b"]


def test_reversed():
    assert "".join(tail("abc")) == "cba"


def test_dict_keys():
    keys = keys_of({"a": 1, "b": 2})
    assert keys == {"a", "b"}
    assert "a" in keys
    assert sorted(keys) == ["a", "b"]
    assert len(keys) == 2
    assert keys & {"a", "z"} == {"a"}


def test_dict_values():
    assert list(values_of({"a": 1, "b": 1})) == [1, 1]
    assert sum(values_of({"a": 1, "b": 5})) == 6


def test_dict_items():
    assert set(inverted({"a": 1})) == {(1, "a")}


def test_chain():
    assert list(merged([1], (2, 3), "x")) == [1, 2, 3, "x"]


def test_lazy_input():
    assert list(squares(x for x in (2, 3))) == [4, 9]
    assert list(squares(map(int, "45"))) == [16, 25]
    assert list(squares({5: None}.keys())) == [25]
    assert list(window(iter(range(4)), 2)) == [(0, 1), (1, 2), (2, 3)]


def test_endless_input():
    assert list(itertools.islice(squares(itertools.count(3)), 2)) == [9, 16]
    assert list(itertools.islice(triangle(itertools.count(1)), 4)) == [1, 3, 6, 10]


def test_range_result():
    assert index("abc") == range(0, 3)
    assert list(index("abc")) == [0, 1, 2]
