import asyncio
import itertools

import pytest
from loops_over_anything import (
    Deck,
    Hand,
    Pile,
    Shelf,
    cards,
    fibonacci,
    lines,
    packed,
    pairs,
    recent,
    running,
    ticks,
)


def test_list():
    assert list(running([1, 2, 3])) == [1, 3, 6]


def test_for():
    seen = []
    for number in running([1, 2, 3]):
        seen.append(number)
    assert seen == [1, 3, 6]


def test_unpacking():
    one, three = running([1, 2])
    assert (one, three) == (1, 3)
    assert [*running([4])] == [4]


def test_zip_and_enumerate():
    assert [x + y for x, y in zip(running([1, 2]), [1, 1])] == [2, 4]
    assert dict(enumerate(running([5]))) == {0: 5}


def test_next():
    each = running([1, 2])
    assert next(each) == 1
    assert next(each) == 3
    assert next(each, None) is None
    with pytest.raises(StopIteration):
        next(each)


def test_iter_of_an_iterator():
    each = iter(running([1, 2]))
    assert next(each) == 1
    assert list(each) == [3]


def test_numbers():
    assert sum(recent([1, 2, 3, 4])) == 9
    assert max(recent([4, 2, 3, 4])) == 4
    assert sorted(recent([3, 1, 2])) == [1, 2, 3]
    assert 3 in recent([1, 2, 3])
    assert list(packed([1, 2])) == [1, 2]
    assert tuple(packed(range(3))) == (0, 1, 2)
    assert any(n == 2 for n in packed([1, 2]))
    assert list(map(str, packed([7]))) == ["7"]


def test_objects():
    assert [card.rank for card in cards([5, 6])] == [5, 6]
    first, second = cards("ab")
    assert (first.rank, second.rank) == ("a", "b")


def test_objects_by_position():
    assert [card.rank for card in Deck([2, 3])] == [2, 3]
    assert Deck([2, 3])[1].rank == 3
    assert [card.rank for card in reversed(Deck([2, 3]))] == [3, 2]


def test_objects_of_a_generator():
    assert [card.rank for card in Pile([2, 3])] == [2, 3]
    assert sorted(card.rank for card in Pile([3, 2])) == [2, 3]


def test_objects_of_an_iterable():
    assert [card.rank for card in Hand([2, 3])] == [2, 3]
    for card in Hand([4]):
        assert card.rank == 4


def test_shelf():
    shelf = Shelf("ab")
    assert list(shelf) == ["a", "b"]
    assert list(reversed(shelf)) == ["b", "a"]
    each = iter(shelf)
    assert next(each) == "a"
    assert list(each) == ["b"]
    assert list(shelf) == ["a", "b"]


def test_rows():
    assert list(lines("a,b\nc,d")) == [["a", "b"], ["c", "d"]]


def test_endless():
    assert list(itertools.islice(fibonacci(), 5)) == [0, 1, 1, 2, 3]
    assert next(fibonacci()) == 0
    for number in fibonacci():
        if number > 50:
            break
    assert number == 55


def test_pairs():
    assert dict(pairs([2, 3])) == {2: 4, 3: 9}
    for number, square in pairs([4]):
        assert number * number == square


def test_ticks():
    async def all_ticks():
        return [i async for i in ticks(3)]

    assert asyncio.run(all_ticks()) == [0, 1, 2]
