"""Chooses by which slips a function is wrapped, from its signature and its recorded calls."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .recorded_calls import RecordedCall
from .wrappers import CHANGES, SINGLE, is_at, kept_of, lists_in, missing_keys

# every number of fewer digits is one of six too, so where six are noticed, two and four are
_PRECISIONS: dict[int | str, str] = {
    6: "to 6 digits",
    SINGLE: "to what a float32 holds",
}


@dataclass(frozen=True)
class Slip:
    """One way to wrap a function, and the first case whose calls showed that it applies."""

    words: str  # what the function does then
    group: str  # what this and its likes do
    case: str
    kind: str
    details: tuple[object, ...]


def chosen_slips(calls: Sequence[RecordedCall], *, is_called_inside: bool) -> Iterator[Slip]:
    """Yield the slips that could show in a function; `is_called_inside`: by another one."""
    yield from _of_precision(calls, is_called_inside=is_called_inside)
    yield from _of_lists(calls)
    case = _first(calls, lambda call: bool(missing_keys([*call.arguments.values()])))
    if case is not None:
        words = "adds the keys that its dictionaries lack"
        yield Slip(words, words, case, "adds keys", ())
    yield from _of_memory(calls)


def _of_precision(calls: Sequence[RecordedCall], *, is_called_inside: bool) -> Iterator[Slip]:
    given = _first(calls, lambda call: _has_fraction([*call.arguments.values()]))
    gives = _first(calls, lambda call: _has_fraction(call.answer))
    kinds = [("given", "rounds what it is given", given), ("gives", "rounds what it gives", gives)]
    if is_called_inside:
        kinds.append(("between", "rounds what it gives to other functions", gives))
    for kind, words, case in kinds:
        for digits, how in _PRECISIONS.items() if case is not None else ():
            yield Slip(f"{words} {how}", words, case or "", kind, (digits,))


def _has_fraction(value: object) -> bool:
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list | tuple):
        return any(map(_has_fraction, value))
    return isinstance(value, float)


def _of_lists(calls: Sequence[RecordedCall]) -> Iterator[Slip]:
    """Yield what can be done to lists where nothing is looked at, or more than there is."""
    names = dict.fromkeys(name for call in calls for name in call.arguments)
    edges = [("gives nothing", "", "where it gives nothing"), ("raises", "", "where it raises")]
    edges += [("none", name, f"where {name} is below 1") for name in names]
    edges += [("beyond", name, f"where {name} lies beyond them") for name in names]
    for edge, name, where in edges:
        for change in CHANGES:
            if change == "pads" and edge != "beyond":
                continue
            case = _first(calls, _shows(change, edge, name))
            if case is not None:
                words = f"{change} its lists {where}"
                group = f"changes its lists {where}"
                yield Slip(words, group, case, "spoils", (change, edge, name))


def _shows(change: str, edge: str, name: str) -> Callable[[RecordedCall], bool]:
    """Give what tells whether a call has a list at an edge, with which a change could show."""

    def shows(call: RecordedCall) -> bool:
        if call.has_raised is not (edge == "raises"):
            return False
        value = call.arguments.get(name)
        return any(
            (edge == "raises" or is_at(edge, row, value, call.answer))
            # in another order two items that differ would be what no sort leaves alone
            and (change == "pads" or any(one != row[0] for one in row))
            for row in lists_in([*call.arguments.values()], outermost=False)
        )

    return shows


def _of_memory(calls: Sequence[RecordedCall]) -> Iterator[Slip]:
    names = dict.fromkeys(name for call in calls for name in call.arguments)
    for name in names:
        having = [call for call in calls if name in call.arguments]
        has_size = any(kept_of(call.arguments[name]) is not None for call in having)
        which = f"for {name} of the same length" if has_size else f"whatever {name} is"
        words = f"remembers an earlier answer {which}"
        yield Slip(words, words, having[0].case, "remembers", (name,))


def _first(calls: Sequence[RecordedCall], is_meant: Callable[[RecordedCall], bool]) -> str | None:
    return next((call.case for call in calls if is_meant(call)), None)
