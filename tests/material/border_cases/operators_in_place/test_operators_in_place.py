"""`a += b` is answered by `__iadd__` and by `__add__`, and `a + b` by either side."""

import pytest
from operators_in_place import Both, Bag, Total


def test_added_in_place():
    total = Total(1)
    total += Total(2)
    assert total.amount == 3


def test_in_a_loop():
    total = Total(0)
    for amount in range(4):
        total += Total(amount)
    assert total.amount == 6


@pytest.mark.parametrize("times", [1, 3])
def test_multiplied(times):
    total = Total(2)
    total *= times
    assert total.amount == 2 * times


def test_taken_away_of_an_attribute():
    class Account:
        balance = None

    account = Account()
    account.balance = Total(5)
    account.balance -= Total(2)
    assert account.balance.amount == 3


def test_items_of_a_list():
    totals = [Total(1), Total(2)]
    totals[0] += totals[1]
    assert [total.amount for total in totals] == [3, 2]


def test_defined_for_in_place():
    bag = Bag("ab")
    bag |= Bag("bc")
    assert list(bag) == ["a", "b", "c"]


def test_with_plain_data():
    bag = Bag("ab")
    bag += "c"
    assert list(bag) == ["a", "b", "c"]


def test_by_either_side():
    assert (Both(1) + Both(2)).amount == 3
    assert (Both(4) - Both(1)).amount == 3


def test_sum():
    assert sum([Total(1), Total(2)], Total(0)).amount == 3
