"""Decides what a student is told of a report: the verdict, what is open now, what comes next."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from grader.feedback.cases import (
    CaseView,
    Message,
    case_views,
    settled_line,
    split_message,
    tally,
    tells_more,
    told_once,
)
from grader.feedback.course_map import Standing, StandingView, standing_view, state_at
from grader.feedback.remarks import RemarkView, points_of, remarks_on_whole
from grader.feedback.words import VERDICTS, Badge, Tone, percent
from grader.model.course import Lesson
from grader.model.phrases import of_points, points_text
from grader.model.remarks import has_points
from grader.model.report import SETTLED, CaseReport, Outcome, Report, Verdict, is_judged
from grader.model.student_report import ToldMistake, look_at, told_mistakes
from grader.model.unlocking import LessonState, State

_OPEN = Badge("✓", "+", "lesson passed", Tone.GOOD)
_NOT_YET = Badge("→", ">", "lesson not passed yet", Tone.QUIET)
_BY_HAND = "Work the small example below out by hand, and find where your code leaves that way."
_UNTRIED = "None of the cases could be tried."
_UNCHANGED = Badge("○", "-", "nothing has changed", Tone.QUIET)


class Advice(Struct, frozen=True):
    """The one thing to look at next, and the case that it shows in."""

    sentence: str
    what: str | None = None  # as `LookAt` has it; None where nothing is to be looked at
    heading: str = "What to look at next"
    message: Message | None = None  # of an error
    case: CaseView | None = None
    lead: str = "Begin with"  # what is said of the case
    others: tuple[ToldMistake, ...] = ()  # besides the one that the sentence is about

    @property
    def where(self) -> str | None:
        """Say in which case it shows."""
        if self.case is None:
            return None
        return f"{self.lead} case {self.case.number}: {self.case.sentence}"


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
    standing: StandingView | None


def student_view(
    report: Report,
    lesson: Lesson | None = None,
    course_title: str = "",
    standing: Standing | None = None,
) -> StudentView:
    """Collect what a student reads of their own report."""
    is_fault = report.verdict is Verdict.GRADER_FAULT
    # What the cases of a failed run say is about the grader, not about the student's code.
    cases = () if is_fault else report.cases
    message = split_message(report.message)
    views = told_once(case_views(cases, report.remarks), message)
    is_untried = message is not None and bool(views) and not any(map(tells_more, views))
    not_shown = _not_shown(report) if is_judged(report) else None
    settled = tuple(view for view in views if view.outcome in SETTLED)
    wording = VERDICTS[report.verdict]
    return StudentView(
        course_title=course_title,
        lesson_title=lesson.title if lesson else report.lesson,
        student=report.student,
        badge=wording.badge,
        headline=headline(report, cases),
        caveat=report.caveat,
        points=points_of(report),
        percent=percent(report.share),
        remarks=remarks_on_whole(report),
        unlock=(
            unlock_in_course(report, lesson, standing)
            if standing
            else unlock_status(report, lesson)
        ),
        advice=next_step(report, views),
        example=_example(report),
        tally=(_UNTRIED if is_untried else tally(cases)) if views or not_shown else None,
        cases=() if is_untried else tuple(view for view in views if view.outcome not in SETTLED),
        settled=settled,
        settled_line=settled_line(settled),
        not_shown=not_shown,
        has_printed=_has_printed(report),
        origin=_origin(report),
        standing=standing_view(standing, report.lesson) if standing else None,
    )


def headline(report: Report, cases: Sequence[CaseReport]) -> str:
    """Say what the verdict means; where nothing passes, "some cases do not" would mislead."""
    is_any_passed = any(case.outcome is Outcome.PASSED for case in cases)
    is_nothing = cases and not is_any_passed and Fraction(report.points) == 0
    if report.verdict is Verdict.FAILED and is_nothing:
        return "Your code runs, and no case passes yet."
    return VERDICTS[report.verdict].sentence


def unlock_status(report: Report, lesson: Lesson | None) -> Unlock:
    """Say whether the attempt passes the lesson, or what is needed to, by the report alone."""
    if not has_points(report):
        return Unlock(_UNCHANGED, "Your points and your open lessons stay as they were.")
    if report.lesson_passed:
        return Unlock(_OPEN, "This attempt passes the lesson.")
    have = f"You have {of_points(report.points, report.max_points)}"
    if lesson is None:
        return Unlock(_NOT_YET, f"{have}; that is not enough to pass.")
    needed = Fraction(str(lesson.pass_score)) * Fraction(report.max_points)
    verb = "is" if needed == 1 else "are"
    return Unlock(_NOT_YET, f"{have}; {points_text(needed)} {verb} needed.")


def unlock_in_course(report: Report, lesson: Lesson | None, standing: Standing) -> Unlock:
    """Say the same by the states of the student's lessons: an earlier pass still holds."""
    here = state_at(standing.states, report.lesson)
    if not has_points(report) or here is None or here.state is not State.PASSED:
        status = unlock_status(report, lesson)
        return replace(status, sentence=f"{status.sentence}{_better(report, here)}")
    if not report.lesson_passed:
        return Unlock(_OPEN, "This attempt alone would not pass it, but an earlier one has.")
    if standing.opened:
        return Unlock(_OPEN, "This opens:", tuple(one.lesson.title for one in standing.opened))
    return Unlock(_OPEN, _opens_nothing(here, standing))


def _better(report: Report, here: LessonState | None) -> str:
    best = here.best if here else None
    if best is None or not has_points(report) or best.points <= Fraction(report.points):
        return ""
    return f" Your best attempt has {of_points(str(best.points), str(best.max_points))}."


def _opens_nothing(here: LessonState, standing: Standing) -> str:
    if standing.is_whole and all(one.state is State.PASSED for one in standing.states):
        return "You have passed every lesson of the course."
    waiting = [one for one in standing.states if here.lesson.id in one.lesson.requires]
    if not waiting:
        return "No other lesson waits for this one."
    if any(one.state is State.LOCKED for one in waiting):
        return "The lessons that need this one are still locked, for another reason."
    return "The lessons that need this one are open already."


def next_step(report: Report, views: Sequence[CaseView]) -> Advice:
    """Say what to do about the one thing that a student does best to look at first."""
    found = look_at(report)
    advice = Advice(VERDICTS[report.verdict].advice)
    if found is None:
        return advice
    pairs = zip(report.cases, views, strict=True)
    left = {case.id: view for case, view in pairs if view.outcome not in SETTLED}
    case = None if found.case_id is None else left[found.case_id]
    advice = replace(advice, what=found.what, case=case)
    if found.what == "error":
        return replace(advice, message=split_message(report.message))
    if found.what == "case":
        return advice
    advice = replace(advice, lead="It shows first in", sentence=_BY_HAND)
    if found.what == "example":
        return advice
    first, *others = told_mistakes(report)
    advice = replace(advice, heading=first.heading, sentence=first.sentence)
    return replace(advice, others=tuple(others))


def _example(report: Report) -> str | None:
    """Give the example, but for one of cases that no mistake that is named explains."""
    example, parts = report.example, report.mistakes_in_part
    explained = {case for one in parts for case in one.cases}
    if example is None or (parts and explained.isdisjoint(example.cases)):
        return None
    return example.sentence


def _not_shown(report: Report) -> str | None:
    shown = sum((Fraction(case.max_points) for case in report.cases), Fraction(0))
    rest = Fraction(report.max_points) - shown
    if rest <= 0:
        return None
    noun = "point" if rest == 1 else "points"
    return f"Cases worth {points_text(rest)} {noun} are not shown here; they count all the same."


def _has_printed(report: Report) -> str | None:
    if not report.has_printed or report.printed is not None:
        return None
    return f"Your code printed something: `grader test {report.lesson}` shows what."


def _origin(report: Report) -> str:
    handed_in = f"file {report.submission_sha256[:12]}, " if report.submission_sha256 else ""
    return f"{handed_in}course {report.course_version}, grader {report.grader_version}"
