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

from .file_tree import BOUNDS, disk_node
from .names import Form, called, folded, name_keys, run_together, run_together_forms, written

ID_COLUMNS = ("id", "student id", "sid", "student number", "id number", "identifier",
               "sis user id", "username", "login")  # fmt: skip
_NAMES = ("name", "full name", "student name", "student")
_FIRST, _LAST = ("first name", "firstname", "given name"), ("last name", "lastname", "surname",
                                                            "family name")  # fmt: skip
_EMAILS = ("email", "email address", "e mail", "e mail address", "mail")
_ACCOUNTS = ("username", "login", "login id", "github username", "github", "identifier",
             "sis user id", "sis login id", "id number", "student id", "sid")  # fmt: skip
_NUMBERS = {
    "canvas": ("canvas id", "canvas user id"),
    "moodle": ("participant", "participant id", "identifier", "moodle id"),
}
ACCOUNT_COLUMNS = tuple(dict.fromkeys((*ID_COLUMNS, *_ACCOUNTS, *_EMAILS)))
_LAST_NUMBER = re.compile(r"(\d+)\s*$")  # "Participant 123", in any language
_SPLIT_BY_CANVAS = ("lastname", "firstname", "id")
_NO_STUDENTS = ("points possible", "test student", "student, test")


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

    @property
    def name(self) -> str:
        """The student's name, of one column or of two."""
        return self.first(_NAMES) or f"{self.first(_FIRST)} {self.first(_LAST)}".strip()


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
    if not path.is_file():
        raise UsageError(f"{path} is no file." if path.exists() else f"{path} does not exist.")
    data = disk_node(path.resolve()).read(BOUNDS.table_bytes, str(path))
    if isinstance(data, str):
        raise UsageError(f"{path} cannot be read: {data}")
    file = read_csv(data, str(path))
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
    return " ".join(heading.replace("_", " ").replace("-", " ").casefold().split())


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
    email: str | None
    accounts: frozenset[str] = frozenset()
    numbers: frozenset[tuple[str, str]] = frozenset()  # (platform, number)
    line: int = 0
    written_name: str = ""  # with the marks that nobody sees

    @property
    def identifiers(self) -> tuple[str, ...]:
        """Everything that stands for this student alone."""
        numbers = (number for _, number in sorted(self.numbers))
        return (self.id, *sorted(self.accounts), *filter(None, [self.email]), *numbers)

    def __str__(self) -> str:
        return f"{self.name} ({self.id})" if self.name else self.id

    def keys(self, form: Form) -> Iterator[tuple[str, str]]:
        """Yield all that this student is looked for by."""
        yield from self.numbers
        yield from (("id", form(text)) for text in (self.id, *self.accounts))
        if self.email:
            yield "email", form(self.email)
        for name in filter(None, (self.name, self.written_name)):
            yield from (("name", key) for key in name_keys(name, form))
            yield from (("canvas name", key) for key in run_together_forms(name))


class Match(Struct, frozen=True):
    """Whom something belongs to, or why that is not known."""

    student: RosterStudent | None
    why: str = ""
    candidates: tuple[StudentId, ...] = ()
    is_sure: bool = True  # by an identifier: people choose their names


_Index = dict[tuple[str, str], list[RosterStudent]]


class Roster(Struct, frozen=True):
    """All students of a class."""

    path: Path
    students: tuple[RosterStudent, ...]
    _written: _Index = field(default_factory=dict)
    _folded: _Index = field(default_factory=dict)

    def __post_init__(self) -> None:
        for form, index in ((written, self._written), (folded, self._folded)):
            for student in self.students:
                for key in set(student.keys(form)):
                    index.setdefault(key, []).append(student)

    def by_id(self, text: str) -> RosterStudent | None:
        """Find the one student of an identifier or address."""
        key = folded(text)
        found = self._folded.get(("id", key)) or self._folded.get(("email", key)) or []
        return found[0] if len(found) == 1 else None

    def match(self, who: Who) -> Match:
        """Find the one student who this is: by identifier, then address, then name."""
        identified, named = _found(who, self._written, written)
        found = identified or named
        if len(found) == 1:
            known = {folded(text) for text in who.ids if "@" in text}
            has_other_address = found[0].email and known and folded(found[0].email) not in known
            return Match(found[0], is_sure=bool(identified) and not has_other_address)
        if identified:
            return _undecided("its identifiers are those of several:", identified)
        if named:
            deciding = "an id of the roster's as its name"
            if who.platform in _NUMBERS:
                deciding = f'{who.number} in the roster\'s column "{_NUMBERS[who.platform][0]}"'
            elif who.ids and "@" in who.ids[-1]:
                deciding = f'{who.ids[-1]} in the roster\'s column "{_EMAILS[0]}"'
            return _undecided("it fits several:", named, f"; {deciding} decides")
        identified, named = _found(who, self._folded, folded)
        if identified or named:
            label = next(filter(None, (*who.ids, who.name)))
            found = identified or named
            return _undecided(f"{label!a} looks like", found, ", and is not written so")
        return Match(None, f"no student in {self.path.name} fits")


def _found(who: Who, index: _Index, form: Form) -> tuple[list[RosterStudent], list[RosterStudent]]:
    """Find everyone whom the identifiers fit, and everyone whom the name fits."""

    def find(kind: str, *texts: str) -> list[RosterStudent]:
        return [student for text in texts if text for student in index.get((kind, text), [])]

    ids = [form(text) for text in who.ids]
    identified = find("id", *ids) or find(who.platform, who.number)
    identified += find("email", *ids)
    best, bare = name_keys(who.name, form)
    named = find("name", best) or find("name", bare)
    if who.platform == "canvas":
        named += find("canvas name", run_together(who.name))
    if not identified and who.number:
        # a platform's number may be anyone's other number, unless the name agrees
        identified = [student for student in find("id", form(who.number)) if student in named]
    return list(dict.fromkeys(identified)), list(dict.fromkeys(named))


def _undecided(before: str, found: Iterable[RosterStudent], after: str = "") -> Match:
    several = sorted(found, key=lambda student: student.line)
    why = f"{before} {', '.join(map(str, several))}{after}"
    return Match(None, why, tuple(student.id for student in several))


def read_roster(path: Path) -> Roster:
    """Read a roster; raises UsageError that says everything that is wrong with it."""
    table = read_table(path)
    table.require((*ID_COLUMNS, *_EMAILS), "the student's id")
    column = next(name for name in (*ID_COLUMNS, *_EMAILS) if name in table.headings)
    is_canvas = "section" in table.headings and (
        "student" in table.headings or table.headings[:3] == _SPLIT_BY_CANVAS
    )
    students: list[RosterStudent] = []
    faults: list[str] = []
    lines: dict[str, int] = {}
    for row in table.rows:
        email, name = row.first(_EMAILS), row.name
        own = row.first(ID_COLUMNS) or email
        if folded(name) in _NO_STUDENTS or not (name or own):
            continue
        id_ = StudentId(called(row.cells.get(column) or email))
        before = lines.setdefault(folded(id_), row.line)
        if not id_:
            faults.append(f"line {row.line} has no id")
        elif before != row.line:
            faults.append(f"lines {before} and {row.line} have the same id {id_}")
        numbers = row.numbers
        if is_canvas and row.cells.get("id"):
            numbers.add(("canvas", row.cells["id"]))
        accounts = {row.cells[each] for each in (column, *_ACCOUNTS) if row.cells.get(each)}
        student = RosterStudent(
            id_, called(name) or None, email or None, frozenset(accounts), frozenset(numbers),
            row.line, name,
        )  # fmt: skip
        students.append(student)
    table.refuse(faults or ([] if students else ["it lists no student"]))
    return Roster(path, tuple(students))
