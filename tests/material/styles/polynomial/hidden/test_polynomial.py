import pytest
from polynomial import Polynomial

P = Polynomial(1, 2, 3)  # 1 + 2x + 3x²


def test_call():
    assert P(0) == 1
    assert P(2) == 17
    assert [P(x) for x in (-1, 1)] == [2, 6]


def test_equal():
    assert Polynomial(1, 2) == Polynomial(1, 2)
    assert Polynomial(1, 2) != Polynomial(2, 1)
    assert Polynomial(1, 2, 0, 0) == Polynomial(1, 2)


def test_sum():
    assert P + Polynomial(1, 1) == Polynomial(2, 3, 3)
    assert P + 4 == Polynomial(5, 2, 3)


def test_sum_of_many():
    assert sum([P, P], Polynomial(0)) == Polynomial(2, 4, 6)


def test_in_a_set():
    assert len({Polynomial(1, 2), Polynomial(1, 2), P}) == 2


def test_no_sum_with_text():
    with pytest.raises(TypeError):
        P + "x"
