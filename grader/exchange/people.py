"""Finds each student in a class's list; what fits twice is told, never guessed."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from .csv_cells import unguarded


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
    seen = (c for c in unicodedata.normalize("NFC", text) if not _is_mark(c))
    return " ".join("".join(seen).casefold().split())


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) == "Cf" or "\ufe00" <= sign <= "\ufe0f"


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
