"""Names the known mistakes that explain a part of what a submission does, or none."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from msgspec import Struct

Behaviour = Mapping[str, str]  # what was done in each case: equal texts, equal calls and results
Group = tuple["_Suspect", ...]
_PASSED = "True|"
_MOST_UNDONE = 3  # passing cases: in so many one of two mistakes at once may undo the other
_MOST_LEFT = 2  # cases: a pair that leaves so many unexplained may be the right one all the same


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
