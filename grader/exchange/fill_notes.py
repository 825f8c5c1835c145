"""Words what filling a class's list came to, for whoever reads the messages."""

from collections.abc import Sequence

from grader.model.phrases import count

from .amounts import as_decimal
from .class_list import ClassList, Filled, Mark


def fill_notes(into: ClassList, filled: Filled, marks: Sequence[Mark]) -> list[str]:
    """Say how many cells were filled, how, and list everyone whom that did not reach."""
    heading = into.table.header[into.column]
    students = count(len(marks), "student")
    notes = [f"{into.table.name}, column {heading!r}: {filled.count} of {students} filled in."]
    for most, maximum in sorted(filled.scaled):
        notes.append(
            f"Points are scaled from {as_decimal(most)} to {as_decimal(maximum)}, the file's "
            "maximum; --no-scale leaves them as they are."
        )
    if not filled.has_maximum and marks:
        most = max(mark.most for mark in marks)
        notes.append(f"The file tells no maximum: points are out of {as_decimal(most)}.")
    found = filled.found
    unclear = [f"{student}: {', '.join(rows)}" for student, rows in found.ambiguous.items()]
    notes += listed_below("Fit more than one row, so nothing was filled in", unclear)
    notes += listed_below("Not in the file", found.unknown)
    notes += listed_below("Another grade replaced", _replaced(filled))
    notes += listed_below(
        "Left as they are", [f"{who}: {cell}" for who, cell in filled.kept.items()]
    )
    notes += listed_below("In the file, and nothing was graded for them", found.rows_left)
    return notes


def _replaced(filled: Filled) -> list[str]:
    return [f"{who}: {before}, now {now}" for who, (before, now) in filled.replaced.items()]


def listed_below(what: str, names: Sequence[str]) -> list[str]:
    """Write a list: how many there are, and each in a line of its own; nothing of nobody."""
    return [f"{what} ({len(names)}):", *(f"  {name}" for name in names)] if names else []
