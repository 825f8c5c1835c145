"""Answers a test's operators for a student's objects, as the gate decides at each place.

What a student wrote in place of a generated `==` or an inherited order decides nothing: the answer
is found on this side, by what the objects hold, and where the student's is another, the case ends.
"""

import operator
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from grader.wire import describe
from grader.wire.classes import RemoteObject
from grader.wire.containers import BASES
from grader.wire.known_classes import DATA_BASES
from grader.wire.special_methods import FREE, family, kind_of
from grader.wire.standins import StandIn

from . import gate
from .exceptions import says_what_was_expected
from .gate import Answer
from .inert import Inert, Refusal, Wrong, WrongResult

_LEAVES = ("__exit__", "__aexit__")
_Met = dict[tuple[int, int], tuple[Any, Any]]  # what is being compared, and so lives as long


class Mode:
    """How `==` works for a class: own, fields, base or identity, with the names of its fields."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.kind, _, listed = text.partition(":")
        self.fields = listed.split(",") if listed else []

    @classmethod
    def of(cls, theirs: type) -> "Mode":
        """Read what was told of a class of the submission's."""
        facts = _facts_of(theirs)
        fields = ",".join(facts.get("fields", ()))
        kind = str(facts.get("equality", "identity"))
        return cls(f"{kind}:{fields}" if fields else kind)


def apply(link: Any, owner: Any, cls: Any, name: str, args: tuple[Any, ...]) -> Any:
    """Have an operator answered; raises WrongResult where nobody may answer it."""
    if name in _LEAVES and len(args) > 1 and args[1] is not None:
        return _leave(link, owner, cls, name, args)
    learned = _learned(link, name)
    # where it is asked, no row looks at what the object is, and most calls come this way
    given = frozenset[str]() if learned == gate.ASKED else _given(owner, args)
    answer = gate.decide(kind_of(name), learned, given)
    if answer is Answer.OBJECT:
        return link.ask("special", (owner, cls, name, *args))
    if answer is Answer.CONTENT:
        return _of_content(link, owner, name, args)
    if answer is Answer.ITEMS:
        return any(item is args[0] or item == args[0] for item in owner)
    if answer is Answer.IDENTITY:
        return object.__hash__(owner)
    if answer is Answer.STATE:
        return _ordered(link, owner, cls, name, args[0])
    raise WrongResult(link.refusal(owner))


def compare(link: Any, owner: Any, cls: Any, name: str, other: Any) -> Any:
    """Have `==` or `!=` answered, in the way that the reference's run compared at the place."""
    own = Mode.of(type(owner))
    mode = Mode(link.learned.equality(f"{link.place()}|__eq__", own.text))
    learned = mode.kind if mode.kind in (gate.OWN, gate.FIELDS, gate.BASE) else gate.NEVER
    if learned in (gate.FIELDS, gate.BASE) and mode.text == own.text:
        learned = gate.SAME
    given = _given(owner, (other,))
    if own.kind == gate.OWN:
        given |= {gate.COMPARES}
    answer = gate.decide("equality", learned, given)
    if answer is Answer.OBJECT:
        return link.ask("special", (owner, cls, name, other))
    same = owner is other or _same(link, owner, cls, other, (answer, mode))
    return same if same is NotImplemented or name == "__eq__" else not same


def _same(link: Any, owner: Any, cls: Any, other: Any, how: tuple[Answer, Mode]) -> Any:
    answer, mode = how
    if answer is Answer.CONTENT:
        mode = Mode("base:" + ",".join(mode.fields))
    if answer in (Answer.CONTENT, Answer.FIELDS):
        return by_fields(link, owner, other, mode)
    if answer is Answer.STATE:
        return _by_state(link, owner, cls, other, mode.fields)
    # what may be an expected value is not handed over
    return _by_items(owner, other) if answer is Answer.ITEMS else NotImplemented


def _learned(link: Any, name: str) -> str:
    is_asked = name in FREE or link.learned.admits_operator(f"{link.place()}|{family(name)}")
    return gate.ASKED if is_asked else gate.NEVER


def _given(owner: Any, args: tuple[Any, ...]) -> frozenset[str]:
    is_alike = bool(args) and _are_alike(owner, args[0])
    found = (gate.DATA, extends_data(owner)), (gate.ALIKE, is_alike)
    return frozenset(name for name, holds in found if holds)


def _of_content(link: Any, owner: Any, name: str, args: tuple[Any, ...]) -> Any:
    if name.startswith("__i") and isinstance(owner, BASES):  # changes the object, answers nothing
        return link.ask("special", (owner, None, name, *args))
    held = _held_by(link, owner)
    function: Callable[..., Any] | None = getattr(type(held), name, None)
    return NotImplemented if function is None else function(held, *args)


def _leave(link: Any, owner: Any, cls: Any, name: str, args: tuple[Any, ...]) -> Any:
    """End a `with` over a student's object on an error: a true answer swallows that error.

    Where the reference's was never handed one, such an answer would swallow the failed assertion
    of the test itself.
    """
    was_handed = link.learned.admits_operator(f"{link.place()}|{name} after an error")
    answer = gate.decide(gate.LEAVE, gate.ASKED if was_handed else gate.NEVER)
    if answer is Answer.OBJECT:
        return link.ask("special", (owner, cls, name, *args))
    if says_what_was_expected(args[1]):
        args = (AssertionError, AssertionError(), *args[2:])
    said = link.ask("special", (owner, cls, name, *args))
    return _awaited(said) if name == "__aexit__" else False


async def _awaited(said: Any) -> bool:
    await said
    return False


def extends_data(value: Any) -> bool:
    """Whether an object of the student's extends a built-in type, and so holds data."""
    return isinstance(value, (*BASES, *DATA_BASES))


def _are_alike(one: Any, other: Any) -> bool:
    """Whether two values are objects of one class of the student's."""
    are_theirs = isinstance(one, RemoteObject) and isinstance(other, RemoteObject)
    return are_theirs and type(one).__qualname__ == type(other).__qualname__


def _held_by(link: Any, value: Any) -> Any:
    """Give what an object that extends a built-in type holds, as that type."""
    content = describe.base_content(value)
    if content is None and isinstance(value, BASES):
        return link.ask("content", (value,))
    return content


def by_fields(link: Any, owner: Any, other: Any, mode: Mode) -> Any:
    """Compare as a generated `==` does: by fields of one class, or by what a base holds."""
    if mode.kind == "base":
        mine = _held_by(link, owner)
        if mine is not None:
            return mine == (_held_by(link, other) if isinstance(other, RemoteObject) else other)
    if not mode.fields or not _are_alike(owner, other):
        return NotImplemented
    return all(link.get(owner, field) == link.get(other, field) for field in mode.fields)


def _by_state(link: Any, owner: Any, cls: Any, other: Any, fields: list[str]) -> bool:
    """Compare two objects of one class by fields or all that they hold; theirs must agree."""
    own = Mode.of(type(owner))
    denied = link.denied
    same = _holds_same(link, owner, other, fields, own.fields)
    is_generated = own.kind in ("fields", "base")
    by_own = _holds_same(link, owner, other, [], own.fields) if is_generated else False
    link.denied = denied  # what they hold beside data was looked at by nobody else
    if own.kind == "own":
        said = link.ask("special", (owner, cls, "__eq__", other))
        agrees = (said is not NotImplemented and bool(said)) is same
    else:
        agrees = by_own is same
    if not agrees:
        raise WrongResult(Refusal(Wrong.NOT_EQUAL if same else Wrong.EQUAL))
    return same


def _by_items(owner: Any, other: Any) -> Any:
    """Compare an object that can be gone through with a built-in container, item by item."""
    if not any("__iter__" in vars(cls) for cls in type(owner).__mro__):
        return NotImplemented
    if isinstance(other, dict):
        return {key: owner[key] for key in islice(owner, len(other) + 1)} == other
    if isinstance(other, list | tuple):
        return list(islice(owner, len(other) + 1)) == list(other)
    return set(owner) == other if isinstance(other, set | frozenset) else NotImplemented


def _ordered(link: Any, owner: Any, cls: Any, name: str, other: Any) -> Any:
    """Order two objects of one class by the values that they hold; theirs must agree."""
    mine, theirs = list(_values(link, owner)), list(_values(link, other))
    try:
        known = bool(getattr(operator, name)(mine, theirs))
    except TypeError:
        raise WrongResult(link.refusal(owner)) from None
    said = link.ask("special", (owner, cls, name, other))
    if said is NotImplemented:
        return NotImplemented
    if bool(said) is not known:
        raise WrongResult(Refusal(Wrong.OTHER_ORDER))
    return known


def _facts_of(cls: type) -> dict[str, Any]:
    """What the other side told of a class, or of the nearest parent that is of that side."""
    told = (vars(parent).get("_grader_facts") for parent in cls.__mro__)
    return next((facts for facts in told if facts is not None), {})


def _values(link: Any, value: Any) -> Iterator[Any]:
    if _facts_of(type(value)).get("enum"):
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
    content = _held_by(link, value)
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
    if _are_alike(mine, theirs):
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
