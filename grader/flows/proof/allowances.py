"""Finds what an author allows to pass every hidden case, and where an entry of it stands."""

from .checked_lesson import LessonDesk
from .equivalent_mutants import FILE, Allowed, read_allowed
from .findings import Findings, Place

CHECK = "mutants"


def find_allowed(desk: LessonDesk, findings: Findings) -> Allowed:
    """Read the entries of a lesson; without a file there are none."""
    path = desk.solution / FILE
    if not path.is_file():
        return Allowed()
    allowed, faults = read_allowed(path.read_text(encoding="utf-8", errors="replace"))
    for fault in faults:
        findings.of(CHECK).error(fault, Place(path))
    return allowed


def place_of_entry(desk: LessonDesk, quoted: str) -> Place:
    """Say in which line an entry stands, by a text that it quotes."""
    path = desk.solution / FILE
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    first = quoted.strip().partition("\n")[0]
    return Place(path, next((n for n, line in enumerate(lines, 1) if first in line), None))
