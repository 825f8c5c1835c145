import pytest
from raised_elsewhere import Account, AccountError, Node, countdown, limits, tree


def test_where_it_is_made():
    with pytest.raises(AccountError):
        for _ in countdown(-1):
            pass


def test_where_it_is_asked():
    with pytest.raises(AccountError, match="nothing"):
        account = Account(0)
        assert account.share


def test_by_except():
    try:
        with limits(-1):
            pass
    except AccountError as error:
        assert isinstance(error, Exception)
        assert str(error) == "below zero"
    else:
        raise AssertionError


def test_right_ones_go_on():
    assert list(countdown(2)) == [2, 1]
    assert Account(4).share == 0.25
    with limits(3) as limit:
        assert limit == 3


def test_nested():
    assert tree() == (1, (2, 3))
    assert Node(1, (2, 3)) == (1, (2, 3))
