import datetime as real_datetime
import time
import unittest
from unittest import mock

import patched_names
import pytest
from patched_names import age_in, fetch_title, greeting, is_saved, lucky, pause, report


def test_setattr_by_text(monkeypatch):
    monkeypatch.setattr("patched_names.RATE", 2)
    assert patched_names.convert(10) == 20


def test_undone():
    assert patched_names.convert(10) == 15


def test_setattr_on_the_module(monkeypatch):
    monkeypatch.setattr(patched_names, "helper", lambda x: f"<{x}>")
    assert patched_names.wrap("a") == "<a>"


def test_original_is_back():
    assert patched_names.wrap("a") == "[a]"
    assert patched_names.helper("b") == "[b]"


def test_sleep(monkeypatch):
    slept = []
    monkeypatch.setattr(time, "sleep", slept.append)
    pause(3)
    assert slept == [1, 1, 1]


def test_delattr(monkeypatch):
    monkeypatch.delattr(patched_names, "RATE")
    with pytest.raises(NameError):
        patched_names.convert(1)


def test_missing_name(monkeypatch):
    with pytest.raises(AttributeError):
        monkeypatch.setattr(patched_names, "no_such_name", 1)


class PatchTest(unittest.TestCase):
    @mock.patch("patched_names.random.randint", return_value=6)
    def test_module_inside_the_module(self, randint):
        self.assertTrue(lucky())
        randint.assert_called_once_with(1, 6)

    @mock.patch("patched_names.datetime")
    def test_whole_module_name(self, fake):
        fake.date.today.return_value = real_datetime.date(2030, 1, 1)
        self.assertEqual(age_in(2000), 30)

    @mock.patch("os.path.exists", return_value=True)
    def test_standard_function(self, exists):
        self.assertTrue(is_saved("notes.txt"))
        exists.assert_called_with("notes.txt")

    def test_open_that_the_module_does_not_have(self):
        opener = mock.mock_open(read_data="Title\nline\n")
        with mock.patch("patched_names.open", opener, create=True):
            self.assertEqual(report("x.txt"), "Title")
        opener.assert_called_once_with("x.txt")

    def test_builtin_open(self):
        with mock.patch("builtins.open", mock.mock_open(read_data="Hi\n")):
            self.assertEqual(report("y.txt"), "Hi")

    @mock.patch("patched_names.requests")
    def test_fake_attribute(self, requests):
        requests.get.return_value.json.return_value = {"title": "News"}
        self.assertEqual(fetch_title("site"), "News")
        requests.get.assert_called_once_with("https://site/api", timeout=5)

    @mock.patch("patched_names.requests.get", side_effect=ConnectionError("down"))
    def test_side_effect_is_raised_over_there(self, get):
        self.assertEqual(fetch_title("site"), "offline: down")

    def test_dict(self):
        with mock.patch.dict(patched_names.SETTINGS, {"lang": "de"}):
            self.assertEqual(greeting(), "hallo")
        self.assertEqual(greeting(), "hello")

    def test_object(self):
        with mock.patch.object(patched_names, "helper") as helper:
            helper.return_value = 5
            self.assertEqual(patched_names.wrap("z"), 5)
        helper.assert_called_once_with("z")

    def test_start_and_stop(self):
        patcher = mock.patch("patched_names.RATE", 3)
        patcher.start()
        self.addCleanup(patcher.stop)
        self.assertEqual(patched_names.convert(2), 6)
