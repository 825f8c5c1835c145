import math

import pytest
from vector_operators import Vector


def test_add_and_subtract():
    assert Vector(1, 2) + Vector(3, 4) == Vector(4, 6)
    assert Vector(1, 2) - Vector(3, 4) == Vector(-2, -2)


def test_scale_from_both_sides():
    assert Vector(1, 2) * 3 == Vector(3, 6)
    assert 3 * Vector(1, 2) == Vector(3, 6)


def test_dot_product():
    assert Vector(1, 2) @ Vector(3, 4) == 11


def test_division_and_remainder():
    assert Vector(4, 6) / 2 == Vector(2, 3)
    assert Vector(5, 7) // 2 == Vector(2, 3)
    assert Vector(5, 7) % 2 == Vector(1, 1)


def test_in_place():
    v = w = Vector(1, 1)
    v += Vector(1, 2)
    assert v == Vector(2, 3)
    assert v is w


def test_unary():
    assert -Vector(1, -2) == Vector(-1, 2)
    assert +Vector(1, 2) == Vector(1, 2)
    assert abs(Vector(3, 4)) == pytest.approx(5.0)
    assert ~Vector(1, 2) == Vector(2, 1)


def test_power_and_shift():
    assert Vector(2, 3) ** 2 == Vector(4, 9)
    assert Vector(2, 3) << 1 == Vector(4, 6)
    assert Vector(2, 4) >> 1 == Vector(1, 2)


def test_logic():
    assert Vector(6, 5) & Vector(3, 4) == Vector(2, 4)
    assert Vector(6, 5) | Vector(1, 2) == Vector(7, 7)
    assert Vector(6, 5) ^ Vector(2, 1) == Vector(4, 4)


def test_truth():
    assert Vector(0, 1)
    assert not Vector(0, 0)
    assert bool(Vector(0, 0)) is False


def test_equality_with_strangers():
    assert Vector(1, 2) != (1, 2)
    assert not Vector(1, 2) == "x"
    assert Vector(1, 2) != None  # noqa: E711


def test_adding_a_number_is_refused():
    with pytest.raises(TypeError):
        Vector(1, 2) + 1


def test_conversions():
    assert int(Vector(3, 4)) == 5
    assert float(Vector(3, 4)) == 5.0
    assert complex(Vector(3, 4)) == 3 + 4j
    assert round(Vector(1.26, 2.34), 1) == Vector(1.3, 2.3)
    assert math.floor(Vector(1.5, 2.5)) == Vector(1, 2)
    assert divmod(Vector(7, 9), 2) == (Vector(3, 4), Vector(1, 1))


def test_unpacking_and_length():
    x, y = Vector(8, 9)
    assert (x, y) == (8, 9)
    assert len(Vector(8, 9)) == 2
    assert list(Vector(8, 9)) == [8, 9]
    assert tuple(reversed(Vector(8, 9))) == (9, 8)


def test_sum_of_vectors():
    assert sum([Vector(1, 2), Vector(3, 4)], Vector(0, 0)) == Vector(4, 6)
