import pytest
import texts_of_errors


def test_withdraw():
    assert texts_of_errors.withdraw(5, 3) == 2


def test_says_what_is_missing():
    with pytest.raises(ValueError, match="^2 is missing$"):
        texts_of_errors.withdraw(1, 3)


def test_as_text():
    with pytest.raises(KeyError) as caught:
        texts_of_errors.price({"a": 1}, "b")
    assert str(caught.value) == "'b'"
    assert caught.value.args == ("b",)
