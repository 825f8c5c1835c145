"""Works out what a class understood of a lesson: from submissions, attempts and hints."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from math import copysign, sqrt
from statistics import median, quantiles

from msgspec import Struct, field

from .behaviour import (
    Likeness,
    MistakeMade,
    Sample,
    likenesses,
    mistakes_made,
    students_of,
)
from .course import Lesson
from .phrases import who
from .progress import Attempt, History, attempts_used
from .report import NOT_JUDGED, CaseReport, Outcome, Report, Verdict, caveats, is_judged
from .unlocking import is_passed

FEW = 20  # submissions, below which a correlation says little


class Mark(StrEnum):
    """What is striking about a case."""

    NOBODY_FAILS = "no student fails"
    NOBODY_PASSES = "no student passes"
    AGAINST = "negative discrimination"


class CaseAnalysis(Struct, frozen=True):
    """What a class did in one case."""

    number: int  # in written order, from 1
    id: str
    sentence: str
    counted: int  # judged submissions that it was not skipped for
    passed: int
    timed_out: int
    discrimination: float | None
    timed: int  # submissions whose time is known
    median_seconds: float | None
    p95_seconds: float | None
    mark: Mark | None

    @property
    def pass_rate(self) -> Fraction | None:
        """The share of the counted that pass."""
        return Fraction(self.passed, self.counted) if self.counted else None


class AttemptsNeeded(Struct, frozen=True):
    """On which attempt a class passed one lesson."""

    passed_on: tuple[tuple[int, int], ...]  # (attempt, students), those that occurred
    never: int  # students who submitted and have not passed
    median: Fraction | None  # of those who passed

    @property
    def passed(self) -> int:
        """How many students passed."""
        return sum(students for _, students in self.passed_on)


class HintStep(Struct, frozen=True):
    """How many students read one step of a lesson's hints."""

    step: int  # from 1
    students: int


class LessonClass(Struct, frozen=True):
    """What is known of a class in one lesson; None is what the source cannot know."""

    lesson: str
    title: str
    samples: tuple[Sample, ...]
    attempts: AttemptsNeeded | None = None
    hints: tuple[HintStep, ...] | None = None
    notices: tuple[str, ...] = ()


class LessonAnalysis(Struct, frozen=True):
    """What a class did in one lesson; faults and what was not judged are counted and left out."""

    lesson: str
    title: str
    submissions: int  # judged, without faults
    students: int
    faults: int
    not_judged: int  # nothing submitted, unreadable or undecided
    versions: int  # of the course that they were judged by
    passed: int  # students with a submission that passes the lesson
    median_share: Fraction | None
    cases: tuple[CaseAnalysis, ...]
    mistakes: tuple[MistakeMade, ...]
    groups: tuple[Likeness, ...]
    ungrouped: tuple[str, ...]  # students with something wrong and no fingerprint
    attempts: AttemptsNeeded | None
    hints: tuple[HintStep, ...] | None
    notices: tuple[str, ...]
    missed: tuple[Report, ...] = ()  # of passed submissions that answer a fair call otherwise
    caveats: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)  # of students, where they are known

    def called(self, students: Iterable[str]) -> list[str]:
        """Write whom identifiers mean, with the names that are known."""
        return [who(student, self.names.get(student)) for student in students]

    @property
    def unknown(self) -> tuple[Likeness, ...]:
        """The groups with something wrong that no known mistake explains."""
        return tuple(group for group in self.groups if group.is_unknown)

    @property
    def is_timed(self) -> bool:
        """Whether any case's time is known."""
        return any(case.timed for case in self.cases)

    @property
    def is_small(self) -> bool:
        """Whether there are too few submissions for a correlation to say much."""
        return self.submissions < FEW


def analyze_lesson(known: LessonClass) -> LessonAnalysis:
    """Work out everything about one lesson."""
    sound = [one for one in known.samples if is_judged(one.report)]
    not_judged = sum(one.report.verdict in NOT_JUDGED for one in known.samples)
    wrong = [one for one in sound if one.report.verdict is not Verdict.PASSED]
    passed = [one.report for one in sound if one.report.verdict is Verdict.PASSED]
    points = [(Fraction(one.report.points), Fraction(one.report.max_points)) for one in sound]
    shares = [have / most for have, most in points if most]
    return LessonAnalysis(
        lesson=known.lesson,
        title=known.title,
        submissions=len(sound),
        students=len(students_of(sound)),
        faults=len(known.samples) - len(sound) - not_judged,
        not_judged=not_judged,
        versions=len({one.report.course_version for one in sound}),
        passed=len(students_of(one for one in sound if one.report.lesson_passed)),
        median_share=median(shares) if shares else None,
        cases=_cases(sound),
        mistakes=mistakes_made(sound),
        groups=likenesses(sound),
        ungrouped=students_of(one for one in wrong if one.report.group is None),
        attempts=known.attempts,
        hints=known.hints,
        notices=known.notices,
        missed=tuple(one for one in passed if one.example is not None),
        caveats=tuple(caveats(one.report for one in known.samples)),
        names={one.report.student: one.report.name for one in sound if one.report.name},
    )


class _Answer(Struct, frozen=True):
    """One case of one submission."""

    case: CaseReport
    rest: Fraction  # points of the other cases
    seconds: float  # 0: not known


def _cases(samples: Iterable[Sample]) -> tuple[CaseAnalysis, ...]:
    # Reports of one course version list the same cases; over several versions, by first sight.
    answers: defaultdict[str, list[_Answer]] = defaultdict(list)
    for sample in samples:
        points = [Fraction(case.points) for case in sample.report.cases]
        whole = sum(points, Fraction(0))
        seconds: Mapping[str, float] = sample.seconds or {}
        for case, own in zip(sample.report.cases, points, strict=True):
            answers[case.id].append(_Answer(case, whole - own, seconds.get(case.id, 0.0)))
    return tuple(_case(number, each) for number, each in enumerate(answers.values(), 1))


def _case(number: int, answers: Sequence[_Answer]) -> CaseAnalysis:
    counted = [one for one in answers if one.case.outcome is not Outcome.SKIPPED]
    pairs = [(int(one.case.outcome is Outcome.PASSED), one.rest) for one in counted]
    passed = sum(each for each, _ in pairs)
    discrimination = _correlation(pairs)
    seconds = [one.seconds for one in counted if one.seconds > 0]
    return CaseAnalysis(
        number=number,
        id=answers[0].case.id,
        sentence=answers[0].case.sentence,
        counted=len(counted),
        passed=passed,
        timed_out=sum(one.case.outcome is Outcome.TIMED_OUT for one in counted),
        discrimination=discrimination,
        timed=len(seconds),
        median_seconds=median(seconds) if seconds else None,
        p95_seconds=_p95(seconds),
        mark=_mark(passed, len(counted), discrimination),
    )


def _mark(passed: int, counted: int, discrimination: float | None) -> Mark | None:
    if not counted:
        return None
    if passed in (0, counted):
        return Mark.NOBODY_FAILS if passed else Mark.NOBODY_PASSES
    return Mark.AGAINST if discrimination is not None and discrimination < 0 else None


def _correlation(pairs: Sequence[tuple[int, Fraction]]) -> float | None:
    """Return Pearson's correlation of 0 or 1 with a number: the point-biserial one.

    None where either side is constant: no line goes through one point.
    """
    count = len(pairs)
    first = sum(one for one, _ in pairs)
    second = sum((other for _, other in pairs), Fraction(0))
    spread_of_first = count * first - first * first  # of 0 and 1, the square is the number
    squares = sum((other * other for _, other in pairs), Fraction(0))
    spread_of_second = count * squares - second * second
    if not spread_of_first or not spread_of_second:
        return None
    joint = count * sum((other for one, other in pairs if one), Fraction(0)) - first * second
    return copysign(sqrt(joint * joint / (spread_of_first * spread_of_second)), joint)


def _p95(values: Sequence[float]) -> float | None:
    """Return the 95th percentile, between two values in proportion."""
    if len(values) < 2:
        return values[0] if values else None
    return quantiles(values, n=20, method="inclusive")[-1]


def attempts_needed(
    by_student: Mapping[str, Sequence[Attempt]], lesson: Lesson | None
) -> AttemptsNeeded:
    """Count by the attempt that passed; the same bytes again are no further attempt.

    A lesson that the course has now also counts as passed by the rule of today.
    """
    needed = [_needed(attempts, lesson) for attempts in by_student.values() if attempts]
    passed = [number for number in needed if number is not None]
    return AttemptsNeeded(
        passed_on=tuple(sorted(Counter(passed).items())),
        never=len(needed) - len(passed),
        median=median(map(Fraction, passed)) if passed else None,
    )


def hint_steps(steps: Iterable[int], known: int = 0) -> tuple[HintStep, ...]:
    """Count each step read, and those of the first `known` steps that nobody read."""
    counts = Counter(steps)
    of_interest = sorted({*range(1, known + 1), *counts})
    return tuple(HintStep(step, counts[step]) for step in of_interest)


def _needed(attempts: Sequence[Attempt], lesson: Lesson | None) -> int | None:
    for number, attempt in enumerate(attempts, 1):
        if _passes(attempt, lesson):
            return attempts_used(attempts[:number])
    return None


def _passes(attempt: Attempt, lesson: Lesson | None) -> bool:
    if lesson is None:
        return attempt.lesson_passed
    return is_passed(lesson, History((attempt,)))
