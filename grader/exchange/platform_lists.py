"""Knows the gradebook files of Canvas and Moodle: which rows are students, which columns grades.

The rules for Canvas are those of its own lib/gradebook_exporter.rb and gradebook_importer.rb.
"""

import re
from collections.abc import Sequence

from grader.errors import UsageError
from grader.model.csv_file import CsvFile, csv_text, guarded
from grader.model.text import printable

from .amounts import as_decimal, read_amount
from .class_list import (
    ClassList,
    Mark,
    Person,
    Wanted,
    choose_column,
    column_called,
    id_forms,
    name_forms,
)

_CANVAS_IDS = ("ID", "SIS User ID", "SIS Login ID", "Integration ID")
_NAMES = ("Student", "LastName", "FirstName")
_TOTALS = re.compile(
    r"(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)"
)  # Canvas looks for these anywhere in a heading
_POINTS_POSSIBLE = "Points Possible"
_POSTING = re.compile(r"\s*(Muted|Manual Posting.*)?\s*", re.IGNORECASE)
_UNTOUCHED = frozenset(("EX", "N/A"))  # excused, and not assigned to this student


def canvas_list(table: CsvFile, wanted: Wanted) -> ClassList:
    """Read a gradebook export; raises UsageError where it is none or the column is unclear."""
    header = [heading.strip() for heading in table.rows[0]]
    is_split = header[:2] == ["LastName", "FirstName"]
    if "Section" not in header or not (is_split or header[0] == "Student") or "ID" not in header:
        raise UsageError(
            f"{table.name} is no gradebook of Canvas: its header has no Student, ID and Section. "
            "Take the file that Grades > Export gives."
        )
    assignments = {
        place: heading
        for place, heading in enumerate(table.rows[0])
        if place > header.index("Section") and not _TOTALS.search(heading)
    }
    column = choose_column(table.name, assignments, wanted)
    if wanted.match is None:
        ids = [place for place, heading in enumerate(header) if heading in _CANVAS_IDS]
        names = [place for place, heading in enumerate(header) if heading in _NAMES]
    else:
        ids = names = [column_called(table.name, header, wanted.match)]
    possible = None
    people = []
    for row, cells in enumerate(table.rows[1:], 1):
        if _POINTS_POSSIBLE in table.value(row, 0):
            said = table.value(row, column)
            if "read only" in said:
                heading = assignments[column]
                raise UsageError(f"{table.name}: Canvas does not read the column {heading!r} back.")
            possible = read_amount(said)
        elif not all(map(_POSTING.fullmatch, cells)):
            name = ", ".join(table.value(row, place) for place in names[:2])
            people.append(_person(table, row, ids, name))
    maxima = {person.row: possible for person in people} if possible else {}
    return ClassList(table, tuple(people), column, maxima, _UNTOUCHED)


def smallest_canvas(marks: Sequence[Mark], title: str) -> bytes:
    """Write the smallest file that Canvas imports: each by its own id, else by the log-in name.

    The column ID is there even where it is empty: without it Canvas would take the log-ins for ids.
    """
    rows = [["Student", "ID", "SIS Login ID", "Section", guarded(title)]]
    for mark in marks:
        ids = [mark.canvas_id, "" if mark.canvas_id else mark.student]
        who = [mark.name or mark.student, *ids]
        rows.append([*map(guarded, who), "", as_decimal(mark.points)])
    return csv_text(rows, end="\r\n").encode()


_PARTICIPANT = re.compile(r"\D+(\d+)")  # "Participant 123", in the site's language
_IDENTIFIER = "identifier"
_MOODLE_IDS = (_IDENTIFIER, "id number", "username", "email address", "email")
_WHOLE_NAMES = ("full name", "name")
_PARTS_OF_NAMES = ("first name", "surname", "last name")
_GRADE = "grade"
_MAXIMUM = "maximum grade"


def moodle_list(table: CsvFile, wanted: Wanted) -> ClassList:
    """Read a worksheet or a gradebook export; raises UsageError where a column is unclear."""
    header = [heading.strip().casefold() for heading in table.rows[0]]
    if wanted.match is None:
        ids = [place for place, heading in enumerate(header) if heading in _MOODLE_IDS]
        names = [place for place, heading in enumerate(header) if heading in _WHOLE_NAMES] or [
            header.index(heading) for heading in _PARTS_OF_NAMES if heading in header
        ]
    else:
        ids = names = [column_called(table.name, table.rows[0], wanted.match)]
    if not ids and not names:
        raise UsageError(
            f"{table.name} has no column that names students in English. Say with --match which "
            "one does:\n" + "\n".join(f"  {printable(each, lines=False)}" for each in table.rows[0])
        )
    if wanted.column is None and _GRADE in header and _IDENTIFIER in header:
        column = header.index(_GRADE)
    else:
        column = choose_column(table.name, dict(enumerate(table.rows[0])), wanted)
    people = tuple(
        _person(table, row, ids, " ".join(table.value(row, place) for place in names).strip())
        for row, cells in enumerate(table.rows[1:], 1)
        if any(map(str.strip, cells))
    )
    maxima = {}
    if _MAXIMUM in header:
        for person in people:
            maximum = read_amount(table.value(person.row, header.index(_MAXIMUM)))
            if maximum:
                maxima[person.row] = maximum
    return ClassList(table, people, column, maxima)


def smallest_moodle(marks: Sequence[Mark], title: str) -> bytes:
    """Write the smallest file that Moodle's gradebook import takes; its columns are mapped there.

    The students are e-mail addresses where every one has an @, else user names.
    """
    is_email = bool(marks) and all("@" in mark.student for mark in marks)
    heads = ["email" if is_email else "username", guarded(title)]
    rows = ([guarded(mark.student), as_decimal(mark.points)] for mark in marks)
    return csv_text([heads, *rows], end="\r\n").encode()


def _person(table: CsvFile, row: int, ids: Sequence[int], name: str) -> Person:
    cells = [table.value(row, place) for place in ids]
    shown = f"{name or ''.join(cells[:1])} (line {table.lines[row]})"
    for place in ids:
        number = _PARTICIPANT.fullmatch(table.value(row, place).strip())
        if number and table.rows[0][place].strip().casefold() == _IDENTIFIER:
            cells.append(number[1])
    return Person(row, shown, id_forms(cells), name_forms(name))
