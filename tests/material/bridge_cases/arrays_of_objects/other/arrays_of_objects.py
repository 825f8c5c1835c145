from fractions import Fraction

import numpy as np


class Point:
    def __init__(self, x):
        self.x = x


def predict(rows):
    return np.array([float(sum(row)) for row in rows], dtype=object)


def names(people):
    return np.array([person.get("name") for person in people], dtype=object)


def ragged(rows):
    made = np.empty(len(rows), dtype=object)
    for i, row in enumerate(rows):
        made[i] = list(row)
    return made


def grid(rows):
    return np.array(rows, dtype=object)


def fill_gaps(values):
    for i, value in enumerate(values):
        values[i] = 0 if value is None else value


def totals(table):
    return {"sum": table.sum(), "first": table[0, 0], "shape": table.shape}


def points(n):
    return [Point(i) for i in range(n)]


def halves(n):
    return np.array([Fraction(i, 2) for i in range(n)])


def nothing():
    return np.array([], dtype=object)


def same(values):
    return values
