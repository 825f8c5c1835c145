"""Operators between a student's object and the rest: which are asked, and what stands in."""

from collections import deque
from collections.abc import Iterator
from typing import Any

from grader.wire import arrays, describe
from grader.wire.containers import BASES, is_mixed, item_path
from grader.wire.known import DATA_BASES
from grader.wire.standins import StandIn

_DEEP = 100  # of the length of a path


def is_data_like(value: Any) -> bool:
    """Whether an object of the student's extends a built-in type, and so holds data."""
    return isinstance(value, (*BASES, *DATA_BASES))


def instead(link: Any, owner: Any, name: str, args: tuple[Any, ...]) -> Any:
    """Apply an operator without asking the jail for its answer, as Python does for a plain class.

    What extends a built-in type is taken for what it holds; others are looked through.
    """
    if not is_data_like(owner):
        return _is_among(args[0], iter(owner))
    if name.startswith("__i") and isinstance(owner, BASES):  # changes the object, answers nothing
        return link.ask("special", (owner, None, name, *args))
    held = held_by(link, owner)
    function = getattr(type(held), name, None)
    return NotImplemented if function is None else function(held, *args)


def held_by(link: Any, value: Any) -> Any:
    """Give what an object that extends a built-in type holds, as that type."""
    content = describe.base_content(value)
    if content is None and isinstance(value, BASES):
        return link.ask("content", (value,))
    return content


def objects_in(made: Any, path: str) -> Iterator[str]:
    """Say how deep each object lies in what an immutable one came with, and is no data itself."""
    yield from _objects_below(describe.base_content(made), path)


def _objects_below(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, StandIn):
        if not is_data_like(value):  # one that is will be compared by what it holds, too
            yield path
        value = describe.base_content(value)
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    value = arrays.objects_in(value) or value
    if isinstance(value, list | tuple | set | frozenset | deque):
        if len(path) > _DEEP:
            yield path
            return
        kinds = {StandIn if isinstance(item, StandIn) else type(item) for item in value}
        is_numbered = isinstance(value, tuple) and is_mixed(kinds, frozenset((StandIn,)))
        for number, item in enumerate(value):
            deeper = item_path(path, number) if is_numbered else path + "[]"
            yield from _objects_below(item, deeper)


def _is_among(value: Any, items: Any) -> bool:
    """Look through items for a value, as `in` does where a class does not define it."""
    return any(item is value or item == value for item in items)
