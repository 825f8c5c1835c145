"""Tells submissions apart by what their code did: known mistakes, and groups that behave alike."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import msgspec

from grader.model.report import Diagnosis, MistakeInPart, Verdict

from .events import CaseResult
from .jobs import Run

Behaviour = Mapping[str, str]  # what was done in each case: equal texts, equal calls and results
Group = tuple["_Suspect", ...]
_PASSED = "True|"
_MOST_UNDONE = 3  # passing cases: in so many one of two mistakes at once may undo the other


def behaviour_text(outcome: str, record: str) -> str:
    """Say in a short text what was done in a case, and whether it was right."""
    return f"{outcome == 'passed'}|{record}"


def matches_in_part(
    does: Behaviour, right: Behaviour, known: Mapping[str, Behaviour]
) -> dict[str, frozenset[str]]:
    """Name one mistake or two at once, each with the failing cases in which it does the same.

    They explain at least half of what fails, and more of it than anything else that is known.
    None is named that shows where the submission does as the reference does, or passes.
    """
    counted = {case for case in does if right.get(case, "").startswith(_PASSED)}
    failing = frozenset(case for case in counted if not does[case].startswith(_PASSED))
    suspects = [
        _suspect(name, each, {case: (does[case], right[case]) for case in counted})
        for name, each in known.items()
    ]
    suspects = [one for one in suspects if one.explains]
    named = _named(suspects)
    if 2 * len(_explained(named)) < len(failing):
        return {}
    return {one.name: one.explains for one in named}


@dataclass(frozen=True)
class _Suspect:
    name: str
    explains: frozenset[str]  # the failing cases in which the submission does the same
    differs: frozenset[str]  # the failing cases in which the mistake shows too, but otherwise
    undone: int  # passing cases in which the mistake would show

    @property
    def is_possible(self) -> bool:
        """Whether it may have been made: of two at once, what is common to both hides much."""
        return not self.undone and 2 * len(self.explains) > len(self.differs)

    @property
    def shows(self) -> frozenset[str]:
        return self.explains | self.differs


def _suspect(name: str, mistaken: Behaviour, cases: Mapping[str, tuple[str, str]]) -> _Suspect:
    explains, differs = set[str](), set[str]()
    undone = 0
    for case, (does, right) in cases.items():
        shows = mistaken[case] != right
        if does.startswith(_PASSED):
            fails = not mistaken[case].startswith(_PASSED)
            undone += fails or (shows and does == right)
        elif shows:
            (explains if mistaken[case] == does else differs).add(case)
    return _Suspect(name, frozenset(explains), frozenset(differs), undone)


def _named(suspects: list[_Suspect]) -> list[_Suspect]:
    """Choose what explains most, with as few as can be; leave out what another could replace."""
    possible = [one for one in suspects if one.is_possible]
    pairs = [pair for pair in combinations(possible, 2) if _go_together(*pair)]
    groups: list[Group] = [*((one,) for one in possible), *pairs]
    most = max((_worth(group) for group in groups), default=None)
    best = [group for group in groups if _worth(group) == most]
    return [
        one
        for one in (best[0] if best else ())
        if all(one in group and not _has_rival(one, group, suspects) for group in best)
    ]


def _go_together(one: _Suspect, other: _Suspect) -> bool:
    """Whether each explains something of its own, and what neither explains is due to both."""
    return (
        not one.explains <= other.explains
        and not other.explains <= one.explains
        and one.differs <= other.shows
        and other.differs <= one.shows
    )


def _worth(group: Group) -> tuple[int, int]:
    return len(_explained(group)), -len(group)


def _has_rival(one: _Suspect, group: Group, suspects: Iterable[_Suspect]) -> bool:
    """Whether one beside the group, which may be undone, explains as much in place of one."""
    left = _explained(each for each in group if each is not one)
    own = len(one.explains - left)
    others = (each for each in suspects if each not in group and each.undone <= _MOST_UNDONE)
    return any(len(each.explains - left) >= own for each in others)


def _explained(group: Iterable[_Suspect]) -> frozenset[str]:
    return frozenset[str]().union(*(one.explains for one in group))


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
