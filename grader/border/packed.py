"""Writes plain data so that it can be kept, and reads it back."""

from typing import Any, NoReturn

from .codec import Codec
from .connection import TELL, Frame, Malformed, decode, encode


class NotData(Exception):
    """A value holds something that cannot be kept; the text names its type."""


class _NoObjects:
    def dump_object(self, value: Any) -> NoReturn:
        raise NotData(type(value).__name__)

    def load_object(self, wire: list[Any], path: str) -> NoReturn:
        raise Malformed("what is no data")


def pack(value: Any) -> bytes:
    """Write plain data; raises NotData, or TooLarge."""
    codec = Codec(_NoObjects(), 1)
    frame = Frame(TELL, "", [codec.dump(value)])
    codec.dump_heap(frame.heap)
    return encode(frame)


def unpack(data: bytes) -> Any:
    """Read plain data, made anew each time; raises Malformed."""
    codec, frame = Codec(_NoObjects(), 2), decode(data)
    codec.load_heap(frame.heap)
    return codec.load_all(frame.body)[0]
