import copy
import functools

import pytest
from copies_and_sorting import Card, Hand, Player, Version, by_score, leaderboard


def test_shallow_copy():
    hand = Hand(["ace", "king"])
    other = copy.copy(hand)
    assert other is not hand
    assert other.cards is hand.cards
    assert type(other) is Hand


def test_deep_copy():
    hand = Hand([["ace"]])
    other = copy.deepcopy(hand)
    other.cards[0].append("two")
    assert hand.cards == [["ace"]]


def test_own_copy_method():
    hand = Hand(["ace"])
    clone = hand.copy()
    clone.cards.append("x")
    assert hand.cards == ["ace"]
    assert clone.cards == ["ace", "x"]


def test_sorted_by_lt():
    cards = [Card(9), Card(3), Card(5)]
    assert [c.rank for c in sorted(cards)] == [3, 5, 9]
    assert min(cards).rank == 3
    assert max(cards) is cards[0]


def test_sort_in_place():
    cards = [Card(2), Card(1)]
    cards.sort()
    assert [c.rank for c in cards] == [1, 2]
    cards.sort(reverse=True)
    assert [c.rank for c in cards] == [2, 1]


def test_key_in_the_test():
    players = [Player("Bo", 5), Player("Al", 5), Player("Cy", 9)]
    assert [p.name for p in sorted(players, key=lambda p: (-p.score, p.name))] == [
        "Cy",
        "Al",
        "Bo",
    ]


def test_key_of_the_student():
    players = [Player("Bo", 5), Player("Al", 7)]
    assert [p.name for p in sorted(players, key=by_score)] == ["Bo", "Al"]


def test_sorted_over_there():
    players = [Player("Bo", 5), Player("Al", 7)]
    ranked = leaderboard(players)
    assert ranked[0] is players[1]
    assert ranked == [players[1], players[0]]


def test_all_comparisons():
    assert Version("1.2") < Version("1.10")
    assert Version("2.0") >= Version("1.9")
    assert Version("1.0") == Version("1.0.0")
    assert Version("1.0") != Version("1.1")
    assert not Version("1.0") > Version("1.0")


def test_comparison_with_a_stranger():
    with pytest.raises(TypeError):
        _ = Version("1.0") < "1.1"
    assert Version("1.0") != "1.0"


def test_in_and_index_and_count():
    cards = [Version("1.0"), Version("2.0"), Version("1.0.0")]
    assert Version("2.0") in cards
    assert Version("3.0") not in cards
    assert cards.index(Version("2.0")) == 1
    assert cards.count(Version("1.0")) == 2
    cards.remove(Version("1.0"))
    assert len(cards) == 2


def test_as_set_members_and_keys():
    assert len({Version("1.0"), Version("1.0.0"), Version("2.0")}) == 2
    table = {Version("1.0"): "old"}
    assert table[Version("1.0.0")] == "old"
    assert table.get(Version("9.9")) is None


def test_cmp_to_key():
    cards = sorted([Card(1), Card(3)], key=functools.cmp_to_key(lambda a, b: b.rank - a.rank))
    assert [c.rank for c in cards] == [3, 1]


def test_lists_of_objects_compare():
    assert [Version("1.0"), Version("2.0")] == [Version("1"), Version("2")]
    assert (Version("1.0"), 5) == (Version("1"), 5)
    assert {"v": Version("1.0")} == {"v": Version("1")}
