"""Adds up the judged submissions of one lesson into what a class did and understood."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from math import lcm
from statistics import StatisticsError, correlation, fmean, median

from msgspec import Struct

from .report import (
    NOT_JUDGED,
    CaseReport,
    Diagnosis,
    JudgedSubmission,
    MistakeInPart,
    Outcome,
    Report,
    Verdict,
    is_judged,
)

FEW = 20  # submissions, below which a correlation says little
_SHORTEST = 6  # characters of a group's id that are shown at least


class Mark(StrEnum):
    """What is striking about a case, and what it most often means."""

    NOBODY_FAILS = (
        "Every student passes this case: fine for a first step, and otherwise it asks for nothing "
        "that the other cases do not."
    )
    NOBODY_PASSES = (
        "No student passes this case: most often the lesson's text does not say what it asks for, "
        "or the case itself is wrong."
    )
    AGAINST = (
        "Who passes this case has fewer points in the others: most often it is ambiguous, or "
        "passes for a wrong reason."
    )


class CaseSummary(Struct, frozen=True):
    """What became of one case over a class."""

    number: int  # in written order, from 1
    id: str
    sentence: str
    outcomes: tuple[tuple[Outcome, int], ...]  # those that occurred
    pass_rate: float | None  # of the submissions that it was not skipped for
    discrimination: float | None  # None: undefined

    @property
    def mark(self) -> Mark | None:
        """What is striking about it."""
        if self.pass_rate in (0, 1):
            return Mark.NOBODY_FAILS if self.pass_rate else Mark.NOBODY_PASSES
        return Mark.AGAINST if (self.discrimination or 0) < 0 else None


class Group(Struct, frozen=True):
    """Submissions that behave alike and do not pass: their calls gave the same results."""

    id: str  # the fingerprint as a whole
    short: str  # its beginning, as long as it takes to be no other's
    representative: str
    members: tuple[str, ...]
    diagnosis: Diagnosis | None = None
    in_part: tuple[MistakeInPart, ...] = ()  # known mistakes that explain some of it

    @property
    def size(self) -> int:
        """How many students are in it."""
        return len(self.members)

    @property
    def is_unknown(self) -> bool:
        """Whether no known mistake explains a part of it."""
        return not (self.diagnosis or self.in_part)


class MistakeCount(Struct, frozen=True):
    """How many submissions behave like one known mistake, wholly or beside something else."""

    diagnosis: Diagnosis
    count: int
    in_part: int = 0


class ClassSummary(Struct, frozen=True):
    """What a class did in one lesson; of what has no judged verdict, verdicts alone are counted."""

    submissions: int  # without what was not judged
    lesson_passed: int
    verdicts: tuple[tuple[Verdict, int], ...]  # those that occurred, the best first
    cases: tuple[CaseSummary, ...]
    mean_share: float | None
    median_share: float | None
    groups: tuple[Group, ...]  # the largest first
    mistakes: tuple[MistakeCount, ...]  # the most frequent first

    @property
    def is_small(self) -> bool:
        """Whether there are too few submissions for a correlation to say much."""
        return self.submissions < FEW


def summarize(judged: Sequence[JudgedSubmission]) -> ClassSummary:
    """Count verdicts, cases, shares, groups and known mistakes."""
    reports = [each.report for each in judged]
    sound = [report for report in reports if is_judged(report)]
    shares = [report.share for report in sound]
    verdicts = Counter(report.verdict for report in reports)
    return ClassSummary(
        submissions=sum(report.verdict not in NOT_JUDGED for report in reports),
        lesson_passed=sum(report.lesson_passed for report in reports),
        verdicts=tuple((name, verdicts[name]) for name in reversed(Verdict) if verdicts[name]),
        cases=_cases(sound),
        mean_share=round(fmean(shares), 6) if shares else None,
        median_share=round(median(shares), 6) if shares else None,
        groups=_groups(sound),
        mistakes=_mistakes(sound),
    )


def _cases(reports: Sequence[Report]) -> tuple[CaseSummary, ...]:
    # Points become whole numbers: as fractions they would take most of the time of a class's page.
    texts = {case.points for report in reports for case in report.cases}
    numbers = {text: Fraction(text) for text in texts}
    scale = lcm(*(number.denominator for number in numbers.values()))
    whole = {text: int(number * scale) for text, number in numbers.items()}
    # Reports of one course version list the same cases; over several versions, by first sight.
    answers: defaultdict[str, list[tuple[CaseReport, int]]] = defaultdict(list)
    for report in reports:
        points = sum(whole[case.points] for case in report.cases)
        for case in report.cases:
            answers[case.id].append((case, points - whole[case.points]))
    return tuple(_case(number, each) for number, each in enumerate(answers.values(), 1))


def _case(number: int, answers: Sequence[tuple[CaseReport, int]]) -> CaseSummary:
    """Sum up a case, of each submission with the points of its other cases."""
    first = answers[0][0]
    counts = Counter(case.outcome for case, _ in answers)
    pairs = [
        (case.outcome is Outcome.PASSED, rest)
        for case, rest in answers
        if case.outcome is not Outcome.SKIPPED
    ]
    return CaseSummary(
        number=number,
        id=first.id,
        sentence=first.sentence,
        outcomes=tuple((outcome, counts[outcome]) for outcome in Outcome if counts[outcome]),
        pass_rate=round(counts[Outcome.PASSED] / len(pairs), 6) if pairs else None,
        discrimination=_correlation(pairs),
    )


def _correlation(pairs: Sequence[tuple[bool, int]]) -> float | None:
    """Return Pearson's correlation of passing with a number: the point-biserial one.

    None where either side is constant: no line goes through one point.
    """
    try:
        return correlation([float(one) for one, _ in pairs], [other for _, other in pairs])
    except StatisticsError:
        return None


def _groups(reports: Iterable[Report]) -> tuple[Group, ...]:
    alike: defaultdict[str, list[Report]] = defaultdict(list)
    for report in sorted(reports, key=lambda one: one.student):
        if report.group is not None:
            alike[report.group].append(report)
    length = _SHORTEST
    while len({name[:length] for name in alike}) < len(alike):
        length += 1
    found = []
    for name, each in alike.items():
        wrong = [report for report in each if report.verdict is not Verdict.PASSED]
        if wrong:
            members = tuple(report.student for report in wrong)
            diagnosis = next(filter(None, (report.diagnosis for report in wrong)), None)
            in_part = wrong[0].mistakes_in_part
            found.append(Group(name, name[:length], members[0], members, diagnosis, in_part))
    return tuple(sorted(found, key=lambda one: (-one.size, one.members)))


def _mistakes(reports: Iterable[Report]) -> tuple[MistakeCount, ...]:
    wholly, in_part = Counter[str](), Counter[str]()
    sentences: dict[str, str] = {}
    for report in reports:
        if report.diagnosis is not None:
            wholly[report.diagnosis.mistake] += 1
            sentences[report.diagnosis.mistake] = report.diagnosis.sentence
        for one in report.mistakes_in_part:
            in_part[one.mistake] += 1
            sentences[one.mistake] = one.sentence
    ordered = sorted(sentences, key=lambda name: (-wholly[name], -in_part[name], name))
    return tuple(
        MistakeCount(Diagnosis(name, sentences[name]), wholly[name], in_part[name])
        for name in ordered
    )
