"""Notes the calls of a case with their results: as text to show, and as a fingerprint."""

import hashlib
import reprlib
from collections import deque
from itertools import repeat
from typing import Any

from grader.model.text import RAISED, cut_text, mask_run

from .proxies import RemoteFunction, handle_of

KEPT_CALLS = 200
_KEPT_TEXT = 200_000  # characters, after which calls are counted only
_SHOWN = 10_000  # characters of one value
_KEPT_ARGUMENTS = 20  # of the latest calls; each may be large
_NUMBERS = frozenset((int, float, bool))
_PLAIN = frozenset((*_NUMBERS, str, bytes, type(None)))
_MOST_ITEMS = 200  # of a container that is shown
_LONG = 4096  # characters of a text, and items, that are summed up
_SHORT_TEXT = 1000
_DEEP = 20
_MOST_OF_NINE_DIGITS = 10**9


class _Repr(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 8
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = _MOST_ITEMS
        self.maxdeque = self.maxdict = self.maxarray = _MOST_ITEMS
        self.maxstring = self.maxother = 2000
        self.maxlong = 400

    def repr1(self, x: Any, level: int) -> str:
        if (
            type(x).__module__ == "numpy"
            and not getattr(x, "shape", "-")
            and x.dtype.kind in "biufc"
        ):
            x = x.item()  # a number, which says the same without numpy's name
        return super().repr1(x, level)


_repr = _Repr()


def value_text(value: Any) -> str:
    """Show a value, in bounded time and length."""
    kind = type(value)
    if kind is RemoteFunction:
        return str(value.__name__)
    try:
        is_list = kind is list or kind is tuple
        is_short = kind not in (str, bytes) or len(value) <= _SHORT_TEXT
        if (kind in _PLAIN and is_short) or (is_list and _NUMBERS.issuperset(map(type, value))):
            text = repr(value[:_MOST_ITEMS] if is_list else value)
            if len(text) <= _SHORT_TEXT:
                is_whole = not is_list or len(value) <= _MOST_ITEMS
                return text if is_whole else f"{text[:-1]}, ...{text[-1]}"
        return mask_run(cut_text(_repr.repr(value), _SHOWN))
    except Exception:  # of a number of too many digits, say
        return f"<{kind.__name__}>"


def call_text(name: str, args: tuple[Any, ...], named: dict[str, Any]) -> str:
    """Show a call as it would be written."""
    parts = list(map(value_text, args))
    for key, value in named.items():
        parts.append(f"{key}={value_text(value)}")
    return f"{name}({', '.join(parts)})"


def normal(value: Any, depth: int = 0) -> str:
    """Write a value so that equal behaviour gives equal text: numbers to 9 significant digits."""
    kind = type(value)
    if kind is int and -_MOST_OF_NINE_DIGITS < value < _MOST_OF_NINE_DIGITS:
        return str(value)
    if depth > _DEEP:
        return "..."
    items = value if kind is list or kind is tuple else (value,)
    kinds = set(map(type, items))
    if kinds <= _NUMBERS:
        is_short = kinds == {int} and max(map(abs, items)) < _MOST_OF_NINE_DIGITS
        try:
            # in two steps: a decimal tie that one way of adding up misses by a bit is a tie again
            digits = items if is_short else map(float, map("{:.13g}".format, items))
            text = ",".join(map(str if is_short else "{:z.9g}".format, digits))
        except OverflowError:  # of an int that no float can hold
            text = ",".join(map(str, map(hash, items)))
        return text if items is not value else f"{kind.__name__}({text})"
    if kind in (str, bytes):  # a path may be that of a file of this run
        return _digest(value) if len(value) >= _LONG else mask_run(repr(value))
    if items is value:
        return f"{kind.__name__}({','.join(map(normal, items, repeat(depth + 1)))})"
    if kind in (set, frozenset):
        return f"set({','.join(sorted(map(normal, value, repeat(depth + 1))))})"
    if issubclass(kind, dict) and handle_of(value) is None:
        return f"dict({','.join(map(normal, value.items(), repeat(depth + 1)))})"
    return _normal_object(value, depth + 1)


def _normal_object(value: Any, depth: int) -> str:
    kind = type(value)
    if kind.__module__ == "numpy" and hasattr(kind, "tolist"):
        shape = getattr(value, "shape", ())
        if not shape:
            return normal(value.tolist(), depth)  # behaves like Python's own number
        is_long = value.size > _LONG and not value.dtype.hasobject  # whose bytes are addresses
        text = _digest(value.tobytes()) if is_long else normal(value.tolist(), depth)
        return f"array{shape}({text})"
    if kind is RemoteFunction:
        return str(value.__name__)
    if handle_of(value) is not None:
        return f"<{kind.__name__}>"
    # texts of exceptions differ where the behaviour does not
    return kind.__name__ if isinstance(value, BaseException) else value_text(value)


def _digest(value: str | bytes) -> str:
    data = value.encode("utf-8", "replace") if isinstance(value, str) else value
    return f"{type(value).__name__}:{hashlib.sha256(data).hexdigest()}"


class Records:
    """The calls of one case, in order."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []
        self.left_out = 0
        self.last_result: Any = None
        self.last_arguments = 0  # how many values the last call passed
        self.callables: set[str] = set()
        self._room = _KEPT_TEXT
        self._handed: deque[tuple[Any, int]] = deque(maxlen=_KEPT_ARGUMENTS)
        self._inputs = hashlib.sha256()
        self._all = hashlib.sha256()

    def begin(self, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> str:
        """Note a call before it is made, since it may change its arguments; gives its text."""
        self.callables.add(name)
        values = (*args, *named.values()) if named else args
        self.last_arguments = len(values)
        parts = []
        for value in values:
            part = normal(value)
            parts.append(part)
            kind = type(value)
            if kind not in _PLAIN:
                self._handed.append((value, hash(part)))
            elif kind is float:
                # in full: what the clock says is the same to nine digits for ten seconds
                self._inputs.update(repr(value).encode())
        written = f"{name}|{','.join(parts)}|{','.join(named)}\n".encode("utf-8", "replace")
        self._all.update(written)
        self._inputs.update(written)
        if len(self.calls) >= KEPT_CALLS or self._room <= 0:
            return ""
        text = call_text(name, args, named)
        return text if len(text) <= _SHOWN else cut_text(text, _SHOWN)

    def end(self, text: str, result: Any, *, is_error: bool = False) -> None:
        """Note what a call gave or raised, by the text of the call."""
        self._all.update(f"{is_error}|{normal(result)}\n".encode("utf-8", "replace"))
        self.last_result = result
        if not text:
            self.left_out += 1
            return
        shown = f"{RAISED}{type(result).__name__}" if is_error else value_text(result)
        self.calls.append((text, shown))
        self._room -= len(text) + len(shown)

    def was_changed(self, value: Any) -> bool:
        """Whether this very object was an argument of a call, and is no longer what it was."""
        before = next((known for each, known in self._handed if each is value), None)
        return before is not None and hash(normal(value)) != before

    def inputs(self) -> str:
        """A digest of what was passed in."""
        return self._inputs.hexdigest()[:16]

    def fingerprint(self) -> str:
        """A digest of what was passed in and what came back."""
        return self._all.hexdigest()[:16]
