"""Parts the reports whose points an export tells from those that it leaves out, and says why."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from grader.model.phrases import listed_below, who
from grader.model.remarks import has_points
from grader.model.report import Report, Verdict

NOBODY: frozenset[Verdict] = frozenset()
_WITHOUT_WORK = {
    Verdict.MISSING: "Nothing submitted, so left out",
    Verdict.UNREADABLE: "Not readable, so left out",
}


class Parted(Struct, frozen=True):
    """Which reports an export tells, and what is to be said of the others."""

    told: list[Report]
    notes: list[str]
    undecided: int  # students of whom a person must say what counts


def part_reports(reports: Sequence[Report], also: Collection[Verdict] = NOBODY) -> Parted:
    """Keep what has points, and of what has none the verdicts that the format has a form for."""
    told: list[Report] = []
    left: list[Report] = []
    for one in reports:
        (told if has_points(one) or one.verdict in also else left).append(one)
    faults = [_who(one) for one in left if one.verdict is Verdict.GRADER_FAULT]
    notes = [f"The grader failed on {one}: left out. Run grader grade again." for one in faults]
    undecided = [one for one in left if one.verdict is Verdict.UNDECIDED]
    notes += [f"Undecided, so left out: {_who(one)}: {one.message}" for one in undecided]
    for verdict, words in _WITHOUT_WORK.items():
        notes += listed_below(words, [_who(one) for one in left if one.verdict is verdict])
    return Parted(told, notes, len(undecided))


def _who(report: Report) -> str:
    return who(report.student, report.name)
