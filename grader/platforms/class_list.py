"""Fills one column of the gradebook file of Canvas or Moodle, and no other cell of it.

A student who fits two rows is told, never guessed. The rules for Canvas are those of its own
lib/gradebook_exporter.rb and gradebook_importer.rb.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct, field

from grader.errors import UsageError
from grader.intake.names import folded, name_keys
from grader.model.amounts import as_decimal, read_amount
from grader.model.csv_file import CsvFile, csv_text, guarded, unguarded
from grader.model.phrases import count, listed_below
from grader.model.text import printable

_NO_GRADE = ("", "-")  # Moodle writes a dash


class Mark(Struct, frozen=True):
    """What one student gets."""

    student: str
    points: Fraction
    most: Fraction
    name: str = ""  # where one is known
    aliases: tuple[str, ...] = ()  # what else a roster calls the student
    canvas_id: str = ""  # the number that Canvas has for the student, where it is known
    email: str = ""  # as a roster has it


class Person(Struct, frozen=True):
    """One row of a class's list."""

    row: int
    shown: str  # how a message calls it
    ids: frozenset[str]
    names: frozenset[str]


class Found(Struct, frozen=True):
    """Who is where."""

    rows: dict[str, int]  # student -> row
    ambiguous: dict[str, tuple[str, ...]]  # student -> the rows, or the other students
    unknown: tuple[str, ...]  # students without a row
    rows_left: tuple[str, ...]  # rows that no student fits


class ClassList(Struct, frozen=True):
    """A learning platform's export: where in it people, their grades and the maximum stand."""

    table: CsvFile
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


def fill(into: ClassList, marks: Sequence[Mark]) -> Filled:
    """Fill in each mark, scaled to the list's own maximum where it tells one.

    Raises UsageError where a student's record is too short to hold one. A cell that says the same
    number already stays as it is written.
    """
    table = into.table
    found = find_people(marks, into.people)
    kept: dict[str, str] = {}
    replaced: dict[str, tuple[str, str]] = {}
    values: dict[int, str] = {}
    scaled: set[tuple[Fraction, Fraction]] = set()
    cells = (cell for row in table.rows[1:] for cell in row if read_amount(cell) is not None)
    marked = Counter(mark for cell in cells for mark in ",." if mark in cell)
    is_comma = marked[","] > marked["."] or (not marked and table.delimiter == ";")
    for mark in marks:
        if mark.student not in found.rows:
            continue
        row = found.rows[mark.student]
        if len(table.rows[row]) <= into.column:
            raise UsageError(
                f"{table.name}, line {table.lines[row]}: the record has {len(table.rows[row])} "
                f"cells, and the header has {len(table.rows[0])}. Export the file again."
            )
        said = table.value(row, into.column).strip()
        if said in into.untouched:
            kept[mark.student] = said
            continue
        points, maximum = mark.points, into.maxima.get(row)
        if maximum and mark.most and maximum != mark.most:
            points = points * maximum / mark.most
            scaled.add((mark.most, maximum))
        value = as_decimal(points, mark="," if is_comma else ".")
        if read_amount(said) != read_amount(value):
            values[row] = value
            if said not in _NO_GRADE:
                replaced[mark.student] = (said, value)
    data = table.with_values(into.column, values)
    return Filled(data, len(found.rows) - len(kept), found, kept, replaced, frozenset(scaled))


def fill_notes(into: ClassList, filled: Filled, marks: Sequence[Mark]) -> list[str]:
    """Say how many cells were filled, how, and list everyone whom that did not reach."""
    name, heading = into.table.name, into.table.rows[0][into.column]
    students = count(len(marks), "student")
    notes = [f"{name}, column {heading!r}: {filled.count} of {students} filled in."]
    for most, maximum in sorted(filled.scaled):
        scale = f"from {as_decimal(most)} to {as_decimal(maximum)}"
        notes.append(f"Points are scaled {scale}, the file's maximum.")
    if not into.maxima and marks:
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


def choose_column(
    name: str, columns: Mapping[int, str], wanted: Wanted, option: str = "--column"
) -> int:
    """Choose among columns, by place; raises UsageError that lists them where it is unclear."""
    names = [wanted.column] if wanted.column is not None else [wanted.title, wanted.lesson]
    asked = {folded(each) for each in names if each}
    found = [place for place, text in columns.items() if folded(text) in asked]
    if not found:
        # "Assignment: Sums (Real)" is "Sums" too, and "Sums (123)" is "Sums" and "123"
        for place, text in columns.items():
            bare = _SUFFIX.sub("", text)
            inside = text[len(bare) :].strip(" ()")
            readings = {folded(each) for each in (bare, inside, bare.partition(":")[2])}
            if (readings - {""}) & asked:
                found.append(place)
    if len(found) == 1:
        return found[0]
    problem = "has no column for" if not found else "has several columns for"
    raise UsageError(
        f"{name} {problem} {names[0] or wanted.lesson!r}. Name one with {option}:\n"
        + "\n".join(f"  {printable(columns[place], lines=False)}" for place in found or columns)
    )


def id_forms(cells: Iterable[str]) -> frozenset[str]:
    """Bring identifiers into the form in which they are compared."""
    return frozenset(folded(form) for cell in cells for form in (cell, unguarded(cell))) - {""}


def name_forms(name: str) -> frozenset[str]:
    """Bring a name into the forms in which it is compared: "Lee, Ann" is "Ann Lee" too."""
    forms = (key for text in (name, unguarded(name)) for key in name_keys(text, folded))
    return frozenset(forms) - {""}


def find_people(marks: Sequence[Mark], people: Sequence[Person]) -> Found:
    """Find students by identifier, and by name those whom no identifier fits.

    Without a name, what a report calls the student may be the name itself.
    """
    fitting: dict[str, list[int]] = {}
    by_id: dict[str, set[int]] = {}
    by_name: dict[str, set[int]] = {}
    for person in people:
        for index, forms in ((by_id, person.ids), (by_name, person.names)):
            for form in forms:
                index.setdefault(form, set()).add(person.row)
    for mark in marks:
        for index, forms in (
            (by_id, id_forms([mark.student])),
            (by_id, id_forms(mark.aliases)),
            (by_name, name_forms(mark.name or mark.student)),
        ):
            rows = sorted(set[int]().union(*(index.get(form, ()) for form in forms)))
            if rows:
                break
        fitting[mark.student] = rows
    shown = {person.row: person.shown for person in people}
    placed: dict[str, int] = {}
    ambiguous: dict[str, tuple[str, ...]] = {}
    for student, rows in fitting.items():
        others = [one for one, its in fitting.items() if its == rows and one != student]
        if len(rows) > 1:
            ambiguous[student] = tuple(shown[row] for row in rows)
        elif rows and others:
            ambiguous[student] = (shown[rows[0]], *(f"as {other} is" for other in others))
        elif rows:
            placed[student] = rows[0]
    named = {row for rows in fitting.values() for row in rows}
    return Found(
        rows=placed,
        ambiguous=ambiguous,
        unknown=tuple(student for student, rows in fitting.items() if not rows),
        rows_left=tuple(person.shown for person in people if person.row not in named),
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
        columns = dict(enumerate(header))
        match = Wanted(wanted.lesson, column=wanted.match)
        ids = names = [choose_column(table.name, columns, match, "--match")]
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
        columns = dict(enumerate(table.rows[0]))
        match = Wanted(wanted.lesson, column=wanted.match)
        ids = names = [choose_column(table.name, columns, match, "--match")]
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

    The students are e-mail addresses where every one has one, else user names.
    """
    emails = [mark.email or mark.student for mark in marks]
    is_email = bool(marks) and all("@" in email for email in emails)
    names = emails if is_email else [mark.student for mark in marks]
    rows = [["email" if is_email else "username", guarded(title)]]
    rows += [[guarded(name), as_decimal(m.points)] for name, m in zip(names, marks, strict=True)]
    return csv_text(rows, end="\r\n").encode()


def _person(table: CsvFile, row: int, ids: Sequence[int], name: str) -> Person:
    cells = [table.value(row, place) for place in ids]
    shown = f"{name or ''.join(cells[:1])} (line {table.lines[row]})"
    for place in ids:
        number = _PARTICIPANT.fullmatch(table.value(row, place).strip())
        if number and table.rows[0][place].strip().casefold() == _IDENTIFIER:
            cells.append(number[1])
    return Person(row, shown, id_forms(cells), name_forms(name))
