"""Answers three questions about fingerprints: which group, which known mistake, which in part."""

import hashlib
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from grader.cases.events import CaseResult
from grader.judge.jobs import Run
from grader.model.report import Diagnosis, MistakeInPart, Report, Verdict

# the last is what a hidden file gets that asks for a missing function
_SIGNS_OF_UNWRITTEN = {
    "unwritten": "",
    "raised": "builtins.NotImplementedError",
    "import": "builtins.ImportError",
}
# a case that broke off has no full record of calls; how it broke off is its behaviour
_BROKEN_OFF = frozenset(("timed_out", "out_of_memory", "error"))
# What a submission answered: whether each case is passed, and the examiner's digest of its calls
# and results. What kept cases from running stands beside them, by file, or under no name.
Fingerprint = dict[str, tuple[bool, str]]


class Fingerprints(Struct, frozen=True):
    """Those of the reference and of the known mistakes."""

    reference: Fingerprint
    mistakes: dict[str, Fingerprint]  # by name; of those that are alike the first
    sentences: dict[str, str]  # by name
    unstable: frozenset[str]  # cases whose inputs differ between two runs of the reference


def fingerprint(
    run: Run, results: Mapping[str, CaseResult], unstable: frozenset[str]
) -> Fingerprint:
    """Say what a submission did, but for the unstable cases."""
    found = {}
    if run.whole is not None:
        found[""] = False, f"{run.whole.kind}|{run.whole.type_name}|{run.whole.text}"
    for file, failure in run.broken.items():
        found[file] = False, f"{failure.type_name}|{failure.text}"
    for case, result in results.items():
        if case not in unstable:
            did = result.outcome if result.outcome in _BROKEN_OFF else result.fingerprint
            found[case] = result.outcome == "passed", did
    return found


def group_of(found: Fingerprint) -> str:
    """Name what all have in common that did the same."""
    whole = "".join(f"{case}|{passed}|{did}\n" for case, (passed, did) in sorted(found.items()))
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()[:16]


def diagnosed(
    report: Report, run: Run, results: Mapping[str, CaseResult], known: Fingerprints
) -> Report:
    """Add the group, and the known mistake that a submission behaves like, if only in part."""
    found = fingerprint(run, results, known.unstable)
    report = replace(report, group=group_of(found))
    if report.verdict is Verdict.PASSED or found == known.reference:
        return report
    name, alike = known_mistake(found, known), frozenset[str]()
    if name is None:
        written = {case: did for case, did in found.items() if not is_unwritten(results.get(case))}
        name, alike, explains_all = mistake_in_part(written, known)
        is_whole = explains_all and found.keys() <= known.reference.keys()  # all was imported
        alike = frozenset() if is_whole else alike
    if name is None or (alike and report.message is not None):
        return report
    sentence = known.sentences[name]
    if not alike:
        return replace(report, diagnosis=Diagnosis(name, sentence))
    in_part = MistakeInPart(name, sentence, tuple(case for case in results if case in alike))
    return replace(report, mistakes_in_part=(in_part,))


def known_mistake(found: Fingerprint, known: Fingerprints) -> str | None:
    """Name the known mistake that does the same in every case."""
    return next((name for name, mistake in known.mistakes.items() if mistake == found), None)


def mistake_in_part(
    does: Fingerprint, known: Fingerprints
) -> tuple[str | None, frozenset[str], bool]:
    """Name the mistake that does the same in most failing cases, with these cases, and if in all.

    It does the same in at least half of the failing cases, and it shows in no case that passes;
    but a case that passes with another answer than the reference's, as where many are right, rules
    out no mistake that passes it too. Of several none is named.
    """
    right = known.reference
    counted = [case for case in does if case in right and right[case][0]]
    failing = {case for case in counted if not does[case][0]}
    found: dict[str, frozenset[str]] = {}
    for name, mistake in known.mistakes.items():
        shows = {case for case in counted if mistake[case] != right[case]}
        explains = frozenset(case for case in shows & failing if does[case] == mistake[case])
        is_undone = any(
            does[case] == right[case] or not mistake[case][0] for case in shows - failing
        )
        if explains and not is_undone and 2 * len(explains) >= len(failing):
            found[name] = explains
    most = max(map(len, found.values()), default=0)
    best = [name for name, explains in found.items() if len(explains) == most]
    if len(best) != 1:
        return None, frozenset(), False
    return best[0], found[best[0]], most == len(failing)


def is_unwritten(result: CaseResult | None) -> bool:
    """Whether a case failed for want of a function that is not written yet."""
    failure = result.failure if result else None
    sign = _SIGNS_OF_UNWRITTEN.get(failure.kind) if failure else None
    return failure is not None and sign is not None and failure.type_name.startswith(sign)
