import sys

import pytest
from recursion import Tree, ackermann, down, endless, hanoi, mutual_even, nested, permutations


def test_deep_but_allowed():
    assert down(700) == 700


def test_endless_recursion():
    with pytest.raises(RecursionError):
        endless(1)


def test_is_fine_afterwards():
    with pytest.raises(RecursionError):
        endless(1)
    assert down(10) == 10


def test_recursion_error_is_a_runtime_error():
    with pytest.raises(RuntimeError, match="maximum recursion depth exceeded"):
        endless(0)


def test_too_deep():
    with pytest.raises(RecursionError):
        down(sys.getrecursionlimit() + 50)


def test_mutual():
    assert mutual_even(300) is True
    assert mutual_even(7) is False


def test_with_a_callback():
    seen = []
    hanoi(3, "a", "b", "c", lambda *move: seen.append(move))
    assert len(seen) == 7
    assert seen[0] == ("a", "c")


def test_permutations():
    assert sorted(permutations("abc")) == ["abc", "acb", "bac", "bca", "cab", "cba"]


def test_ackermann():
    assert ackermann(2, 3) == 9


def test_nested_list():
    value = nested(30)
    depth = 0
    while value:
        value = value[0]
        depth += 1
    assert depth == 30


def test_tree_sum():
    assert Tree(1, [Tree(2), Tree(3, [Tree(4)])]).total() == 10
