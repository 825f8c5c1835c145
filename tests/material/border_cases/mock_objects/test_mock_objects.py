from unittest.mock import ANY, MagicMock, Mock, call, create_autospec, sentinel

import pytest
from mock_objects import Cart, notify_all, process, retry, transfer


def test_called_once_with():
    sender = Mock()
    notify_all(["a@x", "b@x"], sender)
    assert sender.send.call_count == 2
    sender.send.assert_has_calls([call("a@x", subject="News"), call("b@x", subject="News")])


def test_return_value():
    gateway = Mock()
    gateway.charge.return_value = "receipt-7"
    assert Cart([3, 4]).pay(gateway) == "receipt-7"
    gateway.charge.assert_called_once_with(7)


def test_side_effect_list():
    action = Mock(side_effect=[ValueError("one"), ValueError("two"), "fine"])
    assert retry(action, 3) == "fine"
    assert action.call_count == 3


def test_side_effect_function():
    action = Mock(side_effect=lambda n: n * 10)
    assert process([1, 2], action) == [10, 20]
    assert action.call_args_list == [call(1), call(2)]


def test_not_called():
    gateway = Mock()
    assert Cart([]).pay(gateway) is None
    gateway.charge.assert_not_called()


def test_magic_mock_with_dunder():
    box = MagicMock()
    box.__getitem__.return_value = 5
    box.__len__.return_value = 2
    assert process(box, lambda n: n) == [5, 5]


def test_context_manager():
    lock = MagicMock()
    assert transfer(lock, {"a": 5, "b": 0}, "a", "b", 3) == {"a": 2, "b": 3}
    lock.__enter__.assert_called_once()
    lock.__exit__.assert_called_once()


def test_passed_through():
    assert process([sentinel.one], lambda x: x) == [sentinel.one]


def test_any():
    sender = Mock()
    notify_all(["q"], sender)
    sender.send.assert_called_with(ANY, subject="News")


def test_autospec():
    def charge(amount):
        """Charges."""

    gateway = Mock()
    gateway.charge = create_autospec(charge, return_value="ok")
    assert Cart([1]).pay(gateway) == "ok"


def test_attribute_set_in_advance():
    gateway = Mock(limit=5)
    with pytest.raises(ValueError, match="over the limit"):
        Cart([9]).pay(gateway)
