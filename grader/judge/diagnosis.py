"""Tells submissions apart by what their code did: known mistakes, and groups that behave alike."""

import hashlib
from typing import NamedTuple

import msgspec

from grader.model.report import Diagnosis, MistakeInPart, Verdict

from .events import CaseResult
from .jobs import Run
from .mistakes_in_part import behaviour_text, matches_in_part

_NOT_WRITTEN = "builtins.NotImplementedError"
_NO_NAME = "builtins.ImportError"  # what a hidden file gets that asks for a missing function
# a case that broke off has no full record of calls; how it broke off is its behaviour
_BROKEN_OFF = frozenset(("timed_out", "out_of_memory", "error"))


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
    return {
        case: behaviour_text(
            result.outcome,
            result.outcome if result.outcome in _BROKEN_OFF else result.fingerprint,
        )
        for case, result in results.items()
        if case not in unstable
    }


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
    name = known.mistakes.get(found) or _in_what_is_written(results, known)
    if name is not None:
        return Diagnosed(found, Diagnosis(name, known.sentences[name]))
    return Diagnosed(found, None, _in_part(results, known))


def _in_part(results: dict[str, CaseResult], known: Fingerprints) -> tuple[MistakeInPart, ...]:
    one_of_each = {name: known.behaviours.get(name, {}) for name in known.mistakes.values()}
    found = matches_in_part(behaviour(results, known.unstable), known.right, one_of_each)
    parts = (
        MistakeInPart(name, known.sentences[name], tuple(case for case in results if case in alike))
        for name, alike in found.items()
    )
    return tuple(sorted(parts, key=lambda one: (-len(one.cases), one.mistake)))


def _in_what_is_written(results: dict[str, CaseResult], known: Fingerprints) -> str | None:
    """Name the one mistake that a submission behaves like in all cases that it has written."""
    written = {case: result for case, result in results.items() if not _is_unwritten(result)}
    does = behaviour(written, known.unstable)
    is_wrong = any(written[case].outcome == "failed" for case in does)
    if len(written) == len(results) or not is_wrong:
        return None
    alike = [
        name
        for name in known.mistakes.values()  # one for each way to behave
        if does.items() <= known.behaviours.get(name, {}).items()
    ]
    return alike[0] if len(alike) == 1 else None


def _is_unwritten(result: CaseResult) -> bool:
    failure = result.failure
    if failure is None:
        return False
    is_todo = failure.kind == "raised" and failure.type_name.startswith(_NOT_WRITTEN)
    return (
        is_todo
        or failure.kind == "unwritten"
        or (failure.kind == "import" and failure.type_name.startswith(_NO_NAME))
    )


def unstable_cases(first: Run, second: Run) -> frozenset[str]:
    """Name the cases whose inputs differ between two runs."""
    return frozenset(
        case
        for case, result in first.results.items()
        if case not in second.results or second.results[case].inputs != result.inputs
    )
