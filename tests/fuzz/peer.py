"""A submission that takes its process over, and says at random what the border's end would not.

Its text is handed in behind that of a submission that is wrong everywhere. The jail's own end
answers first; what it says is then changed, and what it does not survive is answered at random.
"""

import contextlib
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from grader.border.connection import (
    ASK,
    ERROR,
    OK,
    TELL,
    Connection,
    ConnectionClosed,
    Frame,
    encode,
    framed,
)
from grader.border.server import Server
from grader.border.special_methods import FAMILY

PATIENCE = 0.5  # seconds, after which the examiner is taken to wait as well
_RATES = (0.1, 0.3, 1)  # how many of its frames are changed
_ALWAYS = (None, None, True, True, False, 0, "")  # answers to all that is asked of an object
_OF_OBJECTS = ("special", "get")
_QUIET = 15  # frames, of which some are left as they are before the first is changed
_SOUND = 0.8  # how much of what is made may well be read
_PLAIN = (None, True, False, 0, 1, -1, 2, 2**63 - 1, -(2**63), 0.5, float("nan"), float("inf"))
_TEXTS = ("", "x", "\0", "../x", "/etc/passwd", "a" * 5000, b"", b"\xff")
_TAGS = (
    *("int", "str", "complex", "ellipsis", "notimplemented", "range", "slice", "datetime", "date"),
    *("time", "timedelta", "timezone", "zoneinfo", "decimal", "fraction", "uuid", "path"),
    *("pattern", "tuple", "frozenset", "ref", "named", "yours", "dict_keys", "toolarge", "object"),
    *("class", "function", "iterator", "module", "error", "test", "dtype", "ndarray", "script"),
)
_CONTAINERS = ("list", "dict", "set", "bytearray", "deque", "defaultdict", "OrderedDict", "Counter")
_NAMED = ("builtins", "os", "sys", "operator", "subprocess", "collections", "pytest", "grader")
_NAMES = (
    *("__globals__", "__class__", "__dict__", "__self__", "f_back", "gi_frame", "tb_frame"),
    *("__init__", "__subclasses__", "secret", "value", "args", "call_args", "name"),
)
_EXTRAS = ("printed", "warnings", "read", "files", "patches", "dropped", "forgotten", "case")
_OPERATIONS = ("call", "get", "set", "special", "begin", "import", "", "delete")
_MANY = 20  # numbers of objects that are guessed
_OWN = 10**6  # containers of the peer's own have even numbers from here on
_KEPT = 300
_MOST_FRAMES = 300  # after which it hangs up: an iterator of its own may never end
_DEEPEST = 3  # questions of the examiner's within questions of the peer's


class HostileConnection(Connection):
    """A connection that changes some of the frames that are sent by it."""

    def __init__(self, server: Server, seed: str) -> None:
        self.__dict__.update(vars(server.connection))
        self._socket.settimeout(PATIENCE)
        self._server = server
        self._random = Random(seed)
        self._rate = self._random.choice(_RATES)
        # the same change of every frame: a systematic liar
        self._repeated = self._random.random() if self._rate == 1 else None
        self._always = self._random.choice(_ALWAYS)
        self._quiet = self._random.randrange(_QUIET)
        self._left = _MOST_FRAMES
        self._stock: list[Any] = []  # parts of frames that were sent or heard
        self._said: list[bytes] = []
        self._depth = 0

    def send(self, frame: Frame) -> None:
        """Send a frame, or what is made of it."""
        tree = msgspec.msgpack.decode(encode(frame))
        self._keep(tree)
        self._quiet -= 1
        if self._quiet >= 0 or self._random.random() >= self._rate:
            self._write(tree)
            return
        if self._repeated is not None:
            self._random = Random(self._repeated)
        self._random.choice(_CHANGES)(self, tree)

    def receive(self) -> Frame:
        """Wait for a frame; where none comes the examiner waits, too, and is answered."""
        for _ in range(2):
            try:
                frame = super().receive()
            except ConnectionClosed as error:
                if not isinstance(error.__cause__, TimeoutError):
                    raise
                self._left = max(self._left - _MANY, 1)
                self.answer()
            else:
                self._keep(msgspec.msgpack.decode(encode(frame)))
                return frame
        raise ConnectionClosed

    def answer(self, question: Frame | None = None) -> None:
        """Say anything: of an object always the same."""
        operation = "" if question is None else question.operation
        value = self._made()
        if question is not None and operation == "describe":
            value = self._description(question)
        elif operation == "call":
            value = self._object(0)
        elif operation in _OF_OBJECTS and self._always is not None:
            value = self._always
        self._write([OK, "", [value], [], {}])

    def insists(self, question: Frame) -> bool:
        """Whether the jail's own end is not to answer."""
        is_one = question.operation in ("call", "describe", *_OF_OBJECTS)
        return is_one and self._quiet < 0 and self._always is not None

    def _write(self, tree: Any) -> None:
        self._send_bytes(framed(msgspec.msgpack.encode(tree)))

    def _send_bytes(self, data: bytes) -> None:
        self._left -= 1
        if not self._left:
            raise ConnectionClosed
        self._said = [*self._said[-_MANY:], data]
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise ConnectionClosed from error

    def _keep(self, tree: Any) -> None:
        parts = [holder[key] for holder, key in _places(tree[2:4])]
        self._stock += [p for p in parts if type(p) is not list or (p and p[0] in _TAGS)]
        del self._stock[:-_KEPT]

    # -- what is made

    def _made(self, depth: int = 0) -> Any:
        random = self._random
        if depth < _DEEPEST and random.random() > _SOUND:
            parts = [self._made(depth + 1) for _ in range(random.choice((0, 1, 1, 2, 3, 11)))]
            return [random.choice(_TAGS), *parts]
        makers = (
            lambda: random.choice(_PLAIN),
            lambda: random.choice((*_TEXTS, *_NAMES)),
            lambda: random.choice(self._stock or _TEXTS),
            lambda: ["tuple", self._made(depth + 1)],
            lambda: ["yours", random.choice((1, 1, 2, random.randrange(_MANY)))],
            lambda: ["named", random.choice(_NAMED), random.choice((*_NAMES, "", "exec"))],
            lambda: self._object(depth),
        )
        return random.choice(makers[: 2 if depth > _DEEPEST else 7])()

    def _object(self, depth: int) -> Any:
        random = self._random
        base = random.choice((None, self._made(depth + 1)))
        number, cls = random.randrange(_MANY), ["class", random.randrange(_MANY)]
        return ["object", number, cls, base, random.random() < 0.2, True, True, False]

    def _description(self, question: Frame) -> bytes:
        """Describe a class that says it has most special methods."""
        specials = [name for name in FAMILY if self._random.random() < 0.8]
        words = [self._random.choice(_NAMES) for _ in range(3)]
        told = [question.body[0], *words, [], [], specials, True]
        return msgspec.msgpack.encode(told)

    def _error(self) -> Any:
        random = self._random
        types = [["builtins", random.choice(("AssertionError", "ValueError", "SystemExit"))]]
        state = [[random.choice(_NAMES), self._made()] for _ in range(2)]
        args = [self._made(), ["yours", random.randrange(_MANY)]]
        linked = [random.choice((None, self._made())), None]
        cls = ["named", *types[0]]
        return ["error", random.randrange(_MANY), cls, args, state, "", types, "", 0, linked, False]

    # -- what is changed

    def _other_value(self, tree: Any) -> None:
        tree[2] = [self._made()]
        self._write(tree)

    def _other_part(self, tree: Any) -> None:
        for _ in range(self._random.choice((1, 1, 3))):
            holder, key = self._random.choice([*_places(tree[2:4]), (tree, 2)])
            part = holder[key]
            holder[key] = self._random.choice(
                (self._made(), self._random.choice(_TAGS), *_near(part, self._random))
            )
        self._write(tree)

    def _other_field(self, tree: Any) -> None:
        tree[self._random.randrange(5)] = self._made()
        self._write(tree)

    def _other_kind(self, tree: Any) -> None:
        tree[0] = self._random.choice((ASK, OK, ERROR, TELL, 4, -1, "ok"))
        self._write(tree)

    def _raised(self, tree: Any) -> None:
        error = self._random.choice((self._error(), ["yours", self._random.randrange(_MANY)]))
        self._write([ERROR, "", [error], tree[3], tree[4]])

    def _container(self, tree: Any) -> None:
        number = self._random.choice((_OWN, _OWN + 1, 1, 2, 3, 4))
        kind = self._random.choice((*_CONTAINERS, "ndarray"))
        items = [self._made() for _ in range(self._random.randrange(5))]
        entry = [number, kind, [*items, ["ref", number]], self._made()]
        self._write([tree[0], tree[1], [["ref", number]], [*tree[3], entry], tree[4]])

    def _beside(self, tree: Any) -> None:
        forms: tuple[Any, ...] = (
            [[1, "x" * 1000]],
            [["x", [["builtins", "eval"]], "x", 1]],
            10**9,
            {"work": []},
        )
        tree[4] = {self._random.choice(_EXTRAS): self._random.choice((*forms, self._made()))}
        self._write(tree)

    def _asked_first(self, tree: Any) -> None:
        """Ask for objects of the test before what was asked is answered."""
        random = self._random
        for _ in range(random.choice((1, 3)) if self._depth < _DEEPEST else 0):
            operation, number = random.choice(_OPERATIONS), random.randrange(_MANY)
            name = random.choice((*_NAMES, *FAMILY, self._made()))
            named = [_OWN + 2, "dict", random.choice(([], [name, self._made()])), None]
            further = [["tuple", self._made()], ["ref", _OWN + 2]]
            body = [number, name, *further[: random.choice((0, 1, 2, 2))]]
            self._write([ASK, operation, body, [named], {}])
            self._hear()
        self._write(tree)

    def _hear(self) -> None:
        self._depth += 1
        try:
            while (frame := self.receive()).kind == ASK:
                self._server.answer(frame)
            with contextlib.suppress(Exception):
                self._server.codec.load_heap(frame.heap, "")
                self._server.codec.load(frame.body[0], "")
        finally:
            self._depth -= 1

    def _moved(self, tree: Any) -> None:
        """Send frames twice, late or in another order."""
        self._write(tree)
        self._send_bytes(self._random.choice(self._said))

    def _no_frame(self, tree: Any) -> None:
        data = msgspec.msgpack.encode(tree)
        random = self._random
        whole = bytearray(data)
        whole[random.randrange(len(whole))] = random.randrange(256)
        deep: Any = "x"
        for _ in range(random.choice((150, 250))):
            deep = ["tuple", deep]
        million = b"\x95\x01\xa0\x91\xdd" + (10**6).to_bytes(4, "big")
        self._send_bytes(
            random.choice(
                (
                    framed(bytes(whole)),
                    framed(random.randbytes(50)),
                    framed(b"\x91" * random.choice((100, 200_000))),
                    framed(msgspec.msgpack.encode([OK, "", [deep], [], {}])),
                    framed(million + b"\xc0" * 10**6 + b"\x90\x80"),
                    framed(million + b"\x90" * 10**6 + b"\x90\x80"),
                    framed(data)[:-1],
                    framed(data) + b"\0",
                    (2**32 - 1).to_bytes(4, "little") + data,
                )
            )
        )

    def _gone(self, tree: Any) -> None:
        self._socket.close()
        raise ConnectionClosed


_CHANGES = (
    *[HostileConnection._other_value, HostileConnection._other_part] * 5,
    *[HostileConnection._raised, HostileConnection._container, HostileConnection._beside] * 2,
    *[HostileConnection._asked_first] * 4,
    *(HostileConnection._other_field, HostileConnection._other_kind, HostileConnection._moved),
    *(HostileConnection._no_frame, HostileConnection._gone),
)


def _near(part: Any, random: Random) -> tuple[Any, ...]:
    """Give what is nearly the same."""
    if isinstance(part, int):
        return (-part, max(part - 1, -(2**63)), min(part + 1, 2**63 - 1), random.randrange(_MANY))
    if isinstance(part, list):
        return (part[:-1], part * 2, part[::-1], [*part, None], [["tuple", *part]])
    return ([part],)


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each place below a list or mapping."""
    for key in range(len(tree)) if isinstance(tree, list) else list(tree):
        yield tree, key
        if isinstance(tree[key], list | dict):
            yield from _places(tree[key])


def take_over(seed: str) -> None:
    """Have the jail's end, which is importing this, speak by a hostile connection."""
    frame: Any = sys._getframe()
    while type(frame.f_locals.get("self")) is not Server:
        frame = frame.f_back
    server: Server = frame.f_locals["self"]
    hostile = server.connection = HostileConnection(server, seed)

    def answer(question: Frame) -> None:
        if hostile.insists(question):
            hostile.answer(question)
            return
        try:
            Server.answer(server, question)
        except ConnectionClosed:
            raise
        except BaseException:  # noqa: BLE001 - a peer goes on, whatever it has done to itself
            hostile.answer(question)

    server.answer = answer  # type: ignore[method-assign, assignment] # that is taking over
