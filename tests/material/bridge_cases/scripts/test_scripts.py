import io
import runpy
import subprocess
import sys
import unittest
from pathlib import Path
from unittest.mock import patch

import pytest


def run(*arguments, text=""):
    return subprocess.run(
        [sys.executable, "scripts.py", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=10,
    )


def test_subprocess_output():
    done = run(text="Ann\n")
    assert done.stdout == "What is your name? Hello, Ann!\n"
    assert done.returncode == 0


def test_subprocess_arguments():
    assert run("Bo", "Cy").stdout == "Hello, Bo!\nHello, Cy!\n"


def test_subprocess_exit_code():
    done = run("--fail")
    assert done.returncode == 3
    assert "no luck" in done.stderr


def test_subprocess_traceback():
    done = run("--crash")
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr


def test_check_output():
    out = subprocess.check_output([sys.executable, "scripts.py", "Di"], text=True)
    assert out.strip() == "Hello, Di!"


def test_run_path(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["scripts.py", "Ed"])
    names = runpy.run_path("scripts.py", run_name="__main__")
    assert capsys.readouterr().out == "Hello, Ed!\n"
    assert names["GREETING"] == "Hello"


def test_run_path_without_main(capsys):
    names = runpy.run_path("scripts.py")
    assert capsys.readouterr().out == ""
    assert names["GREETING"] == "Hello"


def test_run_module(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["scripts.py", "Flo"])
    runpy.run_module("scripts", run_name="__main__")
    assert capsys.readouterr().out == "Hello, Flo!\n"


def test_exit_code_in_process(monkeypatch):
    monkeypatch.setattr("sys.argv", ["scripts.py", "--fail"])
    with pytest.raises(SystemExit) as excinfo:
        runpy.run_path("scripts.py", run_name="__main__")
    assert excinfo.value.code == 3


class ScriptTest(unittest.TestCase):
    def test_patched_input(self):
        with (
            patch("builtins.input", return_value="Gus"),
            patch("sys.argv", ["scripts.py"]),
            patch("sys.stdout", new_callable=io.StringIO) as out,
        ):
            runpy.run_path("scripts.py", run_name="__main__")
        self.assertEqual(out.getvalue(), "Hello, Gus!\n")

    def test_main_function(self):
        import scripts

        with patch("sys.stdout", new_callable=io.StringIO) as out:
            self.assertEqual(scripts.main(["Hal"]), 0)
        self.assertEqual(out.getvalue(), "Hello, Hal!\n")

    def test_file_is_there(self):
        self.assertTrue(Path("scripts.py").is_file())
