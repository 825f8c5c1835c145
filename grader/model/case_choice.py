"""Finds the case that somebody means: by its id, by a part of it, or by its number."""

from collections.abc import Sequence

from grader.errors import UsageError

from .phrases import first_of
from .report import CaseReport
from .text import printable

_LONGEST = 12  # digits of a number that are read


def choose_case(cases: Sequence[CaseReport], wanted: str) -> CaseReport:
    """Choose one case; raises UsageError that lists them where it is not clear."""
    exact = [case for case in cases if wanted == case.id]
    if exact:
        return exact[0]
    if wanted.isascii() and wanted.isdigit():
        return _numbered(cases, wanted)
    names = [case for case in cases if wanted == case.id.rpartition("::")[2]]
    found = names or [case for case in cases if wanted and wanted in case.id]
    if len(found) == 1:
        return found[0]
    shown = printable(wanted, lines=False)
    if not found:
        raise UsageError(f"No case is called {shown}. There are:\n{_list(cases, cases)}")
    raise UsageError(f"{len(found)} cases are called {shown}; name one:\n{_list(found, cases)}")


def _numbered(cases: Sequence[CaseReport], wanted: str) -> CaseReport:
    number = int(wanted[:_LONGEST])
    if 1 <= number <= len(cases):
        return cases[number - 1]
    have = f"cases 1 to {len(cases)}" if cases else "no case"
    raise UsageError(f"There is no case {wanted[:_LONGEST]}: the lesson has {have}.")


def _list(found: Sequence[CaseReport], cases: Sequence[CaseReport]) -> str:
    numbers = {case.id: number for number, case in enumerate(cases, start=1)}
    shown, more = first_of(found)
    lines = [f"  {numbers[case.id]}  {case.id}" for case in shown]
    lines += [f"  {more}"] if more else []
    return "\n".join(printable(line, lines=False) for line in lines)
