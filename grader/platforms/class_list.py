"""Fills one column of the gradebook file of Canvas or Moodle, and no other cell of it.

A student who fits two rows is told, never guessed. The rules for Canvas are those of its own
lib/gradebook_exporter.rb and gradebook_importer.rb.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct, field

from grader.errors import UsageError
from grader.intake.names import folded
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
    aliases: tuple[str, ...] = ()  # ids, addresses and numbers that a roster has
    canvas_id: str = ""  # the number that Canvas has for the student, where it is known
    email: str = ""  # as a roster has it


class Wanted(Struct, frozen=True):
    """What an instructor says about the column that gets the grades."""

    lesson: str
    title: str | None = None  # of the lesson, where the course is known
    column: str | None = None


class ClassList(Struct, frozen=True):
    """A learning platform's export: where in it people, their grades and the maximum stand."""

    table: CsvFile
    people: Mapping[int, frozenset[str]]  # what stands for a student, by row
    column: int
    maxima: Mapping[int, Fraction] = field(default_factory=dict)  # by row
    untouched: frozenset[str] = frozenset()  # what a cell may say that is to stay


class Filled(Struct, frozen=True):
    """The list with its column filled, what is to be said of that, and whom it did not reach."""

    data: bytes
    notes: list[str]
    unplaced: int


def fill(into: ClassList, marks: Sequence[Mark]) -> Filled:
    """Fill in each mark, scaled to the list's own maximum where it tells one.

    Raises UsageError where a student's record is too short to hold one. A cell that says the same
    number already stays as it is written.
    """
    table, fitting = into.table, _fitting_rows(into, marks)
    students = Counter(row for rows in fitting.values() for row in rows)
    kept, replaced, unclear, unknown = [], [], [], []
    values: dict[int, str] = {}
    scaled: set[tuple[Fraction, Fraction]] = set()
    for mark in marks:
        rows = fitting[mark.student]
        if not rows:
            unknown.append(mark.student)
            continue
        if len(rows) > 1 or students[rows[0]] > 1:
            unclear.append(f"{mark.student}: {', '.join(_shown(table, row) for row in rows)}")
            continue
        row = rows[0]
        if len(table.rows[row]) <= into.column:
            raise UsageError(
                f"{table.name}, line {table.lines[row]}: the record has {len(table.rows[row])} "
                f"cells, and the header has {len(table.rows[0])}. Export the file again."
            )
        said = table.value(row, into.column).strip()
        if said in into.untouched:
            kept.append(f"{mark.student}: {said}")
            continue
        points, maximum = mark.points, into.maxima.get(row)
        if maximum and mark.most and maximum != mark.most:
            points = points * maximum / mark.most
            scaled.add((mark.most, maximum))
        value = as_decimal(points, mark="," if table.delimiter == ";" else ".")
        if read_amount(said) != read_amount(value):
            values[row] = value
            if said not in _NO_GRADE:
                replaced.append(f"{mark.student}: {said}, now {value}")
    filled = len(marks) - len(unknown) - len(unclear) - len(kept)
    heading = table.rows[0][into.column]
    notes = [
        f"{table.name}, column {heading!r}: {filled} of {count(len(marks), 'student')} filled in."
    ]
    for most, maximum in sorted(scaled):
        scale = f"from {as_decimal(most)} to {as_decimal(maximum)}"
        notes.append(f"Points are scaled {scale}, the file's maximum.")
    if not into.maxima and marks:
        most = max(mark.most for mark in marks)
        notes.append(f"The file tells no maximum: points are out of {as_decimal(most)}.")
    for what, names in (
        ("Fit more than one row, or share one, so nothing was filled in", unclear),
        ("Not in the file", unknown),
        ("Another grade replaced", replaced),
        ("Left as they are", kept),
        (
            "In the file, and nothing was graded for them",
            [_shown(table, row) for row in into.people if row not in students],
        ),
    ):
        notes += listed_below(what, names)
    return Filled(table.with_values(into.column, values), notes, len(unclear) + len(unknown))


def _fitting_rows(into: ClassList, marks: Sequence[Mark]) -> dict[str, list[int]]:
    """Find the rows of each student, by every id and address that is known."""
    rows: dict[str, set[int]] = defaultdict(set)
    for row, ids in into.people.items():
        for one in ids:
            rows[one].add(row)
    fitting = {}
    for mark in marks:
        found = (rows.get(one, set()) for one in _ids((mark.student, *mark.aliases)))
        fitting[mark.student] = sorted(set().union(*found))
    return fitting


def _ids(cells: Iterable[str]) -> frozenset[str]:
    """Bring identifiers into the form in which they are compared."""
    return frozenset(folded(form) for cell in cells for form in (cell, unguarded(cell))) - {""}


def _shown(table: CsvFile, row: int) -> str:
    return f"{' '.join(table.rows[row][:2]).strip()} (line {table.lines[row]})"


_SUFFIX = re.compile(r"\s*\([^()]*\)$")  # Canvas: the assignment's id; Moodle: "(Real)"


def choose_column(name: str, columns: Mapping[int, str], wanted: Wanted) -> int:
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
        f"{name} {problem} {names[0] or wanted.lesson!r}. Name one with --column:\n"
        + "\n".join(f"  {printable(columns[place], lines=False)}" for place in found or columns)
    )


_CANVAS_IDS = ("ID", "SIS User ID", "SIS Login ID", "Integration ID")
_TOTALS = re.compile(
    r"(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)"
)  # Canvas looks for these anywhere in a heading
_UNTOUCHED = frozenset(("EX", "N/A"))  # excused, and not assigned to this student


def canvas_list(table: CsvFile, wanted: Wanted) -> ClassList:
    """Read a gradebook export; raises UsageError where it is none or the column is unclear."""
    header = [heading.strip() for heading in table.rows[0]]
    if "Section" not in header or "ID" not in header:
        raise UsageError(
            f"{table.name} is no gradebook of Canvas: its header has no ID and Section. "
            "Take the file that Grades > Export gives."
        )
    assignments = {
        place: heading
        for place, heading in enumerate(table.rows[0])
        if place > header.index("Section") and not _TOTALS.search(heading)
    }
    column = choose_column(table.name, assignments, wanted)
    ids = [place for place, heading in enumerate(header) if heading in _CANVAS_IDS]
    people, possible = {}, None
    for row in range(1, len(table.rows)):
        named = _ids(table.value(row, place) for place in ids)
        if "Points Possible" in table.value(row, 0):
            said = table.value(row, column)
            if "read only" in said:
                heading = assignments[column]
                raise UsageError(f"{table.name}: Canvas does not read the column {heading!r} back.")
            possible = read_amount(said)
        elif named:
            people[row] = named
    maxima = dict.fromkeys(people, possible) if possible else {}
    return ClassList(table, people, column, maxima, _UNTOUCHED)


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


_PARTICIPANT = re.compile(r"\D+(\d+)\s*")  # "Participant 123", in the site's language
_MOODLE_IDS = ("identifier", "id number", "username")


def moodle_list(table: CsvFile, wanted: Wanted) -> ClassList:
    """Read a worksheet or a gradebook export; raises UsageError where a column is unclear.

    Headings are in the site's language, so that an address is known by its "@".
    """
    header = [heading.strip().casefold() for heading in table.rows[0]]
    if wanted.column is None and {"grade", "identifier"} <= set(header):
        column = header.index("grade")
    else:
        column = choose_column(table.name, dict(enumerate(table.rows[0])), wanted)
    people, maxima = {}, {}
    for row, cells in enumerate(table.rows[1:], 1):
        known = zip(header, cells, strict=False)
        ids = [cell for heading, cell in known if heading in _MOODLE_IDS or "@" in cell]
        number = _PARTICIPANT.fullmatch(cells[0]) if cells else None
        if named := _ids([*ids, *([number[1]] if number else [])]):
            people[row] = named
        maximum = header.index("maximum grade") if "maximum grade" in header else len(cells)
        if amount := read_amount(table.value(row, maximum)):
            maxima[row] = amount
    if not people:
        raise UsageError(f"{table.name} names nobody by id or address. Export it with either.")
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
