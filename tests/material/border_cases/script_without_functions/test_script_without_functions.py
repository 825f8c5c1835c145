import importlib
import io
import sys
import unittest
from unittest.mock import patch

import pytest


@pytest.fixture
def run_script(monkeypatch, capsys):
    def run(*answers):
        lines = iter(answers)
        monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
        sys.modules.pop("script_without_functions", None)
        module = importlib.import_module("script_without_functions")
        return module, capsys.readouterr().out

    return run


def test_imported_for_its_output(run_script):
    module, out = run_script("3", "4")
    assert out == "sum: 7\n"
    assert module.total == 7


def test_imported_again(run_script):
    run_script("1", "1")
    module, out = run_script("10", "5")
    assert out == "sum: 15\n"
    assert module.numbers == [10, 5]


def test_reload(monkeypatch, capsys):
    answers = iter(["1", "2", "20", "30"])
    monkeypatch.setattr("builtins.input", lambda *_: next(answers))
    sys.modules.pop("script_without_functions", None)
    import script_without_functions

    assert capsys.readouterr().out == "sum: 3\n"
    importlib.reload(script_without_functions)
    assert capsys.readouterr().out == "sum: 50\n"
    assert script_without_functions.total == 50


def test_bad_number(run_script):
    with pytest.raises(ValueError):
        run_script("x", "4")


class ScriptTest(unittest.TestCase):
    def setUp(self):
        sys.modules.pop("script_without_functions", None)

    def test_with_patch(self):
        with (
            patch("builtins.input", side_effect=["2", "2"]),
            patch("sys.stdout", new_callable=io.StringIO) as out,
        ):
            import script_without_functions  # noqa: F401
        self.assertEqual(out.getvalue().strip(), "sum: 4")

    def test_stdin(self):
        with (
            patch("sys.stdin", io.StringIO("8\n1\n")),
            patch("sys.stdout", new_callable=io.StringIO) as out,
        ):
            importlib.import_module("script_without_functions")
        self.assertTrue(out.getvalue().endswith("sum: 9\n"))
