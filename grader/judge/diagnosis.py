"""Tells submissions apart by what they did: known mistakes, whole or in part, and like groups."""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from grader.cases.events import CaseResult
from grader.model.report import Diagnosis, MistakeInPart, Verdict

from .jobs import Run

_NOT_WRITTEN = "builtins.NotImplementedError"
_NO_NAME = "builtins.ImportError"  # what a hidden file gets that asks for a missing function
# a case that broke off has no full record of calls; how it broke off is its behaviour
_BROKEN_OFF = frozenset(("timed_out", "out_of_memory", "error"))
Behaviour = Mapping[str, str]  # what was done in each case: equal texts, equal calls and results
_PASSED = "True|"


class Fingerprints(msgspec.Struct, frozen=True):
    """What the reference and the known mistakes behave like."""

    reference: str
    mistakes: dict[str, str]  # fingerprint to name
    sentences: dict[str, str]  # name to sentence
    unstable: frozenset[str]  # cases whose inputs differ between two runs of the reference
    behaviours: dict[str, dict[str, str]] = {}  # name to what it does in each case
    right: dict[str, str] = {}  # what the reference does in each case


def fingerprint(run: Run, results: dict[str, CaseResult], unstable: frozenset[str]) -> str:
    """Digest the behaviour of one submission over all stable cases."""
    whole = hashlib.sha256()
    if run.whole is not None:
        whole.update(f"{run.whole.kind}|{run.whole.type_name}|{run.whole.text}".encode())
    for file, failure in sorted(run.broken.items()):
        whole.update(f"{file}|{failure.type_name}|{failure.text}".encode("utf-8", "replace"))
    for case, does in sorted(behaviour(results, unstable).items()):
        whole.update(f"{case}|{does}\n".encode())
    return whole.hexdigest()[:16]


def behaviour(results: dict[str, CaseResult], unstable: frozenset[str]) -> dict[str, str]:
    """Say in a short text what was done in each stable case: equal where it was the same."""
    found = {}
    for case, result in results.items():
        if case not in unstable:
            did = result.outcome if result.outcome in _BROKEN_OFF else result.fingerprint
            found[case] = f"{result.outcome == 'passed'}|{did}"
    return found


class Diagnosed(NamedTuple):
    """Which group a submission is in, and which known mistakes it behaves like."""

    group: str | None = None
    mistake: Diagnosis | None = None
    in_part: tuple[MistakeInPart, ...] = ()


def diagnose(
    run: Run, results: dict[str, CaseResult], known: Fingerprints, verdict: Verdict
) -> Diagnosed:
    """Name the group, and the known mistake that a submission behaves like, if only in part."""
    found = fingerprint(run, results, known.unstable)
    if verdict is Verdict.PASSED or found == known.reference:
        return Diagnosed(found)
    if name := known.mistakes.get(found):
        return Diagnosed(found, Diagnosis(name, known.sentences[name]))
    written = {case: result for case, result in results.items() if not is_unwritten(result)}
    one_of_each = {name: known.behaviours.get(name, {}) for name in known.mistakes.values()}
    part = mistake_in_part(behaviour(written, known.unstable), known.right, one_of_each)
    if part is None:
        return Diagnosed(found)
    name, alike, explains_all = part
    if explains_all and run.whole is None and not run.broken:
        return Diagnosed(found, Diagnosis(name, known.sentences[name]))
    cases = tuple(case for case in results if case in alike)
    return Diagnosed(found, None, (MistakeInPart(name, known.sentences[name], cases),))


def is_unwritten(result: CaseResult) -> bool:
    """Whether a case failed for want of a function that is not written yet."""
    failure = result.failure
    if failure is None:
        return False
    sign = {"unwritten": "", "raised": _NOT_WRITTEN, "import": _NO_NAME}.get(failure.kind)
    return sign is not None and failure.type_name.startswith(sign)


def unstable_cases(first: Run, second: Run) -> frozenset[str]:
    """Name the cases whose inputs differ between two runs."""
    return frozenset(
        case
        for case, result in first.results.items()
        if case not in second.results or second.results[case].inputs != result.inputs
    )


def mistake_in_part(
    does: Behaviour, right: Behaviour, known: Mapping[str, Behaviour]
) -> tuple[str, frozenset[str], bool] | None:
    """Name the mistake that does the same in most failing cases, with these cases, and if in all.

    It does the same in at least half of the failing cases, and it shows in no case that passes;
    but a case that passes with another answer than the reference's, as where many are right, rules
    out no mistake that passes it too. Of several none is named.
    """
    counted = [case for case in does if right.get(case, "").startswith(_PASSED)]
    failing = {case for case in counted if not does[case].startswith(_PASSED)}
    found: dict[str, frozenset[str]] = {}
    for name, each in known.items():
        shows = {case for case in counted if each[case] != right[case]}
        explains = {case for case in shows & failing if does[case] == each[case]}
        is_undone = any(
            does[case] == right[case] or not each[case].startswith(_PASSED)
            for case in shows - failing
        )
        if explains and not is_undone and 2 * len(explains) >= len(failing):
            found[name] = frozenset(explains)
    most = max(map(len, found.values()), default=0)
    best = [name for name, explains in found.items() if len(explains) == most]
    return (best[0], found[best[0]], most == len(failing)) if len(best) == 1 else None
