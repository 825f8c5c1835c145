"""Parts the reports whose points an export tells from those that it leaves out, and says why."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from grader.model.remarks import has_points
from grader.model.report import Report, Verdict

from .fill_notes import listed_below

NOBODY: frozenset[Verdict] = frozenset()
_WITHOUT_WORK = {
    Verdict.MISSING: "Nothing handed in, so left out",
    Verdict.UNREADABLE: "Not readable, so left out",
}


@dataclass(frozen=True)
class Parted:
    """Which reports an export tells, and what is to be said of the others."""

    told: list[Report]
    notes: list[str]
    undecided: int  # students of whom a person must say what counts


def part_reports(reports: Sequence[Report], also: Collection[Verdict] = NOBODY) -> Parted:
    """Keep what has points, and of what has none the verdicts that the format has a form for."""
    told = [one for one in reports if has_points(one) or one.verdict in also]
    left = [one for one in reports if one not in told]
    faults = [one.student for one in left if one.verdict is Verdict.GRADER_FAULT]
    notes = [f"The grader failed on {who}: left out. Run grader grade again." for who in faults]
    undecided = [one for one in left if one.verdict is Verdict.UNDECIDED]
    notes += [f"Undecided, so left out: {one.student}: {one.message}" for one in undecided]
    for verdict, words in _WITHOUT_WORK.items():
        notes += listed_below(words, [one.student for one in left if one.verdict is verdict])
    return Parted(told, notes, len(undecided))
