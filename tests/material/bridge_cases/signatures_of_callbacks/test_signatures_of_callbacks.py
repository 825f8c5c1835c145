import pytest
from signatures_of_callbacks import curry, enforce, parameters, required


def test_no_parameter():
    assert parameters(lambda: 1) == []


def test_two():
    assert parameters(lambda a, b: 1) == ["a", "b"]


def test_not_all_required():
    def area(width, height=2, *, scale=1):
        return width * height * scale

    assert required(area) == 1


def test_method():
    class Shop:
        def sell(self, what, price):
            return price

    assert parameters(Shop().sell) == ["what", "price"]


def test_types_are_enforced():
    def double(n: int, word: str = "x") -> str:
        return word * n

    assert enforce(double)(2, "ab") == "abab"
    with pytest.raises(TypeError):
        enforce(double)("2")


def test_untyped():
    assert enforce(lambda n: n)("free") == "free"


def test_name_is_kept():
    def greet(name: str):
        return f"Hello, {name}"

    assert enforce(greet).__name__ == "greet"
    assert enforce(greet)("Ada") == "Hello, Ada"


def test_curry():
    assert curry(lambda a, b, c: a + b + c)(1)(2)(3) == 6
