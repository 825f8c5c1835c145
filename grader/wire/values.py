"""The closed union of everything that may cross, and the one message that carries it."""

from typing import Any

import msgspec

MAX_FRAME_BYTES = 16 * 1024 * 1024
MAX_ITEMS = 1_000_000  # of all containers in one message
MAX_DEPTH = 200
THROWN = "!class"  # how the path of an exception's class ends
BESIDE = "!beside"  # the same of what a container has beside its items, as a factory
ASKED = "!asked"  # the path of whom a question is asked, beside what it is given


class Atom(msgspec.Struct, array_like=True, tag=1, forbid_unknown_fields=True, gc=False):
    """Data without identity: complex, big int, date, Decimal, Path, range, ..."""

    kind: str
    parts: list["Value"]


class Blob(msgspec.Struct, array_like=True, tag=9, forbid_unknown_fields=True, gc=False):
    """Bytes, which a union cannot hold beside text."""

    data: bytes


class Box(msgspec.Struct, array_like=True, tag=2, forbid_unknown_fields=True, gc=False):
    """A container with its content; `number` is 0 for those that cannot change."""

    kind: str
    number: int
    items: list["Value"]
    keys: list["Value"] = []  # of mappings, beside their items
    extra: "Value" = None  # default factory, maxlen
    cls: "Value" = None  # a subclass with nothing of its own


class Known(msgspec.Struct, array_like=True, tag=3, forbid_unknown_fields=True, gc=False):
    """A container that has crossed before."""

    number: int


class Named(msgspec.Struct, array_like=True, tag=4, forbid_unknown_fields=True, gc=False):
    """A class, function or module that both sides have under one name."""

    module: str
    name: str  # empty: the module itself


class Mine(msgspec.Struct, array_like=True, tag=5, forbid_unknown_fields=True, gc=False):
    """An object that stays with the sender; described when it is new to the receiver."""

    number: int
    kind: str = ""  # empty: described before
    cls: "Value" = None
    facts: dict[str, "Value"] = {}


class Yours(msgspec.Struct, array_like=True, tag=6, forbid_unknown_fields=True, gc=False):
    """An object that stays with the receiver."""

    number: int


class Raised(msgspec.Struct, array_like=True, tag=7, forbid_unknown_fields=True, gc=False):
    """An exception: its types along the inheritance chain, nearest first, and its args."""

    types: list[tuple[str, str]]
    args: list["Value"]
    cls: "Value" = None  # the sender's or receiver's own class, where it is one
    object: "Value" = None  # Mine or Yours, where the exception has a life of its own
    state: dict[str, "Value"] = {}
    line: int = 0  # in the student's file; 0 where unknown
    cause: "Value" = None
    context: "Value" = None
    suppress: bool = False
    text: str = ""
    where: str = ""


class TooLarge(msgspec.Struct, array_like=True, tag=8, forbid_unknown_fields=True, gc=False):
    """Stands for a value beyond the caps."""

    what: str


Value = (
    None
    | bool
    | int
    | float
    | str
    | Blob
    | Atom
    | Box
    | Known
    | Named
    | Mine
    | Yours
    | Raised
    | TooLarge
)

ASK, ANSWER, RAISE, TELL = 0, 1, 2, 3
FUNCTIONS, OBJECTS = b"functions", b"objects"  # the tiers; its name is the first frame of all
SCRIPT = b"script"  # the first frame where a script is to be run, and nothing is judged


class Message(msgspec.Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    """One frame: a question or its answer, with whatever must be level before it is read."""

    kind: int
    seq: int
    op: str
    args: list[Value]
    named: dict[str, Value]
    level: list[tuple[int, Value]]  # containers that changed since the last frame
    dropped: list[int]  # containers that the sender no longer holds
    freed: list[int]  # the receiver's objects that the sender no longer holds
    printed: list[tuple[int, str]]  # (1 or 2, text), in order
    extra: dict[str, Value]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Message)


def encode(message: Message) -> bytes:
    """Write a message; raises ValueError for text or numbers that msgpack has no form for."""
    return _encoder.encode(message)


def decode(data: Any) -> Message:
    """Read a message; raises msgspec.MsgspecError or RecursionError for anything malformed."""
    try:
        return _decoder.decode(data)
    except UnicodeDecodeError as error:  # a ValueError, which a hidden case might take for a result
        raise msgspec.DecodeError("text that is no UTF-8") from error
