"""Writes plain data so that it can be kept, and reads it back."""

from typing import Any

import msgspec

from .codec import Codec
from .connection import HeapEntry, Malformed
from .peer import Peer


class NotData(Exception):
    """A value holds something that cannot be kept; the text names its type."""


class _DataAlone(Peer):
    first_number = 1

    def __init__(self) -> None:
        self.codec = Codec(self, self.first_number)

    def dump_object(self, value: Any) -> Any:
        raise NotData(type(value).__name__)

    def load_object(self, wire: list[Any], path: str) -> Any:
        raise Malformed("what is no data")


class _Stored(msgspec.Struct, array_like=True):
    body: Any
    heap: list[HeapEntry]


def pack(value: Any) -> bytes:
    """Write plain data; raises NotData, or TooLarge."""
    codec = _DataAlone().codec
    return msgspec.msgpack.encode(_Stored(codec.dump(value), codec.dump_heap()))


def unpack(data: bytes) -> Any:
    """Read plain data, made anew each time; raises Malformed."""
    stored = msgspec.msgpack.decode(data, type=_Stored)
    reader = _DataAlone()
    reader.codec = Codec(reader, 2)
    reader.codec.load_heap(stored.heap, "")
    return reader.codec.load(stored.body, "")
