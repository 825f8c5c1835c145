"""Says whether a judged submission agrees with itself: points with cases, verdict with outcomes."""

from fractions import Fraction

from .course import Lesson
from .report import (
    NOT_JUDGED,
    SHARE_PLACES,
    CaseReport,
    JudgedSubmission,
    Outcome,
    Report,
    Verdict,
)

_ORDER = tuple(Verdict)  # the worst first
_EARNING = (Outcome.PASSED, Outcome.FAILED)  # a failed case may have earned a part
# What a run as a whole came to, whatever became of its cases.
_OF_A_RUN = (Verdict.GRADER_FAULT, Verdict.TOO_MUCH_OUTPUT, Verdict.ERROR)


def is_coherent(judged: JudgedSubmission, student: str, lesson: Lesson) -> bool:
    """Whether it could be what judging gave for this student and lesson."""
    report = judged.report
    try:
        return (
            (report.student, report.lesson) == (student, lesson.id)
            and len(judged.reveals) == len(report.cases)
            and (_is_empty(report) if report.verdict in NOT_JUDGED else _adds_up(report, lesson))
        )
    except (ValueError, ZeroDivisionError):  # points that are no fraction
        return False


def _is_empty(report: Report) -> bool:
    is_worthless = (report.points, report.share) == ("0", 0.0) and not report.lesson_passed
    return is_worthless and not report.cases


def _adds_up(report: Report, lesson: Lesson) -> bool:
    return (
        _has_its_points(report) and _has_its_verdict(report) and _is_rightly_passed(report, lesson)
    )


def _has_its_points(report: Report) -> bool:
    points = sum((Fraction(case.points) for case in report.cases), Fraction(0))
    most = sum((Fraction(case.max_points) for case in report.cases), Fraction(0))
    share = round(float(points / most), SHARE_PLACES) if most else 0.0
    return (
        all(map(_is_possible, report.cases))
        and (Fraction(report.points), Fraction(report.max_points)) == (points, most)
        and report.share == share
    )


def _is_possible(case: CaseReport) -> bool:
    points = Fraction(case.points)
    if case.outcome not in _EARNING:
        return points == 0
    return 0 <= points <= Fraction(case.max_points)


def _has_its_verdict(report: Report) -> bool:
    found = [Verdict(case.outcome) for case in report.cases if case.outcome != Outcome.SKIPPED]
    worst = min(found, key=_ORDER.index, default=Verdict.ERROR)
    is_worse = _ORDER.index(report.verdict) < _ORDER.index(worst)
    return report.verdict == worst or (is_worse and report.verdict in _OF_A_RUN)


def _is_rightly_passed(report: Report, lesson: Lesson) -> bool:
    most = Fraction(report.max_points)
    is_enough = bool(most) and Fraction(report.points) / most >= Fraction(str(lesson.pass_score))
    if report.lesson_passed:
        return is_enough and report.verdict is not Verdict.GRADER_FAULT
    # who broke the rules of the wire passes with no points
    return not is_enough or _ORDER.index(report.verdict) <= _ORDER.index(Verdict.ERROR)
