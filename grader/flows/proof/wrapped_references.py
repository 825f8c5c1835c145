"""The hidden cases must catch a reference whose functions are wrapped by careless ones.

Mutants change what a reference computes; these change how it treats what it is given, and how
precise it is, whatever its code looks like.
"""

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.judge.events import CaseResult
from grader.model.parsing import parse_source
from grader.model.soundness import MutantCount

from . import wrappers
from .allowances import place_of_entry
from .checked_lesson import LessonDesk
from .equivalent_mutants import FILE, AllowedWrap, as_wrapped_entry
from .findings import Findings
from .lesson_runs import Sources, case_name
from .recorded_calls import recorded_calls
from .redefinition import functions_of, module_names
from .wrap_choice import Slip, chosen_slips

CHECK = "wrapped"
MOST_WRAPPED = 300
_MODULE = "_verify_wrapping"


@dataclass(frozen=True)
class Wrapped:
    """A reference of which one function is wrapped."""

    function: str
    slip: Slip
    sources: Sources


def make_wrapped(desk: LessonDesk, results: Mapping[str, CaseResult]) -> tuple[list[Wrapped], int]:
    """Wrap each function that the cases call; beyond a number they are thinned, and counted."""
    made = list(_all_wrapped(desk, results))
    kept = made
    if len(made) > MOST_WRAPPED:
        kept = [made[i * len(made) // MOST_WRAPPED] for i in range(MOST_WRAPPED)]
    return kept, len(made) - len(kept)


def _all_wrapped(desk: LessonDesk, results: Mapping[str, CaseResult]) -> Iterator[Wrapped]:
    reference = desk.files.reference
    files = [name for name in reference if name.endswith(".py")]
    modules = module_names(files)
    code = inspect.getsource(wrappers).encode()
    for file in files:
        tree = parse_source(reference[file])
        for function in functions_of(reference[file]):
            node = _definition(tree, function)
            calls = recorded_calls(node, results)
            inside = any(_calls(other, function) for other in tree.body if other is not node)
            for slip in chosen_slips(calls, is_called_inside=inside):
                given = ", ".join(map(repr, (tuple(modules), slip.kind, *slip.details)))
                added = (
                    f"\n\nimport {_MODULE}\n\n{function} = {_MODULE}.wrapped({function}, {given})\n"
                )
                changed = {file: reference[file] + added.encode(), f"{_MODULE}.py": code}
                yield Wrapped(function, slip, {**reference, **changed})


def _definition(tree: ast.Module, name: str) -> ast.FunctionDef:
    return [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name][-1]


def _calls(node: ast.stmt, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node))


def check_wrapped(
    desk: LessonDesk,
    made: tuple[Sequence[Wrapped], int],
    survives: Sequence[bool],
    allowed: Sequence[AllowedWrap],
    findings: Findings,
) -> MutantCount:
    """List the wrapped references that pass every case, each with a case that comes near."""
    findings = findings.of(CHECK)
    judged, left_out = made
    survivors = [one for one, lives in zip(judged, survives, strict=True) if lives]
    bad = [one for one in survivors if not any(_covers(entry, one) for entry in allowed)]
    for alike in _grouped(bad):
        one = alike[0]
        words = one.slip.words if len(alike) == 1 else one.slip.group
        findings.error(
            f"A submission whose {one.function} {words} passes every hidden case, "
            f"{case_name(one.slip.case)} for one.",
            desk.case_place(one.slip.case),
            advice="Add a case that it fails. If it is no fault, say why in "
            f"solutions/{desk.lesson.id}/{FILE}.",
            detail="\n\n".join(as_wrapped_entry(each.function, each.slip.words) for each in alike),
        )
    if left_out:
        findings.note(f"{left_out} wrapped more were made and not judged: {MOST_WRAPPED} are.")
    _check_entries(desk, allowed, survivors, findings)
    return MutantCount(
        judged=len(judged),
        killed=len(judged) - len(survivors),
        allowed=len(survivors) - len(bad),
        left_out=left_out,
    )


def _covers(entry: AllowedWrap, one: Wrapped) -> bool:
    return entry.function == one.function and entry.slip in (one.slip.words, one.slip.group)


def _grouped(found: Sequence[Wrapped]) -> list[list[Wrapped]]:
    groups: dict[tuple[str, str], list[Wrapped]] = {}
    for one in found:
        groups.setdefault((one.function, one.slip.group), []).append(one)
    return list(groups.values())


def _check_entries(
    desk: LessonDesk,
    allowed: Sequence[AllowedWrap],
    survivors: Sequence[Wrapped],
    findings: Findings,
) -> None:
    for entry in allowed:
        if not any(_covers(entry, one) for one in survivors):
            findings.error(
                f"The entry for {entry.function} allows nothing any more: no submission whose "
                f"{entry.function} {entry.slip} passes.",
                place_of_entry(desk, entry.slip),
                advice="Remove it.",
            )
