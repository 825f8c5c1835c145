"""Lists what each template may use; a test holds templates and fields equal."""

from dataclasses import dataclass

from grader.feedback.map_contexts import StandingView
from grader.feedback.words import Badge, Tone
from grader.model.report import CaseTrace, Outcome
from grader.model.summary import MistakeCount


@dataclass(frozen=True)
class Message:
    """A message, with the student's own source line kept apart."""

    sentence: str
    excerpt: str | None = None  # to be shown with every space as it is


@dataclass(frozen=True)
class Side:
    """One side of a comparison; `differs` begins where the two sides part."""

    same: str
    differs: str


@dataclass(frozen=True)
class RemarkView:
    """A mark or a comment by hand, with who wrote it and when."""

    head: str
    text: str
    source: str


@dataclass(frozen=True)
class CaseView:
    """One case, ready to be shown."""

    number: int
    sentence: str
    outcome: Outcome
    badge: Badge
    points: str
    is_full: bool  # none of its points is missing
    message: Message | None = None
    hint: str | None = None
    call: str | None = None
    expected: Side | None = None
    got: Side | None = None
    remarks: tuple[RemarkView, ...] = ()


@dataclass(frozen=True)
class Advice:
    """The one thing to look at next, and the case that it shows in."""

    sentence: str  # what to do, whatever there is to look at
    what: str | None = None  # as `LookAt` has it; None where nothing is to be looked at
    case: CaseView | None = None
    lead: str = "Begin with"  # what is said of the case


@dataclass(frozen=True)
class Unlock:
    """Whether the lesson is passed, and what that opens."""

    badge: Badge
    sentence: str
    opens: tuple[str, ...] = ()


@dataclass(frozen=True)
class MistakeBox:
    """A known mistake, and how much it explains."""

    heading: str
    sentence: str


@dataclass(frozen=True)
class StudentContext:
    """What the student's page and the terminal show."""

    course_title: str
    lesson_title: str
    student: str
    badge: Badge
    headline: str
    caveat: str | None
    points: str | None  # None when the attempt does not count
    percent: int
    remarks: tuple[RemarkView, ...]  # on the submission as a whole
    unlock: Unlock
    advice: Advice
    mistakes: tuple[MistakeBox, ...]
    example: str | None
    message: Message | None
    tally: str | None  # None where there is nothing to say of cases
    cases: tuple[CaseView, ...]  # on which something is left to do; none where none could be tried
    settled: tuple[CaseView, ...]
    settled_line: str | None  # the same by number
    not_shown: str | None
    has_printed: str | None  # a sentence, in place of what was printed
    origin: str
    standing: StandingView | None


@dataclass(frozen=True)
class CaseDetail:
    """One case for the instructor."""

    view: CaseView
    id: str
    notes: str
    trace: CaseTrace | None
    seconds: str | None
    is_open: bool


@dataclass(frozen=True)
class InstructorContext:
    """What the instructor's page of one student shows."""

    course_title: str
    lesson_title: str
    student: str
    name: str | None
    student_page: str
    index_page: str
    badge: Badge
    headline: str
    caveat: str | None
    points: str | None  # None where they say nothing
    percent: int
    remarks: tuple[RemarkView, ...]
    facts: tuple[tuple[str, str], ...]
    mistakes: tuple[MistakeBox, ...]
    example: str | None
    message: Message | None
    printed: str | None
    tally: str
    cases: tuple[CaseDetail, ...]
    source: tuple[str, ...] | None
    source_left_out: int


@dataclass(frozen=True)
class StudentRow:
    """One student in the table of a class."""

    student: str
    name: str | None
    badge: Badge
    points: str
    percent: int
    mistake: str | None
    group: int | None  # the number of a group of several
    student_page: str
    instructor_page: str


@dataclass(frozen=True)
class CaseRate:
    """How a class did in one case."""

    number: int
    id: str
    sentence: str
    percent: int | None
    counts: str


@dataclass(frozen=True)
class Column:
    """One column of the chart of scores, in units of its drawing."""

    x: int
    y: int
    height: int
    count: int
    range: str
    tone: Tone


@dataclass(frozen=True)
class Member:
    """A link to one student of a group."""

    student: str
    name: str | None
    page: str


@dataclass(frozen=True)
class GroupView:
    """Students whose submissions behave alike."""

    number: int
    size: str
    diagnosis: str | None
    representative: Member
    members: tuple[Member, ...]


@dataclass(frozen=True)
class IndexContext:
    """What the page of a class shows."""

    course_title: str
    lesson_title: str
    caveats: tuple[str, ...]
    figures: tuple[tuple[str, str], ...]
    verdicts: tuple[tuple[Badge, int], ...]
    columns: tuple[Column, ...]
    spread: str
    cases: tuple[CaseRate, ...]
    groups: tuple[GroupView, ...]
    alone: str | None
    mistakes: tuple[MistakeCount, ...]
    rows: tuple[StudentRow, ...]
