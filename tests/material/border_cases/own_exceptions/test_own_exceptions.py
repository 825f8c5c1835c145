import unittest

import own_exceptions
import pytest
from own_exceptions import BankError, InsufficientFunds, Locked, buy, load, parse, withdraw


class OwnErrorTest(unittest.TestCase):
    def test_type_and_args(self):
        with self.assertRaises(InsufficientFunds) as err:
            withdraw(10, 25)
        self.assertEqual(type(err.exception), InsufficientFunds)
        self.assertEqual(err.exception.args[0], "missing 15")

    def test_attributes(self):
        with self.assertRaises(InsufficientFunds) as err:
            withdraw(10, 25)
        self.assertEqual(err.exception.missing, 15)
        self.assertEqual((err.exception.balance, err.exception.amount), (10, 25))

    def test_hierarchy(self):
        with self.assertRaises(BankError):
            withdraw(1, 2)
        self.assertTrue(issubclass(InsufficientFunds, BankError))
        self.assertTrue(issubclass(BankError, Exception))
        self.assertFalse(issubclass(BankError, ValueError))

    def test_own_text(self):
        with self.assertRaises(Locked) as err:
            buy("house")
        self.assertEqual(str(err.exception), "house is locked (code 7)")
        self.assertEqual(err.exception.code, 7)

    def test_raised_by_the_test(self):
        with self.assertRaises(BankError):
            raise InsufficientFunds(1, 2)
        self.assertEqual(InsufficientFunds(1, 3).missing, 2)
        self.assertIsInstance(InsufficientFunds(1, 3), BankError)

    def test_regex(self):
        with self.assertRaisesRegex(BankError, r"missing \d+"):
            withdraw(0, 1)


def test_match():
    with pytest.raises(InsufficientFunds, match="^missing 5$"):
        withdraw(0, 5)


def test_tuple_of_types():
    with pytest.raises((KeyError, Locked)):
        buy("house")


def test_type_is_exact():
    with pytest.raises(BankError) as excinfo:
        buy("house")
    assert excinfo.type is Locked
    assert excinfo.type.__name__ == "Locked"


def test_cause():
    with pytest.raises(BankError) as excinfo:
        parse("x")
    assert isinstance(excinfo.value.__cause__, ValueError)
    assert "invalid literal" in str(excinfo.value.__cause__)


def test_context():
    with pytest.raises(KeyError) as excinfo:
        load({})
    assert isinstance(excinfo.value.__context__, ZeroDivisionError)
    assert excinfo.value.__cause__ is None


def test_suppressed():
    with pytest.raises(RuntimeError) as excinfo:
        load(None)
    assert excinfo.value.__suppress_context__ is True


def test_try_except_in_the_test():
    try:
        withdraw(0, 1)
    except own_exceptions.Locked:
        pytest.fail("wrong type")
    except own_exceptions.BankError as e:
        assert repr(e) == "InsufficientFunds('missing 1')"


def test_no_error():
    assert withdraw(10, 4) == 6
