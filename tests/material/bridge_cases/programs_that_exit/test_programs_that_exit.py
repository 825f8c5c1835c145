import runpy
import subprocess
import sys
from unittest import mock

import programs_that_exit as program
import pytest


def test_status():
    with pytest.raises(SystemExit) as ended:
        program.check([])
    assert ended.value.code == 2


def test_no_exit():
    assert program.check([1]) == 1


def test_menu():
    with mock.patch("builtins.input", side_effect=["x", "q"]), pytest.raises(SystemExit):
        program.menu()


def test_as_a_script():
    done = subprocess.run([sys.executable, "programs_that_exit.py"], capture_output=True, text=True)
    assert done.returncode == 3
    with pytest.raises(SystemExit):
        runpy.run_path("programs_that_exit.py", run_name="__main__")


def test_names():
    assert program.__version__ == "1.0"
    assert program.__author__.startswith("A")
    assert not hasattr(program, "__license__")
