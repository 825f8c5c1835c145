"""The hidden cases must catch every mutant of the reference that an author does not allow.

The entry of an allowed mutant quotes the line and what it becomes, so that it stands when lines
move, and is stale when the line is written again. That of a wrapped function quotes what it does.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from grader.judge.jobs import Run
from grader.model.course import Limits
from grader.model.soundness import MutantCount

from .findings import Findings, Place
from .lesson_runs import LessonRuns, Sources, Tell
from .material import LessonMaterial
from .mutants import Mutant, mutants_of

CHECK = "mutants"
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


MOST_MUTANTS = 300
_LEAST_SECONDS = 0.5
_TIMES_THE_REFERENCE = 20
_WALL_MULTIPLE = 6.0  # the processor's clock decides, unless a mutant sleeps
_CASES_THAT_HANG = 2


@dataclass(frozen=True)
class NamedMutant:
    """A mutant, and the file of the reference that it changes."""

    file: str
    mutant: Mutant


def make_mutants(material: LessonMaterial) -> tuple[list[NamedMutant], int]:
    """Make the mutants of a reference; beyond a number they are thinned evenly, and counted."""
    made = [
        NamedMutant(name, mutant)
        for name, source in material.files.reference.items()
        if name.endswith(".py")
        for mutant in mutants_of(source)
    ]
    kept = made
    if len(made) > MOST_MUTANTS:
        kept = [made[i * len(made) // MOST_MUTANTS] for i in range(MOST_MUTANTS)]
    return kept, len(made) - len(kept)


def judge_mutants(
    material: LessonMaterial, made: Sequence[NamedMutant], runs: LessonRuns, tell: Tell
) -> list[tuple[NamedMutant, bool]]:
    """Judge mutants; give each with whether it passes, without those that could show nowhere."""
    ran = runs.run([as_submission(material, one) for one in made], tell, until_failure=True)
    passes = list(map(runs.passes, ran))
    doubtful = {i: p for i, one in enumerate(made) if passes[i] and (p := one.mutant.probe)}
    probes = [{**material.files.reference, made[i].file: probe} for i, probe in doubtful.items()]
    probed = zip(doubtful, runs.run(probes, until_failure=True), strict=True)
    idle = {i for i, run in probed if runs.passes(run)}
    return [(one, passes[i]) for i, one in enumerate(made) if i not in idle]


def as_submission(material: LessonMaterial, one: NamedMutant) -> Sources:
    """Give the reference's files with the mutant in the place of one."""
    return {**material.files.reference, one.file: one.mutant.source}


def limits_for_mutants(limits: Limits, usual: Run) -> Limits:
    """Give a mutant that never ends little time: some times what the slowest case needs."""
    slowest = max((result.seconds for result in usual.results.values()), default=0.0)
    whole = sum(result.seconds for result in usual.results.values())
    for_case = min(limits.seconds_per_case, max(_LEAST_SECONDS, _TIMES_THE_REFERENCE * slowest))
    in_all = max(2 * _LEAST_SECONDS, _TIMES_THE_REFERENCE * whole) + _CASES_THAT_HANG * for_case
    return msgspec.structs.replace(
        limits,
        seconds_per_case=for_case,
        wall_multiple=max(limits.wall_multiple, _WALL_MULTIPLE),
        seconds_in_all=min(limits.seconds_in_all, in_all),
    )


def check_mutants(
    material: LessonMaterial,
    judged: Sequence[tuple[NamedMutant, bool]],
    left_out: int,
    allowed: Sequence[AllowedMutant],
    findings: Findings,
) -> MutantCount:
    """List the survivors with their diff, and the entries that allow nothing any more."""
    findings = findings.of(CHECK)
    made = [one for one, _ in judged]
    survivors = [one for one, lives in judged if lives]
    bad = [
        one
        for one in survivors
        # most lessons leave the words of an exception to the student
        if not one.mutant.is_wording and not any(a.covers(one.mutant) for a in allowed)
    ]
    for one in bad:
        where = f" of {one.mutant.function}" if one.mutant.function else ""
        findings.error(
            f"A mutant{where} passes every hidden case.",
            Place(material.solution / one.file, one.mutant.line),
            advice=f"Add a case that it fails. If it cannot be told from the reference, say why in "
            f"solutions/{material.lesson.id}/{FILE}.",
            detail=f"{one.mutant.diff()}\n\n{as_entry(one.mutant)}",
        )
    if left_out:
        findings.note(f"{left_out} mutants more were made and not judged: {MOST_MUTANTS} are.")
    _check_entries(material, allowed, made, survivors, findings)
    return MutantCount(
        judged=len(made),
        killed=len(made) - len(survivors),
        allowed=len(survivors) - len(bad),
        left_out=left_out,
    )


def _check_entries(
    material: LessonMaterial,
    allowed: Sequence[AllowedMutant],
    made: Sequence[NamedMutant],
    survivors: Sequence[NamedMutant],
    findings: Findings,
) -> None:
    for entry in allowed:
        if any(entry.covers(one.mutant) for one in survivors):
            continue
        is_killed = any(entry.covers(one.mutant) for one in made)
        findings.error(
            f"The entry for {entry.becomes!r} allows "
            + ("a mutant that the cases catch." if is_killed else "no mutant any more."),
            place_of_entry(material, entry.becomes),
            advice="Remove it.",
        )
