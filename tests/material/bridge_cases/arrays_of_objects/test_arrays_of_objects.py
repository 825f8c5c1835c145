from fractions import Fraction

import numpy as np
import pytest
from arrays_of_objects import (
    fill_gaps,
    grid,
    halves,
    names,
    nothing,
    points,
    predict,
    ragged,
    same,
    totals,
)


def test_numbers():
    assert predict([[1, 2], [3]])[0] == pytest.approx(3)
    assert predict([[1, 2], [3]]).tolist() == [3, 3]
    assert predict(np.array([[0.5, 2]])).sum() == 2.5


def test_text_and_none():
    found = names([{"name": "Ann"}, {}])
    assert found.dtype == object
    assert found.tolist() == ["Ann", None]
    assert found[1] is None


def test_lists():
    found = ragged([[1], [2, 3]])
    assert found.shape == (2,)
    assert found[1] == [2, 3]
    found[0].append(4)
    assert found[0] == [1, 4]


def test_two_dimensions():
    found = grid([[1, "a", None], [2.5, (1,), True]])
    assert found.shape == (2, 3)
    assert found[1].tolist() == [2.5, (1,), True]
    assert [type(value) for value in found[1]] == [float, tuple, bool]


def test_in_place():
    values = np.array([1, None, "x", None], dtype=object)
    assert fill_gaps(values) is None
    assert values.tolist() == [1, 0, "x", 0]


def test_handed_over():
    table = np.array([[1, 2], [3, 10**30]], dtype=object)
    found = totals(table)
    assert found == {"sum": 6 + 10**30, "first": 1, "shape": (2, 2)}
    assert table[0, 0] == 1


def test_comes_back_itself():
    values = np.array([[], "a"], dtype=object)
    assert same(values) is values


def test_objects():
    assert [point.x for point in points(3)] == [0, 1, 2]


def test_fractions():
    assert halves(3).tolist() == [0, Fraction(1, 2), 1]
    np.testing.assert_array_equal(halves(3) * 2, [0, 1, 2])


def test_nothing():
    assert nothing().shape == (0,)
    assert nothing().size == 0
