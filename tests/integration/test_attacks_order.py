"""No case fails for what another case of the lesson has set up, in whatever order they are run."""

from pathlib import Path

import pytest

from tests.integration.attack_course import LESSON, Course, grade, needs, outcome_list

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

FIRST = f"""
import pytest
from {LESSON} import f, g

@pytest.fixture(scope="module")
def one():
    return 1

def test_hangs():
    assert g() == 1

def test_sets_up(one):
    assert f() == one

def test_plain():
    assert f() == 1

def test_sets_up_and_hangs(one):
    assert g() == one
"""
SECOND = f"""
from {LESSON} import f

def test_sets_up(tmp_path):
    assert f() == 1

def test_plain():
    assert f() == 1
"""
RIGHT = "def f():\n    return 1\n\ndef g():\n    return 1\n"
HANGS = "def f():\n    return 1\n\ndef g():\n    while True:\n        pass\n"


def test_a_plain_case_takes_down_what_the_next_must_not_find(tmp_path: Path) -> None:
    """What hung comes last, so that a plain case is the last of its module."""
    needs("reduced")
    hidden = {"test_a.py": FIRST, "test_b.py": SECOND}
    course = Course.build(tmp_path / "course", hidden, RIGHT)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "hangs.py").write_text(HANGS, encoding="utf-8")
    (tmp_path / "in" / "right.py").write_text(RIGHT, encoding="utf-8")

    graded = grade(course, tmp_path / "in", tmp_path / "out", "reduced")

    assert outcome_list(graded, "right") == ["passed"] * 6, graded.said
    hung, done = ["timed_out"], ["passed"]
    assert outcome_list(graded, "hangs") == hung + done * 2 + hung + done * 2, graded.said


def test_a_plain_case_may_be_the_last_of_its_module(tmp_path: Path) -> None:
    """Nor does the reference fail for it."""
    needs("reduced")
    first = FIRST.partition("def test_sets_up_and_hangs")[0]
    course = Course.build(tmp_path / "course", {"test_a.py": first, "test_b.py": SECOND}, RIGHT)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "right.py").write_text(RIGHT, encoding="utf-8")

    graded = grade(course, tmp_path / "in", tmp_path / "out", "reduced")

    assert outcome_list(graded, "right") == ["passed"] * 5, graded.said
