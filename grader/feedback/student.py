"""Decides what a student is told of a report: the verdict, what is open now, what comes next."""

from collections.abc import Sequence
from fractions import Fraction

from grader.feedback.cases import SETTLED, case_views, split_message, tally
from grader.feedback.contexts import Advice, CaseView, StudentContext, Unlock
from grader.feedback.words import VERDICTS, Badge, Tone, percent
from grader.model.course import Lesson
from grader.model.phrases import of_points, points_text
from grader.model.report import Outcome, Report, Verdict

_OPEN = Badge("✓", "+", "lesson passed", Tone.GOOD)
_NOT_YET = Badge("→", ">", "lesson not passed yet", Tone.QUIET)
_UNCHANGED = Badge("○", "-", "nothing has changed", Tone.QUIET)

# The other verdicts are called as the outcome that gives them.
_OUTCOME_BEHIND = {Verdict.TOO_MUCH_OUTPUT: Outcome.ERROR}


def student_context(
    report: Report,
    lesson: Lesson | None = None,
    course_title: str = "",
    unlocked: Sequence[str] = (),
) -> StudentContext:
    """Collect what a student reads of their own report; `unlocked` are titles of lessons."""
    is_fault = report.verdict is Verdict.GRADER_FAULT
    # What the cases of a failed run say is about the grader, not about the student's code.
    cases = () if is_fault else report.cases
    views = case_views(cases)
    wording = VERDICTS[report.verdict]
    return StudentContext(
        course_title=course_title,
        lesson_title=lesson.title if lesson else report.lesson,
        student=report.student,
        badge=wording.badge,
        headline=wording.sentence,
        points=None if is_fault else of_points(report.points, report.max_points),
        percent=percent(report.share),
        unlock=unlock_status(report, lesson, unlocked),
        advice=next_step(report, views),
        diagnosis=report.diagnosis.sentence if report.diagnosis else None,
        message=split_message(report.message),
        tally=tally(cases),
        cases=views,
        not_shown=None if is_fault else _not_shown(report),
        origin=_origin(report),
    )


def unlock_status(report: Report, lesson: Lesson | None, unlocked: Sequence[str]) -> Unlock:
    """Say what passing the lesson opens, or what is needed to pass it."""
    if report.verdict is Verdict.GRADER_FAULT:
        return Unlock(_UNCHANGED, "Your points and your open lessons stay as they were.")
    if report.lesson_passed:
        opens = "This opens:" if unlocked else "This was the last lesson; nothing waits for it."
        return Unlock(_OPEN, opens, tuple(unlocked))
    have = f"You have {of_points(report.points, report.max_points)}"
    if lesson is None:
        return Unlock(_NOT_YET, f"{have}; that is not enough to pass.")
    needed = Fraction(str(lesson.pass_score)) * Fraction(report.max_points)
    verb = "is" if needed == 1 else "are"
    return Unlock(_NOT_YET, f"{have}; {points_text(needed)} {verb} needed.")


def next_step(report: Report, views: Sequence[CaseView]) -> Advice:
    """Choose the one thing that a student does best to look at first."""
    advice = VERDICTS[report.verdict].advice
    if report.verdict in (Verdict.GRADER_FAULT, Verdict.PASSED):
        return Advice(advice)
    if report.diagnosis is not None:
        return Advice("Read about the known mistake below, and compare it with your code.")
    if report.message is not None:
        return Advice(advice)
    return Advice(advice, _first_case(report, views))


def _first_case(report: Report, views: Sequence[CaseView]) -> CaseView | None:
    """Return the first case that gave the verdict, else the first that does not pass."""
    is_open = [view for view in views if view.outcome not in SETTLED]
    wanted = _OUTCOME_BEHIND.get(report.verdict, report.verdict.value)
    return next((view for view in is_open if view.outcome == wanted), next(iter(is_open), None))


def _not_shown(report: Report) -> str | None:
    shown = sum((Fraction(case.max_points) for case in report.cases), Fraction(0))
    rest = Fraction(report.max_points) - shown
    if rest <= 0:
        return None
    noun = "point" if rest == 1 else "points"
    return f"Cases worth {points_text(rest)} {noun} are not shown here; they count all the same."


def _origin(report: Report) -> str:
    handed_in = f"file {report.submission_sha256[:12]}, " if report.submission_sha256 else ""
    return f"{handed_in}course {report.course_version}, grader {report.grader_version}"
