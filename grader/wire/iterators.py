"""An iterator that crosses as data: its items are drawn where it lives, all at once."""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from .atoms import Malformed
from .values import Mine, Raised, Value

KIND = "iterator"
_FACTS = {"items", "error"}


class Drawn:
    """The items of an iterator, and the exception that ended it where one did."""

    def __init__(self, items: Iterable[Any], error: BaseException | None) -> None:
        self._left = deque(items)
        self._error = error

    def __iter__(self) -> "Drawn":
        return self

    def __next__(self) -> Any:
        if self._left:
            return self._left.popleft()
        error, self._error = self._error, None
        raise StopIteration if error is None else error

    def __repr__(self) -> str:
        return "<generator object>"

    def dump(
        self, dump: Callable[[Any], Value], dump_error: Callable[[BaseException], Value]
    ) -> Mine:
        """Write what is left of it."""
        left = dump(tuple(self._left))
        error = None if self._error is None else dump_error(self._error)
        return Mine(0, KIND, None, {"items": left, "error": error})


def load_drawn(
    value: Mine, load: Callable[[Any], Any], load_error: Callable[[Raised, str], BaseException]
) -> Drawn:
    """Read an iterator; raises Malformed."""
    if value.number or value.cls is not None or value.facts.keys() != _FACTS:
        raise Malformed("an iterator that is none")
    items, error = load(value.facts["items"]), value.facts["error"]
    if type(items) is not tuple or not (error is None or isinstance(error, Raised)):
        raise Malformed("an iterator of no items")
    return Drawn(items, None if error is None else load_error(error, ""))
