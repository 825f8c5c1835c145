"""What one side tells the other of its classes and functions, when they first cross."""

import enum
import functools
import sys
import types
import typing
from collections.abc import Iterator
from typing import Any

from .containers import BASES
from .known_classes import DATA_BASES, LIBRARIES, is_real_base, known_class
from .libraries import kind_of as kind_of_library
from .special_methods import NOT_FORWARDED
from .standins import BASE

_PLAIN_NAMES = frozenset(
    "__module__ __doc__ __dict__ __weakref__ __qualname__ __annotations__ __slots__ "
    "__orig_bases__ __parameters__ __static_attributes__ __firstlineno__ __hash__".split()
)


def has_nothing_of_its_own(cls: type, base: type) -> bool:
    """Whether a subclass of a built-in type adds no method and no attribute to it."""
    if BASE in vars(cls):  # a stand-in, which was told
        return getattr(cls, BASE) is base
    for parent in cls.__mro__:
        if parent is base:
            return True
        if not set(vars(parent)) <= _PLAIN_NAMES:
            return False
    return False


def plain_base(cls: type) -> type | None:
    """The built-in type that a class extends with nothing of its own, or None."""
    base = next((base for base in (*DATA_BASES, *BASES) if issubclass(cls, base)), cls)
    return base if base is not cls and has_nothing_of_its_own(cls, base) else None


def data_base(cls: type) -> type | None:
    """The immutable built-in type that a class extends, or None."""
    return next((base for base in DATA_BASES if issubclass(cls, base)), None)


def members_of(cls: type) -> dict[str, str]:
    """Each attribute of a class's own that is no special method, by what kind it is."""
    return {
        name: _member_kind(value)
        for name, value in vars(cls).items()
        if not (name.startswith("__") and name.endswith("__")) or name == "__init__"
    }


def _member_kind(value: Any) -> str:
    if isinstance(value, staticmethod | classmethod):
        return "class"
    if isinstance(value, property):
        kinds = (("s", value.fset), ("d", value.fdel))
        return "property" + "".join(letter for letter, function in kinds if function)
    if isinstance(value, types.FunctionType):
        return "function"
    return "slot" if isinstance(value, types.MemberDescriptorType) else "data"


def specials_of(cls: type) -> list[str]:
    """The special methods that a class defines; with a minus sign those that it switches off."""
    found = []
    for name, value in vars(cls).items():
        if not (name.startswith("__") and name.endswith("__")) or name in NOT_FORWARDED:
            continue
        if value is None:
            found.append("-" + name)
        elif (callable(value) and not isinstance(value, type) and name != "__init__") or isinstance(
            value, staticmethod | classmethod
        ):
            found.append(name)
    return found


def equality_of(cls: type) -> tuple[str, list[str]]:
    """How `==` works: own, fields (with their names), base or identity."""
    import dataclasses  # like inspect, of use where classes cross only

    if issubclass(cls, enum.Enum):
        return ("base" if data_base(cls) else "identity"), []
    definer = next((c for c in cls.__mro__ if "__eq__" in vars(c)), object)
    if definer is object or (isinstance(cls, type(type)) and definer is type):
        return "identity", []
    if dataclasses.is_dataclass(definer) and _is_generated(vars(definer)["__eq__"]):
        return "fields", [f.name for f in dataclasses.fields(definer) if f.compare]
    if issubclass(cls, tuple) and hasattr(cls, "_fields") and definer is tuple:
        return "base", [str(name) for name in cls._fields]
    if definer in (*DATA_BASES, *BASES):
        return "base", []
    return "own", []


def _is_generated(function: Any) -> bool:
    import inspect

    # dataclasses compiles its methods from text, under the file name <string>
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code is not None and code.co_filename == "<string>"


def _all_specials(cls: type) -> list[str]:
    found = {name.removeprefix("-"): name for name in specials_of(cls)}
    theirs: list[type] = []  # parents with stand-ins of their own, which bring what they have
    for parent in cls.__mro__[1:]:
        if known_class(parent) is None:
            theirs.append(parent)
        elif is_real_base(parent) or any(issubclass(one, parent) for one in theirs):
            continue
        if not issubclass(parent, BaseException):
            for name in specials_of(parent):  # whoever comes first says what the name is
                found.setdefault(name.removeprefix("-"), "" if parent in theirs else name)
    if issubclass(cls, enum.Enum):
        found = {name: said for name, said in found.items() if name not in _ENUM_HAS}
    return [said for said in found.values() if said]


_ENUM_HAS = ("__hash__", "__new__")


def _dataclass_fields(cls: type) -> list[list[Any]] | None:
    import dataclasses

    if not dataclasses.is_dataclass(cls):
        return None
    return [[f.name, f.init, f.repr, f.compare, f.kw_only] for f in dataclasses.fields(cls)]


def annotations_told(annotations: Any) -> dict[str, Any]:
    """Take the annotations that both sides can have: texts, and built-in types with their parts."""
    given = annotations if type(annotations) is dict else {}
    return {name: kind for name, kind in given.items() if _is_told(kind)}


def _is_told(kind: Any) -> bool:
    if isinstance(kind, types.GenericAlias | types.UnionType):
        parts = (getattr(kind, "__origin__", None), *kind.__args__)
        return all(map(_is_told, parts))
    made = kind_of_library(kind)
    if made is not None and made.name == "annotation":
        return typing.get_origin(kind) is typing.Literal or all(map(_is_told, _parts_of(kind)))
    is_named = type(kind) in (type, type(typing.Any)) and known_class(kind) is not None
    return kind is None or kind is ... or type(kind) is str or is_named


def _parts_of(kind: Any) -> Iterator[Any]:
    for part in typing.get_args(kind):
        yield from part if type(part) is list else (part,)


def describe_class(cls: type) -> dict[str, Any]:
    """Tell the other side what it needs to build a stand-in for a class."""
    equality, fields = equality_of(cls)
    return {
        "name": cls.__name__,
        "qualname": cls.__qualname__,
        "module": str(cls.__module__),
        "doc": cls.__doc__ if isinstance(cls.__doc__, str) else None,
        "bases": cls.__bases__,
        "members": members_of(cls),
        "specials": tuple(_all_specials(cls)),
        "equality": equality,
        "fields": tuple(fields),
        "enum": issubclass(cls, enum.Enum),
        "dataclass": _dataclass_fields(cls),
        "abstract": tuple(sorted(getattr(cls, "__abstractmethods__", ()))),
        "checks": bool(getattr(cls, "_is_protocol", False) or "__subclasshook__" in vars(cls)),
        "generic": hasattr(cls, "__class_getitem__") and not issubclass(cls, enum.Enum),
        "bare": plain_base(cls),
        "line": vars(cls).get("__firstlineno__", 0),  # from Python 3.13 on
        "annotations": annotations_told(vars(cls).get("__annotations__")),
    }


def describe_function(function: Any) -> dict[str, Any]:
    """Tell the other side the name, the doc and the kind of a function."""
    code = getattr(function, "__code__", None)
    code = code if isinstance(code, types.CodeType) else None
    name = getattr(function, "__name__", None)
    return {
        "name": name if isinstance(name, str) else type(function).__name__,
        "qualname": str(getattr(function, "__qualname__", name)),
        "module": str(getattr(function, "__module__", "")),
        "doc": function.__doc__ if isinstance(getattr(function, "__doc__", None), str) else None,
        "flags": code.co_flags if code else 0,
        "arguments": tuple(code.co_varnames) if code else (),
        "count": code.co_argcount if code else 0,
        "line": code.co_firstlineno if code else 1,
        "wraps": hasattr(function, "__wrapped__"),
        "is_function": isinstance(function, types.FunctionType),
        "binds": _binds(function),
    }


def _binds(function: Any) -> bool:
    # whether it is given the object when it is called as a method; one that has its object is not
    if isinstance(function, functools.partial):
        return sys.version_info >= (3, 14)  # in 3.13 it has a __get__ that only warns
    return hasattr(type(function), "__get__") and not isinstance(function, types.MethodType)


def is_standard(module: types.ModuleType) -> bool:
    """Whether a module belongs to Python's own library, or is one that both sides have."""
    file = getattr(module, "__file__", None)
    is_handed_in = type(file) is str and not file.startswith("/")  # under such a name
    return module.__name__.partition(".")[0] in LIBRARIES and not is_handed_in


def as_base_data(value: Any) -> Any:
    """Give what a value of a subclass with nothing of its own holds, a container itself; or None.

    None stands for every value of another class.
    """
    base = plain_base(type(value))
    if base in BASES:
        return value
    return None if base is None else base_content(value)


def base_content(value: Any) -> Any:
    """Give what an instance of a subclass of an immutable built-in type holds, or None."""
    base: Any = data_base(type(value))
    # by the base's own methods: a subclass may have redefined every one of them
    if base is frozenset:
        return frozenset().union(value)
    return None if base is None else base(*base.__getnewargs__(value))


def kind_of(value: Any) -> tuple[str, dict[str, Any]]:
    """Say what an object that is no data is, and what its stand-in must know."""
    if isinstance(value, type):
        return "class", describe_class(value)
    if type(value).__module__ == "builtins" and hasattr(type(value), "__await__"):
        return "coroutine", {}  # or what an async generator gives for each item
    if isinstance(value, types.ModuleType):
        return "module", {"name": value.__name__, "doc": value.__doc__}
    if isinstance(value, _FUNCTIONS) or type(value).__name__ == "_lru_cache_wrapper":
        return "function", describe_function(value)
    if _is_bare_iterator(type(value)):
        return "iterator", {"name": type(value).__name__}
    content = base_content(value)
    facts = {} if content is None else {"content": content}
    if "__wrapped__" in getattr(value, "__dict__", ()):  # functools.update_wrapper
        facts["wraps"] = describe_function(value)
    if type(value) in _DESCRIPTORS:
        facts["specials"] = tuple(specials_of(type(value)))
    return "instance", facts


def _is_bare_iterator(cls: type) -> bool:
    # of Python's library, with nothing to ask but the next item: of deque, array, struct, ...
    if not hasattr(cls, "__next__"):
        return False
    if cls.__module__ in ("builtins", "itertools"):
        return True
    is_ours = cls.__module__.partition(".")[0] in sys.stdlib_module_names
    return is_ours and all(name.startswith("_") for name in dir(cls))


# classes that both sides have, whose instances say what an attribute of a class gives
_DESCRIPTORS = (property, staticmethod, classmethod)
_FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    type(str.upper),
    type("".__add__),
    functools.partial,
)
