"""Reads which mutants of a reference behave like it, as its author says, with the reason.

An entry quotes the line and what it becomes, so that it stands when lines move, and is stale when
the line is written anew.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from .mutants import Mutant

FILE = "equivalent_mutants.toml"
_KEYS = frozenset(("line", "becomes", "reason", "function"))


@dataclass(frozen=True)
class Allowed:
    """One entry."""

    line: str
    becomes: str
    reason: str
    function: str | None = None  # only in this one; None: wherever the line stands

    def covers(self, mutant: Mutant) -> bool:
        """Whether a mutant is the one that the entry means."""
        is_there = self.function is None or self.function == mutant.function
        same = _plain(self.line) == _plain(mutant.before)
        return is_there and same and _plain(self.becomes) == _plain(mutant.after)


def read_allowed(text: str) -> tuple[tuple[Allowed, ...], tuple[str, ...]]:
    """Read the file; give its entries, and a sentence for each fault."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return (), (f"It is no TOML: {error}.",)
    rows = data.get("mutants", [])
    if data.keys() - {"mutants"} or not isinstance(rows, list):
        return (), ("It may hold [[mutants]] only, each with line, becomes and reason.",)
    faults = [fault for number, row in enumerate(rows, 1) for fault in _faults(number, row)]
    if faults:
        return (), tuple(faults)
    return tuple(Allowed(**row) for row in rows), ()


def as_entry(mutant: Mutant) -> str:
    """Write the entry that would allow a mutant, for an author to copy and give a reason."""
    values = (mutant.before, mutant.after, "...")
    rows = zip(("line", "becomes", "reason"), map(_quoted, values), strict=True)
    return "\n".join(["[[mutants]]", *(f"{key} = {value}" for key, value in rows)])


def _quoted(text: str) -> str:
    if "'" not in text and "\n" not in text:
        return f"'{text}'"
    return "'''\n" + text + "'''" if "'''" not in text else '"""\n' + text + '"""'


def _faults(number: int, row: object) -> Iterator[str]:
    if not isinstance(row, dict) or not all(isinstance(value, str) for value in row.values()):
        yield f"Entry {number} holds something else than texts."
        return
    for key in sorted(row.keys() - _KEYS):
        yield f"Entry {number}: {key} is unknown."
    for key in ("line", "becomes", "reason"):
        if not str(row.get(key, "")).strip() and not (key == "becomes" and key in row):
            yield f"Entry {number} has no {key}."


def _plain(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())
