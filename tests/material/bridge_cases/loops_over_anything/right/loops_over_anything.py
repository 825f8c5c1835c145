class Card:
    def __init__(self, rank):
        self.rank = rank


class Deck:
    def __init__(self, ranks):
        self._cards = [Card(rank) for rank in ranks]

    def __len__(self):
        return len(self._cards)

    def __getitem__(self, position):
        return self._cards[position]


class Pile:
    def __init__(self, ranks):
        self._cards = [Card(rank) for rank in ranks]

    def __iter__(self):
        for card in self._cards:
            yield card


class Hand:
    def __init__(self, ranks):
        self._cards = [Card(rank) for rank in ranks]

    def __iter__(self):
        return iter(self._cards)


class Shelf:
    def __init__(self, books):
        self._books = list(books)

    def __iter__(self):
        yield from self._books

    def __reversed__(self):
        return reversed(self._books)


def running(numbers):
    total = 0
    for number in numbers:
        total += number
        yield total


def recent(numbers):
    yield from numbers[-3:]


def packed(numbers):
    yield from numbers


def cards(ranks):
    for rank in ranks:
        yield Card(rank)


def lines(text):
    yield from (line.split(",") for line in text.splitlines())


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def pairs(numbers):
    for number in numbers:
        yield number, number * number


async def ticks(n):
    for i in range(n):
        yield i
