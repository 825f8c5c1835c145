"""Reads which changes of a reference its author allows to pass every case, with the reason.

The entry of a mutant quotes the line and what it becomes, so that it stands when lines move, and is
stale when the line is written again. That of a wrapped function quotes what it does.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from .findings import Findings, Place
from .material import LessonMaterial
from .mutants import Mutant

FILE = "equivalent_mutants.toml"
_OF_MUTANT = ("line", "becomes", "reason")
_OF_WRAPPED = ("function", "slip", "reason")
_KEYS = {
    "mutants": (_OF_MUTANT, frozenset((*_OF_MUTANT, "function"))),
    "wrapped": (_OF_WRAPPED, frozenset(_OF_WRAPPED)),
}


@dataclass(frozen=True)
class AllowedMutant:
    """The entry of a mutant."""

    line: str
    becomes: str
    reason: str
    function: str | None = None  # only in this one; None: wherever the line stands

    def covers(self, mutant: Mutant) -> bool:
        """Whether a mutant is the one that the entry means."""
        is_there = self.function is None or self.function == mutant.function
        same = _plain(self.line) == _plain(mutant.before)
        return is_there and same and _plain(self.becomes) == _plain(mutant.after)


@dataclass(frozen=True)
class AllowedWrap:
    """The entry of a wrapped function."""

    function: str
    slip: str
    reason: str


@dataclass(frozen=True)
class Allowed:
    """All entries of a lesson."""

    mutants: tuple[AllowedMutant, ...] = ()
    wrapped: tuple[AllowedWrap, ...] = ()


def read_allowed(text: str) -> tuple[Allowed, tuple[str, ...]]:
    """Read the file; give its entries, and a sentence for each fault."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Allowed(), (f"It is no TOML: {error}.",)
    if data.keys() - _KEYS.keys() or not all(isinstance(rows, list) for rows in data.values()):
        return Allowed(), ("It may hold [[mutants]] and [[wrapped]] only.",)
    faults = [
        fault
        for kind, rows in data.items()
        for number, row in enumerate(rows, 1)
        for fault in _faults(kind, number, row)
    ]
    if faults:
        return Allowed(), tuple(faults)
    mutants = tuple(AllowedMutant(**row) for row in data.get("mutants", ()))
    return Allowed(mutants, tuple(AllowedWrap(**row) for row in data.get("wrapped", ()))), ()


def as_entry(mutant: Mutant) -> str:
    """Write the entry that would allow a mutant, for an author to copy and give a reason."""
    return _written("mutants", (mutant.before, mutant.after, "..."))


def as_wrapped_entry(function: str, slip: str) -> str:
    """Write the entry that would allow a wrapped function."""
    return _written("wrapped", (function, slip, "..."))


def _written(kind: str, values: tuple[str, ...]) -> str:
    rows = zip(_KEYS[kind][0], map(_quoted, values), strict=True)
    return "\n".join([f"[[{kind}]]", *(f"{key} = {value}" for key, value in rows)])


def _quoted(text: str) -> str:
    if "'" not in text and "\n" not in text:
        return f"'{text}'"
    return "'''\n" + text + "'''" if "'''" not in text else '"""\n' + text + '"""'


def _faults(kind: str, number: int, row: object) -> Iterator[str]:
    needed, known = _KEYS[kind]
    if not isinstance(row, dict) or not all(isinstance(value, str) for value in row.values()):
        yield f"Entry {number} of {kind} holds something else than texts."
        return
    for key in sorted(row.keys() - known):
        yield f"Entry {number} of {kind}: {key} is unknown."
    for key in needed:
        if not str(row.get(key, "")).strip() and not (key == "becomes" and key in row):
            yield f"Entry {number} of {kind} has no {key}."


def _plain(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


CHECK = "mutants"


def find_allowed(material: LessonMaterial, findings: Findings) -> Allowed:
    """Read the entries of a lesson; without a file there are none."""
    path = material.solution / FILE
    if not path.is_file():
        return Allowed()
    allowed, faults = read_allowed(path.read_text(encoding="utf-8", errors="replace"))
    for fault in faults:
        findings.of(CHECK).error(fault, Place(path))
    return allowed


def place_of_entry(material: LessonMaterial, quoted: str) -> Place:
    """Say in which line an entry stands, by a text that it quotes."""
    path = material.solution / FILE
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    first = quoted.strip().partition("\n")[0]
    return Place(path, next((n for n, line in enumerate(lines, 1) if first in line), None))
