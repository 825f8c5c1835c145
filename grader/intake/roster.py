"""Knows a class by its roster, and finds who handed something in without guessing.

The headings are those of a plain roster, and of the lists that Moodle, Canvas and Gradescope
export.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct, field

from grader.errors import UsageError
from grader.model.course import StudentId
from grader.model.csv_file import read_csv
from grader.model.text import printable

from .names import called, folded, name_key, name_keys

_IDS = ("id", "student id", "sid", "id number", "identifier", "sis user id", "sis login id",
        "username")  # fmt: skip
_EMAILS = ("email", "email address", "e mail")
ACCOUNT_COLUMNS = (*_IDS, *_EMAILS)
_NAMES = ("name", "full name", "student")
_FIRST, _LAST = ("first name", "firstname"), ("last name", "lastname", "surname")
_NUMBERS = {"canvas": ("canvas id",), "moodle": ("participant", "identifier")}
_LAST_NUMBER = re.compile(r"(\d+)\s*$")  # "Participant 123", in any language
_OF_CANVAS = "sis login id"  # where "id" is Canvas' own number
_NO_STUDENTS = ("points possible", "student, test")  # rows of Canvas' gradebook


class Row(Struct, frozen=True):
    """One record: its cells under their headings as `_plain` writes them."""

    line: int
    cells: Mapping[str, str]

    def first(self, headings: Iterable[str]) -> str:
        """Return the first of these columns that says something here."""
        return next((self.cells[h] for h in headings if self.cells.get(h)), "")

    @property
    def numbers(self) -> set[tuple[str, str]]:
        """The numbers that platforms have for the row's student: "Participant 123", "123"."""
        found = {name: _LAST_NUMBER.search(self.first(own)) for name, own in _NUMBERS.items()}
        return {(platform, number[1]) for platform, number in found.items() if number}


class Table(Struct, frozen=True):
    """A CSV file with a header line."""

    path: Path
    headings: tuple[str, ...]
    rows: tuple[Row, ...]

    def require(self, known: Iterable[str], what: str) -> None:
        """Raise UsageError unless one of these columns is there."""
        names = list(known)
        if not any(heading in names for heading in self.headings):
            has = ", ".join(printable(h, lines=False) for h in self.headings if h)
            raise UsageError(
                f"{self.path} has no column for {what}: call it {names[0]!r}. It has: {has}."
            )

    def refuse(self, faults: Iterable[str]) -> None:
        """Raise UsageError that says everything that is wrong, if anything is."""
        if said := "\n".join(f"{self.path}: {fault}." for fault in faults):
            raise UsageError(said)


def read_table(path: Path) -> Table:
    """Read a CSV file with commas, semicolons or tabs; raises UsageError."""
    try:
        file = read_csv(path.read_bytes(), str(path))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    lines = zip(file.lines, file.rows, strict=True)
    (_, first), *rest = [(line, row) for line, row in lines if any(map(str.strip, row))]
    headings = tuple(map(_plain, first))
    rows = []
    for line, row in rest:
        cells: dict[str, str] = {}
        for heading, cell in zip(headings, row, strict=False):
            cells[heading] = cells.get(heading) or cell.strip()
        rows.append(Row(line, cells))
    return Table(path, headings, tuple(rows))


def _plain(heading: str) -> str:
    """Bring a heading into the form in which it is looked for."""
    return folded(heading.replace("_", " ").replace("-", " "))


class Who(Struct, frozen=True):
    """What an entry of a class says of one person who handed something in."""

    ids: tuple[str, ...] = ()  # identifiers and addresses, the better ones first
    name: str = ""
    platform: str = ""  # whose own number this is, where it has one
    number: str = ""
    is_label: bool = False  # whoever collected the class named the entry: a group, perhaps

    @property
    def own_id(self) -> str:
        """What names this person where there is no roster."""
        return next(filter(None, (self.number, *self.ids, self.name)), "")


class RosterStudent(Struct, frozen=True):
    """One row of the roster."""

    id: StudentId
    name: str | None
    email: str
    identifiers: frozenset[str]  # the id, the address and every account
    numbers: frozenset[tuple[str, str]]  # (platform, number)

    def __str__(self) -> str:
        return f"{self.name} ({self.id})" if self.name else self.id

    def all_keys(self) -> Iterator[tuple[str, str]]:
        """Yield all that this student is looked for by."""
        yield from self.numbers
        yield from {("id", folded(text)) for text in self.identifiers}
        yield from (("name", key) for key in name_keys(self.name or ""))


class Match(Struct, frozen=True):
    """Whom something belongs to, or why that is not known."""

    student: RosterStudent | None
    why: str = ""
    candidates: tuple[StudentId, ...] = ()
    is_sure: bool = True  # by an identifier: people choose their names


class Roster(Struct, frozen=True):
    """All students of a class."""

    path: Path
    students: tuple[RosterStudent, ...]
    _index: dict[tuple[str, str], list[RosterStudent]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for student in self.students:
            for key in student.all_keys():
                self._index.setdefault(key, []).append(student)

    def _find(self, kind: str, *texts: str) -> list[RosterStudent]:
        found = (student for text in texts for student in self._index.get((kind, text), ()))
        return list(dict.fromkeys(found))

    def by_id(self, text: str) -> RosterStudent | None:
        """Find the one student of an identifier or address."""
        found = self._find("id", folded(text))
        return found[0] if len(found) == 1 else None

    def match(self, who: Who) -> Match:
        """Find the one student who this is: by identifier or address, then by name."""
        identified = self._find("id", *map(folded, who.ids))
        identified = identified or self._find(who.platform, who.number)
        found = identified or self._find("name", name_key(who.name))
        if not found:
            return Match(None, f"no student in {self.path.name} fits")
        if len(found) > 1:
            how = "its identifiers are those of several" if identified else "it fits several"
            why = f"{how}: {', '.join(map(str, found))}; an identifier in the roster decides"
            return Match(None, why, tuple(student.id for student in found))
        addresses = {folded(text) for text in who.ids if "@" in text}
        is_another = found[0].email and addresses and folded(found[0].email) not in addresses
        return Match(found[0], is_sure=bool(identified) and not is_another)


def read_roster(path: Path) -> Roster:
    """Read a roster; raises UsageError that says everything that is wrong with it."""
    table = read_table(path)
    table.require(ACCOUNT_COLUMNS, "the student's id")
    column = next(name for name in ACCOUNT_COLUMNS if name in table.headings)
    students: list[RosterStudent] = []
    faults: list[str] = []
    lines: dict[str, int] = {}
    for row in table.rows:
        email = row.first(_EMAILS)
        name = row.first(_NAMES) or f"{row.first(_FIRST)} {row.first(_LAST)}".strip()
        if folded(name) in _NO_STUDENTS or not (name or row.first(ACCOUNT_COLUMNS)):
            continue
        id_ = StudentId(called(row.cells.get(column) or email))
        before = lines.setdefault(folded(id_), row.line)
        if not id_:
            faults.append(f"line {row.line} has no id")
        elif before != row.line:
            faults.append(f"lines {before} and {row.line} have the same id {id_}")
        numbers = row.numbers
        if _OF_CANVAS in table.headings and row.cells.get("id"):
            numbers.add(("canvas", row.cells["id"]))
        accounts = (row.cells.get(heading, "") for heading in ACCOUNT_COLUMNS)
        identifiers = frozenset(filter(None, (id_, *accounts)))
        students.append(
            RosterStudent(id_, called(name) or None, email, identifiers, frozenset(numbers))
        )
    table.refuse(faults or ([] if students else ["it lists no student"]))
    return Roster(path, tuple(students))
