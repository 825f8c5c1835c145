import contextlib

import pytest
from two_on_a_line import (
    Point,
    Stack,
    adder,
    again,
    build,
    children,
    counts,
    origin,
    pairs,
    point,
    same,
    square,
    steps,
    table,
)


def check(function, given, expected):
    assert function(*given) == expected


def test_two_calls_on_a_line():
    got = [point(1, 2), square(3)]
    assert got == [Point(1, 2), 9] and (square(2), origin()) == (4, Point(0, 0))


def test_through_a_function_of_the_test():
    check(point, (1, 2), Point(1, 2))
    check(square, (3,), 9)
    check(same, (4,), 4)


def test_functions_in_a_table():
    for function, given, expected in (
        (point, (1, 2), Point(1, 2)),
        (again, (1, 2), Point(1, 2)),
        (square, (3,), 9),
    ):
        assert function(*given) == expected


@pytest.mark.parametrize(
    ("function", "given", "expected"), [(square, 3, 9), (same, 3, 3), (len, "ab", 2)]
)
def test_functions_as_parameters(function, given, expected):
    assert function(given) == expected


def test_objects_and_data_in_one_result():
    assert build() == [Point(1, 1), 2, {"a": Point(3, 3), "b": (4, Point(5, 5))}]
    first, number, names = build()
    assert first.x == 1 and number == 2 and names["b"][1].y == 5


def test_pairs():
    assert list(pairs(2)) == [("0", Point(0, 0)), ("1", Point(1, 1))]
    for name, found in pairs(3):
        assert found == Point(int(name), int(name))


def test_a_table():
    assert {name: found for name, found in table().items() if name != "n"} == {"p": Point(1, 2)}
    assert table()["n"] == 2


def test_children():
    assert [child for child in children(1) if child] == [Point(1, 1)]
    assert [child for child in children(2) if child] == [Point(1, 1), Point(2, 2)]


def test_steps():
    for place, step in zip(range(4), steps(), strict=False):
        assert step == (Point(place, 0) if place % 2 else place)


def test_a_while_loop():
    stack = Stack()
    for number in range(3):
        stack.push(Point(number, number))
    seen = []
    while stack.top() is not None and stack.top().x >= 0:
        seen.append(stack.pop().x)
    assert seen == [2, 1, 0]


def test_ends_of_blocks():
    stack = Stack()
    for number in range(2):
        try:
            stack.push(Point(number, 0))
            if number:
                raise KeyError
        except KeyError:
            pass
        finally:
            assert stack.top() == Point(number, 0)
    with contextlib.suppress(IndexError):
        while True:
            stack.pop()
    assert stack.top() is None


def test_several_lines():
    got = [
        point(
            1,
            2,
        ),
        square(
            3,
        ),
    ]
    assert (
        got
        == [
            Point(1, 2),
            9,
        ]
    )


def test_closures():
    add = adder(Point(1, 1))
    assert [add(Point(1, 2)), add(Point(0, 0))] == [Point(2, 3), Point(1, 1)]
    assert sorted([Point(2, 0), Point(1, 0)], key=lambda p: p.x) == [Point(1, 0), Point(2, 0)]


def test_counts():
    assert counts("abca") == {"a": 2, "b": 1, "c": 1}
