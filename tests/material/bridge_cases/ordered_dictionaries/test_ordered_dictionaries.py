from collections import OrderedDict

import pytest

from ordered_dictionaries import (
    Cache,
    Plain,
    Recent,
    by_length,
    filled,
    first_key,
    newest_first,
    renamed,
    tally,
)


def test_iterated_result():
    counted = tally("abca")
    assert type(counted) is OrderedDict
    assert list(counted) == ["a", "b", "c"]
    assert [key for key in counted] == ["a", "b", "c"]
    assert list(counted.items()) == [("a", 2), ("b", 1), ("c", 1)]
    assert list(reversed(counted)) == ["c", "b", "a"]


def test_changed_result():
    counted = tally("ab")
    counted["z"] = 5
    assert list(counted) == ["a", "b", "z"]
    counted.move_to_end("a")
    assert counted.popitem() == ("a", 1)
    assert dict(counted) == {"b": 1, "z": 5}


def test_iterated_argument():
    assert first_key(OrderedDict([("x", 1), ("y", 2)])) == "x"
    assert renamed(OrderedDict(x=1, y=2)) == OrderedDict(X=1, Y=2)


def test_order_counts():
    assert tally("ab") == OrderedDict(a=1, b=1)
    assert tally("ab") != OrderedDict(b=1, a=1)
    assert tally("ab") == {"b": 1, "a": 1}


def test_order_of_an_argument_is_changed():
    given = OrderedDict(a=1, b=2, c=3)
    newest_first(given)
    assert list(given) == ["c", "b", "a"]


def test_nested():
    assert [list(inner) for inner in by_length(["a", "bb", "c"]).values()] == [["a", "c"], ["bb"]]


@pytest.mark.parametrize("size", [1, 2])
def test_least_recently_used(size):
    cache = Cache(size)
    for number in range(3):
        cache.put(number, number)
    assert list(cache.entries) == list(range(3 - size, 3))
    cache.get(3 - size)
    assert list(cache.entries)[-1] == 3 - size


def test_inherits():
    kept = Recent()
    for word in ["a", "b", "a"]:
        kept.use(word)
    assert list(kept) == ["b", "a"]
    assert [word for word in kept] == ["b", "a"]
    assert dict(kept) == {"b": 1, "a": 1}
    assert {**kept} == {"b": 1, "a": 1}
    assert OrderedDict(kept) == OrderedDict(b=1, a=1)
    assert list(kept.items()) == [("b", 1), ("a", 1)]
    assert next(iter(kept)) == "b"
    assert kept == OrderedDict(b=1, a=1)
    assert kept.popitem(last=False) == ("b", 1)
    assert sorted(kept) == ["a"]
    assert list(reversed(kept)) == ["a"]


def test_bare_heir():
    plain = Plain(a=1)
    plain["b"] = 2
    assert list(plain) == ["a", "b"]
    assert list(filled(Plain()).items()) == [("a", 1), ("b", 2)]
    assert [key for key in filled(plain)] == ["a", "b"]


class Config(OrderedDict):
    def names(self):
        return list(self)


def test_heir_of_the_test():
    config = Config(x=1, y=2)
    assert first_key(config) == "x"
    assert renamed(config) == OrderedDict(X=1, Y=2)
    newest_first(config)
    assert config.names() == ["y", "x"]
    assert list(filled(config)) == ["y", "x", "a", "b"]
