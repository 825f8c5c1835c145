import os
import sys
import time
import unittest
from pathlib import Path
from unittest import mock

import pytest
import surroundings_of_the_code as tool


def test_setenv(monkeypatch):
    monkeypatch.setenv("APP_MODE", "loud")
    assert tool.mode() == "loud"


def test_setenv_is_undone():
    assert tool.mode() == "quiet"
    assert "APP_MODE" not in os.environ


def test_delenv(monkeypatch):
    monkeypatch.setenv("APP_KEY", "k")
    assert tool.key() == "k"
    monkeypatch.delenv("APP_KEY")
    with pytest.raises(RuntimeError, match="APP_KEY is not set"):
        tool.key()


def test_set_over_there(monkeypatch):
    monkeypatch.setenv("APP_LEFT", "old")
    tool.remember("APP_LEFT", "new")
    assert os.environ["APP_LEFT"] == "new"


def test_reload_reads_again(monkeypatch):
    import importlib

    monkeypatch.setenv("APP_HOME", "/tool")
    again = importlib.reload(tool)
    assert again.HOME == "/tool"


def test_context(monkeypatch):
    with monkeypatch.context() as patched:
        patched.setenv("APP_FLAG", "yes")
        assert tool.flag() is True
    assert tool.flag() is False


def test_argv(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["tool", "notes.txt", "-n", "3"])
    found = tool.parse()
    assert (found.path, found.n, found.loud) == ("notes.txt", 3, False)


def test_bad_arguments(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["tool"])
    with pytest.raises(SystemExit) as excinfo:
        tool.parse()
    assert excinfo.value.code == 2
    assert "the following arguments are required: path" in capsys.readouterr().err


def test_usage(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["tool"])
    with pytest.raises(SystemExit, match="usage"):
        tool.first_argument()


def test_setitem(monkeypatch):
    monkeypatch.setitem(os.environ, "APP_MODE", "item")
    assert tool.mode() == "item"


def test_chdir(monkeypatch, tmp_path):
    (tmp_path / "a.txt").touch()
    (tmp_path / "b.txt").touch()
    monkeypatch.chdir(tmp_path)
    assert tool.files() == ["a.txt", "b.txt"]
    assert tool.here() == tmp_path.name


def test_home(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tool.settings_file() == tmp_path / ".toolrc"


def test_path_home(monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: Path("/people/ann"))
    assert tool.settings_file() == Path("/people/ann/.toolrc")


class PatchTest(unittest.TestCase):
    @mock.patch.dict(os.environ, {"APP_MODE": "patched", "APP_FLAG": "1"})
    def test_dict(self):
        self.assertEqual(tool.mode(), "patched")
        self.assertTrue(tool.flag())

    def test_dict_is_undone(self):
        with mock.patch.dict("os.environ", {"APP_KEY": "z"}):
            self.assertEqual(tool.key(), "z")
        with self.assertRaises(RuntimeError):
            tool.key()

    def test_cleared(self):
        with mock.patch.dict(os.environ, {}, clear=True):
            self.assertEqual(tool.mode(), "quiet")

    @mock.patch.object(sys, "argv", ["tool", "-n", "2", "--loud", "x"])
    def test_argv(self):
        found = tool.parse()
        self.assertTrue(found.loud)
        self.assertEqual(vars(found), {"path": "x", "n": 2, "loud": True})

    def test_system(self):
        with mock.patch("platform.system", return_value="Windows"):
            self.assertEqual(tool.system(), "windows")

    @mock.patch("surroundings_of_the_code.datetime")
    def test_now(self, fake):
        fake.now.return_value.strftime.return_value = "2001-02-03"
        self.assertEqual(tool.stamp(), "2001-02-03")

    @mock.patch("surroundings_of_the_code.datetime")
    def test_real_now(self, fake):
        import datetime

        fake.now.return_value = datetime.datetime(2020, 5, 6)
        self.assertEqual(tool.stamp(), "2020-05-06")

    @mock.patch("getpass.getpass", return_value="secret")
    def test_password(self, asked):
        self.assertTrue(tool.ask())
        asked.assert_called_once()

    def test_clock(self):
        with mock.patch("time.perf_counter", side_effect=[10.0, 12.5]):
            self.assertEqual(tool.elapsed(lambda: None), 2.5)

    def test_real_clock(self):
        self.assertGreaterEqual(tool.elapsed(lambda: time.sleep(0.01)), 0.005)
