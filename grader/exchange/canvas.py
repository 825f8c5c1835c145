"""Knows Canvas' gradebook file: which rows are students, which columns are assignments.

The rules are those of Canvas' own lib/gradebook_exporter.rb and gradebook_importer.rb.
"""

import csv
import io
import re
from collections.abc import Sequence
from fractions import Fraction

from grader.errors import UsageError

from .amounts import as_decimal, read_amount
from .class_list import ClassList, Mark
from .columns import Wanted, choose_column, column_called
from .formulas import guarded
from .people import Person, id_forms, name_forms
from .raw_csv import RawTable

_IDS = ("ID", "SIS User ID", "SIS Login ID", "Integration ID")
_NAMES = ("Student", "LastName", "FirstName")
_TOTALS = re.compile(
    r"(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)"
)  # Canvas looks for these anywhere in a heading
_POINTS_POSSIBLE = "Points Possible"
_POSTING = re.compile(r"\s*(Muted|Manual Posting.*)?\s*", re.IGNORECASE)
_UNTOUCHED = frozenset(("EX", "N/A"))  # excused, and not assigned to this student


def canvas_list(table: RawTable, wanted: Wanted) -> ClassList:
    """Read a gradebook export; raises UsageError where it is none or the column is unclear."""
    header = table.header
    first = [heading.strip() for heading in header]
    is_split = first[:2] == ["LastName", "FirstName"]
    if "Section" not in first or not (is_split or first[0] == "Student") or "ID" not in first:
        raise UsageError(
            f"{table.name} is no gradebook of Canvas: its header has no Student, ID and Section. "
            "Take the file that Grades > Export gives."
        )
    begin = first.index("Section") + 1
    assignments = {
        place: header[place]
        for place in range(begin, len(header))
        if not _TOTALS.search(header[place])
    }
    column = choose_column(table.name, assignments, wanted)
    possible = _points_possible(table, column)
    people = _people(table, first, wanted.match)
    maxima = {person.row: possible for person in people} if possible else {}
    return ClassList(table, people, column, maxima, _UNTOUCHED)


def _points_possible(table: RawTable, column: int) -> Fraction | None:
    for row in range(1, len(table.rows)):
        if _POINTS_POSSIBLE in table.value(row, 0):
            said = table.value(row, column)
            if "read only" in said:
                heading = table.header[column]
                raise UsageError(f"{table.name}: Canvas does not read the column {heading!r} back.")
            return read_amount(said)
    return None


def _people(table: RawTable, header: Sequence[str], match: str | None) -> tuple[Person, ...]:
    if match is None:
        ids = [place for place, heading in enumerate(header) if heading in _IDS]
        names = [place for place, heading in enumerate(header) if heading in _NAMES]
    else:
        ids = names = [column_called(table.name, header, match)]
    people = []
    for row in range(1, len(table.rows)):
        if _is_no_student(table, row):
            continue
        cells = [table.value(row, place) for place in names]
        whole = cells[0] if len(cells) == 1 else f"{cells[0]}, {cells[1]}"
        people.append(
            Person(
                row,
                f"{whole} (line {table.rows[row].line})",
                id_forms(table.value(row, place) for place in ids),
                name_forms(whole),
            )
        )
    return tuple(people)


def _is_no_student(table: RawTable, row: int) -> bool:
    values = [table.value(row, place) for place in range(len(table.rows[row].cells))]
    return _POINTS_POSSIBLE in values[0] or all(map(_POSTING.fullmatch, values))


def smallest_canvas(marks: Sequence[Mark], title: str) -> bytes:
    """Write the smallest file that Canvas imports: each by its own id, else by the log-in name.

    The column ID is there even where it is empty: without it Canvas would take the log-ins for ids.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["Student", "ID", "SIS Login ID", "Section", guarded(title)])
    for mark in marks:
        ids = [mark.canvas_id, "" if mark.canvas_id else mark.student]
        who = [mark.name or mark.student, *ids]
        writer.writerow([*map(guarded, who), "", as_decimal(mark.points)])
    return text.getvalue().encode()
