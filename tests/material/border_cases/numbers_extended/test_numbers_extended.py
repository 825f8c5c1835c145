"""Of parents that say different things of a special method, the nearest is right."""

import pytest
from numbers_extended import Amount, Key, Open, Ratio


def test_hash():
    assert hash(Ratio(1, 2)) == hash(Ratio(2, 4))


def test_in_a_set():
    assert len({Ratio(1, 2), Ratio(2, 4), Ratio(1, 3)}) == 2


def test_as_a_key():
    assert {Ratio(1, 2): "half"}[Ratio(2, 4)] == "half"


def test_added():
    assert (Ratio(1, 2) + Ratio(1, 3)).numerator == 5


def test_ordered():
    assert Ratio(1, 3) < Ratio(1, 2)
    assert max([Ratio(1, 3), Ratio(1, 2)]).denominator == 2


def test_hash_of_an_abstract_number():
    assert len({Amount(1), Amount(1), Amount(2)}) == 2


def test_hash_behind_a_mixin():
    assert {Key(1): "one"}[Key(1)] == "one"


def test_without_hash():
    with pytest.raises(TypeError):
        hash(Open(1))
