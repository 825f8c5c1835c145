import operator
import sys
from functools import reduce
from itertools import takewhile

greatest = lambda a, b, c: reduce(lambda x, y: x if x > y else y, (a, b, c))


def show(n):
    sys.stdout.write("\n".join(str(i + 1) for i in range(n)))
    print()


def _numbers():
    while True:
        yield int(input())


def total():
    return sum(takewhile(lambda n: n != 0, _numbers()))


class Positive:
    def __set_name__(self, owner, name):
        self._name = "_" + name

    def __get__(self, owner, cls=None):
        return self if owner is None else getattr(owner, self._name)

    def __set__(self, owner, value):
        if value < 0:
            raise ValueError(value)
        setattr(owner, self._name, value)


class Thing:
    def __init__(self, name):
        self.name = name


class Car(Thing):
    km = Positive()

    def __init__(self, name, km=0):
        super().__init__(name)
        self.km = km

    def __repr__(self):
        return f"{self.name}: {self.km}"

    def __lt__(self, other):
        return self.km < other.km

    def drive(self, km):
        if km >= 0:
            self.km = self.km + km
        else:
            raise ValueError

    count_all = staticmethod(len)

    @staticmethod
    def from_text(text):
        return Car(*(f(p) for f, p in zip((str, int), text.split(";"))))


def transposed(rows):
    result = []
    for i in range(len(rows[0])):
        result += [[row[i] for row in rows]]
    return result


def lengths(words):
    return dict(zip(words, map(len, words)))


def evens(numbers):
    return filter(lambda n: not n % 2, numbers)


def by_km(cars):
    yield from sorted(cars)


newest = min


def main():
    print(greatest(1, 2, 3))


if __name__ == "__main__":
    main()
