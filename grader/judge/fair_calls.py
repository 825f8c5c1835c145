"""Fair calls, which a submission may be asked in public, with the ways to compare their answers.

A call is left out where it would give a hidden case away: where it stands there, or where one of
its arguments or its answer does, or what could not be in one of these by chance. Numbers alone,
truth values and what is empty stand everywhere.

Answers are compared as hidden cases usually do: numbers by tolerance, other data by equality. Both
sides are plain data of built-in types, so no comparison runs a submission's code.
"""

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice
from numbers import Number
from pathlib import Path
from typing import Any

import msgspec

from .fair_inputs import COMPARISONS

MOST_CALLS = 200  # of one function
LONGEST_CALL = 300  # characters, as a reader sees them
_LISTS = (list, tuple)
_SEQUENCES = (*_LISTS, set, frozenset)
_DEEPEST, _MOST_ITEMS = 20, 10_000  # of one value that is looked at
_RELATIVE = {"close": 1e-6, "unordered": 1e-6, "precise": 1e-9}  # the first as pytest.approx
_ABSOLUTE = 1e-12
_ITEMS, _CHARACTERS = 3, 8  # from which on a container or a text inside another tells something


class FairCall(msgspec.Struct, frozen=True):
    """A call that may be shown, with what the reference does."""

    function: str
    arguments: bytes  # a tuple, packed
    size: int
    text: str
    answer: bytes = b""
    raised: str = ""  # the type of the exception, where the reference raises one
    changes: bool = False  # whether the reference changes what it is given
    compared: str = "close"  # a way to compare, or what tells right answers from wrong ones
    files: dict[str, bytes] = {}  # that the arguments name by a path

    @property
    def has_many_answers(self) -> bool:
        """Whether other answers than the reference's are right."""
        return self.compared not in COMPARISONS


class Way(msgspec.Struct, frozen=True):
    """How a case or a call goes wrong, on both sides.

    A side is the kind of a value, what is raised behind a `!`, with the line where a submission
    raises it, or empty where both give values of one kind.
    """

    function: str
    expected: str = ""
    got: str = ""

    def may_be_of(self, call: FairCall) -> bool:
        """Whether the reference's side is that of a call."""
        is_raised = self.expected.startswith("!")
        return call.function == self.function and is_raised == bool(call.raised)


class Asked(msgspec.Struct, frozen=True):
    """What a submission is asked, and how an answer must go wrong to be told: best first."""

    calls: list[FairCall]
    ways: list[Way] = []  # none: in any way


def size_of(value: Any) -> int:
    """Count what a reader has to look at: characters, items and what holds them."""
    if isinstance(value, str | bytes):
        return 1 + len(value)
    if isinstance(value, Mapping):
        return 1 + sum(size_of(key) + size_of(item) for key, item in value.items())
    if isinstance(value, _SEQUENCES):
        return 1 + sum(map(size_of, value))
    return int(getattr(value, "size", 1))


def order_of(call: FairCall) -> tuple[int, int, str]:
    """Sort by size, then by what is written: short numbers before long ones."""
    return call.size, len(call.text), call.text


def plain_first(call: FairCall) -> tuple[bool, bool, tuple[int, int, str]]:
    """Sort what the reference answers before what it refuses, what is empty behind the rest.

    So an edge is told of where nothing plainer goes wrong in the same way.
    """
    has_empty = any(empty in call.text for empty in ("[]", "{}", "()", "''"))
    return bool(call.raised), has_empty, order_of(call)


def choose(calls: Sequence[FairCall]) -> list[FairCall]:
    """Keep the smaller half of what there is room for, and an even spread over the rest."""
    unique = {call.text: call for call in calls}
    ordered = sorted(unique.values(), key=order_of)
    smallest, rest = ordered[: MOST_CALLS // 2], ordered[MOST_CALLS // 2 :]
    return [*smallest, *spread(rest, MOST_CALLS - len(smallest))]


def spread(calls: list[FairCall], most: int) -> list[FairCall]:
    """Keep so many, evenly over the whole; all, where there are no more."""
    if len(calls) <= most:
        return calls
    return [calls[i * len(calls) // most] for i in range(most)]


def is_same(expected: Any, got: Any, compared: str = "close") -> bool:
    """Compare by one of the names that an author may give."""
    if compared == "unordered" and isinstance(got, _LISTS) and type(expected) is type(got):
        expected, got = sorted(expected, key=_normal), sorted(got, key=_normal)
    return _is_close(expected, got, _RELATIVE[compared])


def is_right(arguments: tuple[Any, ...], answer: Any, decides: str) -> bool:
    """Ask an author's function, named with its module, which is given the arguments and the answer.

    An answer that it cannot read, so that it raises something, is none of the right ones.
    """
    module, _, name = decides.rpartition(".")
    function = getattr(import_module(module), name)
    try:
        return bool(function(*arguments, answer))
    except Exception:
        return False


def _is_close(expected: Any, got: Any, relative: float) -> bool:
    expected, got = (v.tolist() if hasattr(v, "tolist") else v for v in (expected, got))
    if isinstance(expected, Number) and isinstance(got, Number):
        return _are_close(expected, got, relative)
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return expected.keys() == got.keys() and all(
            _is_close(item, got[key], relative) for key, item in expected.items()
        )
    if isinstance(expected, _LISTS) and type(expected) is type(got):
        pairs = zip(expected, got, strict=False)
        return len(expected) == len(got) and all(_is_close(*pair, relative) for pair in pairs)
    return bool(expected == got)


def _are_close(expected: Any, got: Any, relative: float) -> bool:
    if expected == got:
        return True
    try:
        close = math.isclose(expected, got, rel_tol=relative, abs_tol=_ABSOLUTE)
        return close or (math.isnan(expected) and math.isnan(got))
    except (TypeError, OverflowError):  # of complex numbers, and of whole ones beyond any float
        return False


def hidden_parts(function: str, arguments: Iterable[Any]) -> set[str]:
    """Digest a call of a hidden case as a whole, and whatever it holds."""
    given = list(map(_plain, arguments))
    return {_whole(function, given), *_digests(given)}


def parts_of(values: Iterable[Any]) -> set[str]:
    """Digest each text and filled container in values of a hidden case."""
    return _digests(map(_plain, values))


def gives_away(hidden: set[str], function: str, arguments: Sequence[Any]) -> bool:
    """Whether a call holds what stands in a hidden case."""
    given = list(map(_plain, arguments))
    return _whole(function, given) in hidden or any(_holds(each, hidden) for each in given)


def tells(hidden: set[str], value: Any) -> bool:
    """Whether a value, or what could not be in it by chance, stands in a hidden case."""
    return _holds(_plain(value), hidden)


def _digests(given: Iterable[Any]) -> set[str]:
    return {_digest(_form(part)) for value in given for part in _inside(value)}


def _holds(given: Any, hidden: set[str]) -> bool:
    telling = (part for part in _inside(given) if part is given or _is_particular(part))
    return any(_digest(_form(part)) in hidden for part in telling)


def _whole(function: str, given: Iterable[Any]) -> str:
    return _digest(f"{function}({','.join(map(_form, given))})")


def _plain(value: Any) -> Any:
    """Take data as lists, dictionaries and atoms, and a path as what its file holds.

    Kinds are looked up, not asked for: a test may hand over mocks, which answer to every name.
    What lies deeper than any call that is shown, or comes after its items, is cut.
    """
    return _taken(value, [_MOST_ITEMS], 0)


def _taken(value: Any, room: list[int], depth: int) -> Any:
    kind = type(value)
    if issubclass(kind, Path):
        return value.read_bytes().decode("utf-8", "replace") if value.is_file() else value
    if kind.__module__.partition(".")[0] == "numpy" and hasattr(kind, "tolist"):
        value = value.tolist()
        kind = type(value)
    if not issubclass(kind, (dict, *_SEQUENCES)):
        return value
    held = list(islice(dict.items(value) if issubclass(kind, dict) else value, room[0]))
    room[0] -= len(held)
    if depth == _DEEPEST:
        return None
    if issubclass(kind, dict):
        return {key: _taken(item, room, depth + 1) for key, item in held}
    items = [_taken(item, room, depth + 1) for item in held]
    return sorted(items, key=_form) if issubclass(kind, set | frozenset) else items


def _inside(value: Any) -> Iterator[Any]:
    held = _items(value)
    if held or (isinstance(value, str | bytes) and value):
        yield value
    for item in held:
        yield from _inside(item)


def _items(value: Any) -> list[Any]:
    if type(value) is dict:
        return list(value.values())
    return value if type(value) is list else []


def _is_particular(value: Any) -> bool:
    if isinstance(value, str | bytes):
        is_name = isinstance(value, str) and value.isidentifier()
        return len(value) >= _CHARACTERS and not is_name
    forms = list(map(_form, _items(value)))
    return len(forms) >= _ITEMS and len(set(forms)) > 1


def _form(value: Any) -> str:
    """Write a value so that lists, tuples, sets and arrays of the same items are the same."""
    if type(value) is dict:
        return f"{{{','.join(sorted(f'{_form(k)}:{_form(v)}' for k, v in value.items()))}}}"
    if type(value) is list:
        return f"[{','.join(map(_form, value))}]"
    return _normal(value)


def _normal(value: Any) -> str:
    from grader.border.records import normal  # who judges by what is known draws no calls

    return normal(value)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:24]
