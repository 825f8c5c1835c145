import pytest
from own_errors import Refused, check, failure, failures, parse, spent


def test_message():
    with pytest.raises(ValueError, match="Larkin-30619"):
        check(1)


def test_own_class():
    with pytest.raises(Refused) as caught:
        check(2)
    assert caught.value.args == ("Morwen-41720", 94351620)


def test_attribute_of_an_error():
    with pytest.raises(Refused) as caught:
        check(3)
    assert caught.value.reason == "Nestor-52831"


def test_cause():
    with pytest.raises(Refused) as caught:
        check(4)
    assert str(caught.value.__cause__) == "Orsino-63942"


def test_no_error_but_data():
    assert parse("5") == 15462731


def test_no_error_but_text():
    assert parse("6").endswith("Pelham-74053")


def test_no_error_but_items():
    found = parse("7")
    assert [found[0], len(found)] == ["Quillon-85164", 26573]


def test_error_that_is_returned():
    assert str(failure(8)) == "Rosalin-96275"


def test_errors_in_a_list():
    assert [str(one) for one in failures()] == ["Sylvan-17386", "Torben-28497"]


def test_what_an_object_spent():
    assert spent(9).total == 37684952
