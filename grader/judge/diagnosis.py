"""Tells submissions apart by what their code did: known mistakes, and groups that behave alike."""

import hashlib

import msgspec

from grader.model.report import Diagnosis, JudgedSubmission, Verdict

from .events import CaseResult
from .jobs import Run

# a case that broke off has no full record of calls; how it broke off is its behaviour
_BROKEN_OFF = frozenset(("timed_out", "out_of_memory", "error"))


class Fingerprints(msgspec.Struct, frozen=True):
    """What the reference and the known mistakes behave like."""

    reference: str
    mistakes: dict[str, str]  # fingerprint to name
    sentences: dict[str, str]  # name to sentence
    unstable: frozenset[str]  # cases whose inputs differ between two runs of the reference


def fingerprint(run: Run, results: dict[str, CaseResult], unstable: frozenset[str]) -> str:
    """Digest the behaviour of one submission over all stable cases."""
    whole = hashlib.sha256()
    if run.whole is not None:
        whole.update(f"{run.whole.kind}|{run.whole.type_name}|{run.whole.text}".encode())
    for file, failure in sorted(run.broken.items()):
        whole.update(f"{file}|{failure.type_name}|{failure.text}".encode("utf-8", "replace"))
    for case, result in sorted(results.items()):
        if case not in unstable:
            record = result.outcome if result.outcome in _BROKEN_OFF else result.fingerprint
            whole.update(f"{case}|{result.outcome == 'passed'}|{record}\n".encode())
    return whole.hexdigest()[:16]


def diagnose(judged: JudgedSubmission, found: str, known: Fingerprints) -> JudgedSubmission:
    """Name the group, and the known mistake that a submission behaves like."""
    report = judged.report
    if report.verdict is Verdict.GRADER_FAULT:
        return judged
    diagnosis = None
    name = known.mistakes.get(found)
    if name is not None and found != known.reference and report.verdict is not Verdict.PASSED:
        diagnosis = Diagnosis(name, known.sentences[name])
    report = msgspec.structs.replace(report, diagnosis=diagnosis, group=found)
    return msgspec.structs.replace(judged, report=report)


def unstable_cases(first: Run, second: Run) -> frozenset[str]:
    """Name the cases whose inputs differ between two runs."""
    return frozenset(
        case
        for case, result in first.results.items()
        if case not in second.results or second.results[case].inputs != result.inputs
    )
