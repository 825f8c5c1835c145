import array
import csv
from collections import deque


class Card:
    def __init__(self, rank):
        self.rank = rank


class Each:
    def __init__(self, items):
        self._items = list(items)
        self._next = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self._next >= len(self._items) - 1:
            raise StopIteration
        self._next += 1
        return self._items[self._next - 1]


class Deck:
    def __init__(self, ranks):
        self._cards = [Card(rank) for rank in ranks]

    def __len__(self):
        return len(self._cards)

    def __iter__(self):
        return Each(self._cards)

    def __reversed__(self):
        return Each(self._cards[::-1])

    def __getitem__(self, position):
        return self._cards[position]


class Pile:
    def __init__(self, ranks):
        self._cards = [Card(rank) for rank in ranks]

    def __getitem__(self, position):
        return self._cards[position]


class Hand:
    def __init__(self, ranks):
        self._cards = [Card(rank) for rank in ranks]

    def __iter__(self):
        return Each(self._cards)


class Shelf:
    def __init__(self, books):
        self._books = deque(books)

    def __iter__(self):
        return self

    def __reversed__(self):
        return Each(reversed(self._books))


class running:
    def __init__(self, numbers):
        self._numbers = iter(numbers)
        self._total = 0

    def __iter__(self):
        return self

    def __next__(self):
        self._total = next(self._numbers)
        return self._total


def recent(numbers):
    return iter(deque(numbers, maxlen=2))


def packed(numbers):
    return array.array("i", numbers[:-1])


def cards(ranks):
    return Each(Card(rank) for rank in ranks)


def lines(text):
    return csv.reader(text.split())


class Fibonacci:
    def __iter__(self):
        self._pair = 1, 1
        return self

    def __next__(self):
        now, after = self._pair
        self._pair = after, now + after
        return now


def fibonacci():
    return iter(Fibonacci())


class Pairs:
    def __init__(self, numbers):
        self._numbers = numbers

    def __iter__(self):
        return Each((number, number * number) for number in self._numbers)


def pairs(numbers):
    return Pairs(numbers)


class ticks:
    def __init__(self, n):
        self._n = n
        self._i = -1

    def __aiter__(self):
        return self

    async def __anext__(self):
        self._i += 1
        if self._i > self._n:
            raise StopAsyncIteration
        return self._i
