"""A lesson with `cases = "together"` is judged in the jail, where harm costs its own points."""

import pytest

from grader.grading.grade_class import GradedClass
from grader.model.report import TOGETHER, Verdict
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import (
    ADD,
    MISTAKES,
    SUBTRACT,
    case_of,
    of,
)

pytestmark = [pytest.mark.jail, pytest.mark.slow]

SETTINGS = 'cases = "together"\n'


ADD_CASES = """
import pytest
from sums import add

def test_first():
    assert add(1, 2) == 3

@pytest.mark.points(2)
@pytest.mark.reveal("values")
@pytest.mark.hint("Mind the sign.")
def test_values():
    assert add(5, 2) == 7

@pytest.mark.reveal("nothing")
def test_nothing():
    assert add(6, 2) == 8

def test_raises():
    with pytest.raises(TypeError):
        add(1, "x")

@pytest.mark.timeout(0.3)
def test_last():
    assert add(2, 2) == 4
"""
EXITS = "import os\n\ndef add(a, b):\n    if a == 5:\n        os._exit(0)\n    return a + b\n"
HANGS = "def add(a, b):\n    while a == 2:\n        pass\n    return a + b\n"
RUBBISH = """
import os

def add(a, b):
    for number in range(3, 256):
        try:
            os.write(number, b"rubbish" * 9)
        except OSError:
            pass
    return a + b
"""
FORKS = """
import os, subprocess

def add(a, b):
    for start in (os.fork, lambda: subprocess.run(["/bin/sh", "-c", ":"])):
        while True:
            try:
                start()
            except OSError:
                break
    return a + b
"""
CLOSES = "import os\nos.closerange(3, 256)\n\n" + ADD
FILLS = "def add(a, b):\n    return a + b if a == 1 else len([0] * 10**9)\n"
FLOODS = """
import os
from grader.cases.events import Started, write_event

def add(a, b):
    while a == 5:
        write_event(3, Started("x" * 2000))
    return a + b
"""
LOOKS_AROUND = """
import os

def add(a, b):
    seen = [path for path in ("/etc/passwd", "/home") if os.access(path, os.R_OK)]
    try:
        import socket
        socket.create_connection(("127.0.0.1", 80))
        seen.append("network")
    except OSError:
        pass
    assert not seen, seen
    return a + b
"""
SUBMISSIONS = {
    "closes": CLOSES,
    "exits": EXITS,
    "fills": FILLS,
    "floods": FLOODS,
    "forks": FORKS,
    "hangs": HANGS,
    "leaves": "import sys\nsys.exit(0)\n",
    "lists": "def add(a, b):\n    return [a + b]\n",
    "looks_around": LOOKS_AROUND,
    "minus": SUBTRACT,
    "nameless": "x = 1\n",
    "prints": "def add(a, b):\n    while True:\n        print('x' * 10_000)\n",
    "quits": "def add(a, b):\n    quit()\n",
    "raises": "def add(a, b):\n    raise ValueError('no')\n",
    "right": ADD,
    "rubbish": RUBBISH,
    "sleeps": "import time\ntime.sleep(10**6)\n",
    "skips": "import unittest\n\ndef add(a, b):\n    raise unittest.SkipTest\n",
    "writes": "def add(a, b):\n    with open('x', 'wb') as f:\n        while True:\n"
    "            f.write(b'x' * 10**6)\n",
}


@pytest.fixture(scope="module")
def adding(level: Isolation, write: Write) -> GradedClass:
    """Judge submissions that do all sorts of harm, and the one that is right among them."""
    # one of them sleeps until the end of the time for all cases
    course = write(ADD, ADD_CASES, f"{SETTINGS}seconds_in_all = 10.0\n").add({
        f"{MISTAKES}subtracts.py": f'"""You subtract."""\n{SUBTRACT}',
    })  # fmt: skip
    return course.grade(level, SUBMISSIONS)


@pytest.mark.parametrize(
    ("student", "verdict", "points"),
    [
        ("closes", Verdict.ERROR, "0"),
        ("exits", Verdict.ERROR, "4"),
        ("fills", Verdict.OUT_OF_MEMORY, "2"),
        ("floods", Verdict.ERROR, "1"),
        ("forks", Verdict.PASSED, "6"),
        ("hangs", Verdict.TIMED_OUT, "5"),
        ("leaves", Verdict.ERROR, "0"),
        ("lists", Verdict.FAILED, "1"),
        ("looks_around", Verdict.PASSED, "6"),
        ("minus", Verdict.FAILED, "1"),
        ("nameless", Verdict.ERROR, "0"),
        ("prints", Verdict.TOO_MUCH_OUTPUT, "0"),
        ("quits", Verdict.FAILED, "0"),
        ("raises", Verdict.FAILED, "0"),
        ("right", Verdict.PASSED, "6"),
        ("rubbish", Verdict.ERROR, "0"),
        ("skips", Verdict.ERROR, "0"),
        ("sleeps", Verdict.TIMED_OUT, "0"),
        ("writes", Verdict.FAILED, "0"),
    ],
)
def test_verdicts(adding: GradedClass, student: str, verdict: Verdict, points: str) -> None:
    """Harm costs its own points; what was earned before and after it stands."""
    report = of(adding, student).report

    assert (report.verdict, report.points, report.max_points) == (verdict, points, "6")


def test_what_is_given_up(level: Isolation, write: Write) -> None:
    """An object that equals everything earns what it would in other graders, and it is said."""
    equal = "class Equal:\n    __eq__ = lambda self, other: True\n\n"
    course = write(ADD, ADD_CASES, SETTINGS)

    graded = course.grade(level, {"equal": equal + "def add(a, b):\n    return Equal()\n"})

    report = of(graded, "equal").report
    assert (report.points, report.caveat) == ("5", TOGETHER)


def test_what_is_read(adding: GradedClass) -> None:
    """A failed case is told at its reveal level, with its hint and the student's own line."""
    values = case_of(adding, "minus", "test_values")
    raised = case_of(adding, "raises", "test_first")

    assert values.message == "The result is a wrong value."
    assert values.hint == "Mind the sign."
    assert values.shown is not None
    assert (values.shown.expected, values.shown.got) == ("7", "3")
    assert case_of(adding, "minus", "test_nothing").message == "This case did not pass."
    said = "Your code raised ValueError in line 2 of sums.py (`raise ValueError('no')`)."
    assert raised.message == said
    assert "is a list where a number was expected" in str(
        case_of(adding, "lists", "test_first").message
    )


def test_known_mistakes_are_named(adding: GradedClass) -> None:
    """What behaves like a known mistake is told so; what fails otherwise is not."""
    named = of(adding, "minus").report.diagnosis

    assert named is not None
    assert named.mistake == "subtracts"
    assert of(adding, "raises").report.diagnosis is None


def test_import_errors_are_whole(adding: GradedClass) -> None:
    """A student reads why the file could not be imported, without a path of the jail."""
    assert "line 2: 0" in str(of(adding, "leaves").report.message)
    assert str(of(adding, "nameless").report.message).startswith(
        "sums.py does not define add, which the cases use."
    )


def test_lines_of_the_case(adding: GradedClass) -> None:
    """The instructor sees the line of the hidden case that failed."""
    trace = of(adding, "minus").traces[0]

    assert [(f.file, f.source) for f in trace.frames] == [("test_sums.py", "assert add(1, 2) == 3")]
    assert "assert -1 == 3" in str(trace.text)
