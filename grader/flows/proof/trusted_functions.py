"""Finds cases that ask one function of the student's for what another one is measured by.

For each function two submissions are made from the reference. In the first the function gives
changed values to the hidden cases, and true ones to its own module: a case in which another
function's inputs change, or another function's result suddenly misses what it is compared with,
takes one from the other. In the second it gives changed values to everybody, as if a student had
redefined it: what passes there although it called the function asked nothing of its own.

It cannot see functions that give None or objects of the student's, methods of one object, and
cases that compare no values in the assert itself and are caught by another assert as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.judge.events import CaseResult
from grader.judge.jobs import Run
from grader.model.phrases import listed

from .findings import Findings
from .lesson_runs import LessonRuns, Sources, case_name
from .material import LessonMaterial
from .redefinition import functions_of, module_names, redefined

CHECK = "trusted functions"
_CHANGE = """\
def _verify_change(value, args=()):
    kind = type(value)
    if kind is bool:
        return not value
    if kind in (int, float, complex):
        return value + 1
    if kind in (str, bytes):
        return value + (b"~" if kind is bytes else "~")
    if kind in (list, tuple):
        parts = [_verify_change(part) for part in value]
        return kind(parts[::-1] if parts else [1])
    if kind in (set, frozenset):
        return kind(_verify_change(part) for part in value) or kind([1])
    if kind is dict:
        return {key: _verify_change(part) for key, part in value.items()} or {1: 1}
    return value
"""


@dataclass(frozen=True)
class _Suspect:
    """A function and the runs in which it gives other values."""

    name: str
    to_cases: Run
    to_all: Run


def submissions_to_judge(material: LessonMaterial) -> tuple[list[str], list[Sources]]:
    """Make two submissions for each function; none where there is nothing to take from another."""
    reference = material.files.reference
    files = [name for name in reference if name.endswith(".py")]
    modules = module_names(files)
    found = [(file, name) for file in files for name in functions_of(reference[file])]
    found = found if len(found) > 1 else []
    made = [
        {**reference, file: redefined(reference[file], name, modules, _CHANGE, for_all=for_all)}
        for file, name in found
        for for_all in (False, True)
    ]
    return [name for _, name in found], made


def check_trusted_functions(
    material: LessonMaterial,
    runs: LessonRuns,
    names: Sequence[str],
    ran: Sequence[Run],
    usual: Run,
    findings: Findings,
) -> None:
    """Name each case that trusts a function, and each function whose redefinition goes unseen."""
    findings = findings.of(CHECK)
    results = runs.results(usual)
    for name, to_cases, to_all in zip(names, ran[::2], ran[1::2], strict=True):
        suspect = _Suspect(name, to_cases, to_all)
        trusting = list(_trusting(runs, suspect, results))
        if trusting and runs.passes(to_all):
            cases = listed((case_name(case) for case, _ in trusting), most=4)
            findings.error(
                f"A submission whose {name} gives wrong values passes every hidden case: it is "
                f"{name} itself that {cases} asks.",
                material.case_place(trusting[0][0]),
                advice=f"Compute what is expected in the test, and add a case for {name} alone.",
            )
            continue
        for case, why in trusting:
            findings.warn(
                f"{case_name(case)} {why}: a submission that redefines {name} passes it.",
                material.case_place(case),
                advice="Write inputs and expected values down, or compute them in the test.",
            )


def _trusting(
    runs: LessonRuns, suspect: _Suspect, usual: dict[str, CaseResult]
) -> Iterator[tuple[str, str]]:
    to_cases, to_all = runs.results(suspect.to_cases), runs.results(suspect.to_all)
    for case, result in usual.items():
        others = sorted(set(result.callables) - {suspect.name})
        if suspect.name not in result.callables or not others:
            continue
        changed = to_cases[case]
        if _inputs(changed, others) - _inputs(result, others):
            yield case, f"hands what {suspect.name} gives to {listed(others, most=4)}"
        elif changed.outcome != "passed" and (
            to_all[case].outcome == "passed" or set(changed.compared) & set(others)
        ):
            yield case, f"measures {listed(others, most=4)} by what {suspect.name} gives"


def _inputs(result: CaseResult, names: Sequence[str]) -> set[str]:
    return {call for call, _ in result.calls if call.partition("(")[0] in names}
