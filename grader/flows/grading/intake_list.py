"""Writes down what was submitted and whose it is, where that had to be found out."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from grader.exchange.gradebook import disarmed
from grader.ground.folders import write_whole
from grader.intake.class_intake import Intake

NAME = "intake.csv"
_COLUMNS = ("handed_in", "student", "name", "team", "submitted_at", "note")


def write_intake_list(out: Path, intake: Intake, *, is_wanted: bool) -> None:
    """Write the list, or take an earlier one away where none is wanted."""
    path = out / NAME
    if not is_wanted:
        path.unlink(missing_ok=True)
        return
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows(tuple(map(disarmed, row)) for row in _rows(intake))
    write_whole(path, table.getvalue().encode("utf-8"))


def _rows(intake: Intake) -> Iterator[tuple[str, ...]]:
    for one in intake.unplaced:
        yield (one.origin, "", "", "", "", f"undecided: {one.why}")
    for each in intake.submissions:
        when = each.submitted_at.isoformat() if each.submitted_at is not None else ""
        team, name = each.team or "", each.name or ""
        note = each.refused or "; ".join(f"taken: {file}" for file in each.renamed)
        yield (each.origin or "", each.student, name, team, when, note)
