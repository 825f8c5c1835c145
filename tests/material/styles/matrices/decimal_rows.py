from decimal import Decimal, DivisionByZero
from typing import NamedTuple


class Pair(NamedTuple):
    left: Decimal
    right: Decimal


def identity(n):
    rows = []
    for i in range(n):
        row = []
        for j in range(n):
            row.append(i == j)
        rows.append(row)
    return rows


def inverse(matrix):
    det = Decimal(determinant(matrix))
    if det == 0:
        raise DivisionByZero("no inverse")
    (a, b), (c, d) = matrix
    return [Pair(d / det, -b / det), Pair(-c / det, a / det)]
