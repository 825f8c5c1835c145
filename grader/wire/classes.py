"""Stand-ins for classes of the other side, and for their instances."""

from abc import ABCMeta
from enum import EnumMeta
from typing import Any

from .methods import Attribute, is_member
from .standins import (
    LINK,
    NEVER_ASKED,
    WRAPS,
    CannotCross,
    StandIn,
    bare_base,
    link_of,
    number_of,
    own_dict,
)


class _Making:
    now = False  # whether a stand-in class is being made


def _facts(cls: Any) -> dict[str, Any]:
    found: dict[str, Any] = vars(cls).get("_grader_facts", {})
    return found


def _asked(name: str) -> Any:
    return lambda cls, *args: link_of(cls).special(cls, None, name, args)


class RemoteMeta(ABCMeta):
    """The metaclass of stand-in classes: what is asked of the class is asked of the original."""

    _grader_here = False

    def __new__(
        meta, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> Any:
        _Making.now = True
        try:
            cls = super().__new__(meta, name, bases, _shielded(namespace))
        finally:
            _Making.now = False
        # for inspect.isabstract; no instance is made of this very class
        cls.__abstractmethods__ = frozenset(_facts(cls).get("abstract", ()))
        if not namespace.get("_grader_built"):
            type.__setattr__(cls, "_grader_local", True)
            type.__getattribute__(cls, LINK).subclass(cls, dict(namespace), options)
        return cls

    def mro(cls) -> list[type]:
        # Enum and Protocol cannot be real bases, and isinstance must know them all the same
        if not _Making.now:  # called by a test, and not by Python itself
            return list(cls.__mro__)
        found = super().mro()
        faces = [face for face in vars(cls).get("_grader_faces", ()) if face not in found]
        return [*found[:-1], *faces, found[-1]]

    def __call__(cls, /, *args: Any, **named: Any) -> Any:
        if cls._grader_here:
            return type.__call__(cls, *args, **named)
        return link_of(cls).call(cls, args, named)

    def __getattr__(cls, name: str) -> Any:
        if name in NEVER_ASKED or name.startswith("_grader") or cls._grader_here:
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        return link_of(cls).get(cls, name)

    def __setattr__(cls, name: str, value: Any) -> None:
        if name.startswith(("_abc_", "_grader", "__abstractmethods__")) or cls._grader_here:
            type.__setattr__(cls, name, value)
            return
        link_of(cls).set(cls, name, value)
        if not is_member(value):
            value = Attribute(name)
            value.cls = cls
        type.__setattr__(cls, name, value)

    def __delattr__(cls, name: str) -> None:
        if not cls._grader_here:
            link_of(cls).delete(cls, name)
        if name in vars(cls):
            type.__delattr__(cls, name)

    __iter__ = _asked("__iter__")
    __len__ = _asked("__len__")
    __contains__ = _asked("__contains__")
    __dir__ = _asked("__dir__")

    def __bool__(cls) -> bool:
        return True

    def __instancecheck__(cls, instance: Any) -> bool:
        if super().__instancecheck__(instance):
            return True
        if not _facts(cls).get("checks"):
            return False
        return bool(link_of(cls).special(cls, None, "__instancecheck__", (instance,)))

    def __getitem__(cls, key: Any) -> Any:
        if _facts(cls).get("generic"):
            return cls  # parameters of a generic class change nothing when it is run
        return link_of(cls).special(cls, None, "__getitem__", (key,))

    @property
    def __signature__(cls) -> Any:
        return link_of(cls).signature(cls)

    @property  # type: ignore[misc] # read-only is what a stand-in is
    def __class__(cls) -> Any:  # as isinstance(Colour, EnumMeta) asks
        return EnumMeta if _facts(cls).get("enum") is True else RemoteMeta

    @property
    def __mro__(cls) -> Any:  # without what only we put there
        found = type.__dict__["__mro__"].__get__(cls)
        return tuple(c for c in found if c not in _OURS)

    @property
    def __bases__(cls) -> Any:  # type: ignore[override] # the same
        found = type.__dict__["__bases__"].__get__(cls)
        return tuple(c for c in found if c not in _OURS) or (object,)

    @property
    def __abstractmethods__(cls) -> Any:
        # ABCMeta asks the bases of a new class, and would then look up every name over there
        return frozenset(() if _Making.now else _facts(cls).get("abstract", ()))

    @__abstractmethods__.setter
    def __abstractmethods__(cls, names: Any) -> None:
        type.__dict__["__abstractmethods__"].__set__(cls, names)

    def __repr__(cls) -> str:
        return f"<class '{cls.__module__}.{cls.__qualname__}'>"


def _remote_dict(self: Any) -> Any:
    return link_of(self).get(self, "__dict__") if number_of(self) else own_dict(self)


def _shielded(namespace: dict[str, Any]) -> dict[str, Any]:
    # a class that extends tuple or int is given a `__dict__` by Python, which shows this side's
    shield = {} if "__slots__" in namespace else {"__dict__": property(_remote_dict)}
    return {**shield, **namespace}


def _said(name: str) -> Any:
    return lambda self, *args: self._grader_say(name, *args)


def _compared(name: str) -> Any:
    def compare(self: Any, other: object) -> Any:
        if not number_of(self):
            return getattr(bare_base(self) or object, name)(self, other)
        return link_of(self).equals(self, None, name, other)

    return compare


class RemoteObject(StandIn):
    """Base of all stand-in classes; one without a number is an instance of this side's subclass."""

    __dict__ = property(_remote_dict)  # the instance's own stays hidden
    _grader_local = False  # whether the class was made on this side
    _grader_here = False  # whether its instances live on this side

    def __init_subclass__(cls, **options: Any) -> None:
        """Leave it to the original: Generic and Protocol would look at this side's class."""

    def __getattr__(self, name: str) -> Any:
        is_asked = number_of(self) > 0 and name not in NEVER_ASKED
        if name == "__wrapped__":
            is_asked = WRAPS in own_dict(self)
        if name.startswith("_grader") or not is_asked:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return link_of(self).get(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if number_of(self):
            link_of(self).set(self, name, value)
        else:
            object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        if number_of(self):
            link_of(self).delete(self, name)
        else:
            object.__delattr__(self, name)

    __repr__ = _said("__repr__")
    __str__ = _said("__str__")
    __format__ = _said("__format__")

    def _grader_say(self, name: str, *args: str) -> str:
        base = bare_base(self)
        if base is not None:
            return str(getattr(base, name)(self, *args))
        link = link_of(self)
        if not number_of(self) or link.is_describing():
            return f"<{type(self).__name__} object>"
        said = link.special(self, None, name, args)
        if type(said) is not str:
            raise TypeError(f"{name} returned non-string")
        return said

    __eq__ = _compared("__eq__")
    __ne__ = _compared("__ne__")
    __hash__ = object.__hash__

    def __dir__(self) -> list[str]:
        if not number_of(self):
            return list(object.__dir__(self))
        return list(link_of(self).special(self, None, "__dir__", ()))

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise CannotCross(f"a {type(self).__name__} of the other side cannot be pickled")

    def __copy__(self) -> Any:
        return link_of(self).copy(self, False)

    def __deepcopy__(self, memo: Any) -> Any:
        return link_of(self).copy(self, True)


class RemoteError(RemoteObject):
    """Base, beside a built-in exception, of stand-in classes for exceptions."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("__") or name == "args":
            object.__setattr__(self, name, value)
        else:
            super().__setattr__(name, value)

    def __str__(self) -> str:
        return str(own_dict(self).get("_grader_text", ""))

    __repr__ = BaseException.__repr__


_OURS = (StandIn, RemoteObject, RemoteError)
