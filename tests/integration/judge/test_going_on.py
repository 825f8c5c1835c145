"""A run that stopped is gone on with, and a fault of ours is tried again."""

from typing import Any

import msgspec
import pytest

from grader.flows.grading.outputs import JOURNAL, Entry, Journal, read_journal
from grader.jail.spec import Isolation
from grader.model.report import Verdict
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, SUBTRACT, TinyCourse, of

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = "from sums import add\ndef test_one():\n    assert add(1, 2) == 3\n"


@pytest.fixture
def course(write: Write) -> TinyCourse:
    """A lesson of one case."""
    return write(ADD, CASES)


def test_what_is_known_is_not_judged_again(level: Isolation, course: TinyCourse) -> None:
    """Only what has changed is judged in the second run."""
    first = course.grade(level, {"ann": ADD, "ben": SUBTRACT})
    second = course.grade(level, {"ann": ADD, "ben": ADD})

    assert (first.judged_now, second.judged_now) == (2, 1)
    assert of(second, "ann") == of(first, "ann")
    assert of(second, "ben").report.verdict is Verdict.PASSED


def test_a_journal_that_was_cut_is_gone_on_with(level: Isolation, course: TinyCourse) -> None:
    """A last line that a kill cut short is judged again, to the same result."""
    first = course.grade(level, {"ann": ADD, "ben": SUBTRACT})
    journal = course.root / "out" / level / JOURNAL
    journal.write_bytes(journal.read_bytes()[:-100])

    second = course.grade(level, {"ann": ADD, "ben": SUBTRACT})

    assert second.judged_now == 1
    assert [one.report for one in second.judged] == [one.report for one in first.judged]


def test_a_fault_of_an_interrupted_run_is_tried_again(level: Isolation, course: TinyCourse) -> None:
    """A grader_fault that was written down before a kill is not what the student gets."""
    course.grade(level, {"ann": ADD})
    rewrite(course, level, verdict=Verdict.GRADER_FAULT, lesson_passed=False)

    again = course.grade(level, {"ann": ADD})

    assert of(again, "ann").report.verdict is Verdict.PASSED


def test_an_entry_that_contradicts_itself_is_judged_again(
    level: Isolation, course: TinyCourse
) -> None:
    """Points that no case gave are nobody's."""
    course.grade(level, {"ann": SUBTRACT})
    rewrite(course, level, points="1", share=1.0, lesson_passed=True)

    again = course.grade(level, {"ann": SUBTRACT})

    assert again.judged_now == 1
    assert of(again, "ann").report.points == "0"


def rewrite(course: TinyCourse, level: Isolation, **changes: Any) -> None:
    """Change the report of the only entry, as the grader itself would write it."""
    folder = course.root / "out" / level
    entry = msgspec.json.decode((folder / JOURNAL).read_bytes(), type=Entry)
    judged = entry.unpacked()
    report = msgspec.structs.replace(judged.report, **changes)
    with Journal(folder, read_journal(folder)) as journal:
        assert journal.find(entry.key) == judged
        journal.add(entry.key, msgspec.structs.replace(judged, report=report))
        journal.keep([entry.key])
