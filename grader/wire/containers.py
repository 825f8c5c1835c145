"""The mutable containers that both sides know: their content, their changes, their refilling."""

from collections import Counter, OrderedDict, defaultdict, deque
from operator import is_
from typing import Any, NamedTuple

from .atoms import Malformed

_NO_BRACKETS = str.maketrans("[]*", "   ")
_LONGEST_NAME = 50
# the most special first: the base of a value is the first that it is an instance of
BASES = (defaultdict, Counter, OrderedDict, dict, list, set, bytearray, deque)
_EXACT = frozenset(BASES)
BY_NAME: dict[str, type] = {base.__name__: base for base in BASES}


class Content(NamedTuple):
    """What a container holds, as Python objects; `snapshot` is compared by identity later."""

    kind: str
    items: list[Any]
    keys: list[Any]
    extra: Any
    snapshot: Any


def base_of(value: Any) -> type:
    """Name the container that a value is, or is a subclass of."""
    cls = type(value)
    return cls if cls in _EXACT else next(base for base in BASES if isinstance(value, base))


def _mapping(value: Any) -> Any:
    # an ordered dictionary keeps its order apart, and a plain dict's methods miss it
    return OrderedDict if isinstance(value, OrderedDict) else dict


def snapshot_of(value: Any) -> Any:
    """Copy what a container holds, by the methods of its base and not those of a subclass."""
    if isinstance(value, dict):
        base = _mapping(value)
        return tuple(base.keys(value)), tuple(base.values(value))
    if isinstance(value, bytearray):
        return bytes(bytearray.__getitem__(value, slice(None)))
    return tuple(base_of(value).__iter__(value))  # type: ignore[attr-defined] # they have one


def content_of(value: Any) -> Content:
    """Take a container apart."""
    base, snapshot = base_of(value), snapshot_of(value)
    if base is bytearray:
        return Content("bytearray", [snapshot], [], None, snapshot)
    if issubclass(base, dict):
        keys, items = map(list, snapshot)
        extra = value.default_factory if base is defaultdict else None
        return Content(base.__name__, items, keys, extra, snapshot)
    extra = value.maxlen if base is deque else None
    return Content(base.__name__, list(snapshot), [], extra, snapshot)


def empty(kind: str, extra: Any, cls: Any) -> Any:
    """Make an empty container, of a subclass where one is given."""
    base: Any = BY_NAME.get(kind)
    if base is None:
        raise Malformed(f"no such container: {kind[:40]}")
    kind_made = cls if isinstance(cls, type) and issubclass(cls, base) else base
    made = base.__new__(kind_made)
    if base is deque:
        if extra is not None and (type(extra) is not int or extra < 0):
            raise Malformed("deque: maxlen is no number")
        deque.__init__(made, (), extra)
    elif base is defaultdict:
        defaultdict.__init__(made, extra if callable(extra) else None)
    elif base is OrderedDict:
        OrderedDict.__init__(made)
    return made


def fill(value: Any, keys: list[Any], items: list[Any]) -> Any:
    """Give a container this content, in place; returns the snapshot to compare with."""
    try:
        if isinstance(value, dict):
            base = _mapping(value)
            base.clear(value)
            for key, item in zip(keys, items, strict=True):
                base.__setitem__(value, key, item)
        elif isinstance(value, bytearray):
            value[:] = b"".join(items)
        elif isinstance(value, list):
            list.__setitem__(value, slice(None), items)
        else:
            value.clear()
            value.update(items) if isinstance(value, set) else value.extend(items)
        return snapshot_of(value)
    except (TypeError, ValueError) as error:
        raise Malformed(f"{type(value).__name__}: {error}") from error


def is_unchanged(value: Any, snapshot: Any) -> bool:
    """Whether a container holds the very objects that its snapshot holds."""
    if isinstance(value, dict):
        keys, items = snapshot
        base = _mapping(value)
        return _same(base.keys(value), keys) and _same(base.values(value), items)
    if isinstance(value, bytearray):
        return bool(value == snapshot)
    return _same(value, snapshot)


def _same(now: Any, then: tuple[Any, ...]) -> bool:
    return len(now) == len(then) and all(map(is_, now, then))


def is_mixed(kinds: set[type], objects: frozenset[type]) -> bool:
    """Whether objects lie among data, beside which None is neither."""
    kinds = kinds - {type(None)}
    return not kinds <= objects and not kinds.isdisjoint(objects)


def item_path(path: str, name: object) -> str:
    """Say where an item lies that is not like all the others of its container."""
    text = str(name) if type(name) in (int, str) else ""
    return f"{path}[{text.translate(_NO_BRACKETS)[:_LONGEST_NAME]}]"
