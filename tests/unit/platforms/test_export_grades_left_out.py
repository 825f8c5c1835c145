"""An export tells grades; whom it leaves out is named, and keeps the grade of the platform."""

from datetime import UTC, datetime

import msgspec
import pytest

from grader.grading.gradebook import gradebook_csv
from grader.model.remarks import with_remarks
from grader.model.report import NOT_JUDGED, Remark, Report, Verdict
from grader.platforms.export_grades import part_reports
from tests.unit.platforms.builders import case, report

WHEN = datetime(2026, 9, 1, tzinfo=UTC)
MARK = Remark(None, "1", "Seen on paper.", "eve", WHEN)


def unjudged(student: str, verdict: Verdict) -> Report:
    """A report of a student of whom there was nothing to judge."""
    return msgspec.structs.replace(
        report(student, case(1)),
        verdict=verdict,
        cases=(),
        points="0",
        share=0.0,
        lesson_passed=False,
        message=f"Why {student}.",
    )


CLASS = [
    report("ann", case(1)),
    report("eve", case(1), verdict=Verdict.GRADER_FAULT),
    unjudged("mia", Verdict.MISSING),
    unjudged("una", Verdict.UNREADABLE),
    unjudged("udo", Verdict.UNDECIDED),
]


def test_only_grades_are_told() -> None:
    """Faults, and what was not judged, are left out by name; the undecided are counted."""
    parted = part_reports(CLASS)

    assert [one.student for one in parted.told] == ["ann"]
    assert parted.undecided == 1
    assert parted.notes == [
        "The grader failed on eve: left out. Run grader grade again.",
        "Undecided, so left out: udo: Why udo.",
        *("Nothing submitted, so left out (1):", "  mia"),
        *("Not readable, so left out (1):", "  una"),
    ]


def test_a_format_may_have_a_form_for_what_cannot_be_read() -> None:
    """What a format can say itself stays in it, and is not named as left out."""
    parted = part_reports(CLASS, keeps_unreadable=True)

    assert [one.student for one in parted.told] == ["ann", "una"]
    assert not [note for note in parted.notes if "una" in note]


@pytest.mark.parametrize("verdict", sorted(NOT_JUDGED))
def test_a_mark_by_hand_is_a_grade(verdict: Verdict) -> None:
    """Who was given points by hand has them, whatever was submitted."""
    marked = with_remarks(unjudged("mia", verdict), [MARK], 1.0)

    assert [one.points for one in part_reports([marked]).told] == ["1"]
    assert ",1,1,1,yes," in gradebook_csv([marked])
