"""Applies a test's operators to a student's objects, as the gate decides at each place."""

from collections.abc import Callable
from typing import Any

from grader.wire.containers import BASES
from grader.wire.special_methods import FREE, family, kind_of

from . import comparison, gate
from .comparison import Mode
from .exceptions import says_what_was_expected
from .gate import Answer
from .inert import WrongResult

_LEAVES = ("__exit__", "__aexit__")


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
        return comparison.ordered(link, owner, cls, name, args[0])
    raise WrongResult(link.sentence(owner))


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
        return comparison.by_fields(link, owner, other, mode)
    if answer is Answer.STATE:
        return comparison.by_state(link, owner, cls, other, mode.fields)
    # what may be an expected value is not handed over
    return comparison.by_items(owner, other) if answer is Answer.ITEMS else NotImplemented


def _learned(link: Any, name: str) -> str:
    is_asked = name in FREE or link.learned.admits_operator(f"{link.place()}|{family(name)}")
    return gate.ASKED if is_asked else gate.NEVER


def _given(owner: Any, args: tuple[Any, ...]) -> frozenset[str]:
    is_alike = bool(args) and comparison.are_alike(owner, args[0])
    found = (gate.DATA, comparison.extends_data(owner)), (gate.ALIKE, is_alike)
    return frozenset(name for name, holds in found if holds)


def _of_content(link: Any, owner: Any, name: str, args: tuple[Any, ...]) -> Any:
    if name.startswith("__i") and isinstance(owner, BASES):  # changes the object, answers nothing
        return link.ask("special", (owner, None, name, *args))
    held = comparison.held_by(link, owner)
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
