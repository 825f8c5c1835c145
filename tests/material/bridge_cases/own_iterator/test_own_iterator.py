import itertools

import pytest
from own_iterator import Countdown, Deck


def test_for_loop():
    seen = []
    for n in Countdown(3):
        seen.append(n)
    assert seen == [3, 2, 1]


def test_next_by_hand():
    it = iter(Countdown(2))
    assert next(it) == 2
    assert next(it) == 1
    with pytest.raises(StopIteration):
        next(it)
    assert next(it, "done") == "done"


def test_iterator_is_its_own_iterator():
    it = Countdown(2)
    assert iter(it) is it


def test_with_builtins():
    assert sum(Countdown(4)) == 10
    assert max(Countdown(4)) == 4
    assert list(zip(Countdown(2), "ab")) == [(2, "a"), (1, "b")]
    assert sorted(Countdown(3)) == [1, 2, 3]
    assert list(itertools.islice(Countdown(10), 2)) == [10, 9]
    assert [*Countdown(2)] == [2, 1]
    assert dict(enumerate(Countdown(2))) == {0: 2, 1: 1}


def test_sequence_protocol_without_iter():
    deck = Deck("ABC")
    assert list(deck) == ["A", "B", "C"]
    assert "B" in deck
    assert deck[-1] == "C"
    assert deck[0:2] == ["A", "B"]
    assert len(deck) == 3
    with pytest.raises(IndexError):
        deck[7]
