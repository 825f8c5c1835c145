"""The report of one judged submission: what every page, table and export is made from.

docs/report.schema.json, the JSON Schema, is generated from these types.
"""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

import msgspec

# What msgspec raises for bytes that are not what they should be: text that is no UTF-8 and what is
# nested too deep are no errors of its own.
UNDECODABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
REPORT_VERSION: Literal[1] = 1
SHARE_PLACES = 6
# An exact fraction, such as "1" or "23/2", of a length that a person could have meant: what adds
# points up would be busy with 1e999999999 for ever.
Points = Annotated[
    str, msgspec.Meta(pattern=r"^-?[0-9]{1,64}(\.[0-9]{1,64}|/0*[1-9][0-9]{0,63})?$")
]
OUR_FAULT = "The grader failed, not you. This attempt does not count."
TOGETHER = "A submission could read these cases and write its own verdict."


class Outcome(StrEnum):
    """What became of one hidden case."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    SKIPPED = "skipped"


SETTLED = (Outcome.PASSED, Outcome.SKIPPED)  # nothing is left to do about these


class Verdict(StrEnum):
    """What became of one submission; the worst that applies is named."""

    GRADER_FAULT = "grader_fault"
    UNDECIDED = "undecided"  # whose it is, or which of two counts, a person must say
    UNREADABLE = "unreadable"  # of a wrong name, no text, not one file
    MISSING = "missing"  # nothing was submitted
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    TOO_MUCH_OUTPUT = "too_much_output"
    ERROR = "error"
    FAILED = "failed"
    PASSED = "passed"


NOT_JUDGED = frozenset((Verdict.UNDECIDED, Verdict.UNREADABLE, Verdict.MISSING))


class Visibility(StrEnum):
    """When a student may see a case, with Gradescope's meanings."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    AFTER_DUE_DATE = "after_due_date"
    AFTER_PUBLISHED = "after_published"


ALWAYS_SHOWN = frozenset((Visibility.VISIBLE,))


class Reveal(StrEnum):
    """How much of a failed case a student reads."""

    SENTENCE = "sentence"
    VALUES = "values"
    NOTHING = "nothing"


class Shown(msgspec.Struct, frozen=True):
    """The comparison that failed, as text, each side cut around the first difference."""

    call: str | None = None
    expected: str | None = None
    got: str | None = None


class Place(msgspec.Struct, frozen=True):
    """A line of the student's own code; of a notebook, of the module that it became."""

    file: str
    line: int  # from 1
    column: int | None = None  # from 1, where Python names one


FailureKind = Literal[
    "raised",
    "unwritten",
    "wrong_type",
    "wrong_value",
    "changed",
    "asserted",
    "not_raised",
    "object",
    "unusable",
    "arguments",
    "timed_out",
    "import_timed_out",
    "no_time_left",
    "hung",
    "memory",
    "signal",
    "exited",
    "ended",
    "files",
    "printed",
    "test_error",
    "breach",
    "skipped",
    "missing",
    "no_file",
    "import",
    "cell",
    "unknown",
]


class ReportedFailure(msgspec.Struct, frozen=True):
    """What went wrong in a case, or with the submission as a whole: what its message words.

    All of it has been checked against the student's files, and names no more than a student may
    read at the level `values`.
    """

    kind: FailureKind
    type: str | None = None  # of the exception or the signal, or the kind of value that came
    expected_type: str | None = None  # the kind of value that was expected
    name: str | None = None  # of the function or the name that it is about
    number: int | None = None  # of values in the call, or the exit status
    text: str | None = None  # of the exception
    place: Place | None = None


class CaseReport(msgspec.Struct, frozen=True):
    """One hidden case of one submission."""

    id: str
    sentence: str
    outcome: Outcome
    points: Points
    max_points: Points
    visibility: Visibility = Visibility.VISIBLE
    message: str | None = None  # the student's sentence, at the case's reveal level
    hint: str | None = None
    shown: Shown | None = None
    failure: ReportedFailure | None = None  # what the message words


class Diagnosis(msgspec.Struct, frozen=True):
    """The known mistake that a submission behaves like."""

    mistake: str
    sentence: str


class MistakeInPart(msgspec.Struct, frozen=True):
    """A known mistake that a submission behaves like in some of the cases that it fails."""

    mistake: str
    sentence: str
    cases: tuple[str, ...]  # their ids


class LookAt(msgspec.Struct, frozen=True):
    """The one thing to look at next."""

    what: Literal["error", "mistake", "example", "case"]  # in this order, the first that there is
    sentence: str
    case_id: str | None = None  # where it shows first


class Example(msgspec.Struct, frozen=True):
    """A small call that the submission answers otherwise than the reference."""

    sentence: str  # the student's
    call: str
    expected: str
    got: str
    cases: tuple[str, ...] = ()  # that are not passed and call the function; none: all are passed


class Remark(msgspec.Struct, frozen=True):
    """A mark or a comment by hand."""

    case_id: str | None  # null: on the submission as a whole
    points: Points | None  # in place of the judge's; null: a comment
    text: str
    written_by: str
    written_at: datetime


class Report(msgspec.Struct, frozen=True):
    """Verdict, points and cases of one submission. Absent values are null, never missing.

    What was not judged has no cases. Points, share and lesson_passed count marks by hand; the
    verdict is the judge's.
    """

    report_version: Literal[1]
    student: str
    lesson: str
    submission_sha256: str | None
    grader_version: str
    course_version: str
    isolation: str
    verdict: Verdict
    points: Points
    max_points: Points
    share: float  # points / max_points to six places
    lesson_passed: bool
    cases: tuple[CaseReport, ...]
    message: str | None = None
    printed: str | None = None
    diagnosis: Diagnosis | None = None
    group: str | None = None  # equal for submissions that behave alike
    caveat: str | None = None  # what nobody may overlook who relies on this report
    remarks: tuple[Remark, ...] = ()  # the ones that hold, in the order in which they were written
    name: str | None = None  # the student's, where a roster or a download says it
    handed_in_as: str | None = None  # the file or folder that it was found in
    has_printed: bool = False  # said where what was printed is held back, too
    mistakes_in_part: tuple[MistakeInPart, ...] = ()  # where no known mistake explains everything
    look_at: LookAt | None = None  # in the student's report, where something is left to do
    example: Example | None = None
    failure: ReportedFailure | None = None  # what the message words, where code was run
    # by the course's dates, for this student; null until they are applied
    submitted_at: datetime | None = None  # unknown is never late
    due: datetime | None = None  # with the student's own extension
    days_late: int | None = None  # null where nothing is due, or the time is unknown
    points_counted: Points | None = None  # what lateness leaves of the points
    counted_because: str | None = None  # why fewer count: "5 days late, 10 % a day"


class Frame(msgspec.Struct, frozen=True):
    """One line of a hidden case that was being run when the case failed."""

    file: str
    line: int
    function: str
    source: str


class CaseTrace(msgspec.Struct, frozen=True):
    """What happened inside one case; for the instructor only."""

    id: str
    calls: tuple[tuple[str, str], ...] = ()  # (call, result) as text, in order
    calls_left_out: int = 0
    frames: tuple[Frame, ...] = ()
    text: str | None = None  # the failure in full, as pytest would say it
    seconds: float = 0.0


class JudgedSubmission(msgspec.Struct, frozen=True):
    """A report together with what only the instructor sees."""

    report: Report
    traces: tuple[CaseTrace, ...] = ()
    reveals: tuple[Reveal, ...] = ()  # one for each case of the report
    source: str | None = None  # the module as submitted, where it is text
    seconds: float = 0.0


def is_judged(report: Report) -> bool:
    """Whether a report says what code did: only such a one counts in a statistic."""
    return report.verdict is not Verdict.GRADER_FAULT and report.verdict not in NOT_JUDGED


def is_fault(report: Report) -> bool:
    """Tell whether the grader failed, so that the points mean nothing."""
    return report.verdict is Verdict.GRADER_FAULT


def caveats(reports: Iterable[Report]) -> list[str]:
    """List what nobody may overlook who relies on these reports, each sentence once."""
    return sorted({report.caveat for report in reports if report.caveat is not None})
