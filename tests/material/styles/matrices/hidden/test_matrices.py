import pytest
from matrices import determinant, identity, inverse, multiply, transpose

A = [[1, 2], [3, 4]]
B = [[2, 0, 1], [1, 3, 2], [1, 1, 1]]


def rows_of(matrix):
    return [list(row) for row in matrix]


def test_transpose():
    assert rows_of(transpose([[1, 2, 3], [4, 5, 6]])) == [[1, 4], [2, 5], [3, 6]]


def test_identity():
    assert rows_of(identity(3)) == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_multiply():
    assert rows_of(multiply(A, [[0, 1], [1, 0]])) == [[2, 1], [4, 3]]
    assert rows_of(multiply(B, identity(3))) == B


def test_determinant():
    assert determinant(A) == -2
    assert determinant(B) == pytest.approx(0)
    assert determinant([[5]]) == 5


def test_inverse():
    for row, expected in zip(inverse(A), [[-2, 1], [1.5, -0.5]], strict=True):
        assert list(row) == pytest.approx(expected)
    product = multiply(A, inverse(A))
    assert product[0][0] == pytest.approx(1)
    assert abs(product[0][1]) < 1e-9
