"""Decides what a student is told of a report: the verdict, what is open now, what comes next."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from textwrap import dedent

from msgspec import Struct
from msgspec.structs import replace

from grader.feedback.course_map import Standing, state_at
from grader.feedback.remarks import (
    RemarkView,
    percent_of,
    points_of,
    remarks_on_case,
    remarks_on_whole,
)
from grader.feedback.words import OUTCOMES, VERDICTS, Badge, Tone
from grader.model.course import Lesson
from grader.model.phrases import count, count_points, of_points, points_text, ranges
from grader.model.remarks import has_points, points_that_count
from grader.model.report import (
    SETTLED,
    CaseReport,
    Outcome,
    Place,
    Remark,
    Report,
    Shown,
    Verdict,
    is_judged,
)
from grader.model.student_report import ToldMistake, look_at, told_mistakes
from grader.model.text import cut_text, printable
from grader.model.unlocking import State

_LONGEST_TEXT = 4000  # characters of one message, call or value
_MOST_CASES = 2048  # kept of a class's: those of submissions that behave alike are equal
_OVER_A_LIMIT = (Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY)
_OPEN = Badge("✓", "+", "lesson passed", Tone.GOOD)
_NOT_YET = Badge("→", ">", "lesson not passed yet", Tone.QUIET)
_UNCHANGED = Badge("○", "-", "nothing has changed", Tone.QUIET)
_BY_HAND = "Work the small example below out by hand, and find where your code leaves that way."


class Message(Struct, frozen=True):
    """A message, with the student's own source line kept apart."""

    sentence: str
    excerpt: str | None = None  # to be shown with every space as it is


class CaseView(Struct, frozen=True):
    """One case, ready to be shown."""

    number: int
    sentence: str
    outcome: Outcome
    badge: Badge
    points: str
    message: Message | None = None
    place: Place | None = None  # the line that the message names
    hint: str | None = None
    shown: tuple[tuple[str, str], ...] = ()  # call, expected and got, as far as they are told
    remarks: tuple[RemarkView, ...] = ()


class Advice(Struct, frozen=True):
    """The one thing to look at next, and the case that it shows in."""

    sentence: str
    what: str | None = None  # as `LookAt` has it; None where nothing is to be looked at
    heading: str = "What to look at next"
    message: Message | None = None  # of an error
    case: CaseView | None = None
    others: tuple[ToldMistake, ...] = ()  # besides the one that the sentence is about


class Unlock(Struct, frozen=True):
    """Whether the lesson is passed, and what that opens."""

    badge: Badge
    sentence: str
    opens: tuple[str, ...] = ()


class StudentView(Struct, frozen=True):
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
    example: str | None
    tally: str | None  # None where there is nothing to say of cases
    cases: tuple[CaseView, ...]  # on which something is left to do; none where none could be tried
    settled: tuple[CaseView, ...]
    settled_line: str | None  # the same by number
    not_shown: str | None
    has_printed: str | None  # a sentence, in place of what was printed
    origin: str


def student_view(
    report: Report,
    lesson: Lesson | None = None,
    course_title: str = "",
    standing: Standing | None = None,
    opens: tuple[str, ...] = (),
) -> StudentView:
    """Collect what a student reads of their own report.

    `opens` are the titles of what a pass opens, for a student without a grader and a record.
    """
    # What the cases of a failed run say is about the grader, not about the student's code.
    cases = () if report.verdict is Verdict.GRADER_FAULT else report.cases
    message = split_message(report.message)
    views = told_once(case_views(cases, report.remarks), message)
    is_untried = message is not None and not any(
        view.outcome in SETTLED or view.message or view.shown or view.hint or view.remarks
        for view in views
    )
    shown = sum((Fraction(case.max_points) for case in report.cases), Fraction(0))
    rest = Fraction(report.max_points) - shown if is_judged(report) else Fraction(0)
    settled = tuple(view for view in views if view.outcome in SETTLED)
    sha = report.submission_sha256
    handed_in = f"file {sha[:12]}, " if sha else ""
    said = tally(cases) if views or rest > 0 else None
    return StudentView(
        course_title=course_title,
        lesson_title=lesson.title if lesson else report.lesson,
        student=report.student,
        badge=VERDICTS[report.verdict].badge,
        headline=VERDICTS[report.verdict].sentence,
        caveat=report.caveat,
        points=points_of(report),
        percent=percent_of(report),
        remarks=remarks_on_whole(report),
        unlock=unlock_status(report, lesson, standing, opens),
        advice=next_step(report, views),
        example=_example(report),
        tally="None of the cases could be tried." if is_untried and views else said,
        cases=() if is_untried else tuple(view for view in views if view.outcome not in SETTLED),
        settled=settled,
        settled_line=settled_line(settled),
        not_shown=f"Cases worth {count_points(rest)} are not shown here; they count all the same."
        if rest > 0
        else None,
        has_printed="Your code printed something: run it yourself to see what."
        if report.has_printed and report.printed is None
        else None,
        origin=f"{handed_in}course {report.course_version}, grader {report.grader_version}",
    )


def unlock_status(
    report: Report,
    lesson: Lesson | None,
    standing: Standing | None = None,
    opens: tuple[str, ...] = (),
) -> Unlock:
    """Say whether the lesson is passed, by this attempt or an earlier one, else what is needed."""
    if not has_points(report):
        return Unlock(_UNCHANGED, "Your points and your open lessons stay as they were.")
    here = state_at(standing.states, report.lesson) if standing else None
    is_passed = here is not None and here.state is State.PASSED
    if is_passed and not report.lesson_passed:
        return Unlock(_OPEN, "This attempt alone would not pass it, but an earlier one has.")
    if is_passed and standing is not None:
        opens = tuple(one.lesson.title for one in standing.opened)
        if not opens and all(one.state is State.PASSED for one in standing.states):
            return Unlock(_OPEN, "You have passed every lesson of the course.")
        return Unlock(_OPEN, "This opens:" if opens else "It opens no further lesson.", opens)
    if report.lesson_passed:
        sentence = "This opens:" if opens else "This attempt passes the lesson."
        return Unlock(_OPEN, sentence, opens)
    have = f"You have {of_points(report.points, report.max_points)}"
    if lesson is None:
        return Unlock(_NOT_YET, f"{have}; that is not enough to pass.")
    needed = Fraction(str(lesson.pass_score)) * Fraction(report.max_points)
    sentence = f"{have}; {points_text(needed)} {'is' if needed == 1 else 'are'} needed."
    if here is not None and here.counting is not None and here.counted is not None:
        rule, points = here.lesson.counts, here.counted.points
        is_this = here.counting.submission_sha256 == report.submission_sha256
        if not is_this and (rule == "last" or points > points_that_count(report)):
            left = of_points(str(points), str(here.counting.max_points))
            sentence += f" Your {rule} attempt counts, with {left}."
    return Unlock(_NOT_YET, sentence)


def next_step(report: Report, views: Sequence[CaseView]) -> Advice:
    """Say what to do about the one thing that a student does best to look at first."""
    found = look_at(report)
    advice = Advice(VERDICTS[report.verdict].advice)
    if found is None:
        return advice
    pairs = zip(report.cases, views, strict=True)
    case = next((view for one, view in pairs if one.id == found.case_id), None)
    advice = replace(advice, what=found.what, case=case)
    match found.what:
        case "error":
            return replace(advice, message=split_message(report.message))
        case "example":
            return replace(advice, sentence=_BY_HAND)
        case "mistake":
            first, *others = told_mistakes(report)
            return replace(
                advice, heading=first.heading, sentence=first.sentence, others=tuple(others)
            )
    return advice


def _example(report: Report) -> str | None:
    """Give the call of the case to look at where that may be shown, else one that fails as it."""
    found, example = look_at(report), report.example
    case = next((case for case in report.cases if found and case.id == found.case_id), None)
    if case is None or found is None or found.what == "case":
        return None
    shown, kind = case.shown, case.failure.kind if case.failure else None
    if shown is not None and shown.call is not None and shown.got is not None:
        if kind == "raised":
            return f"{shown.call}: your code raises {shown.got}."
        if kind in ("wrong_value", "wrong_type") and shown.expected is not None:
            return f"{shown.call} should give {shown.expected}; your code gives {shown.got}."
    return example.sentence if example is not None and case.id in example.cases else None


def case_views(
    cases: tuple[CaseReport, ...], remarks: tuple[Remark, ...] = ()
) -> tuple[CaseView, ...]:
    """Number the cases in the order they were written."""
    return tuple(_case_view(number, case, remarks) for number, case in enumerate(cases, start=1))


def told_once(views: Sequence[CaseView], message: Message | None) -> tuple[CaseView, ...]:
    """Leave out of each case what the message of the whole says, or an earlier case has said.

    Where the code went over a limit, or one line fails several cases, no case's hint helps.
    """
    alike: dict[Message | None, list[int]] = {}
    for view in views:
        alike.setdefault(view.message, []).append(view.number)
    told = []
    for view in views:
        first, *others = alike[view.message]
        said, hint = view.message, view.hint
        if said is not None and message is not None and said.sentence == message.sentence:
            said = hint = None
        elif view.outcome in _OVER_A_LIMIT or (said and others and view.place):
            hint = None
        if said is not None and view.number != first:
            said = None
        elif said is not None and others:
            noun = "case" if len(others) == 1 else "cases"
            sentence = f"{said.sentence} The same in {noun} {ranges(others)}."
            said = replace(said, sentence=sentence)
        told.append(replace(view, message=said, hint=hint))
    return tuple(told)


def settled_line(views: Sequence[CaseView]) -> str | None:
    """Name the settled cases by number, each outcome apart."""
    alike: dict[str, list[int]] = {}
    for view in views:
        alike.setdefault(view.badge.word, []).append(view.number)
    parts = [f"{word}: {ranges(numbers)}" for word, numbers in alike.items()]
    return f"{'; '.join(parts).capitalize()}." if parts else None


def tally(cases: tuple[CaseReport, ...]) -> str:
    """Say how many cases pass."""
    counted = [case for case in cases if case.outcome is not Outcome.SKIPPED]
    passed = sum(case.outcome is Outcome.PASSED for case in counted)
    if not counted:
        return "No case is shown."
    verb = "passes" if passed == 1 else "pass"
    return f"{passed} of {count(len(counted), 'case')} {verb}."


def split_message(message: str | None) -> Message | None:
    """Part a message's sentence from the source line and caret below it."""
    if message is None:
        return None
    sentence, _, rest = _shortened(message).partition("\n")
    return Message(sentence, dedent(rest.rstrip("\n")) or None)


@lru_cache(_MOST_CASES)
def _case_view(number: int, case: CaseReport, remarks: tuple[Remark, ...]) -> CaseView:
    return CaseView(
        number=number,
        sentence=_shortened(case.sentence),
        outcome=case.outcome,
        badge=OUTCOMES[case.outcome],
        points=of_points(case.points, case.max_points),
        message=split_message(case.message),
        place=case.failure.place if case.failure else None,
        hint=_shortened(case.hint) if case.hint else None,
        shown=tuple(_sides(case.shown)) if case.shown else (),
        remarks=remarks_on_case(remarks, case.id),
    )


def _sides(shown: Shown) -> Iterator[tuple[str, str]]:
    for name, text in (("Call", shown.call), ("Expected", shown.expected), ("Got", shown.got)):
        if text is not None:
            yield name, _shortened(text)


def _shortened(text: str) -> str:
    return printable(cut_text(text, _LONGEST_TEXT))
