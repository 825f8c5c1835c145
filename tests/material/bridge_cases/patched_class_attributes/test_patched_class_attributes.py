from unittest import mock

import patched_class_attributes as lesson
import pytest
from patched_class_attributes import Account, Saving, Till


def test_attribute_is_set(monkeypatch):
    monkeypatch.setattr(Account, "rate", 10)
    assert Account.rate == 10
    assert Account(100).interest() == 1000


def test_attribute_is_back():
    assert Account.rate == 2
    assert Account(100).interest() == 200


def test_inherited_attribute_is_set(monkeypatch):
    monkeypatch.setattr(Saving, "rate", 7)
    assert Saving(1).interest() == 7
    assert Account(1).interest() == 2
    monkeypatch.undo()
    assert Saving(1).interest() == 2
    assert "rate" not in vars(Saving)


def test_inherited_attribute_is_back():
    assert Saving(1).interest() == 2


def test_method_is_set(monkeypatch):
    monkeypatch.setattr(Account, "interest", lambda self: self.balance + 1)
    assert Account(5).interest() == 6


def test_method_is_back():
    assert Account(5).interest() == 10


def test_static_method_is_set(monkeypatch):
    monkeypatch.setattr(Account, "rounded", staticmethod(lambda amount: 0))
    assert Account.rounded(2.7) == 0
    assert Account(5).shown() == "0"


def test_static_method_is_back():
    assert Account.rounded(2.7) == 3
    assert Account(5).shown() == "5"


def test_class_method_is_set(monkeypatch):
    monkeypatch.setattr(Account, "opened", classmethod(lambda cls: cls(77)))
    assert Account.opened().balance == 77


def test_class_method_is_back():
    assert Account.opened().balance == 0
    assert type(Saving.opened()).__name__ == "Saving"


def test_property_is_set(monkeypatch):
    monkeypatch.setattr(Account, "is_empty", property(lambda self: "who knows"))
    assert Account(5).is_empty == "who knows"


def test_property_is_back():
    assert Account(0).is_empty is True
    assert Account(5).is_empty is False


def test_list_is_set(monkeypatch):
    monkeypatch.setattr(Till, "coins", [5])
    assert Till().change(15) == [5, 5, 5]


def test_list_is_back():
    assert Till().change(15) == [10, 5]


@pytest.mark.parametrize("rate", [3, 4])
def test_by_mock(rate):
    with mock.patch.object(Account, "rate", rate):
        assert Account(1).interest() == rate
    assert Account(1).interest() == 2


def test_by_mock_and_name():
    with mock.patch("patched_class_attributes.Account.rate", 9):
        assert Account(1).interest() == 9
    with mock.patch.object(lesson.Account, "interest", return_value=8):
        assert Account(1).interest() == 8
    assert Account(1).interest() == 2


def test_nothing_is_deleted_for_good(monkeypatch):
    monkeypatch.delattr(Account, "rate")
    with pytest.raises(AttributeError):
        Account(1).interest()


def test_what_was_deleted_is_back():
    assert Account(1).interest() == 2


def test_set_by_hand():
    Account.rate = 6
    assert Account(1).interest() == 6
    Account.rate = 2
    assert Account(1).interest() == 2


def test_by_name(monkeypatch):
    monkeypatch.setattr("patched_class_attributes.Till.coins", [1])
    assert Till().change(2) == [1, 1]


def test_by_name_is_back():
    assert Till().change(2) == [2]
