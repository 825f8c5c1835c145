"""Writes plain data so that it can be kept, and reads it back: what the wire carries, without one.

Nothing but data is written, so nothing but data is read.
"""

from typing import Any

from grader.wire.atoms import Malformed
from grader.wire.marshal import Marshal, ObjectSide
from grader.wire.values import Value

_WRITER, _READER = 1, 2  # the two sides of one conversation


class NotData(Exception):
    """A value holds something that cannot be kept; the text names its type."""


class _DataAlone(ObjectSide):
    def dump_object(self, value: Any) -> Value:
        raise NotData(type(value).__name__)

    def load_object(self, value: Any, path: str) -> Any:
        raise Malformed("what is no data")


def pack(value: Any) -> Value:
    """Write plain data; raises NotData, or ValueTooLarge."""
    return Marshal(_DataAlone(), _WRITER).dump(value)


def unpack(value: Value) -> Any:
    """Read plain data, made anew each time; raises Malformed."""
    return Marshal(_DataAlone(), _READER).load(value)
