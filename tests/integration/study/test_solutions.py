"""`grader solution`: the reference, where its author allows it and the lesson is passed."""

from pathlib import Path

import pytest

from tests.integration.study.children import Child
from tests.integration.study.small_course import HALF, RIGHT, write_course
from tests.integration.study.terminal import Terminal, skip_unless_judging

pytestmark = [pytest.mark.jail, pytest.mark.slow]

REFERENCE = RIGHT.format(n=1)


@pytest.fixture
def open_minded(tmp_path: Path) -> Terminal:
    """A student in a course that shows the solution of its first lesson, and of no other."""
    skip_unless_judging()
    course = write_course(
        tmp_path / "course",
        ("plain", 'solution = "after_passing"'),
        ("second", ""),
        ("third", 'solution = "after_passing"'),
    )
    return Child.beside(course, tmp_path)


def hand_in(terminal: Terminal, name: str, text: str) -> str:
    """Hand a file in; give what was said."""
    terminal.write(f"{name}/{name}.py", text)
    return terminal.type("submit", name).out


def test_a_solution_is_shown_after_passing(open_minded: Terminal) -> None:
    """Not before, and the feedback says where it is."""
    failed = hand_in(open_minded, "plain", HALF.format(n=1))
    before = open_minded.type("solution", "plain")
    passed = hand_in(open_minded, "plain", REFERENCE + "# mine\n")
    after = open_minded.type("solution", "plain")

    sentence = "You can read the solution of plain when you have passed it.\n"
    assert (before.code, before.out, before.err) == (1, "", sentence)
    assert (after.code, after.out.strip()) == (0, REFERENCE.strip())
    assert "grader solution" not in failed
    assert "grader solution plain" in passed


def test_a_solution_that_is_not_shown(open_minded: Terminal) -> None:
    """A course shows none unless it says so, and nothing of a lesson that is locked."""
    hand_in(open_minded, "plain", REFERENCE)
    never = hand_in(open_minded, "second", RIGHT.format(n=2))
    second = open_minded.type("solution", "second")
    locked = open_minded.type("solution", "third", "--student", "bob")

    assert "grader solution" not in never
    assert (second.code, second.out) == (1, "")
    assert "The course does not show the solution of second." in second.complaint
    assert (locked.code, locked.out) == (1, "")
    assert locked.complaint.startswith("Locked:")
