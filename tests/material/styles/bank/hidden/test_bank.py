import pytest
from bank import Account, InsufficientFunds


@pytest.fixture
def account():
    return Account("Ada", 100)


def test_deposit(account):
    account.deposit(50)
    assert account.balance == 150


def test_too_much(account):
    with pytest.raises(InsufficientFunds) as caught:
        account.withdraw(130)
    assert caught.value.missing == 30
    assert isinstance(caught.value, ValueError)
    assert account.balance == 100


def test_history(account):
    account.deposit(20)
    account.withdraw(5)
    assert list(account.history) == [("deposit", 20), ("withdraw", 5)]


def test_balance_cannot_be_set(account):
    with pytest.raises(AttributeError):
        account.balance = 1_000_000
