from star_imports import *


def test_function():
    assert greet("Ann") == "hello Ann"


def test_class():
    assert Dog("Rex").speak() == "Rex says woof"


def test_constant():
    assert GREETING == "hello"


def test_total():
    assert total([1, 2, 3]) == 6
