"""Values that kill the process of the hidden cases before the first case cost their giver only."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.sandbox.spec import Isolation
from tests.integration import controls
from tests.integration.attack_course import LESSON, Course, Graded, grade, needs
from tests.integration.controls import Control
from tests.integration.weakened_grader import weaken

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

CRASHED = (
    "A value that your code gave crashed the check of it. "
    "Look at its type, how large it is and how deep it is nested."
)
DEEP = "import sys\nsys.setrecursionlimit(10**6)\n"


PATIENT = {"seconds_per_case": 5.0, "seconds_in_all": 20.0}  # to crash takes a while, too


@dataclass(frozen=True)
class Killer:
    """A hidden file that uses a value while it is imported; who gives a good one, and a bad one."""

    hidden: str
    right: str
    hostile: str


def gives(value: str) -> str:
    """Write a submission."""
    return f"def f(n):\n    return {value}\n"


KILLERS = {
    "a tree that is copied in C": Killer(
        f"import copy\nfrom xml.etree import ElementTree\nfrom {LESSON} import f\n\n"
        "TREE = copy.deepcopy(ElementTree.fromstring(f(2)))\n\n"
        "def test_it():\n    assert TREE.tag == 'a'\n",
        gives("'<a>' * n + '</a>' * n"),
        gives("'<a>' * 200_000 + '</a>' * 200_000"),
    ),
    "a text that is parsed in C": Killer(
        f"import json\nimport pytest\nfrom {LESSON} import f\n{DEEP}\n"
        "@pytest.mark.parametrize('one', json.loads(f(2)))\n"
        "def test_it(one):\n    assert one == []\n",
        gives("'[' * n + ']' * n"),
        gives("'[' * 100_000 + ']' * 100_000"),
    ),
    "a depth that is written out in C": Killer(
        f"from {LESSON} import f\n{DEEP}\n"
        "def nested(depth):\n    made = []\n    for _ in range(depth):\n        made = [made]\n"
        "    return made\n\n"
        "class TestIt:\n    text = repr(nested(f(2)))\n\n"
        "    def test_it(self):\n        assert self.text == '[[[]]]'\n",
        gives("n"),
        gives("100_000"),
    ),
    "a number for an address": Killer(
        f"import ctypes, unittest\nfrom {LESSON} import f\n\n"
        "class TestIt(unittest.TestCase):\n    text = ctypes.string_at(f(2))\n\n"
        "    def test_it(self):\n        self.assertEqual(self.text, b'ab')\n",
        gives("b'ab'"),
        gives("1"),
    ),
    "a number for a signal": Killer(
        f"import os\nfrom {LESSON} import f\n\nos.kill(os.getpid(), f(2))\n\n"
        "def test_it():\n    assert f(1) == 0\n",
        gives("0"),
        gives("9"),
    ),
    "memory that is filled and kept": Killer(
        f"from {LESSON} import f\n\nKEPT = []\nsize = f(2)\nwhile size:\n"
        "    try:\n        while len(KEPT) < size:\n            KEPT.append(bytes(size))\n"
        "    except MemoryError:\n        size //= 2\n    else:\n        break\n\n"
        "def test_it():\n    assert len(KEPT) == 8\n",
        gives("8"),
        gives("1 << 40"),
    ),
}

UNUSED = Killer(
    f"from {LESSON} import f\n\ndef test_it():\n    assert f(1) == 1\n", gives("n"), gives("0")
)


def graded_one_by_one(place: Path, killer: Killer, level: Isolation, *rules: Control) -> Graded:
    """Grade the hostile submission, and then the right one with the same worker."""
    needs(level)
    hidden = {"test_hidden.py": killer.hidden}
    course = Course.build(place / "course", hidden, killer.right, PATIENT)
    (place / "in").mkdir()
    (place / "in" / "hostile.py").write_text(killer.hostile, encoding="utf-8")
    (place / "in" / "right.py").write_text(killer.right, encoding="utf-8")
    found_in = weaken(place / "weak", *rules)
    return grade(course, place / "in", place / "out", level, found_in=found_in)


@pytest.mark.parametrize("level", ["full", "reduced"])
@pytest.mark.parametrize("name", KILLERS)
def test_who_gave_the_value_bears_it(name: str, level: Isolation, tmp_path: Path) -> None:
    """It is an error in words of its own, no fault of ours, and who comes next passes."""
    graded = graded_one_by_one(tmp_path, KILLERS[name], level)
    hostile = graded.reports["hostile"]

    assert graded.code == 0, graded.said
    assert (hostile["verdict"], hostile["points"], hostile["message"]) == ("error", "0", CRASHED)
    assert [case["message"] for case in hostile["cases"]] == [CRASHED]
    assert graded.reports["right"]["share"] == 1.0


@pytest.mark.parametrize("dying", [controls.dies_afresh, controls.dies_warm])
def test_who_dies_before_it_hears_a_submission_is_ours(dying: Control, tmp_path: Path) -> None:
    """An examiner that ends without having heard a thing costs nobody, and is loud."""
    graded = graded_one_by_one(tmp_path, UNUSED, "reduced", dying)

    assert graded.code == 3, graded.said
    assert {report["verdict"] for report in graded.reports.values()} == {"grader_fault"}
