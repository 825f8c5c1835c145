"""Looks through a container that crosses again for objects of the student's.

It was looked at where it came from: as a result of another function, as an argument, beside what
is printed. In another place, what it holds may be wrong.
"""

from collections import deque
from collections.abc import Iterator
from itertools import count
from typing import Any

from grader.wire import arrays
from grader.wire.atoms import ATOM_WRITERS
from grader.wire.containers import BASES, is_mixed, item_path
from grader.wire.functions import RemoteCoroutine, RemoteIterator
from grader.wire.standins import StandIn, number_of

from .inert import Inert

_HARMLESS = (Inert, RemoteIterator, RemoteCoroutine)  # right anywhere, or already refused
_OBJECT = frozenset((StandIn,))
_PLAIN = frozenset(ATOM_WRITERS)
_ORDERED = (list, tuple, deque)
_HOLDERS = (*BASES, tuple, frozenset)


def stand_ins_in(value: Any, path: str) -> Iterator[str]:
    """Say where each object of the student's lies in a container, by the paths of reading it."""
    yield from _below(value, path, set())


def _below(value: Any, path: str, met: set[int]) -> Iterator[str]:
    if _is_theirs(value):
        yield path
        return
    held = value if isinstance(value, _HOLDERS) else arrays.objects_in(value)
    if held is None or id(value) in met:
        return
    met.add(id(value))
    for item, deeper in _items(held, path):
        yield from _below(item, deeper, met)


def _items(value: Any, path: str) -> Iterator[tuple[Any, str]]:
    is_mapping = isinstance(value, dict)
    items = list(value.values()) if is_mapping else list(value)
    kinds = set(map(type, items))
    if not kinds <= _PLAIN:
        told = {StandIn if _is_theirs(item) else type(item) for item in items}
        names = value if is_mapping else count() if isinstance(value, _ORDERED) else ()
        is_numbered = names and is_mixed(told, _OBJECT)
        for item, name in zip(items, names or items, strict=False):
            yield item, item_path(path, name) if is_numbered else path + "[]"
    if is_mapping:
        yield from ((key, path + "[]") for key in value)


def _is_theirs(value: Any) -> bool:
    return number_of(value) > 0 and not isinstance(value, _HARMLESS)
