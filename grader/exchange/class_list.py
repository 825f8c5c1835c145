"""Fills one column of a class's own list, chosen by its heading, and no other byte of it.

A student who fits two rows is told, never guessed.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct, field

from grader.errors import UsageError
from grader.model.phrases import count, listed_below
from grader.model.text import printable

from .amounts import as_decimal, decimal_mark, read_amount
from .csv_cells import unguarded
from .raw_csv import RawTable, cell_value

_NO_GRADE = ("", "-")  # Moodle writes a dash


class Mark(Struct, frozen=True):
    """What one student gets."""

    student: str
    points: Fraction
    most: Fraction
    name: str = ""  # where one is known
    aliases: tuple[str, ...] = ()  # what else a roster calls the student
    canvas_id: str = ""  # the number that Canvas has for the student, where its download told it


class Person(Struct, frozen=True):
    """One row of a class's list."""

    row: int
    shown: str  # how a message calls it
    ids: frozenset[str]
    names: frozenset[str]


class Called(Struct, frozen=True):
    """What is known of a student beside what a report calls them."""

    name: str = ""
    aliases: tuple[str, ...] = ()  # further identifiers


class Found(Struct, frozen=True):
    """Who is where."""

    rows: dict[str, int]  # student -> row
    ambiguous: dict[str, tuple[str, ...]]  # student -> the rows, or the other students
    unknown: tuple[str, ...]  # students without a row
    rows_left: tuple[str, ...]  # rows that no student fits


class ClassList(Struct, frozen=True):
    """A learning platform's export: where in it people, their grades and the maximum stand."""

    table: RawTable
    people: tuple[Person, ...]
    column: int
    maxima: Mapping[int, Fraction] = field(default_factory=dict)  # by row
    untouched: frozenset[str] = frozenset()  # what a cell may say that is to stay


class Filled(Struct, frozen=True):
    """The list with its column filled, and whom that reached."""

    data: bytes
    count: int
    found: Found
    kept: dict[str, str]  # student -> what the cell said, and still says
    replaced: dict[str, tuple[str, str]]  # student -> the grade that the cell had, and has now
    scaled: frozenset[tuple[Fraction, Fraction]]  # (points of the lesson, maximum of the list)
    has_maximum: bool


def fill(into: ClassList, marks: Sequence[Mark], *, scale: bool = True) -> Filled:
    """Fill in each mark, scaled to the list's own maximum unless told not to.

    Raises UsageError where a student's record is too short to hold one.
    A cell that says the same number already stays as it is written, so filling twice changes
    nothing.
    """
    called = {mark.student: Called(mark.name, mark.aliases) for mark in marks}
    found = find_people(called, into.people)
    placed = {found.rows[mark.student]: mark for mark in marks if mark.student in found.rows}
    kept: dict[str, str] = {}
    replaced: dict[str, tuple[str, str]] = {}
    values: dict[int, str] = {}
    scaled: set[tuple[Fraction, Fraction]] = set()
    comma = _decimal_mark(into)
    for row, mark in placed.items():
        _check_width(into, row)
        said = into.table.value(row, into.column)
        if said.strip() in into.untouched:
            kept[mark.student] = said.strip()
            continue
        points = mark.points
        maximum = into.maxima.get(row)
        if scale and maximum and mark.most and maximum != mark.most:
            points = points * maximum / mark.most
            scaled.add((mark.most, maximum))
        value = as_decimal(points, mark=comma)
        if read_amount(said) != read_amount(value):
            values[row] = value
            if said.strip() not in _NO_GRADE:
                replaced[mark.student] = (said.strip(), value)
    data = into.table.with_values(into.column, values).to_bytes()
    count = len(placed) - len(kept)
    return Filled(data, count, found, kept, replaced, frozenset(scaled), bool(into.maxima))


def _check_width(into: ClassList, row: int) -> None:
    record = into.table.rows[row]
    if len(record.cells) <= into.column:
        raise UsageError(
            f"{into.table.name}, line {record.line}: the record has {len(record.cells)} cells, "
            f"and the header has {len(into.table.header)}. Export the file again."
        )


def _decimal_mark(into: ClassList) -> str:
    """Write numbers as the column does, else as the rest of the file does."""
    here, elsewhere = Counter[str](), Counter[str]()
    for row in into.table.rows[1:]:
        for column, raw in enumerate(row.cells):
            mark = decimal_mark(cell_value(raw))
            if mark is not None:
                (here if column == into.column else elsewhere)[mark] += 1
    for counts in (here, elsewhere):
        if counts[","] != counts["."]:
            return "," if counts[","] > counts["."] else "."
    return "," if into.table.delimiter == ";" else "."


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
    replaced = [f"{who}: {before}, now {now}" for who, (before, now) in filled.replaced.items()]
    notes += listed_below("Another grade replaced", replaced)
    kept = [f"{who}: {cell}" for who, cell in filled.kept.items()]
    notes += listed_below("Left as they are", kept)
    notes += listed_below("In the file, and nothing was graded for them", found.rows_left)
    return notes


_SUFFIX = re.compile(r"\s*\([^()]*\)$")  # Canvas: the assignment's id; Moodle: "(Real)"


class Wanted(Struct, frozen=True):
    """What an instructor says about the columns of a class's list."""

    lesson: str
    title: str | None = None  # of the lesson, where the course is known
    column: str | None = None  # that gets the grades
    match: str | None = None  # that names the students


def choose_column(name: str, columns: Mapping[int, str], wanted: Wanted) -> int:
    """Choose among columns, by place; raises UsageError that lists them where it is unclear."""
    if wanted.column is not None:
        found = _called(columns, [wanted.column])
        what = f"{wanted.column!r}"
    else:
        found = _called(columns, [wanted.title, wanted.lesson])
        what = f"{wanted.title or wanted.lesson!r}"
    if len(found) == 1:
        return found[0]
    problem = "has no column for" if not found else "has several columns for"
    raise UsageError(
        f"{name} {problem} {what}. Name one with --column:\n"
        + "\n".join(f"  {printable(columns[place], lines=False)}" for place in found or columns)
    )


def column_called(name: str, header: Iterable[str], wanted: str) -> int:
    """Find the one column with this heading; raises UsageError that lists all."""
    columns = dict(enumerate(header))
    found = [place for place, text in columns.items() if _plain(text) == _plain(wanted)]
    if len(found) == 1:
        return found[0]
    problem = "no column" if not found else "several columns"
    raise UsageError(
        f"{name} has {problem} {wanted!r}. Its columns:\n"
        + "\n".join(f"  {printable(text, lines=False)}" for text in columns.values())
    )


def _called(columns: Mapping[int, str], names: Iterable[str | None]) -> list[int]:
    asked = {_plain(name) for name in names if name}
    exact = [place for place, text in columns.items() if _plain(text) in asked]
    return exact or [place for place, text in columns.items() if _readings(text) & asked]


def _readings(heading: str) -> set[str]:
    """Read "Assignment: Sums (Real)" as "Sums" too, and "Sums (123)" as "Sums" and as "123"."""
    bare = _SUFFIX.sub("", heading)
    inside = heading[len(bare) :].strip(" ()")
    after_kind = bare.partition(":")[2]
    return {_plain(text) for text in (heading, bare, inside, after_kind)} - {""}


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def id_forms(cells: Iterable[str]) -> frozenset[str]:
    """Bring identifiers into the form in which they are compared."""
    forms = {_folded(form) for cell in cells for form in (cell, unguarded(cell))}
    return frozenset(forms - {""})


def name_forms(*names: str) -> frozenset[str]:
    """Bring a name into the forms in which it is compared: "Lee, Ann" is "Ann Lee" too."""
    forms = set()
    for name in names:
        # Canvas writes a name that begins with "=" in quotation marks of its own
        bare = name[1:-1] if name[:1] == name[-1:] == '"' else name
        for text in (name, unguarded(name), bare):
            plain = _folded(text.replace("_", " "))
            last, comma, first = plain.partition(",")
            forms |= {plain, f"{first.strip()} {last.strip()}"} if comma else {plain}
    return frozenset(forms - {""})


def _folded(text: str) -> str:
    # joiners and marks of direction differ between two copies of one name, and nobody sees them
    seen = (
        sign
        for sign in unicodedata.normalize("NFC", text)
        if unicodedata.category(sign) != "Cf" and not "\ufe00" <= sign <= "\ufe0f"
    )
    return " ".join("".join(seen).casefold().split())


def find_people(students: Mapping[str, Called], people: Sequence[Person]) -> Found:
    """Find students by identifier, and by name those whom no identifier fits.

    Without a name, what a report calls the student may be the name itself.
    """
    rows: dict[str, int] = {}
    ambiguous: dict[str, tuple[str, ...]] = {}
    named: set[int] = set()
    shown = {person.row: person.shown for person in people}
    by_id = _index((person.row, person.ids) for person in people)
    by_name = _index((person.row, person.names) for person in people)
    for student, known in students.items():
        fitting = _fitting(id_forms([student]), by_id)
        fitting = fitting or _fitting(id_forms(known.aliases), by_id)
        fitting = fitting or _fitting(name_forms(known.name or student), by_name)
        if len(fitting) == 1:
            rows[student] = fitting[0]
        elif fitting:
            ambiguous[student] = tuple(shown[row] for row in fitting)
            named.update(fitting)
    claims = Counter(rows.values())
    for student, row in list(rows.items()):
        if claims[row] > 1:
            others = tuple(s for s, r in rows.items() if r == row and s != student)
            ambiguous[student] = (shown[row], *(f"as {other} is" for other in others))
    placed = {student: row for student, row in rows.items() if student not in ambiguous}
    named.update(rows.values())
    return Found(
        rows=placed,
        ambiguous=ambiguous,
        unknown=tuple(s for s in students if s not in rows and s not in ambiguous),
        rows_left=tuple(p.shown for p in people if p.row not in named),
    )


def _index(rows: Iterable[tuple[int, frozenset[str]]]) -> dict[str, set[int]]:
    index: dict[str, set[int]] = {}
    for row, forms in rows:
        for form in forms:
            index.setdefault(form, set()).add(row)
    return index


def _fitting(forms: frozenset[str], index: dict[str, set[int]]) -> list[int]:
    return sorted(set().union(*(index.get(form, set()) for form in forms)))
