"""Tells submissions apart by what they did: known mistakes, whole or in part, and like groups."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import msgspec
from msgspec import Struct

from grader.model.report import Diagnosis, MistakeInPart, Verdict

from .events import CaseResult
from .jobs import Run

_NOT_WRITTEN = "builtins.NotImplementedError"
_NO_NAME = "builtins.ImportError"  # what a hidden file gets that asks for a missing function
# a case that broke off has no full record of calls; how it broke off is its behaviour
_BROKEN_OFF = frozenset(("timed_out", "out_of_memory", "error"))
Behaviour = Mapping[str, str]  # what was done in each case: equal texts, equal calls and results
Group = tuple["_Suspect", ...]
_PASSED = "True|"
_MOST_UNDONE = 3  # passing cases: in so many one of two mistakes at once may undo the other
_MOST_LEFT = 2  # cases: a pair that leaves so many unexplained may be the right one all the same


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


def behaviour_text(outcome: str, record: str) -> str:
    """Say in a short text what was done in a case, and whether it was right."""
    return f"{outcome == 'passed'}|{record}"


def matches_in_part(
    does: Behaviour, right: Behaviour, known: Mapping[str, Behaviour]
) -> dict[str, frozenset[str]]:
    """Name one mistake or two at once, each with the failing cases in which it does the same.

    They explain at least half of what fails, and of what is done otherwise than by the reference.
    In doubt between several explanations, only what is common to all of them is named.
    """
    counted = [case for case in does if right.get(case, "").startswith(_PASSED)]
    failing = frozenset(case for case in counted if not does[case].startswith(_PASSED))
    otherwise = frozenset(case for case in counted if does[case] != right[case])
    known_here = {
        name: {case: each[case] for case in counted if each[case] != right[case]}
        for name, each in known.items()
    }
    suspects = [
        _suspect(name, shows, does, failing, otherwise) for name, shows in known_here.items()
    ]
    return {one.name: one.explains for one in _Evidence(suspects, failing, otherwise).named()}


class _Suspect(Struct, frozen=True):
    name: str
    shows: frozenset[str]  # the cases in which the mistake does otherwise than the reference
    alike: frozenset[str]  # those of them in which the submission does the same
    explains: frozenset[str]  # those of the same that fail
    differs: frozenset[str]  # the failing cases in which the mistake shows too, but otherwise
    undone: frozenset[str]  # passing cases in which the mistake would show

    def outweighs(self, share: int) -> bool:
        """Whether it explains more than a share of the failing cases in which it differs."""
        return share * len(self.explains) > len(self.differs)

    @property
    def refuted(self) -> frozenset[str]:
        """The cases in which it is not what is seen, or something else is there too."""
        return self.shows - self.alike


def _suspect(
    name: str,
    shows: Behaviour,
    does: Behaviour,
    failing: frozenset[str],
    otherwise: frozenset[str],
) -> _Suspect:
    alike = frozenset(case for case, done in shows.items() if does[case] == done)
    undone = frozenset(
        case
        for case, done in shows.items()
        if case not in failing and (case not in otherwise or not done.startswith(_PASSED))
    )
    explains = alike & failing
    differs = (failing & shows.keys()) - explains
    return _Suspect(name, frozenset(shows), alike, explains, differs, undone)


class _Evidence(Struct, frozen=True, dict=True):  # with room for what is worked out once
    """What a submission does, and each known mistake that does the same in a failing case."""

    all_known: Sequence[_Suspect]
    failing: frozenset[str]
    otherwise: frozenset[str]  # the cases in which something else is done than by the reference

    def named(self) -> Iterable[_Suspect]:
        """Give what explains enough, by most of the cases or by all of them."""
        return self._enough(self._explaining_most()) or self._enough(self._explaining_all())

    @cached_property
    def _suspects(self) -> list[_Suspect]:
        return [one for one in self.all_known if one.explains]

    @cached_property
    def _pairs(self) -> list[tuple[_Suspect, _Suspect]]:
        """Each two of which each explains something of its own."""
        return [
            (one, other)
            for one, other in combinations(self._suspects, 2)
            if not one.explains <= other.explains and not other.explains <= one.explains
        ]

    def _enough(self, group: Group) -> Group:
        alike = frozenset[str]().union(*(one.alike for one in group))
        fails = 2 * len(_explained(group)) >= len(self.failing)
        return group if fails and 2 * len(alike) >= len(self.otherwise) else ()

    def _explaining_most(self) -> Group:
        """Choose what explains most, with as few as can be; leave out what may be another."""
        possible = [pair for pair in self._pairs if all(one.outweighs(2) for one in pair)]
        if any(map(self._casts_doubt, possible)):
            return ()
        single = [(one,) for one in self._suspects if not one.undone]
        groups: list[Group] = [*single, *(pair for pair in possible if _go_together(*pair))]
        most = max(map(_worth, groups), default=None)
        best = [group for group in groups if _worth(group) == most]
        return tuple(
            one
            for one in (best[0] if best else ())
            if all(one in group and not self._has_rival(one, group) for group in best)
        )

    def _casts_doubt(self, pair: tuple[_Suspect, _Suspect]) -> bool:
        """Whether two explain everything that fails, and cannot be there both."""
        is_whole = _explained(pair) == self.failing and not any(one.undone for one in pair)
        return is_whole and not _go_together(*pair)

    def _has_rival(self, one: _Suspect, group: Group) -> bool:
        """Whether one beside the group, which may be undone, explains as much in place of one."""
        left = _explained(each for each in group if each is not one)
        own = len(one.explains - left)
        others = (each for each in self._suspects if each not in group)
        return any(
            len(each.explains - left) >= own and len(each.undone) <= _MOST_UNDONE for each in others
        )

    def _explaining_all(self) -> Group:
        """Choose what is in each pair that leaves nothing or little unexplained."""
        whole = [
            pair
            for pair in self._pairs
            if not self._left_by(*pair)
            and _go_together(*pair)
            and all(one.outweighs(3) for one in pair)
        ]
        most = max((len(_explained(pair)) for pair in whole), default=0)
        near = [pair for pair in self._pairs if len(self._left_by(*pair)) <= _MOST_LEFT]
        single = [(one,) for one in self._suspects]
        rivals = [group for group in (*near, *single) if len(_explained(group)) >= most]
        return tuple(
            one
            for one in (whole[0] if whole else ())
            if all(one in group for group in (*whole, *rivals))
        )

    def _left_by(self, one: _Suspect, other: _Suspect) -> frozenset[str]:
        """The cases in which neither shows, or one alone does and is not what is seen."""
        alone = (one.refuted - other.shows) | (other.refuted - one.shows)
        return alone | (self.otherwise - one.shows - other.shows)


def _go_together(one: _Suspect, other: _Suspect) -> bool:
    """Whether what neither explains is due to both, and they are more than two words for one."""
    common = len(one.explains & other.explains)
    own = max(len(one.explains - other.explains), len(other.explains - one.explains))
    return one.refuted <= other.shows and other.refuted <= one.shows and 2 * own >= common


def _worth(group: Group) -> tuple[int, int]:
    return len(_explained(group)), -len(group)


def _explained(group: Iterable[_Suspect]) -> frozenset[str]:
    return frozenset[str]().union(*(one.explains for one in group))
