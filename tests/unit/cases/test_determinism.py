"""A hidden file may use what stands in a closed list; with anything else nothing is remembered."""

from pathlib import Path

import pytest

from grader.cases.determinism import fault_of_files

ALONE = """
import math
import random
from fractions import Fraction
from functools import partial
from random import Random

import numpy as np
import pytest
from own import TABLE
from sums import add


@pytest.fixture
def numbers():
    return Random(3).sample(range(9), 3)


@pytest.mark.points(2)
@pytest.mark.parametrize("n", [1, 2])
def test_sum(numbers, n):
    draw = random.Random(n)
    assert add(draw.random(), n) == pytest.approx(math.fsum([1]))
    assert len({n for n in numbers}) == 3 and all(n in {1, 2, 3} for n in {3, 1})
    found = {add(n, n) for n in numbers}
    assert len(found) > 1
    assert isinstance(numbers, (set, list)) if add is None else True
    assert {1, 2} == set(np.array([1, 2]).tolist())
    assert random.choice(numbers) in numbers
"""
# what each source of difference looks like in a file
PLANTED = {
    "the clock": ["import time", "from time import monotonic", "import datetime"],
    "the clock, through another module": ["import random\nrandom._os.times()"],
    "chance": ["import random\nrandom.Random()", "from random import Random as R\nx = R()"],
    "chance that nobody can seed": [
        "import secrets",
        "from random import SystemRandom",
        "import uuid",
    ],
    "a generator that is handed on": [
        "import random\nmake = random.Random",
        "import random\nf(random)",
    ],
    "names that are drawn": ["import tempfile"],
    "the environment": ["import os", "import sys", "import locale"],
    "files": ["open('x')", "from pathlib import Path", "__file__", "import glob"],
    "threads and processes": ["import threading", "import subprocess", "import asyncio"],
    "addresses": ["id(x)", "hash(x)", "def f(): pass\n{f, 1}", "from sums import f\n{f}"],
    "an order that hangs on addresses": [
        "max(set(x))",
        "for n in {x, None}: pass",
        "list({n for n in x})",
        "list({1, None})",
        "frozenset(map(abs, x)) | {1}",
        "list(map(set, x))",
        "def f():\n    found = set(x)\n    assert len(found) > 1\n    assert max(found) == 2",
        "def f():\n    a = b = {n for n in x}\n    assert len(a) == 1\n    list(b)",
        "def f():\n    a, b = {n for n in x}\n    assert a == b",
        "def f():\n    global a\n    a = set(x)\n    assert len(a)\n\ndef g(): list(a)",
        "def made(x): return {n for n in x}",
    ],
    "what was printed": ["import io", "import contextlib"],
    "the text of the submission": ["import inspect", "import ast", "import linecache"],
    "ways around the list": [
        "getattr(x, 'y')",
        "vars()",
        "globals()",
        "eval('1')",
        "__import__('time')",
        "import importlib",
        "f.__globals__",
        "caught.tb.tb_frame.f_globals",
        "'{0.f_globals}'.format_map(x)",
        "from math import *",
        "from . import other",
        "import collections.abc",
        "import math\nkept = math",
        "import random as m\nimport math as m",
        "def pytest_runtest_setup(item): pass",
        "import pytest\nx = pytest.MonkeyPatch",
        "import pytest\n@pytest.mark.skipif(True)\ndef test(): pass",
        "import numpy\nnumpy.random.rand()",
        "def (:",
    ],
}


def fault(folder: Path, text: str) -> str:
    """Read a hidden folder with this file and a table of its own."""
    (folder / "test_sums.py").write_text(text, encoding="utf-8")
    (folder / "own.py").write_text("TABLE = {}\n", encoding="utf-8")
    return fault_of_files(folder, ["sums.py"])


def test_what_stands_in_the_list_is_of_no_matter(tmp_path: Path) -> None:
    """Numbers with a seed, numpy's arrays, fixtures and files of its own leave answers alone."""
    assert fault(tmp_path, ALONE) == ""


@pytest.mark.parametrize("text", [text for texts in PLANTED.values() for text in texts])
def test_anything_else_is_found(text: str, tmp_path: Path) -> None:
    """Whatever could let two runs differ is named with its file."""
    assert fault(tmp_path, text + "\n").startswith("test_sums.py:")


def test_a_file_beside_the_cases_is_read_too(tmp_path: Path) -> None:
    """What a case could do by a file that it imports is found there."""
    (tmp_path / "conftest.py").write_text("import time\n", encoding="utf-8")

    assert fault(tmp_path, ALONE) == "conftest.py:1: time"


def test_what_draws_fair_inputs_has_no_part_in_a_run(tmp_path: Path) -> None:
    """A lesson with fair inputs is remembered as any other, as long as no case imports them."""
    (tmp_path / "inputs.py").write_text("from hypothesis import strategies\n", encoding="utf-8")

    assert fault(tmp_path, ALONE) == ""
    assert fault(tmp_path, "from inputs import rels\n") == "test_sums.py:1: inputs.rels"
    assert fault(tmp_path, "import inputs\n") == "test_sums.py:1: inputs"
