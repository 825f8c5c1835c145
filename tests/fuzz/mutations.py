"""Makes recorded frames hostile: by field, by position, by byte, and by what follows."""

import struct
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from .grammar import WIRE, Place, Rule, Stock, Tree, of_another_type, part_at, with_part
from .script import Exchange, Frame, Script, Spot

_HEADER = struct.Struct("<I")
_NOT_HOSTILE = ("settle", "begin")  # answered before any code of the submission's is there
_MOST_CHANGES = 3
_SHARES = {  # of a hundred conversations, how many have which kind of hostile frame
    "field": 45,
    "part": 25,
    "made": 10,
    "moved": 12,
    "bytes": 6,
    "silence": 1,
    "close": 1,
}


class Mutator:
    """Chooses a hostile place and what is written there, from one random source."""

    def __init__(self, exchanges: list[Exchange], stock: Stock) -> None:
        self._stock = stock
        self._exchanges = exchanges
        self._rules = WIRE.rules()
        Random(0).shuffle(self._rules)  # so that few conversations try rules of every kind
        self._all = [f for e in exchanges for turn in e.turns for f in turn]
        self.spots = [
            (index, turn)
            for index, exchange in enumerate(exchanges)
            for turn, frames in enumerate(exchange.turns)
            if frames and exchange.operation not in _NOT_HOSTILE
        ]

    def script(self, number: int, random: Random) -> tuple[Script, list[str]]:
        """Make a conversation hostile; says in words what is hostile in it, too."""
        script = Script(self._exchanges)
        said: list[str] = []
        script.echoes = random.random() < 0.2
        script.insists = random.random() < 0.4
        script.otherwise = self._otherwise(random)
        if number % 2:
            script.hostile, said = self._by_rule(number // 2, random)
        for spot in self._spots_of(number, random):
            script.hostile[spot], words = self._hostile(spot, random)
            said.append(words)
        return script, said

    def _spots_of(self, number: int, random: Random) -> list[Spot]:
        if number % 2:
            return []
        further = random.choices(self.spots, k=random.choice((0, 0, 2, 5)))
        return [self.spots[number // 2 % len(self.spots)], *further]

    def _by_rule(self, number: int, random: Random) -> tuple[dict[Spot, list[Frame]], list[str]]:
        """Write one field otherwise wherever it stands, from some place on."""
        rule = self._rules[number % len(self._rules)]
        first = random.choice((0, random.randrange(len(self.spots))))
        part = random.choice(self._stock.parts) if random.random() < 0.5 else None
        said = [f"{rule} from exchange {self.spots[first][0]} on"]
        said += [f"{_short(part)} is every second answer"] if part is not None else []
        hostile = {}
        for index, turn in self.spots[first:]:
            true = self._exchanges[index].turns[turn]
            given = part if random.random() < 0.5 else None
            frames = [self._ruled(frame, rule, given, random) for frame in true]
            if frames != true:
                hostile[index, turn] = frames
        return hostile, said

    def _ruled(self, true: Frame, rule: Rule, given: Tree, random: Random) -> Frame:
        tree = msgspec.msgpack.decode(true.data)
        if given is not None:
            tree = WIRE.with_value(tree, given)
        for place in reversed(WIRE.places(tree)):  # what lies deeper first
            if place.field == rule.field:
                made = WIRE.made(rule.type, random, self._stock)
                tree = with_part(tree, place.path, rule.fixed[0] if rule.fixed else made)
        keeps = WIRE.is_field_of_number(rule.field)
        return Frame(msgspec.msgpack.encode(tree), keeps_number=keeps)

    def _hostile(self, spot: Spot, random: Random) -> tuple[list[Frame], str]:
        exchange = self._exchanges[spot[0]]
        true = exchange.turns[spot[1]]
        victim = random.randrange(len(true))
        name = random.choices(list(_SHARES), list(_SHARES.values()))[0]
        hostile, said = _MAKERS[name](self, true[victim], random)
        frames, where = self._placed(true, victim, hostile, random)
        return frames, f"{said}, {where} turn {spot[1]} of exchange {spot[0]} ({exchange.key})"

    def _placed(
        self, true: list[Frame], victim: int, hostile: list[Frame], random: Random
    ) -> tuple[list[Frame], str]:
        where = random.choice(("instead of", "instead of", "instead of", "before", "after"))
        before, after = true[:victim], true[victim:]
        if where == "instead of" and (not hostile or any(map(self._ends, hostile))):
            return [*before, *hostile], where
        if where == "after":
            return [*true, *hostile], where
        return [*before, *hostile, *after], "before"

    def _ends(self, frame: Frame) -> bool:
        return frame.is_raw or WIRE.is_answer(WIRE.read(frame.data))

    def _otherwise(self, random: Random) -> Tree:
        if self._stock.parts and random.random() < 0.3:
            return random.choice(self._stock.parts)
        return random.choice((True, True, True, False, None, 0, 1, "", []))

    # -- kinds of hostile frames

    def by_field(self, true: Frame, random: Random) -> tuple[list[Frame], str]:
        """Change up to three fields of the true frame."""
        tree = msgspec.msgpack.decode(true.data)
        return self._changed(tree, random, "")

    def by_part(self, true: Frame, random: Random) -> tuple[list[Frame], str]:
        """Put a part of another frame in the place of a value, and perhaps change it."""
        tree = msgspec.msgpack.decode(true.data)
        places = [p for p in WIRE.places(tree) if self._is_value(p)]
        if not places or not self._stock.parts:
            return self._changed(tree, random, "")
        place = random.choice(places)
        part = random.choice(self._stock.parts)
        tree = with_part(tree, place.path, part)
        said = f"{_short(part)} at {place.path}"
        if random.random() < 0.5:
            return [Frame(msgspec.msgpack.encode(tree))], said
        return self._changed(tree, random, said, place.path)

    def made(self, true: Frame, random: Random) -> tuple[list[Frame], str]:
        """Write a message that is made by the grammar alone."""
        tree = WIRE.made_message(random, self._stock)
        keeps = random.random() < 0.3
        return [Frame(msgspec.msgpack.encode(tree), keeps_number=keeps)], f"made {_short(tree)}"

    def moved(self, true: Frame, random: Random) -> tuple[list[Frame], str]:
        """Write a frame that belongs elsewhere, or the true one several times."""
        if random.random() < 0.3:
            return [true] * random.choice((2, 3)), "the true frame several times"
        chosen = random.choice(self._all)
        keeps = random.random() < 0.3
        return [Frame(chosen.data, keeps_number=keeps)], f"frame {self._all.index(chosen)}"

    def by_bytes(self, true: Frame, random: Random) -> tuple[list[Frame], str]:
        """Write what is no frame, or none of this grammar."""
        name = random.choice([*_RAW, *_FRAMED])
        if name in _FRAMED:
            return [Frame(_FRAMED[name](true.data, random))], name
        return [Frame(_RAW[name](true.data, random), is_raw=True), *_HANGS_UP], name

    def silent(self, true: Frame, random: Random) -> tuple[list[Frame], str]:
        """Write nothing."""
        return [], "silence"

    def closing(self, true: Frame, random: Random) -> tuple[list[Frame], str]:
        """Hang up."""
        return list(_HANGS_UP), "closing"

    def _is_value(self, place: Place) -> bool:
        return isinstance(place.type, msgspec.inspect.UnionType)

    def _changed(
        self, tree: Tree, random: Random, said: str, below: tuple[Any, ...] = ()
    ) -> tuple[list[Frame], str]:
        words = [said] if said else []
        keeps = False
        for _ in range(random.choice((1, 1, _MOST_CHANGES))):
            place = self._place(tree, random, below)
            part = self._changed_part(place, part_at(tree, place.path), random)
            words.append(f"{_short(part)} at {place.path}")
            keeps = keeps or WIRE.is_field_of_number(place.field)
            tree = with_part(tree, place.path, part)
        return [Frame(msgspec.msgpack.encode(tree), keeps_number=keeps)], "; ".join(words)

    def _place(self, tree: Tree, random: Random, below: tuple[Any, ...]) -> Place:
        deepest = len(below) + random.choice((1, 2, 3, 4, 99))  # most parts lie deep
        places = WIRE.places(tree)
        near = [p for p in places if p.path[: len(below)] == below and len(p.path) <= deepest]
        return random.choice(near or places)

    def _changed_part(self, place: Place, part: Tree, random: Random) -> Tree:
        chance = random.random()
        if chance < 0.5:
            return WIRE.made(place.type, random, self._stock)
        if chance < 0.65 or not isinstance(part, list | dict | int):
            return of_another_type(random)
        if isinstance(part, int):
            return min(max(random.choice((part - 1, part + 1, -part, 0)), -(2**63)), 2**64 - 1)
        if isinstance(part, dict):
            return {**part, random.choice(self._stock.words): random.choice((1, None, [], "x"))}
        return random.choice(
            (part[:-1], part * 2, part[::-1], [*part, None], [random.randrange(12), *part[1:]])
        )


_HANGS_UP = (Frame(b"", is_raw=True),)
_MAKERS: dict[str, Callable[[Mutator, Frame, Random], tuple[list[Frame], str]]] = {
    "field": Mutator.by_field,
    "part": Mutator.by_part,
    "made": Mutator.made,
    "moved": Mutator.moved,
    "bytes": Mutator.by_bytes,
    "silence": Mutator.silent,
    "close": Mutator.closing,
}


def _with_a_byte(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


_RAW: dict[str, Callable[[bytes, Random], bytes]] = {
    "a frame that is cut": lambda true, random: (_HEADER.pack(len(true)) + true)[
        : random.randrange(1, len(true) + 4)
    ],
    "a frame that goes on": lambda true, random: _HEADER.pack(len(true)) + true + b"\0",
    "a frame of four gigabytes": lambda true, random: _HEADER.pack(2**32 - 1) + true,
    "a frame beyond the cap": lambda true, random: _HEADER.pack(2**24 + 1) + true,
}
_FRAMED: dict[str, Callable[[bytes, Random], bytes]] = {
    "an empty frame": lambda true, random: b"",
    "a changed byte": _with_a_byte,
    "random bytes": lambda true, random: random.randbytes(random.randrange(1, 200)),
    "nested arrays": lambda true, random: b"\x91" * random.choice((100, 2000, 200_000)),
    "nested values": lambda true, random: WIRE.nested(true, random.choice((60, 199, 250))),
    "a million items": lambda true, random: b"\xdd" + (10**6).to_bytes(4, "big") + b"\xc0" * 10**6,
}


def _short(part: Tree) -> str:
    text = repr(part)
    return text if len(text) <= 80 else f"{text[:77]}..."
