"""Knows the gradebook files of Canvas and Moodle: which rows are students, which columns grades.

The rules for Canvas are those of its own lib/gradebook_exporter.rb and gradebook_importer.rb.
"""

import re
from collections.abc import Sequence
from fractions import Fraction

from grader.errors import UsageError
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
from .csv_cells import csv_text, guarded
from .raw_csv import RawTable

_CANVAS_IDS = ("ID", "SIS User ID", "SIS Login ID", "Integration ID")
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
    people = _canvas_people(table, first, wanted.match)
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


def _canvas_people(table: RawTable, header: Sequence[str], match: str | None) -> tuple[Person, ...]:
    if match is None:
        ids = [place for place, heading in enumerate(header) if heading in _CANVAS_IDS]
        names = [place for place, heading in enumerate(header) if heading in _NAMES]
    else:
        ids = names = [column_called(table.name, header, match)]
    rows = [row for row in range(1, len(table.rows)) if not _is_no_student(table, row)]
    called = (", ".join(table.value(row, place) for place in names[:2]) for row in rows)
    return tuple(_person(table, row, ids, name) for row, name in zip(rows, called, strict=True))


def _is_no_student(table: RawTable, row: int) -> bool:
    values = [table.value(row, place) for place in range(len(table.rows[row].cells))]
    return _POINTS_POSSIBLE in values[0] or all(map(_POSTING.fullmatch, values))


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
_WHOLE_NAME = ("full name", "name")
_FIRST = ("first name",)
_LAST = ("surname", "last name")
_GRADE = "grade"
_MAXIMUM = "maximum grade"


def moodle_list(table: RawTable, wanted: Wanted) -> ClassList:
    """Read a worksheet or a gradebook export; raises UsageError where a column is unclear."""
    header = [heading.strip().casefold() for heading in table.header]
    people = _moodle_people(table, header, wanted.match)
    column = _column(table, header, wanted)
    return ClassList(table, people, column, _maxima(table, header, people))


def _column(table: RawTable, header: Sequence[str], wanted: Wanted) -> int:
    is_worksheet = _GRADE in header and _IDENTIFIER in header
    if wanted.column is None and is_worksheet:
        return header.index(_GRADE)
    return choose_column(table.name, dict(enumerate(table.header)), wanted)


def _maxima(
    table: RawTable, header: Sequence[str], people: Sequence[Person]
) -> dict[int, Fraction]:
    if _MAXIMUM not in header:
        return {}
    column = header.index(_MAXIMUM)
    said = {person.row: read_amount(table.value(person.row, column)) for person in people}
    return {row: maximum for row, maximum in said.items() if maximum}


def _moodle_people(table: RawTable, header: Sequence[str], match: str | None) -> tuple[Person, ...]:
    if match is None:
        ids = [place for place, heading in enumerate(header) if heading in _MOODLE_IDS]
        names = _name_columns(header)
    else:
        ids = names = [column_called(table.name, table.header, match)]
    if not ids and not names:
        raise UsageError(
            f"{table.name} has no column that names students in English. Say with --match which "
            "one does:\n" + "\n".join(f"  {printable(each, lines=False)}" for each in table.header)
        )
    rows = [row for row in range(1, len(table.rows)) if not table.rows[row].is_blank]
    called = (" ".join(table.value(row, place) for place in names).strip() for row in rows)
    return tuple(_person(table, row, ids, name) for row, name in zip(rows, called, strict=True))


def _name_columns(header: Sequence[str]) -> list[int]:
    for wanted in (_WHOLE_NAME, _FIRST + _LAST):
        found = [place for place, heading in enumerate(header) if heading in wanted]
        if found:
            return sorted(found, key=lambda place: header[place] in _LAST)
    return []


def smallest_moodle(marks: Sequence[Mark], title: str) -> bytes:
    """Write the smallest file that Moodle's gradebook import takes; its columns are mapped there.

    The students are e-mail addresses where every one has an @, else user names.
    """
    is_email = bool(marks) and all("@" in mark.student for mark in marks)
    heads = ["email" if is_email else "username", guarded(title)]
    rows = ([guarded(mark.student), as_decimal(mark.points)] for mark in marks)
    return csv_text([heads, *rows], end="\r\n").encode()


def _person(table: RawTable, row: int, ids: Sequence[int], name: str) -> Person:
    cells = [table.value(row, place) for place in ids]
    numbers = [_participant(table, row, place) for place in ids]
    return Person(
        row,
        f"{name or cells[0]} (line {table.rows[row].line})",
        id_forms([*cells, *numbers]),
        name_forms(name),
    )


def _participant(table: RawTable, row: int, place: int) -> str:
    if table.header[place].strip().casefold() != _IDENTIFIER:
        return ""
    number = _PARTICIPANT.fullmatch(table.value(row, place).strip())
    return number[1] if number else ""
