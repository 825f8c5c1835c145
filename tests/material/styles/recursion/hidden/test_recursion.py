import pytest
from recursion import flatten, hanoi, permutations, power_set


@pytest.mark.parametrize(
    "nested", [[1, [2, [3, 4]], 5], [[1, 2, 3], [4, 5]], [[[[1]]], 2, 3, 4, 5]]
)
def test_flatten(nested):
    assert list(flatten(nested)) == [1, 2, 3, 4, 5]


def test_permutations():
    assert sorted(permutations("abc")) == ["abc", "acb", "bac", "bca", "cab", "cba"]
    assert len(list(permutations("abcd"))) == 24


def test_power_set():
    assert sorted(sorted(one) for one in power_set({1, 2})) == [[], [1], [1, 2], [2]]


def test_hanoi():
    moves = list(hanoi(3, "A", "C", "B"))
    assert len(moves) == 7
    assert moves[0] == ("A", "C")
    pegs = {"A": [3, 2, 1], "B": [], "C": []}
    for source, target in moves:
        disk = pegs[source].pop()
        assert not pegs[target] or pegs[target][-1] > disk
        pegs[target].append(disk)
    assert pegs["C"] == [3, 2, 1]
