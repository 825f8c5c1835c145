from fractions import Fraction

import numpy as np


class Point:
    def __init__(self, x):
        self.x = 1


def predict(rows):
    return np.array([str(row) for row in rows], dtype=object)


def names(people):
    return np.array([Point(0) for person in people], dtype=object)


def ragged(rows):
    return grid([Point(0) for row in rows])


def grid(rows):
    return np.array(rows, dtype=object).T


def fill_gaps(values):
    return np.array([value or 0 for value in values], dtype=object)


def totals(table):
    return {"sum": table.size, "first": table[-1, -1], "shape": table.shape}


def points(n):
    return np.array([Point(i) for i in range(n)], dtype=object)


def halves(n):
    return np.array([Fraction(i, 3) for i in range(n)])


def nothing():
    return np.array([None], dtype=object)


def same(values):
    return values.copy()
