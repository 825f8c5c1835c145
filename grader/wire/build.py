"""Makes the stand-in for a described object of the other side."""

import dataclasses
import inspect
import types
from abc import ABCMeta
from collections.abc import Callable, Iterator
from typing import Any

from .atoms import Malformed
from .classes import RemoteError, RemoteMeta, RemoteObject
from .containers import BASES
from .describe import annotations_told
from .functions import (
    FUNCTION_FACTS,
    RemoteCoroutine,
    RemoteFunction,
    RemoteIterator,
    RemoteMock,
    checked_facts,
    checked_name,
)
from .known_classes import DATA_BASES, LIBRARY_CLASSES, is_real_base, known_class
from .methods import Attribute, BindingMethod, Doc, Held, Member, SpecialMethod
from .special_methods import ANSWERED_HERE, COMPARISONS, NOT_FORWARDED, of
from .standins import BASE, LINK, NUMBER, WRAPS, link_of, own_dict
from .values import Mine


def stand_in(link: Any, told: Mine) -> Any:
    """Make the stand-in that a description asks for; raises Malformed."""
    names, make = _MAKERS.get(told.kind, (frozenset(), None))
    if make is None or not told.facts.keys() <= names:
        raise Malformed("facts that are not told of such an object")
    # first the class: what an object of it holds may be other objects of it
    cls = link.marshal.load(told.cls) if told.kind == "instance" else None
    facts = {k: link.marshal.load(v) for k, v in told.facts.items()}
    try:
        return make(link, told.number, facts, cls)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise Malformed(f"a description that fits nothing ({error})") from error


def _build_instance(link: Any, number: int, facts: dict[str, Any], cls: Any) -> Any:
    if not isinstance(cls, type) or not issubclass(cls, RemoteObject):
        names = [name for name in _DESCRIPTOR if name in facts.get("specials", ())]
        binding = {name: BindingMethod(name) for name in names}
        cls = RemoteMeta("object", (RemoteObject,), {"_grader_built": True, LINK: link, **binding})
    content = facts.get("content")
    kinds = (type(content),) if "content" in facts else BASES
    base: Any = next((b for b in cls.__mro__ if b in kinds), object)
    made = base.__new__(cls, content) if "content" in facts else base.__new__(cls)
    own_dict(made)[NUMBER] = number
    if "wraps" in facts:
        own_dict(made)[WRAPS] = checked_facts(dict(facts["wraps"]))
    return made


def _build_class(link: Any, number: int, facts: dict[str, Any], _: None) -> type:
    facts |= {key: checked_name(facts[key]) for key in ("name", "qualname", "module")}
    bases = _bases(facts["bases"])
    namespace: dict[str, Any] = {
        "_grader_built": True,
        "_grader_facts": facts,
        LINK: link,
        NUMBER: number,
        BASE: facts["bare"] if facts["bare"] in BASES else None,
        "__module__": link.module_told(facts["module"]),
        "__qualname__": facts["qualname"],
        "__doc__": Doc(facts["doc"]),
        "__annotations__": annotations_told(facts["annotations"]),
    }
    if type(facts["line"]) is int and facts["line"] > 0:
        namespace["__firstlineno__"] = facts["line"]
    for name, kind in facts["members"].items():
        _put_member(namespace, name, kind)
    specials = list(facts["specials"])
    for base in facts["bases"]:
        specials += _put_inherited(namespace, base)
    for name in dict.fromkeys(specials):
        _put_special(namespace, name, facts["specials"])
    library = LIBRARY_CLASSES.get((facts["module"], facts["qualname"]))
    namespace["_grader_faces"] = _faces(facts["bases"])
    if library is not None and not isinstance(library, ABCMeta):
        namespace["_grader_faces"] += (library,)
    if facts["dataclass"] is not None:
        namespace["__dataclass_fields__"] = _fields(facts["dataclass"])
    data = next((b for one in bases for b in one.__mro__ if b in DATA_BASES), None)
    if data is not None:
        namespace.setdefault("__hash__", data.__hash__)
    made: type = _make(facts["name"], bases, namespace)
    if isinstance(library, ABCMeta):
        library.register(made)
    return made


_DESCRIPTOR = sorted(of("descriptor", "call"))


def _fields(rows: list[list[Any]]) -> dict[str, Any]:
    """Make the fields that dataclasses.fields, asdict and replace read; raises ValueError."""
    found: dict[str, Any] = {}
    for name, is_init, is_shown, is_compared, is_keyword in rows:
        if not _is_name(name):
            raise ValueError("a field without a name")
        made = dataclasses.field(
            init=is_init, repr=is_shown, compare=is_compared, kw_only=is_keyword
        )
        made.name = name
        made._field_type = dataclasses._FIELD  # type: ignore[attr-defined] # what fields() asks
        found[name] = made
    return found


def _is_name(name: Any) -> bool:
    # dataclasses writes it into the text of the methods of a class that a test derives
    return type(name) is str and name.isidentifier()


def _make(name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
    try:
        return RemoteMeta(name, bases, dict(namespace))
    except TypeError:  # bases that go together over there, but whose stand-ins do not
        is_error = any(issubclass(b, BaseException) for b in bases)
        return RemoteMeta(
            name, (RemoteError, Exception) if is_error else (RemoteObject,), namespace
        )


def _bases(described: tuple[Any, ...]) -> tuple[type, ...]:
    given = [b for b in described if isinstance(b, type)]
    real: dict[type, None] = {}
    for base in given:
        if is_real_base(base) or known_class(base) is None:
            real[base] = None
        else:  # of IntEnum, say, the part that is an int
            real |= dict.fromkeys([b for b in base.__mro__ if b in DATA_BASES][:1])
    real.pop(object, None)
    kind = RemoteError if any(issubclass(b, BaseException) for b in real) else RemoteObject
    return tuple(real) if any(issubclass(b, kind) for b in real) else (kind, *real)


def _faces(described: tuple[Any, ...]) -> tuple[type, ...]:
    """Name the classes that a stand-in class is a subclass of without inheriting their layout."""
    return tuple(
        parent
        for base in described
        if known_class(base) is not None and base.__module__ in ("enum", "typing")
        for parent in base.__mro__
        if parent is not object and parent.__module__ in ("enum", "typing")
        # CPython lets no class of varying size, such as IntEnum, stand among others
        if not parent.__itemsize__
    )


def _put_inherited(namespace: dict[str, Any], base: Any) -> Iterator[str]:
    """Put what a base has into a class, if it is a built-in container, and name its operators.

    Over here the container is empty.
    """
    if known_class(base) is None or not issubclass(base, BASES):
        return
    for name in dir(base):
        if not name.startswith("__"):
            is_method = callable(getattr(base, name))
            namespace.setdefault(name, Member(name, "function") if is_method else Held(name))
        elif name in COMPARISONS or not (name in vars(object) or name in NOT_FORWARDED):
            yield name


def _put_member(namespace: dict[str, Any], name: str, kind: str) -> None:
    # an operator told as an ordinary method would get past what holds for operators
    if name.startswith("_grader") or (_is_special(name) and name != "__init__"):
        return
    if kind in ("function", "class"):
        namespace[name] = Member(name, kind)
    elif kind.startswith("property"):
        namespace[name] = property(
            lambda self: link_of(self).get(self, name),
            (lambda self, value: link_of(self).set(self, name, value)) if "s" in kind[8:] else None,
            (lambda self: link_of(self).delete(self, name)) if "d" in kind[8:] else None,
        )
    elif name != "__init__" and not name.startswith("_abc_"):
        namespace[name] = Attribute(name)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _put_special(namespace: dict[str, Any], name: str, told: tuple[str, ...]) -> None:
    plain = name.removeprefix("-")
    if not _is_special(plain) or plain in ANSWERED_HERE:
        return
    if plain != name:
        namespace[plain] = None
        return
    namespace[name] = BindingMethod(name) if name == "__get__" else SpecialMethod(name)
    if name == "__eq__" and "__hash__" not in namespace and "__hash__" not in told:
        namespace["__hash__"] = object.__hash__


# what an iterator's stand-in names as its own class; any other is that of a list's
_ITERATOR_FACES: dict[str, type] = {
    cls.__name__: cls for cls in (types.GeneratorType, map, filter, zip, enumerate, reversed)
}
# by the kind of an object: what may be told of it, and what makes its stand-in of that
_MAKERS: dict[str, tuple[frozenset[str], Callable[[Any, int, dict[str, Any], Any], Any]]] = {
    "function": (
        FUNCTION_FACTS,
        lambda link, n, facts, _: RemoteFunction(link, n, checked_facts(facts)),
    ),
    "mock": (FUNCTION_FACTS, lambda link, n, facts, _: RemoteMock(link, n, checked_facts(facts))),
    "class": (
        frozenset(
            "name qualname module doc bases members specials equality fields enum dataclass "
            "abstract checks generic bare annotations line".split()
        ),
        _build_class,
    ),
    "iterator": (
        frozenset(("name",)),
        lambda link, n, facts, _: RemoteIterator(
            link, n, _ITERATOR_FACES.get(facts["name"], type(iter([])))
        ),
    ),
    "coroutine": (
        frozenset(),
        lambda link, n, facts, _: RemoteCoroutine(link, n, types.CoroutineType),
    ),
    "module": (
        frozenset(("name", "doc")),
        lambda link, n, facts, _: link.stand_in_for_module(n, str(facts["name"]), facts["doc"]),
    ),
    "instance": (frozenset(("content", "wraps", "specials")), _build_instance),
}
KINDS = frozenset(_MAKERS)


def signature(written: Any) -> inspect.Signature:
    """Make a signature from (name, kind, default, annotation) rows; raises ValueError."""
    if not isinstance(written, list) or not written:
        raise ValueError("no signature found")
    empty = inspect.Parameter.empty
    parameters = []
    for name, kind, has_default, default, told in written[:-1]:
        annotation = annotations_told(told).get("", empty)
        given = default if has_default else empty
        kind_made = inspect._ParameterKind(kind)
        parameters.append(inspect.Parameter(name, kind_made, default=given, annotation=annotation))
    returned = annotations_told(written[-1][-1]).get("", empty)
    return inspect.Signature(parameters, return_annotation=returned)
