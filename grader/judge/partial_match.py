"""Finds the known mistakes that explain a part of what a submission gets wrong."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

Behaviour = Mapping[str, str]  # what was done in each case: equal texts, equal calls and results
Group = tuple["_Suspect", ...]
_PASSED = "True|"


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
    is_refuted: bool

    @property
    def is_possible(self) -> bool:
        """Whether it may have been made: of two at once, what is common to both hides much."""
        return not self.is_refuted and 2 * len(self.explains) > len(self.differs)

    @property
    def shows(self) -> frozenset[str]:
        return self.explains | self.differs


def _suspect(name: str, mistaken: Behaviour, cases: Mapping[str, tuple[str, str]]) -> _Suspect:
    explains, differs = set[str](), set[str]()
    is_refuted = False
    for case, (does, right) in cases.items():
        shows = mistaken[case] != right
        if does.startswith(_PASSED):
            fails = not mistaken[case].startswith(_PASSED)
            is_refuted = is_refuted or fails or (shows and does == right)
        elif shows:
            (explains if mistaken[case] == does else differs).add(case)
    return _Suspect(name, frozenset(explains), frozenset(differs), is_refuted)


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
    """Whether a mistake beside the group, possible or not, explains as much in place of one."""
    left = _explained(each for each in group if each is not one)
    own = len(one.explains - left)
    return any(len(each.explains - left) >= own for each in suspects if each not in group)


def _explained(group: Iterable[_Suspect]) -> frozenset[str]:
    return frozenset[str]().union(*(one.explains for one in group))
