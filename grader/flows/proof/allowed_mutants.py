"""Reads which mutants an author allows, since no case can tell them from the reference.

The entry of an allowed mutant quotes the line and what it becomes, so that it stands when lines
move, and is stale when the line is written again. That of a wrapped function quotes what it does.
"""

import tomllib
from collections.abc import Iterator, Mapping

from .findings import Findings, Place
from .material import LessonMaterial

FILE = "equivalent_mutants.toml"
CHECK = "mutants"
_NEEDED = {"mutants": ("line", "becomes", "reason"), "wrapped": ("function", "slip", "reason")}
_KNOWN = {*_NEEDED["mutants"], "function"}, {*_NEEDED["wrapped"]}
Entry = dict[str, str]  # as it is written; one of a mutant may say of which function it is


def find_allowed(material: LessonMaterial, findings: Findings) -> dict[str, list[Entry]]:
    """Read a lesson's entries for mutants and for wrapped functions; a faulty file gives none."""
    path = material.solution / FILE
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    try:
        data = tomllib.loads(text)
        faults = list(_faults(data))
    except tomllib.TOMLDecodeError as error:
        data, faults = {}, [f"It is no TOML: {error}."]
    for fault in faults:
        findings.of(CHECK).error(fault, Place(path))
    return {kind: [] if faults else data.get(kind, []) for kind in _NEEDED}


def _faults(data: Mapping[str, object]) -> Iterator[str]:
    if data.keys() - _NEEDED.keys() or not all(isinstance(rows, list) for rows in data.values()):
        yield "It may hold [[mutants]] and [[wrapped]] only."
        return
    for kind, known in zip(_NEEDED, _KNOWN, strict=True):
        rows = data.get(kind)
        for number, row in enumerate(rows if isinstance(rows, list) else (), 1):
            for fault in _faults_of_entry(row, _NEEDED[kind], known):
                yield f"Entry {number} of {kind}{fault}"


def _faults_of_entry(row: object, needed: tuple[str, ...], known: set[str]) -> Iterator[str]:
    if not isinstance(row, dict) or not all(isinstance(value, str) for value in row.values()):
        yield " holds something else than texts."
        return
    for key in sorted(row.keys() - known):
        yield f": {key} is unknown."
    for key in needed:
        if not str(row.get(key, "")).strip() and not (key == "becomes" and key in row):
            yield f" has no {key}."


def as_entry(kind: str, *quoted: str) -> str:
    """Write the entry that would allow something, for an author to copy and give a reason."""
    rows = zip(_NEEDED[kind], map(_quoted, (*quoted, "...")), strict=True)
    return "\n".join([f"[[{kind}]]", *(f"{key} = {value}" for key, value in rows)])


def _quoted(text: str) -> str:
    if "'" not in text and "\n" not in text:
        return f"'{text}'"
    return "'''\n" + text + "'''" if "'''" not in text else '"""\n' + text + '"""'


def tell_stale(material: LessonMaterial, sentence: str, quoted: str, findings: Findings) -> None:
    """Name an entry that allows nothing, in the line in which it quotes a text."""
    path = material.solution / FILE
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    first = quoted.strip().partition("\n")[0]
    line = next((n for n, line in enumerate(lines, 1) if first in line), None)
    findings.error(sentence, Place(path, line), advice="Remove it.")
