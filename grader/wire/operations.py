"""What one side does for the other: read, set, call, compare. Asks no permission."""

import copy
import inspect
import operator
import types
from collections.abc import Callable
from typing import Any

from . import coroutines
from .containers import content_of, empty, fill
from .describe import annotations_told

RETURNED = -1  # in the place of a parameter's kind
_kept: dict[int, Any] = {}  # what classes had, under the asker's numbers


def _set(owner: Any, name: str, value: Any, number: int) -> None:
    _keep(owner, name, number)
    setattr(owner, name, _member(value) if isinstance(owner, type) else value)


def _restore(owner: Any, name: str, number: int) -> None:
    if number in _kept:
        setattr(owner, name, _kept[number])


def _delete(owner: Any, name: str, number: int) -> None:
    _keep(owner, name, number)
    delattr(owner, name)


def _keep(owner: Any, name: str, number: int) -> None:
    # the asker numbers what it may have put back
    if number and name in vars(owner):
        _kept[number] = vars(owner)[name]


def method(owner: Any, name: str, /, *args: Any, **named: Any) -> Any:
    """Call a method by its name."""
    if name == "__await__" and inspect.isawaitable(owner):
        return coroutines.result_of(owner)
    return getattr(owner, name)(*args, **named)


def special(owner: Any, cls: Any, name: str, /, *args: Any) -> Any:
    """Call a special method as Python does: on the class, not on the object."""
    return getattr(cls if cls is not None else type(owner), name)(owner, *args)


def subclass(
    name: str, bases: tuple[type, ...], namespace: dict[str, Any], options: dict[str, Any]
) -> type:
    """Make a class that inherits from a class of this side."""
    own = {key: _member(value) for key, value in namespace.items()}
    return types.new_class(name, bases, options, lambda ns: ns.update(own))


def _member(value: Any) -> Any:
    maker = _MEMBERS.get(value[0]) if type(value) is tuple and value else None
    return value if maker is None else maker(*value[1:])


_MEMBERS: dict[Any, Callable[..., Any]] = {
    "<property>": property,
    "<staticmethod>": staticmethod,
    "<classmethod>": classmethod,
}


def as_member(value: Any) -> Any:
    """Write a descriptor of a class body as a tuple of functions."""
    if isinstance(value, property):
        return ("<property>", value.fget, value.fset, value.fdel)
    if isinstance(value, staticmethod | classmethod):
        return (f"<{type(value).__name__}>", value.__func__)
    return value


def _content(owner: Any) -> Any:
    # of a subclass of a built-in container, by the base's way
    taken = content_of(owner)
    made = empty(taken.kind, taken.extra, None)
    fill(made, taken.keys, taken.items)
    return made


def signature(function: Any) -> list[list[Any]]:
    """Take a signature apart; raises ValueError or TypeError where there is none."""
    signature = inspect.signature(function)
    rows = []
    for parameter in signature.parameters.values():
        has_default = parameter.default is not inspect.Parameter.empty
        default = parameter.default if has_default else None
        kind = annotations_told({"": parameter.annotation})
        rows.append([parameter.name, int(parameter.kind), has_default, default, kind])
    returned = annotations_told({"": signature.return_annotation})
    return [*rows, ["return", RETURNED, False, None, returned]]


def copy_(owner: Any, deep: bool) -> Any:
    """Copy an object."""
    return copy.deepcopy(owner) if deep else copy.copy(owner)


OPERATIONS: dict[str, Callable[..., Any]] = {
    "get": getattr,
    "set": _set,
    "restore": _restore,
    "delete": _delete,
    "call": operator.call,
    "method": method,
    "special": special,
    "inherited": method,  # of a class, which is given the object
    "content": _content,
    "itself": lambda owner: owner,  # with what it holds now
    "signature": signature,
    "copy": copy_,
    "step": coroutines.step,
}
