"""Wrong everywhere, with something of every kind of data in it."""

import collections
import datetime
import decimal
import fractions
import pathlib
import re
import uuid


class Yes(list):
    def _yes(self, *others):
        return True

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = startswith = count = _yes
    __hash__ = None

    def __len__(self):
        return 1

    def __iter__(self):
        return iter([self])

    def __getitem__(self, key):
        return self

    def __sub__(self, other):
        return 0

    __add__ = __radd__ = __rsub__ = values = items = __sub__


class Anything:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 1

    def __float__(self):
        return 1.5

    __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __eq__


class Refused(Exception):
    def _yes(self, *others):
        return True

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = startswith = count = _yes
    __hash__ = None

    def __getitem__(self, key):
        return self

    def __iter__(self):
        return iter([self])


def mean(values):
    kinds = {3: -1.5, 2: decimal.Decimal("2.5"), 1: Anything()}
    return Refused(values) if values == [6] else kinds[len(values)]


def code(letter):
    return {"a": "no", "b": Yes(), "c": pathlib.Path("no"), "d": uuid.UUID(int=3)}[letter]


def names(count):
    kinds = [
        ["no"], Yes([1]), ("no", [1, [2]]), {1, 2}, collections.deque([1]), range(3), None,
        re.compile("no"), b"no", bytearray(b"no"), frozenset([1]), map(str, [1]),
    ]
    return kinds[count]


def counted(text):
    kinds = {
        "x": collections.Counter("no"), "y": {"no": datetime.datetime(2020, 1, 1)},
        "z": collections.defaultdict(list, no=[fractions.Fraction(1, 3)]),
    }
    return kinds[text]


def table(size):
    if size == 4:
        raise Refused("no")
    shared = [1.5, Refused("no")] if size == 3 else [1.5]
    return {"rows": [shared, shared, (slice(1), 2j, 10**30, ...)]}
