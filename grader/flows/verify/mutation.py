"""The hidden cases must catch every mutant of the reference that an author does not allow."""

import dataclasses
from collections.abc import Sequence

from grader.content.equivalent_mutants import FILE, Allowed, as_entry, read_allowed
from grader.content.mutants import Mutant, mutants_of
from grader.judge.jobs import Run
from grader.model.course import Limits
from grader.model.soundness import MutantCount

from .findings import Findings, Place
from .lesson_desk import LessonDesk
from .lesson_runs import Sources

CHECK = "mutants"
MOST_MUTANTS = 300
_LEAST_SECONDS = 0.5
_TIMES_THE_REFERENCE = 20
_WALL_MULTIPLE = 6.0  # the processor's clock decides, unless a mutant sleeps
_CASES_THAT_HANG = 2


@dataclasses.dataclass(frozen=True)
class NamedMutant:
    """A mutant, and the file of the reference that it changes."""

    file: str
    mutant: Mutant


def make_mutants(desk: LessonDesk) -> tuple[list[NamedMutant], int]:
    """Make the mutants of a reference; beyond a number they are thinned evenly, and counted."""
    made = [
        NamedMutant(name, mutant)
        for name, source in desk.files.reference.items()
        if name.endswith(".py")
        for mutant in mutants_of(source)
    ]
    kept = made
    if len(made) > MOST_MUTANTS:
        kept = [made[i * len(made) // MOST_MUTANTS] for i in range(MOST_MUTANTS)]
    return kept, len(made) - len(kept)


def as_submission(desk: LessonDesk, one: NamedMutant) -> Sources:
    """Write a mutant as if it had been handed in."""
    return {**desk.files.reference, one.file: one.mutant.source}


def limits_for_mutants(limits: Limits, usual: Run) -> Limits:
    """Give a mutant that never ends little time: some times what the slowest case needs."""
    slowest = max((result.seconds for result in usual.results.values()), default=0.0)
    whole = sum(result.seconds for result in usual.results.values())
    for_case = min(limits.seconds_per_case, max(_LEAST_SECONDS, _TIMES_THE_REFERENCE * slowest))
    in_all = max(2 * _LEAST_SECONDS, _TIMES_THE_REFERENCE * whole) + _CASES_THAT_HANG * for_case
    return dataclasses.replace(
        limits,
        seconds_per_case=for_case,
        wall_multiple=max(limits.wall_multiple, _WALL_MULTIPLE),
        seconds_in_all=min(limits.seconds_in_all, in_all),
    )


def check_mutants(
    desk: LessonDesk,
    made: Sequence[NamedMutant],
    survives: Sequence[bool],
    left_out: int,
    findings: Findings,
) -> MutantCount:
    """List the survivors with their diff, and the entries that allow nothing any more."""
    findings = findings.of(CHECK)
    allowed = _allowed(desk, findings)
    survivors = [one for one, lives in zip(made, survives, strict=True) if lives]
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
            Place(desk.solution / one.file, one.mutant.line),
            advice=f"Add a case that it fails. If it cannot be told from the reference, say why in "
            f"solutions/{desk.lesson.id}/{FILE}.",
            detail=f"{one.mutant.diff()}\n\n{as_entry(one.mutant)}",
        )
    if left_out:
        findings.note(f"{left_out} mutants more were made and not judged: {MOST_MUTANTS} are.")
    _check_entries(desk, allowed, made, survivors, findings)
    return MutantCount(
        judged=len(made),
        killed=len(made) - len(survivors),
        allowed=len(survivors) - len(bad),
        left_out=left_out,
    )


def _allowed(desk: LessonDesk, findings: Findings) -> tuple[Allowed, ...]:
    path = desk.solution / FILE
    if not path.is_file():
        return ()
    allowed, faults = read_allowed(path.read_text(encoding="utf-8", errors="replace"))
    for fault in faults:
        findings.error(fault, Place(path))
    return allowed


def _check_entries(
    desk: LessonDesk,
    allowed: Sequence[Allowed],
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
            Place(desk.solution / FILE, _line_of(desk, entry)),
            advice="Remove it.",
        )


def _line_of(desk: LessonDesk, entry: Allowed) -> int | None:
    lines = (desk.solution / FILE).read_text(encoding="utf-8", errors="replace").splitlines()
    first = entry.becomes.strip().partition("\n")[0]
    return next((number for number, line in enumerate(lines, 1) if first in line), None)
