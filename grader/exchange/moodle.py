"""Knows Moodle's files: the grading worksheet of an assignment, and exports of the gradebook."""

import csv
import io
import re
from collections.abc import Sequence
from fractions import Fraction

from grader.errors import UsageError
from grader.model.text import printable

from .amounts import as_decimal, read_amount
from .class_list import ClassList, Mark
from .columns import Wanted, choose_column, column_called
from .formulas import guarded
from .people import Person, id_forms, name_forms
from .raw_csv import RawTable

_PARTICIPANT = re.compile(r"\D+(\d+)")  # "Participant 123", in the site's language
_IDENTIFIER = "identifier"
_IDS = (_IDENTIFIER, "id number", "username", "email address", "email")
_WHOLE_NAME = ("full name", "name")
_FIRST = ("first name",)
_LAST = ("surname", "last name")
_GRADE = "grade"
_MAXIMUM = "maximum grade"


def moodle_list(table: RawTable, wanted: Wanted) -> ClassList:
    """Read a worksheet or a gradebook export; raises UsageError where a column is unclear."""
    header = [heading.strip().casefold() for heading in table.header]
    people = _people(table, header, wanted.match)
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


def _people(table: RawTable, header: Sequence[str], match: str | None) -> tuple[Person, ...]:
    if match is None:
        ids = [place for place, heading in enumerate(header) if heading in _IDS]
        names = _name_columns(header)
    else:
        ids = names = [column_called(table.name, table.header, match)]
    if not ids and not names:
        raise UsageError(
            f"{table.name} has no column that names students in English. Say with --match which "
            "one does:\n" + "\n".join(f"  {printable(each, lines=False)}" for each in table.header)
        )
    rows = [row for row in range(1, len(table.rows)) if not table.rows[row].is_blank]
    return tuple(_person(table, row, ids, names) for row in rows)


def _name_columns(header: Sequence[str]) -> list[int]:
    for wanted in (_WHOLE_NAME, _FIRST + _LAST):
        found = [place for place, heading in enumerate(header) if heading in wanted]
        if found:
            return sorted(found, key=lambda place: header[place] in _LAST)
    return []


def _person(table: RawTable, row: int, ids: Sequence[int], names: Sequence[int]) -> Person:
    cells = [table.value(row, place) for place in ids]
    numbers = [_participant(table, row, place) for place in ids]
    name = " ".join(table.value(row, place) for place in names).strip()
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


def smallest_moodle(marks: Sequence[Mark], title: str) -> bytes:
    """Write the smallest file that Moodle's gradebook import takes; its columns are mapped there.

    The students are e-mail addresses where every one has an @, else user names.
    """
    is_email = bool(marks) and all("@" in mark.student for mark in marks)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["email" if is_email else "username", guarded(title)])
    writer.writerows([guarded(mark.student), as_decimal(mark.points)] for mark in marks)
    return text.getvalue().encode()
