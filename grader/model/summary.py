"""Adds up the judged submissions of one lesson into what a class did."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean, median

import msgspec

from .behaviour import Sample, likenesses
from .report import (
    NOT_JUDGED,
    CaseReport,
    Diagnosis,
    JudgedSubmission,
    Outcome,
    Report,
    Verdict,
    is_judged,
)

BINS = 10
_MILLIONTHS = 1_000_000  # a share has six places, so its millionths are whole


class CaseSummary(msgspec.Struct, frozen=True):
    """What became of one case over a class."""

    id: str
    sentence: str
    outcomes: tuple[tuple[Outcome, int], ...]  # those that occurred
    pass_rate: float | None  # of the submissions that it was not skipped for


class Group(msgspec.Struct, frozen=True):
    """Submissions that behave alike and do not pass."""

    id: str
    representative: str
    members: tuple[str, ...]
    diagnosis: Diagnosis | None = None

    @property
    def size(self) -> int:
        """How many students are in it."""
        return len(self.members)


class MistakeCount(msgspec.Struct, frozen=True):
    """How many submissions behave like one known mistake."""

    diagnosis: Diagnosis
    count: int


class ClassSummary(msgspec.Struct, frozen=True):
    """What a class did in one lesson; of what has no judged verdict, verdicts alone are counted."""

    submissions: int  # without what was not judged
    lesson_passed: int
    verdicts: tuple[tuple[Verdict, int], ...]  # those that occurred, the best first
    cases: tuple[CaseSummary, ...]
    bins: tuple[int, ...]  # of shares below one: 0 to 0.1, to 0.2, ...
    whole: int  # submissions with every point
    mean_share: float | None
    median_share: float | None
    groups: tuple[Group, ...]  # the largest first
    mistakes: tuple[MistakeCount, ...]  # the most frequent first


def summarize(judged: Sequence[JudgedSubmission]) -> ClassSummary:
    """Count verdicts, cases, shares, groups and known mistakes."""
    reports = [each.report for each in judged]
    sound = [report for report in reports if is_judged(report)]
    shares = [report.share for report in sound]
    verdicts = Counter(report.verdict for report in reports)
    bins = Counter(_bin(share) for share in shares)
    return ClassSummary(
        submissions=sum(report.verdict not in NOT_JUDGED for report in reports),
        lesson_passed=sum(report.lesson_passed for report in reports),
        verdicts=tuple((name, verdicts[name]) for name in reversed(Verdict) if verdicts[name]),
        cases=_cases(sound),
        bins=tuple(bins[number] for number in range(BINS)),
        whole=bins[BINS],
        mean_share=round(fmean(shares), 6) if shares else None,
        median_share=round(median(shares), 6) if shares else None,
        groups=_groups(sound),
        mistakes=_mistakes(sound),
    )


def _bin(share: float) -> int:
    # a mark by hand may give more than all
    return min(BINS, round(share * _MILLIONTHS) * BINS // _MILLIONTHS)


def _cases(reports: Iterable[Report]) -> tuple[CaseSummary, ...]:
    # Reports of one course version list the same cases; over several versions, by first sight.
    by_id: defaultdict[str, list[CaseReport]] = defaultdict(list)
    for report in reports:
        for case in report.cases:
            by_id[case.id].append(case)
    return tuple(_case(cases) for cases in by_id.values())


def _case(cases: Sequence[CaseReport]) -> CaseSummary:
    counts = Counter(case.outcome for case in cases)
    counted = len(cases) - counts[Outcome.SKIPPED]
    return CaseSummary(
        id=cases[0].id,
        sentence=cases[0].sentence,
        outcomes=tuple((outcome, counts[outcome]) for outcome in Outcome if counts[outcome]),
        pass_rate=round(counts[Outcome.PASSED] / counted, 6) if counted else None,
    )


def _groups(reports: Iterable[Report]) -> tuple[Group, ...]:
    wrong = (Sample(report) for report in reports if report.verdict is not Verdict.PASSED)
    found = likenesses(wrong)
    return tuple(Group(one.id, one.members[0], one.members, one.diagnosis) for one in found)


def _mistakes(reports: Iterable[Report]) -> tuple[MistakeCount, ...]:
    named = [report.diagnosis for report in reports if report.diagnosis is not None]
    counts = Counter(diagnosis.mistake for diagnosis in named)
    first = {diagnosis.mistake: diagnosis for diagnosis in reversed(named)}
    ordered = sorted(counts, key=lambda name: (-counts[name], name))
    return tuple(MistakeCount(first[name], counts[name]) for name in ordered)
