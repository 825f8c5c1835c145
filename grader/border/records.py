"""The calls that a case makes, with their results: as text to show and as a fingerprint."""

import hashlib
import reprlib
from collections import deque
from collections.abc import Callable
from typing import Any

from grader.model.text import cut_text, mask_run

from .proxies import BoundMethod, RemoteFunction, handle_of

KEPT_CALLS = 200
_KEPT_TEXT = 200_000  # characters, after which calls are counted only
_SHOWN = 10_000  # characters of one value
_KEPT_ARGUMENTS = 20  # of the latest calls; each may be large
_CONTAINERS = (list, tuple, dict, set)
_PLAIN = frozenset((int, float, bool, str, bytes, type(None)))
_SHORT = 60
_LONG = 4096
_DIGITS = 9
_PLAIN_INT = 10**_DIGITS
_DEEP = 20
_NUMPY_NUMBERS = frozenset(
    "bool bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 "
    "longdouble complex64 complex128".split()
)


class _Repr(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 8
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdeque = 200
        self.maxdict = self.maxarray = 200
        self.maxstring = self.maxother = 2000
        self.maxlong = 400

    def repr1(self, x: Any, level: int) -> str:
        if type(x).__module__ == "numpy" and type(x).__name__ in _NUMPY_NUMBERS:
            x = x.item()  # a number, which says the same without numpy's name
        return super().repr1(x, level)


_repr = _Repr()


def value_text(value: Any) -> str:
    """Show a value, in bounded time and length."""
    kind = type(value)
    if kind in _PLAIN and (kind not in (str, bytes, int) or _is_short(value)):
        return repr(value)
    if kind in (list, tuple) and len(value) <= _SHORT and set(map(type, value)) <= {float, bool}:
        return repr(value)
    if type(value) in (RemoteFunction, BoundMethod):
        return str(value.__name__)
    try:
        return mask_run(cut_text(_repr.repr(value), _SHOWN))
    except Exception:
        return f"<{kind.__name__}>"


def _is_short(value: Any) -> bool:
    return abs(value) < 10**100 if isinstance(value, int) else len(value) <= 1000


def call_text(name: str, args: tuple[Any, ...], named: dict[str, Any]) -> str:
    """Show a call as it would be written."""
    parts = [value_text(a) for a in args]
    parts += [f"{key}={value_text(value)}" for key, value in named.items()]
    return f"{name}({', '.join(parts)})"


def normal(value: Any, depth: int = 0) -> str:
    """Write a value so that equal behaviour gives equal text: numbers to 9 significant digits."""
    kind = type(value)
    if kind in (float, int, bool):
        return _number(value)
    if kind in (str, bytes):
        return _normal_text(value) if len(value) < _LONG else _digest(repr(value))
    if depth > _DEEP:
        return "..."
    return (
        _normal_container(value, depth + 1)
        or _normal_of_numpy(value, depth + 1)
        or _normal_object(value)
    )


def _normal_text(value: str | bytes) -> str:
    text = repr(value)
    return mask_run(text) if "/grader-" in text else text  # the path of a file of this run


def _normal_container(value: Any, depth: int) -> str:
    kind = type(value)
    if kind in (list, tuple):
        return f"{kind.__name__}({','.join([normal(v, depth) for v in value])})"
    if kind in (set, frozenset):
        return f"set({','.join(sorted(normal(v, depth) for v in value))})"
    if issubclass(kind, dict):
        pairs = (f"{normal(k, depth)}:{normal(v, depth)}" for k, v in value.items())
        return f"dict({','.join(pairs)})"
    return ""


def _normal_of_numpy(value: Any, depth: int) -> str:
    kind = type(value)
    if kind.__module__ != "numpy" or not hasattr(kind, "tolist"):
        return ""
    if not getattr(value, "shape", ()):
        return normal(value.tolist(), depth)  # behaves like Python's own number
    if value.size > _LONG and not value.dtype.hasobject:  # whose bytes are addresses
        return f"array{value.shape}({_digest(value.tobytes().hex())})"
    return f"array{value.shape}({normal(value.tolist(), depth)})"


def _normal_object(value: Any) -> str:
    kind = type(value)
    if type(value) in (RemoteFunction, BoundMethod):
        return str(value.__name__)
    if handle_of(value) is not None:
        return f"<{kind.__name__}>"
    if isinstance(value, BaseException):
        return kind.__name__  # texts differ where the behaviour does not
    try:
        return mask_run(_repr.repr(value))
    except Exception:  # of a number with too many digits in a deque, say
        return f"<{kind.__name__}>"


def _exactly(arguments: tuple[Any, ...]) -> bytes:
    """Write numbers in full: what the clock says is the same to nine digits for ten seconds."""
    return "".join(repr(value) for value in arguments if type(value) is float).encode()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _number(value: float) -> str:
    if type(value) is int and -_PLAIN_INT < value < _PLAIN_INT:
        return str(value)
    try:
        # in two steps: a decimal tie that one way of adding up misses by a bit is a tie again
        text = format(float(value), ".13g")
        return text if len(text) < _DIGITS else format(float(text), f".{_DIGITS}g")
    except OverflowError:
        return hex(int(value))


class Records:
    """The calls of one case, in order."""

    def __init__(self, latest: str = "") -> None:
        self.latest = latest  # by name: what was called last, in an earlier case at first
        self.is_describing = False  # rather than calling
        self.calls: list[tuple[str, str]] = []
        self.left_out = 0
        self._room = _KEPT_TEXT
        self.last_result: Any = None
        self.last_arguments = 0  # how many values the last call passed
        self.callables: set[str] = set()
        self._handed: deque[tuple[Any, int]] = deque(maxlen=_KEPT_ARGUMENTS)
        self._given: list[tuple[str, Any]] = []  # what is small enough to be kept
        self._inputs = hashlib.sha256()
        self._all = hashlib.sha256()

    def record(
        self, name: str, args: tuple[Any, ...], named: dict[str, Any], call: Callable[[], Any]
    ) -> Any:
        """Make a call, and note it with what it gave or raised."""
        text = self._described(self._begin, name, args, named)
        self.latest = name
        try:
            result = call()
        except BaseException as error:
            if hasattr(error, "_grader_types") or isinstance(error, Exception):
                self._described(self._end, text, error, True)
            raise
        self._described(self._end, text, result)
        return result

    def _described(self, describe: Callable[..., Any], *args: Any) -> Any:
        self.is_describing = True
        try:
            return describe(*args)
        finally:  # it may be at the limit of recursion
            self.is_describing = False

    def _begin(self, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> str:
        """Note a call before it is made, since it may change its arguments."""
        self.callables.add(name)
        self.last_arguments = len(args) + len(named)
        parts = [normal(a, 1) for a in args]
        for value, part in zip(args, parts, strict=True):
            if type(value) not in _PLAIN:
                self._handed.append((value, hash(part)))
        positional = f"tuple({','.join(parts)})"
        written = f"{name}|{positional}|{normal(named)}\n".encode("utf-8", "replace")
        self._inputs.update(written + _exactly((*args, *named.values())))
        self._all.update(written)
        if len(self.calls) >= KEPT_CALLS or self._room <= 0:
            return ""
        return cut_text(call_text(name, args, named), _SHOWN)

    def _end(self, text: str, result: Any, is_error: bool = False) -> None:
        """Note what a call gave."""
        self._all.update(f"{is_error}|{normal(result)}\n".encode("utf-8", "replace"))
        self.last_result = result
        if not text:
            self.left_out += 1
            return
        shown = f"raised {type(result).__name__}" if is_error else value_text(result)
        self.calls.append((text, shown))
        self._room -= len(text) + len(shown)
        if type(result) in _PLAIN or (type(result) in _CONTAINERS and len(result) < _LONG):
            self._given.append((text.partition("(")[0], result))

    def was_changed(self, value: Any) -> bool:
        """Whether this very object was an argument of a call, and is no longer what it was."""
        before = next((known for each, known in self._handed if each is value), None)
        return before is not None and hash(normal(value, 1)) != before

    def givers(self, value: Any) -> set[str]:
        """Name the functions that gave this very object."""
        return {name for name, each in self._given if each is value}

    def inputs(self) -> str:
        """A digest of what was passed in."""
        return self._inputs.hexdigest()[:16]

    def fingerprint(self) -> str:
        """A digest of what was passed in and what came back."""
        return self._all.hexdigest()[:16]
