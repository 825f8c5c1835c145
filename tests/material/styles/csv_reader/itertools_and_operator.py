from itertools import groupby
from operator import itemgetter


def column(rows, name):
    yield from map(itemgetter(name), rows)


def group_by(rows, name):
    key = itemgetter(name)
    return {city: [*found] for city, found in groupby(sorted(rows, key=key), key)}
