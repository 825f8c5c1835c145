from unittest.mock import Mock, PropertyMock, create_autospec, patch

import pytest
from autospecs import Account, Bank


def test_method():
    bank = Bank()
    with patch.object(Account, "deposit", autospec=True) as deposit:
        bank.pay_in(1)
    deposit.assert_called_once_with(bank.account, 1)


def test_method_that_goes_on():
    with patch.object(Account, "deposit", autospec=True, side_effect=Account.deposit) as deposit:
        bank = Bank()
        assert bank.pay_in(3) == 3
    deposit.assert_called_once_with(bank.account, 3)
    assert bank.pay_in(4) == 7
    assert deposit.call_count == 1


def test_method_called_wrongly():
    with patch.object(Account, "deposit", autospec=True):
        with pytest.raises(TypeError):
            Account().deposit(1, 2, 3)


def test_instance():
    account = create_autospec(Account, instance=True)
    account.deposit.return_value = 4
    assert Bank(account).pay_in(2) == 4
    account.deposit.assert_called_once_with(2)
    assert isinstance(account, Account)


def test_class():
    with patch("autospecs.Account", autospec=True) as account:
        account.return_value.deposit.return_value = 9
        assert Bank().pay_in(2) == 9
    account.return_value.deposit.assert_called_once_with(2)


def test_spec():
    account = Mock(spec=Account)
    account.deposit.return_value = 4
    assert Bank(account).pay_in(2) == 4
    with pytest.raises(AttributeError):
        account.withdraw_all()


def test_property():
    with patch.object(Account, "level", new_callable=PropertyMock) as level:
        level.return_value = 7
        assert Bank().above() == 8
    level.assert_called_once_with()
    assert Bank().above() == 1


def test_property_by_name():
    with patch("autospecs.Account.level", new_callable=PropertyMock, return_value=7):
        assert Account().level == 7
    assert Account().level == 0


def test_property_that_is_set():
    with patch.object(Account, "limit", new_callable=PropertyMock) as limit:
        Bank().close()
    limit.assert_called_once_with(0)
    bank = Bank()
    bank.close()
    assert bank.account.limit == 0
