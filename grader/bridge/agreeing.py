"""Compares by what two objects hold, where the reference's class does and a student's asks itself.

What a student wrote in place of a generated `==` or an inherited order decides nothing: the
answer is found on this side, and where the student's is another, the case ends.
"""

import operator
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from grader.wire.classes import RemoteObject
from grader.wire.standins import StandIn

from .equality import equality_mode, facts_of
from .inert import Inert, WrongResult
from .operators import held_by

_NOT_EQUAL = "Two of your objects hold the same and are not equal."
_EQUAL = "Two of your objects hold different values and are equal."
_OTHER_ORDER = "Your class puts two objects in another order than the values that they hold."
_GENERATED = ("fields", "base")
_Met = dict[tuple[int, int], tuple[Any, Any]]  # what is being compared, and so lives as long


def are_alike(one: Any, other: Any) -> bool:
    """Whether two values are objects of one class of the student's."""
    are_theirs = isinstance(one, RemoteObject) and isinstance(other, RemoteObject)
    return are_theirs and type(one).__qualname__ == type(other).__qualname__


def equal(link: Any, owner: Any, cls: Any, other: Any, fields: list[str]) -> bool:
    """Compare two objects of one class by fields or all that they hold; theirs must agree."""
    own, _, listed = equality_mode(type(owner)).partition(":")
    own_fields = listed.split(",") if listed else []
    denied = link.denied
    same = _holds_same(link, owner, other, fields, own_fields)
    by_own = _holds_same(link, owner, other, [], own_fields) if own in _GENERATED else False
    link.denied = denied  # what they hold beside data was looked at by nobody else
    if own == "own":
        said = link.ask("special", (owner, cls, "__eq__", other))
        agrees = (said is not NotImplemented and bool(said)) is same
    else:
        agrees = by_own is same
    if not agrees:
        raise WrongResult(_NOT_EQUAL if same else _EQUAL)
    return same


def as_listed(owner: Any, other: Any) -> Any:
    """Compare an object that can be gone through with a built-in container, item by item."""
    if not any("__iter__" in vars(cls) for cls in type(owner).__mro__):
        return NotImplemented
    if isinstance(other, dict):
        return {key: owner[key] for key in islice(owner, len(other) + 1)} == other
    if isinstance(other, list | tuple):
        return list(islice(owner, len(other) + 1)) == list(other)
    return set(owner) == other if isinstance(other, set | frozenset) else NotImplemented


def ordered(link: Any, owner: Any, cls: Any, name: str, other: Any) -> Any:
    """Order two objects of one class by the values that they hold; theirs must agree."""
    mine, theirs = list(_values(link, owner)), list(_values(link, other))
    try:
        known = bool(getattr(operator, name)(mine, theirs))
    except TypeError:
        raise WrongResult(link.sentence(owner)) from None
    said = link.ask("special", (owner, cls, name, other))
    if said is NotImplemented:
        return NotImplemented
    if bool(said) is not known:
        raise WrongResult(_OTHER_ORDER)
    return known


def _values(link: Any, value: Any) -> Iterator[Any]:
    if facts_of(type(value)).get("enum"):
        yield link.get(value, "value")
    else:
        yield from _held(link, value).values()


def _holds_same(
    link: Any, owner: Any, other: Any, fields: list[str], own_fields: list[str]
) -> bool:
    if fields:
        with suppress(AttributeError):  # a student may call them by other names
            return all(bool(link.get(owner, f) == link.get(other, f)) for f in fields)
    if own_fields:
        pairs = ((link.get(owner, f), link.get(other, f)) for f in own_fields)
        return all(_is_same(link, mine, theirs, {}) for mine, theirs in pairs)
    return _is_same(link, owner, other, {})


def _held(link: Any, value: Any) -> Any:
    content = held_by(link, value)
    if content is not None:
        return content
    found: dict[str, Any] = {}
    for name in ("__dict__", *_slots(type(value))):
        with suppress(AttributeError):  # of a slot that was not filled
            found[name] = link.get(value, name)
    return {**found.pop("__dict__", {}), **found}


def _slots(cls: type) -> Iterator[str]:
    for parent in cls.__mro__:
        members = vars(parent).get("_grader_facts", {}).get("members", {})
        yield from (name for name, kind in members.items() if kind == "slot")


def _is_same(link: Any, mine: Any, theirs: Any, met: _Met) -> bool:
    mine, theirs = _opened(mine), _opened(theirs)
    pair = (id(mine), id(theirs))
    if mine is theirs or pair in met:
        return True
    if are_alike(mine, theirs):
        met[pair] = (mine, theirs)
        return _is_same(link, _held(link, mine), _held(link, theirs), met)
    if isinstance(mine, StandIn) or isinstance(theirs, StandIn):
        return False
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return mine.keys() == theirs.keys() and all(
            _is_same(link, mine[key], theirs[key], met) for key in mine
        )
    if isinstance(mine, list | tuple | deque) and type(mine) is type(theirs):
        return len(mine) == len(theirs) and all(
            _is_same(link, a, b, met) for a, b in zip(mine, theirs, strict=True)
        )
    return bool(mine == theirs)


def _opened(value: Any) -> Any:
    return object.__getattribute__(value, "_grader_made") if isinstance(value, Inert) else value
