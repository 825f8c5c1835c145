from unittest.mock import MagicMock, Mock

import pytest
from truth_of_mocks import Account, Door, Shelf, first_that_answers, listening


def test_truth_of_a_mock():
    callback = Mock()
    Door(callback).open()
    callback.assert_called_once_with("open")


def test_no_callback():
    assert Door().open() == "open"


def test_truth_of_a_mock_with_spec():
    account = Mock(spec=Account)
    assert Door(None, account).account is account


def test_truth_of_a_magic_mock_with_spec():
    account = MagicMock(spec=Account)
    assert Door(None, account).account is account


def test_truth_of_a_mock_that_wraps():
    callback = Mock(wraps=str.upper)
    assert Door(callback).open() == "OPEN"


def test_truth_of_a_child():
    settings = Mock()
    assert listening([settings.one, None, settings.two]) == [settings.one, settings.two]


def test_truth_that_the_mock_says():
    never, empty = MagicMock(), MagicMock()
    never.__bool__.return_value = False
    del empty.__bool__
    assert listening([never, empty]) == []


def test_no_length():
    with pytest.raises(TypeError):
        Shelf(Mock()).size()


def test_length_of_a_magic_mock():
    things = MagicMock()
    things.__len__.return_value = 3
    assert Shelf(things).size() == 3


def test_nothing_in_it():
    with pytest.raises(TypeError):
        Shelf(Mock()).holds(1)


def test_no_item():
    with pytest.raises(TypeError):
        Shelf(Mock()).first()


def test_not_entered():
    with pytest.raises(TypeError):
        Shelf(Mock()).locked()


def test_nothing_to_go_through():
    with pytest.raises(TypeError):
        first_that_answers(Mock())


def test_taken_out():
    things = MagicMock()
    Shelf(things).take(2)
    things.__delitem__.assert_called_once_with(2)
