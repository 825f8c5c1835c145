"""Puts a graded class on record, so that it can be judged again."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from grader.model.course import LONGEST_NAME, LessonId
from grader.model.report import JudgedSubmission, Verdict
from grader.model.submission import Submission
from grader.model.text import cut_text

if TYPE_CHECKING:
    from grader.store.attempts import ClassRecorded
    from grader.store.store import Store

_AT_ONCE = 200  # submissions a transaction: others who write wait no longer than for these


def record_class(
    store: "Store",
    lesson: LessonId,
    submissions: Sequence[Submission],
    judged: Iterable[JudgedSubmission],
    now: datetime,
) -> "ClassRecorded":
    """Record each submission that has a verdict and a file; the same bytes of a student once.

    Limits of attempts, locks and dates are a student's: an instructor's class is recorded whole.
    """
    # most classes are graded without a record, and loading a database for nothing takes long
    from grader.store.attempts import ClassRecorded, record_judged

    handed_in = {
        str(one.student): one for one in submissions if one.sources and can_be_recorded(one.student)
    }
    known = [
        (handed_in[one.report.student], one)
        for one in judged
        if one.report.student in handed_in and one.report.verdict is not Verdict.GRADER_FAULT
    ]
    counts = ClassRecorded()
    for start in range(0, len(known), _AT_ONCE):
        with store.writing() as writing:
            counts += record_judged(writing, lesson, known[start : start + _AT_ONCE], now)
    return counts


def left_unrecorded(students: Iterable[str]) -> list[str]:
    """Say of each student whom the record cannot name that nothing is recorded of them."""
    return [
        f"{cut_text(one, 40)} is not recorded: a name on record has 1 to {LONGEST_NAME} "
        "characters that can be seen. Rename what was submitted."
        for one in students
        if not can_be_recorded(one)
    ]


def can_be_recorded(student: str) -> bool:
    """Tell whether the record can name a student."""
    return 0 < len(student) <= LONGEST_NAME and student.isprintable()
