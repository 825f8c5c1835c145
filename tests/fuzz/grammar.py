"""Walks and makes messages by their msgspec types: the only place that knows the grammar."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from grader.wire import values
from msgspec import inspect

Tree = Any  # a message or a part of it, as msgpack has it without types
Path = tuple[Any, ...]  # the indexes and keys that lead to a part

_NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 50, 1000, -1, -2, 2**31, 2**63 - 1, -(2**63), 2**64 - 1)
_BOX = values.Box.__struct_config__.tag
_ODD_NUMBERS = (0, -1, 1, 999, 2**63 - 1)  # none, below none, used, never given, huge
_LONGEST_WORD = 100
_MOST_ITEMS = 20  # of a list that is walked through
_FLOATS = (0.0, -1.5, 1e308, float("nan"), float("inf"))
_WORDS = ("", "x", "\0", "/", "../x", "__eq__", "__class__", "_grader_number", "y" * 5000)
_OF_OTHER_TYPES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    2.5,
    "x",
    b"x",
    [],
    {},
    [[]],
    {"x": 1},
    {1: 2},
)
_DEEPEST = 3  # how deep a made value is nested


@dataclass(frozen=True)
class Place:
    """A part of a message, with what the grammar has there."""

    path: Path
    type: inspect.Type
    field: str = ""  # such as Raised.object, where it is the field of a struct


@dataclass(frozen=True)
class Rule:
    """One field, and one kind of value that it is to have wherever it is written."""

    field: str
    type: inspect.Type
    fixed: tuple[Tree, ...] = ()  # instead of what is made of the type

    def __str__(self) -> str:
        kind = getattr(self.type, "cls", type(self.type)).__name__
        return f"{self.field} is {repr(self.fixed[0]) if self.fixed else kind} throughout"


@dataclass
class Stock:
    """What was seen in recorded conversations, to be used in the wrong place."""

    words: list[str] = field(default_factory=lambda: list(_WORDS))
    numbers: list[int] = field(default_factory=lambda: list(_NUMBERS))
    parts: list[Tree] = field(default_factory=list)  # whole structs, with all that they hold


class Wire:
    """One type of message, and which of its kinds steer a conversation."""

    def __init__(self, message: type[msgspec.Struct], asks: int, answers: int, tells: int) -> None:
        self.root = inspect.type_info(message)
        self._asks, self._answers, self._tells = asks, answers, tells
        self._args = message.__struct_fields__.index("args")
        self._message = message
        self._decoder = msgspec.msgpack.Decoder(message)

    def read(self, data: bytes) -> Any:
        """Read a message; None where it is malformed."""
        try:
            return self._decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None

    def is_question(self, message: Any) -> bool:
        """Whether who writes this waits for an answer."""
        return message is not None and message.kind == self._asks

    def is_answer(self, message: Any) -> bool:
        """Whether who reads this waits no more, be it because the frame is malformed."""
        return message is None or message.kind not in (self._asks, self._tells)

    def key(self, message: Any) -> str:
        """Name a question by the words in it, which stay when numbers do not."""
        words = [part for part in message.args if isinstance(part, str)]
        return f"{message.op} {' '.join(words[:2])}"

    def numbered(self, data: bytes, number: int) -> bytes:
        """Make a frame the answer to a question; what is no answer stays as it is."""
        message = self.read(data)
        if message is None or not self.is_answer(message):
            return data
        message.seq = number
        return msgspec.msgpack.encode(message)

    def answer(self, number: int, value: Tree) -> bytes:
        """Write an answer."""
        empty = [_EMPTY[type(one.type)] for one in _fields(self.root)]
        message = self._message(*empty)
        tree = msgspec.msgpack.decode(msgspec.msgpack.encode(message))
        tree[self._args] = [value]
        tree[:2] = [self._answers, number]
        return msgspec.msgpack.encode(tree)

    def nested(self, data: bytes, depth: int) -> bytes:
        """Copy a frame with tuples in tuples, so many, as what it carries."""
        value: Tree = 1
        for _ in range(depth):
            value = [_BOX, "tuple", 0, [value], [], None, None]
        tree = msgspec.msgpack.decode(data)
        tree[self._args] = [value]
        return msgspec.msgpack.encode(tree)

    # -- by type

    def is_field_of_number(self, field_name: str) -> bool:
        """Whether a field says which question is answered."""
        return field_name == f"{self._message.__name__}.seq"

    def with_value(self, tree: Tree, value: Tree) -> Tree:
        """Copy an answer with another value; what is no answer stays as it is."""
        return with_part(tree, (self._args,), [value]) if tree[0] == self._answers else tree

    def made_message(self, random: Random, stock: Stock) -> Tree:
        """Make a whole message, mostly of a kind that there is."""
        tree = self.made(self.root, random, stock)
        tree[0] = random.randrange(5)
        return tree

    def rules(self) -> list[Rule]:
        """List every field of every struct with every kind of value in turn."""
        found: dict[str, list[Rule]] = {}
        todo: list[inspect.Type] = [self.root]
        while todo:
            kind = todo.pop()
            todo += _inner_types(kind)
            if isinstance(kind, inspect.StructType) and kind.cls.__name__ not in found:
                todo += [one.type for one in kind.fields]
                found[kind.cls.__name__] = list(_rules_of(kind))
        return [rule for rules in found.values() for rule in rules]

    def places(self, tree: Tree) -> list[Place]:
        """List every part of a message that the grammar has a type for."""
        return list(_places(self.root, tree, ()))

    def made(self, kind: inspect.Type, random: Random, stock: Stock, depth: int = 0) -> Tree:
        """Make something of a type."""
        if isinstance(kind, inspect.UnionType):
            plain = [one for one in kind.types if not isinstance(one, inspect.StructType)]
            chosen = random.choice(kind.types if depth < _DEEPEST else plain)
            return self.made(chosen, random, stock, depth)
        if isinstance(kind, inspect.StructType):
            fields = [self.made(one.type, random, stock, depth + 1) for one in kind.fields]
            return [*_tag(kind), *fields]
        if isinstance(kind, inspect.ListType):
            many = range(random.choice((0, 1, 1, 2, 3)))
            return [self.made(kind.item_type, random, stock, depth + 1) for _ in many]
        if isinstance(kind, inspect.TupleType):
            return [self.made(one, random, stock, depth + 1) for one in kind.item_types]
        if isinstance(kind, inspect.DictType):
            many = range(random.choice((0, 1, 2)))
            return {
                self.made(kind.key_type, random, stock): self.made(
                    kind.value_type, random, stock, depth + 1
                )
                for _ in many
            }
        return _scalar(kind, random, stock)

    def collect(self, tree: Tree, stock: Stock) -> None:
        """Take what a message holds into the stock."""
        for place in self.places(tree):
            part = part_at(tree, place.path)
            if isinstance(part, str) and len(part) <= _LONGEST_WORD and part not in stock.words:
                stock.words.append(part)
            elif type(part) is int and part not in stock.numbers:
                stock.numbers.append(part)
            elif isinstance(place.type, inspect.UnionType) and isinstance(part, list):
                stock.parts.append(part)


_EMPTY: dict[type, Any] = {
    inspect.IntType: 0,
    inspect.StrType: "",
    inspect.ListType: [],
    inspect.DictType: {},
}


def _fields(kind: inspect.Type) -> tuple[inspect.Field, ...]:
    return kind.fields if isinstance(kind, inspect.StructType) else ()


def _tag(kind: inspect.StructType) -> list[Any]:
    return [] if kind.tag is None else [kind.tag]


def _scalar(kind: inspect.Type, random: Random, stock: Stock) -> Tree:
    if isinstance(kind, inspect.IntType):
        return random.choice(stock.numbers)
    if isinstance(kind, inspect.StrType):
        return random.choice(stock.words)
    if isinstance(kind, inspect.FloatType):
        return random.choice(_FLOATS)
    if isinstance(kind, inspect.BoolType):
        return random.random() < 0.5
    if isinstance(kind, inspect.BytesType):
        return random.randbytes(random.choice((0, 1, 8, 100)))
    return None


def _places(kind: inspect.Type, tree: Tree, path: Path, name: str = "") -> Iterator[Place]:
    yield Place(path, kind, name)
    if isinstance(kind, inspect.UnionType) and isinstance(tree, list):
        structs = (one for one in kind.types if isinstance(one, inspect.StructType))
        kind = next((one for one in structs if tree[:1] == [one.tag]), kind)
    for step, inner, field_name in _steps(kind, tree):
        yield from _places(inner, tree[step], (*path, step), field_name)


def _steps(kind: inspect.Type, tree: Tree) -> Iterator[tuple[Any, inspect.Type, str]]:
    """Say what leads one step deeper; nothing where a changed message is of another type here."""
    if isinstance(kind, inspect.DictType) and isinstance(tree, dict):
        yield from ((key, kind.value_type, "") for key in tree)
    if not isinstance(tree, list):
        return
    if isinstance(kind, inspect.StructType):
        numbered = zip(range(len(_tag(kind)), len(tree)), kind.fields, strict=False)
        yield from ((n, one.type, f"{kind.cls.__name__}.{one.name}") for n, one in numbered)
    elif isinstance(kind, inspect.TupleType):
        yield from ((n, one, "") for n, one in zip(range(len(tree)), kind.item_types, strict=False))
    elif isinstance(kind, inspect.ListType):
        yield from ((n, kind.item_type, "") for n in range(min(len(tree), _MOST_ITEMS)))


def _rules_of(struct: inspect.StructType) -> Iterator[Rule]:
    for one in struct.fields:
        name = f"{struct.cls.__name__}.{one.name}"
        kinds = one.type.types if isinstance(one.type, inspect.UnionType) else (one.type,)
        yield from (Rule(name, kind) for kind in kinds)
        if any(isinstance(kind, inspect.IntType) for kind in kinds):
            yield from (Rule(name, one.type, (number,)) for number in _ODD_NUMBERS)
        if not isinstance(one.type, inspect.UnionType):
            yield Rule(name, one.type, (None,))


def _inner_types(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    if isinstance(kind, inspect.UnionType):
        return kind.types
    if isinstance(kind, inspect.TupleType):
        return kind.item_types
    if isinstance(kind, inspect.DictType):
        return (kind.value_type,)
    return (kind.item_type,) if isinstance(kind, inspect.ListType) else ()


def part_at(tree: Tree, path: Path) -> Tree:
    """Find a part of a message."""
    for step in path:
        tree = tree[step]
    return tree


def with_part(tree: Tree, path: Path, part: Tree) -> Tree:
    """Copy a message with another part in one place."""
    if not path:
        return part
    step, *deeper = path
    copied = dict(tree) if isinstance(tree, dict) else list(tree)
    copied[step] = with_part(tree[step], tuple(deeper), part)
    return copied


def of_another_type(random: Random) -> Tree:
    """Choose something that the grammar may not have in a place at all."""
    return random.choice(_OF_OTHER_TYPES)


# what both tiers speak: of the first it allows less
WIRE = Wire(values.Message, values.ASK, values.ANSWER, values.TELL)
