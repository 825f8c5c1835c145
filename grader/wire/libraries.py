"""The values of libraries that cross as what they hold: numpy's, pandas', XML's, `typing`'s."""

import importlib
import sys
import typing
from collections.abc import Iterator
from typing import Any

from . import arrays, containers, tables
from .atoms import load_atom
from .kinds import Kind, Lack
from .values import Atom


def _change_element(element: Any, beside: Any, inner: tuple[Any, ...]) -> None:
    element.clear()
    element.tag, element.text, element.tail, attributes = beside
    element.attrib.update(attributes)
    element.extend(inner)


def _annotation_parts(kind: Any) -> Any:
    # bare, as `List` is, it has no parts
    origin = typing.get_origin(kind)
    name = "Union" if origin is typing.Union else getattr(kind, "_name", None) or str(origin)
    parts = [tuple(p) if type(p) is list else p for p in typing.get_args(kind)]
    return name.removeprefix("typing."), tuple(parts)


def _annotation(written: Any, _: int) -> Any:
    name, parts = written
    inner = [p for part in parts for p in (part if type(part) is tuple else (part,))]
    # a text among the parts would be evaluated as the name of a class
    if name not in typing.__all__ or (name != "Literal" and str in map(type, inner)):
        raise ValueError(name)
    given = tuple(list(p) if type(p) is tuple else p for p in parts)
    made = getattr(typing, name)[given] if given else getattr(typing, name)
    if typing.get_origin(made) is None:  # a function of that module, say
        raise ValueError(name)
    return made


_ANNOTATION = (
    "_GenericAlias _UnionGenericAlias _CallableGenericAlias _LiteralGenericAlias "
    "_SpecialGenericAlias _TupleType _CallableType"
)
_KINDS = (
    *arrays.KINDS,
    *tables.KINDS,
    Kind(
        *("element", "xml.etree.ElementTree", "Element"),
        lambda element: (element.tag, element.text, element.tail, tuple(element.attrib.items())),
        lambda beside, _: importlib.import_module("xml.etree.ElementTree").Element(""),
        _change_element,
        items=tuple,
    ),
    Kind("annotation", "typing", _ANNOTATION, _annotation_parts, _annotation),
)
BY_NAME = {kind.name: kind for kind in _KINDS}
_BY_CLASS: dict[str, list[Kind]] = {}
for _kind in _KINDS:
    for _name in _kind.classes.split():
        _BY_CLASS.setdefault(_name, []).append(_kind)


def kind_of(value: Any) -> Kind | None:
    """Find how a value crosses; None for what is of no library, or holds what cannot cross."""
    cls = type(value)
    for kind in _BY_CLASS.get(cls.__name__, ()):
        if getattr(sys.modules.get(kind.module), cls.__name__, None) is cls and kind.fits(value):
            return kind
    return None


def is_empty(value: Any) -> bool:
    """Whether a value is an array, a table or the like without items."""
    kind = kind_of(value)
    return kind is not None and kind.lack_of(value) is Lack.ITEMS


def lacks_in(value: Any) -> Iterator[Lack]:
    """Say what a value lacks, and what each one that it holds does."""
    met, left = set[int](), [value]
    while left:
        part = left.pop()
        if id(part) in met:
            continue
        met.add(id(part))
        kind = kind_of(part)
        lack = None if kind is None else kind.lack_of(part)
        if lack is not None:
            yield lack
        if isinstance(part, containers.BASES):
            left += containers.content_of(part).items
        elif isinstance(part, tuple | frozenset):
            left += part


def leaves(part: Any) -> Iterator[Any]:
    """Give all that lies in what was taken of a value, numbers and texts one by one."""
    if type(part) is tuple:
        for inner in part:
            yield from leaves(inner)
    elif type(part) is Atom and part.kind == "array":
        yield from load_atom(part).ravel().tolist()
    else:
        yield part


def is_same(now: Any, then: Any) -> bool:
    """Whether a value holds what it held, of objects the very same."""
    if now is then:
        return True
    if type(now) is tuple:
        return type(then) is tuple and len(now) == len(then) and all(map(is_same, now, then))
    return type(now) is type(then) and type(now) in _PLAIN and bool(now == then)


_PLAIN = (Atom, str, int, bool, float)
