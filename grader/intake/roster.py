"""Knows a class by its roster, and finds who handed something in without guessing.

The headings are those of a plain roster, and of the lists that Moodle, Canvas and Gradescope
export.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from grader.errors import UsageError
from grader.model.course import StudentId
from grader.model.csv_file import read_csv
from grader.model.text import printable

from .disk_tree import DiskNode
from .file_tree import BOUNDS
from .names import (
    Form,
    bare_name_key,
    called,
    composed,
    folded,
    hyphen_ends,
    name_key,
    run_together_forms,
    written,
)


class Row(Struct, frozen=True):
    """One record: its cells under their headings as `plain` writes them."""

    line: int
    cells: Mapping[str, str]

    def first(self, headings: Iterable[str]) -> str:
        """Return the first of these columns that says something here."""
        return next((self.cells[h] for h in headings if self.cells.get(h)), "")


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


def plain(heading: str) -> str:
    """Bring a heading into the form in which it is looked for."""
    return " ".join(heading.replace("_", " ").replace("-", " ").casefold().split())


def read_table(path: Path) -> Table:
    """Read a CSV file with commas, semicolons or tabs; raises UsageError."""
    if not path.is_file():
        raise UsageError(f"{path} is no file." if path.exists() else f"{path} does not exist.")
    data = DiskNode(path.resolve()).read(BOUNDS.table_bytes, str(path))
    if isinstance(data, str):
        raise UsageError(f"{path} cannot be read: {data}")
    file = read_csv(data, str(path))
    (_, first), *rest = [
        (line, row)
        for line, row in zip(file.lines, file.rows, strict=True)
        if any(map(str.strip, row))
    ]
    headings = tuple(map(plain, first))
    rows = []
    for line, row in rest:
        cells: dict[str, str] = {}
        for heading, cell in zip(headings, row, strict=False):
            if not cells.get(heading):
                cells[heading] = cell.strip()
        rows.append(Row(line, cells))
    return Table(path, headings, tuple(rows))


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
_SURE = ("id", "email")
_LAST_NUMBER = re.compile(r"(\d+)\s*$")  # "Participant 123", in any language
_SPLIT_BY_CANVAS = ("lastname", "firstname", "id")
_NO_STUDENTS = ("points possible", "test student", "student, test")


class Who(Struct, frozen=True):
    """What a download says of one person who handed something in."""

    ids: tuple[str, ...] = ()
    platform: str = ""  # whose own number this is, where it has one
    number: str = ""
    emails: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # the better readings first
    run_together: str = ""  # a name as Canvas writes it
    name: str | None = None  # to be shown
    label: str = ""  # as whoever collected the class wrote it: a group's name, perhaps
    is_prefixed: bool = False  # a team or an assignment may stand before it, with a hyphen

    def own_id(self) -> str:
        """Return what names this person where there is no roster."""
        known = (self.number, *self.ids, *self.emails, *self.names)
        return next((text for text in known if text), "")


class RosterStudent(Struct, frozen=True):
    """One row of the roster."""

    id: StudentId
    name: str | None
    email: str | None
    accounts: frozenset[str] = frozenset()
    numbers: frozenset[tuple[str, str]] = frozenset()  # (platform, number)
    line: int = 0
    written_name: str | None = None  # with the marks that nobody sees

    @property
    def identifiers(self) -> tuple[str, ...]:
        """Everything that stands for this student alone."""
        numbers = (number for _, number in sorted(self.numbers))
        return (self.id, *sorted(self.accounts), *filter(None, [self.email]), *numbers)

    def __str__(self) -> str:
        return f"{self.name} ({self.id})" if self.name else self.id


class Match(Struct, frozen=True):
    """Whom something belongs to, or why that is not known."""

    student: RosterStudent | None
    why: str = ""
    candidates: tuple[StudentId, ...] = ()
    is_sure: bool = True  # by an identifier, as the roster writes it; names are chosen


class Roster(Struct, frozen=True):
    """All students of a class."""

    path: Path
    students: tuple[RosterStudent, ...]
    _by: dict[tuple[str, str], list[RosterStudent]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for student in self.students:
            for key in _keys(student):
                self._by.setdefault(key, []).append(student)

    def find(self, kind: str, texts: Iterable[str]) -> list[RosterStudent]:
        """Find everyone whom one of these texts fits."""
        found = [s for text in texts if text for s in self._by.get((kind, text), [])]
        return sorted(set(found), key=lambda student: student.line)

    def by_id(self, text: str) -> RosterStudent | None:
        """Find the one student of an identifier or address."""
        found = self.find("id", [folded(text)]) or self.find("email", [folded(text)])
        return found[0] if len(found) == 1 else None

    def match(self, who: Who) -> Match:
        """Find the one student who this is: by identifier, then address, then name."""
        match = self._match(who)
        if match.student is not None:
            return _as_written(match.student, who)
        return self._by_end(who) if who.is_prefixed and not match.candidates else match

    def _match(self, who: Who) -> Match:
        by_id = self.find("id", map(folded, who.ids))
        by_id = by_id or self.find(who.platform, [who.number])
        by_mail = self.find("email", map(folded, (*who.emails, *who.ids)))
        if by_id and by_mail and set(by_id) != set(by_mail):
            return _ambiguous({*by_id, *by_mail}, "its identifier and its address differ")
        named = self.named(who)
        if not by_id and not by_mail and who.number:
            # a platform's number may be anyone's other number, unless the name agrees
            by_id = [s for s in self.find("id", [folded(who.number)]) if s in named]
        found = by_id or by_mail or named
        if len(found) > 1:
            match = _ambiguous(found, "it fits several")
            # what the roster would have to know, to tell apart whom a name fits
            deciding = "an id of the roster's as its name"
            if who.number and who.platform in _NUMBERS:
                deciding = f'{who.number} in the roster\'s column "{_NUMBERS[who.platform][0]}"'
            elif who.emails:
                deciding = f'{who.emails[0]} in the roster\'s column "{_EMAILS[0]}"'
            return replace(match, why=f"{match.why}; {deciding} decides")
        if not found:
            return Match(None, f"no student in {self.path.name} fits")
        return Match(found[0])

    def _by_end(self, who: Who) -> Match:
        """Ask whose something is that ends as a student is called."""
        for whole in (*who.ids, *who.names):
            for _, end in hyphen_ends(whole):
                known = self._match(end_of(who, end)).student
                if known is not None:
                    why = f"{whole} fits no student, and only its end {end} is {known}"
                    return Match(None, why, (known.id,))
        return Match(None, f"no student in {self.path.name} fits")

    def named(self, who: Who) -> list[RosterStudent]:
        """Find everyone whom the name fits, by the best reading that fits anyone."""
        for name in who.names:
            found = self.find("name", [name_key(name)])
            found = found or self.find("bare name", [bare_name_key(name)])
            if found:
                return found
        return self.find("run together", [who.run_together])


def _ambiguous(found: Iterable[RosterStudent], why: str) -> Match:
    several = sorted(found, key=lambda student: student.line)
    said = ", ".join(map(str, several))
    return Match(None, f"{why}: {said}", tuple(student.id for student in several))


def end_of(who: Who, end: str) -> Who:
    """Take the end of what somebody is called for all of it."""
    ids = (end,) if who.ids else ()
    return replace(who, ids=ids, names=(end,), number="", is_prefixed=False)


def _as_written(student: RosterStudent, who: Who) -> Match:
    """Match where a text is written as the roster has it; what only looks like it is asked."""
    if (who.platform, who.number) in student.numbers:
        return Match(student)
    for form in (written, composed):
        kinds = {kind for kind, text in _keys(student, form) & _asked(who, form) if text}
        if kinds:
            is_sure = form is written and not kinds.isdisjoint(_SURE)
            return Match(student, is_sure=is_sure and not _has_other_address(student, who))
    label = next(text for text in (*who.ids, *who.names, *who.emails, who.own_id()) if text)
    why = f"{label!a} looks like {student}, and is not written so"
    return Match(None, why, (student.id,))


def _has_other_address(student: RosterStudent, who: Who) -> bool:
    """Whether a platform, which checks addresses, knows another than the roster."""
    return bool(who.emails and student.email) and folded(str(student.email)) not in map(
        folded, who.emails
    )


def _asked(who: Who, form: Form) -> set[tuple[str, str]]:
    asked = {("id", form(text)) for text in (*who.ids, who.number) if text}
    asked |= {("email", form(text)) for text in (*who.emails, *who.ids)}
    for name in who.names:
        asked |= {("name", name_key(name, form)), ("bare name", bare_name_key(name, form))}
    return asked | {("run together", who.run_together)}


def _keys(student: RosterStudent, form: Form = folded) -> set[tuple[str, str]]:
    keys = {("id", form(text)) for text in (student.id, *student.accounts)} | student.numbers
    if student.email:
        keys.add(("email", form(student.email)))
    for name in filter(None, (student.name, student.written_name)):
        keys.add(("name", name_key(name, form)))
        keys.add(("bare name", bare_name_key(name, form)))
        keys |= {("run together", each) for each in run_together_forms(name)}
    return keys


def read_roster(path: Path) -> Roster:
    """Read a roster; raises UsageError that says everything that is wrong with it."""
    table = read_table(path)
    table.require((*ID_COLUMNS, *_EMAILS), "the student's id")
    is_canvas = "section" in table.headings and (
        "student" in table.headings or table.headings[:3] == _SPLIT_BY_CANVAS
    )
    students = [_student(row, table, is_canvas) for row in table.rows if not _is_no_student(row)]
    faults = [f"line {s.line} has no id" for s in students if not s.id]
    seen: dict[str, RosterStudent] = {}
    for student in students:
        known = seen.setdefault(folded(student.id), student)
        if known is not student and student.id:
            faults.append(f"lines {known.line} and {student.line} have the same id {student.id}")
    if faults or not students:
        raise UsageError(
            "\n".join(f"{path}: {fault}." for fault in faults or ["it lists no student"])
        )
    return Roster(path, tuple(students))


def _is_no_student(row: Row) -> bool:
    name = folded(_name(row) or "")
    return name in _NO_STUDENTS or not (name or row.first(ID_COLUMNS) or row.first(_EMAILS))


def _student(row: Row, table: Table, is_canvas: bool) -> RosterStudent:
    column = next(name for name in (*ID_COLUMNS, *_EMAILS) if name in table.headings)
    numbers = {
        (platform, number[1])
        for platform, columns in _NUMBERS.items()
        if (number := _LAST_NUMBER.search(row.first(columns)))
    }
    if is_canvas and row.cells.get("id"):
        numbers.add(("canvas", row.cells["id"]))
    accounts = {row.cells[name] for name in (column, *_ACCOUNTS) if row.cells.get(name)}
    name = _name(row)
    return RosterStudent(
        StudentId(called(row.cells.get(column) or row.first(_EMAILS))),
        called(name) if name else None,
        row.first(_EMAILS) or None,
        frozenset(accounts),
        frozenset(numbers),
        row.line,
        name,
    )


def _name(row: Row) -> str | None:
    parts = [row.first(_FIRST), row.first(_LAST)]
    return row.first(_NAMES) or " ".join(part for part in parts if part) or None
