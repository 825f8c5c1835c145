"""Takes an object of the student's that extends a built-in type for what it holds, once and whole.

Where the reference gave plain data, such an object becomes plain data too, and no question
about it leaves this process again. An honest subclass loses nothing: handed back as it was, it
is the student's own object over there, and what is changed in it there is seen here.
"""

from typing import Any

from grader.wire import describe
from grader.wire.atoms import Malformed
from grader.wire.containers import BASES, base_of, empty, fill, is_unchanged
from grader.wire.marshal import Marshal
from grader.wire.standins import StandIn, own_dict
from grader.wire.values import Box, Value

_HELD = "_grader_held"
_PARTS = 3  # kind, keys, items


def note_held(marshal: Marshal, made: Any, held: Value, path: str) -> None:
    """Remember what a container's stand-in holds at this crossing; raises Malformed."""
    if held is None:
        if _HELD in own_dict(made):  # it was looked at where it came from, and not here
            del own_dict(made)[_HELD]
        return
    if not isinstance(held, Box) or held.kind != "tuple" or len(held.items) != _PARTS:
        raise Malformed("content that is none")
    kind, *parts = held.items
    if not isinstance(kind, str) or not isinstance(made, BASES):
        raise Malformed("content of no container")
    keys, items = (marshal.load_items(part, path) for part in parts)
    own_dict(made)[_HELD] = (kind, keys, items)


class Plains:
    """The plain data of one submission that stand for objects of its own."""

    def __init__(self) -> None:
        self._by_object: dict[int, tuple[Any, Any]] = {}  # by id of the stand-in: it, its data
        self._by_data: dict[int, tuple[Any, Any]] = {}  # by id of the data: stand-in, snapshot

    def taken(self, made: Any) -> Any:
        """Give what an object holds as plain data; raises Malformed."""
        if not isinstance(made, BASES):
            return self.opened(describe.base_content(made))
        held = own_dict(made).pop(_HELD, None)
        known = self._by_object.get(id(made))
        if held is None and known is not None:
            return known[1]
        kind, keys, items = held or (base_of(made).__name__, [], [])  # it holds itself
        data = known[1] if known is not None else empty(kind, None, None)
        snapshot = fill(data, [self.opened(key) for key in keys], [self.opened(i) for i in items])
        self._by_object[id(made)] = (made, data)
        self._by_data[id(data)] = (made, snapshot)
        return data

    def opened(self, value: Any) -> Any:
        """Give a value with the data in place of objects that hold data, in what cannot change."""
        if isinstance(value, StandIn) and describe.data_base(type(value)) is not None:
            return self.opened(describe.base_content(value))
        if isinstance(value, StandIn) and _HELD in own_dict(value):
            return self.taken(value)
        if type(value) is tuple or type(value) is frozenset:
            return type(value)(map(self.opened, value))
        return value

    def object_of(self, value: Any) -> Any:
        """Give the student's own object for data that is as it came; else the value itself."""
        made, snapshot = self._by_data.get(id(value), (value, None))
        if made is value or not is_unchanged(value, snapshot):
            return value
        return made
