"""Writes plain data so that it can be kept, and reads it back."""

from typing import Any, NoReturn

import msgspec

from .codec import Codec
from .connection import HeapEntry, Malformed


class NotData(Exception):
    """A value holds something that cannot be kept; the text names its type."""


class _NoObjects:
    def dump_object(self, value: Any) -> NoReturn:
        raise NotData(type(value).__name__)

    def load_object(self, wire: list[Any], path: str) -> NoReturn:
        raise Malformed("what is no data")


class _Stored(msgspec.Struct, array_like=True):
    body: Any
    heap: list[HeapEntry]


def pack(value: Any) -> bytes:
    """Write plain data; raises NotData, or TooLarge."""
    codec = Codec(_NoObjects(), 1)
    stored = _Stored(codec.dump(value), [])
    codec.dump_heap(stored.heap)
    return msgspec.msgpack.encode(stored)


def unpack(data: bytes) -> Any:
    """Read plain data, made anew each time; raises Malformed."""
    stored = msgspec.msgpack.decode(data, type=_Stored)
    codec = Codec(_NoObjects(), 2)
    codec.load_heap(stored.heap)
    return codec.load(stored.body)
