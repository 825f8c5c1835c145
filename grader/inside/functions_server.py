"""The jail's end for a lesson that needs no more than functions, data, exceptions and files.

What it is asked names a module and a function, and nothing that it keeps. What its answers hold
beside data can be handed back, and nothing else can be done with it.
"""

import io
import sys
import types
from collections.abc import Iterator
from itertools import islice
from typing import Any

from grader.wire import errors
from grader.wire.channel import Channel
from grader.wire.containers import BASES
from grader.wire.describe import base_content, describe_function
from grader.wire.iterators import Drawn, load_drawn
from grader.wire.known_classes import known_class
from grader.wire.values import MAX_ITEMS, Mine, TooLarge, Value, Yours

from .server import Server


class FunctionsServer(Server):
    """Imports modules, reads their names and calls their functions."""

    def __init__(self, channel: Channel) -> None:
        super().__init__(channel)
        self._kept: list[Any] = []  # what is no data, for as long as the process lives
        self._operations |= {
            "names": lambda module: dir(sys.modules[module]),
            "get": _get,
            "call": _call,
        }

    def perform(self, op: str, args: list[Any], named: dict[str, Any]) -> Any:
        return _drawn(super().perform(op, args, named))

    def told(self) -> dict[str, Any]:
        told = super().told()
        for row in told.get("warnings", ()):
            row[1] = errors.type_names(row[1])
        return told

    def dump_object(self, value: Any) -> Value:
        if isinstance(value, BASES):  # a subclass, which stays itself here
            return self.marshal.dump_container(value)
        content = base_content(value)
        if content is not None:
            return self.marshal.dump(content)
        named = known_class(value) if isinstance(value, type) else None
        if named is not None:
            return named
        value = _drawn(value)
        if isinstance(value, Drawn):
            return value.dump(self.marshal.dump, self.dump_error)
        self._kept.append(value)
        return Mine(len(self._kept), "object", None, {"name": type(value).__name__[:100]})

    def load_object(self, value: Any, path: str) -> Any:
        if isinstance(value, Yours):
            return self._kept[value.number - 1]
        if isinstance(value, TooLarge):
            raise ValueError(f"{value.what} is too large to hand over")
        return load_drawn(value, self.marshal.load, self.load_error)

    def dump_error(self, error: BaseException) -> Value:
        return errors.dump_error(error, self.marshal.dump, self.place_of)

    def _import(self, name: str, again: bool) -> Any:
        return super()._import(name, again).__doc__


def _get(module: str, name: str) -> tuple[str, Any]:
    value = getattr(sys.modules[module], name)
    if callable(value) and not isinstance(value, types.ModuleType):
        return "function", describe_function(value)
    return "data", value


def _call(module: str, name: str, /, *args: Any, **named: Any) -> Any:
    return getattr(sys.modules[module], name)(*args, **named)


def _drawn(value: Any) -> Any:
    """Draw all items of an iterator, with what ends it; give anything else as it is."""
    if not isinstance(value, Iterator) or isinstance(value, io.IOBase):
        return value
    if isinstance(value, Drawn):  # what the test was given and handed back
        return value
    items: list[Any] = []
    try:
        items.extend(islice(value, MAX_ITEMS + 1))  # one more is too large to be written
    except BaseException as error:
        return Drawn(items, error)
    return Drawn(items, None)
