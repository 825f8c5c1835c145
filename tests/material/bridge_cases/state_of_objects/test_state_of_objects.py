import pytest
from state_of_objects import Basket, History, Primes, make_history


def test_many_calls():
    primes = Primes(100)
    assert [n for n in range(300) if primes.is_prime(n % 100)][:4] == [2, 3, 5, 7]


def test_count():
    assert Primes(100).count() == 25


def test_method_of_a_made_object():
    history = make_history()
    assert history.size() == 0
    assert history.add(2) is None
    assert history.size() == 1


def test_method_of_an_object():
    history = History([])
    history.add(2)
    assert history.size() == 1


def test_attribute_is_read_and_set():
    history = History([1, 2])
    assert history.entries == [1, 2]
    history.entries = [3]
    assert history.size() == 1


def test_missing_attribute():
    with pytest.raises(AttributeError):
        History([]).missing()


def test_method_of_an_object_that_holds_objects():
    assert Basket(4).total(2) == 8


def test_method_of_a_sum():
    assert (Basket(1) + Basket(2)).total(3) == 9
