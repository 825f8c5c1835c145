"""Methods in the namespace of a stand-in class: each call is one question."""

import types
from collections.abc import Callable
from itertools import count
from typing import Any

from .standins import NEVER_ASKED, bare_base, link_of, number_of, own_dict

_KEPT = "_grader_kept"  # what names of methods meant before each time that they were set


class _Settings:
    count = 0  # how often the name of a method was given another meaning


class BoundMember:
    """A method of a stand-in: one question when it is called."""

    def __init__(self, owner: Any, cls: Any, name: str) -> None:
        self.__self__ = owner
        self._cls = cls  # where a subclass of this side calls what it inherits
        self.__name__ = name
        self._since = _Settings.count

    def __call__(self, /, *args: Any, **named: Any) -> Any:
        if self._since != _Settings.count:
            kept = self._kept()
            if kept is not None:
                return kept(*args, **named)
        link = link_of(self.__self__)
        if self._cls is not None:
            return link.inherited(self._cls, self.__name__, self.__self__, args, named)
        return link.method(self.__self__, self.__name__, args, named)

    def fetch(self) -> Any:
        """The method itself, as the other side has it."""
        kept = self._kept() if self._since != _Settings.count else None
        return link_of(self.__self__).get(self.__self__, self.__name__) if kept is None else kept

    def _kept(self) -> Any:
        """Give what the name meant when this was bound, where it means something else by now."""
        owner = self.__self__
        is_class = isinstance(owner, type)
        places = [vars(cls) for cls in _MRO(owner if is_class else type(owner))]
        if not is_class:
            places.append(own_dict(owner))
        kept = [row for place in places for row in place.get(_KEPT, {}).get(self.__name__, ())]
        since = [row for row in kept if row[0] > self._since]
        if not since:
            return None
        _, method, is_bound = min(since, key=lambda row: row[0])
        return method if is_bound else types.MethodType(method, owner)

    def __getattr__(self, name: str) -> Any:
        if name in NEVER_ASKED and name != "__wrapped__":
            raise AttributeError(name)
        return getattr(self.fetch(), name)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, BoundMember)
            and other.__self__ is self.__self__
            and other.__name__ == self.__name__
        )

    def __hash__(self) -> int:
        return hash((id(self.__self__), self.__name__))

    def __repr__(self) -> str:
        return f"<bound method {self.__name__}>"

    @property
    def __signature__(self) -> Any:
        return link_of(self.__self__).signature(self.fetch())

    @property
    def __func__(self) -> Any:
        owner = self.__self__
        found = getattr(owner if isinstance(owner, type) else type(owner), self.__name__)
        return self.fetch() if isinstance(found, BoundMember) else found  # of a class or static

    @property  # type: ignore[misc] # read-only is what a stand-in is
    def __class__(self) -> Any:
        return types.MethodType  # as inspect.ismethod asks

    @property
    def __doc__(self) -> Any:  # type: ignore[override] # what the original says
        return getattr(self.fetch(), "__doc__", None)


def is_passed_over(member: Any, owner: Any) -> bool:
    """Whether a class before the member's own has one of that name: `super()` was asked."""
    for cls in _MRO(type(owner)):
        found = vars(cls).get(member.name)
        if found is not None:
            return found is not member
    return False


_MRO = type.__dict__["__mro__"].__get__


def keep_meaning(link: Any, owner: Any, name: str) -> None:
    """Keep what the name of a method means before it is set, for whoever has bound it already."""
    is_class = isinstance(owner, type)
    found = (vars(cls).get(name) for cls in _MRO(owner if is_class else type(owner)))
    member = next((one for one in found if one is not None), None)
    if not isinstance(member, Member):
        return
    method = link.get(owner, name)
    _Settings.count += 1
    if not is_class:
        own_dict(owner).setdefault(_KEPT, {})
    elif _KEPT not in vars(owner):
        type.__setattr__(owner, _KEPT, {})
    kept = (vars(owner) if is_class else own_dict(owner))[_KEPT]
    is_bound = not is_class or member.kind == "class"
    kept.setdefault(name, []).append((_Settings.count, method, is_bound))


class Doc:
    """The docstring of a stand-in class, which an instance may have another of."""

    def __init__(self, doc: Any) -> None:
        self._doc = doc

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        if owner is None or not number_of(owner):
            return self._doc
        return link_of(owner).get(owner, "__doc__")


class Member:
    """A method in the namespace of a stand-in class; `kind` is function or class."""

    def __new__(cls, name: str, kind: str) -> Any:
        # pytest collects what can be called under such a name, and no submission adds a case
        has_face = kind == "function" and not name.startswith("test")
        return super().__new__(FunctionMember if has_face else cls)

    def __init__(self, name: str, kind: str) -> None:
        self.name = self.__name__ = name
        self.kind = kind
        self.cls: Any = None

    @property
    def __module__(self) -> Any:  # type: ignore[override] # as doctest asks, of the original
        return self.cls.__module__ if self.cls is not None else __name__

    @property
    def __doc__(self) -> Any:  # type: ignore[override] # the same
        return None if self.cls is None else getattr(self.__get__(None, self.cls), "__doc__", None)

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        if self.kind == "class":
            return BoundMember(cls if owner is None else owner, None, self.name)
        if owner is None:
            return link_of(cls).get(cls, self.name)
        base = bare_base(owner)
        if base is not None and hasattr(base, self.name):
            return getattr(base, self.name).__get__(owner)
        is_local = type(owner)._grader_local or not number_of(owner) or is_passed_over(self, owner)
        return BoundMember(owner, self.cls if is_local else None, self.name)


class FunctionMember(Member):
    # one that shows the face of a function, as `mock` asks to copy its signature
    __doc__ = vars(Member)["__doc__"]
    __module__ = vars(Member)["__module__"]

    def __call__(self, /, *args: Any, **named: Any) -> Any:
        return self.__get__(None, self.cls)(*args, **named)

    @property  # type: ignore[misc] # read-only is what a stand-in is
    def __class__(self) -> Any:
        return types.FunctionType

    @property
    def __signature__(self) -> Any:
        return link_of(self.cls).signature(self.__get__(None, self.cls))

    @property
    def __globals__(self) -> Any:
        return self.__get__(None, self.cls).__globals__

    @property
    def __code__(self) -> Any:
        return self.__get__(None, self.cls).__code__


class Attribute:
    """What a class has under a name that is no method, or what a test has put there."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.cls: Any = None

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        if owner is None:
            return link_of(cls).get(cls, self.name)
        return link_of(owner).get(owner if number_of(owner) else self.cls, self.name)


class Held:
    """An attribute that a stand-in class has of a built-in container, such as `maxlen`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        if owner is None:
            return self
        base = bare_base(owner)
        if base is not None:
            return getattr(base, self.name).__get__(owner)
        return link_of(owner).get(owner, self.name)

    def __set__(self, owner: Any, value: Any) -> None:
        base = bare_base(owner)
        if base is not None:
            getattr(base, self.name).__set__(owner, value)
        else:
            link_of(owner).set(owner, self.name, value)


def is_member(value: Any) -> bool:
    """Whether a value stands in the namespace of a stand-in class for what the original has."""
    if isinstance(value, property):
        return getattr(value.fget, "__module__", None) == f"{__package__}.build"
    return isinstance(value, Member | SpecialMethod | Attribute)


_MEANT = "_grader_meant"  # by the name: what stood for each meaning that a class was to keep
_numbers = count(1)


def keep_member(cls: Any, name: str) -> int:
    """Number what a class of the other side has under a name, before it is set or deleted."""
    member = vars(cls).get(name)
    if not is_member(member):
        return 0
    if _MEANT not in vars(cls):
        type.__setattr__(cls, _MEANT, {})
    number = next(_numbers)
    vars(cls)[_MEANT].setdefault(name, []).append((member, number))
    return number


def number_kept(cls: Any, name: str, member: Any) -> int:
    """Give the number of what a member stood for; 0 where the class never had to keep it."""
    rows = vars(cls).get(_MEANT, {}).get(name, ())
    return next((number for kept, number in reversed(rows) if kept is member), 0)


class SpecialMethod:
    """A special method in the namespace of a stand-in class."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.cls: Any = None

    def __get__(self, owner: Any, cls: Any = None) -> Callable[..., Any]:
        if owner is None:
            return self._ask
        return lambda *args, **named: self._ask(owner, *args, **named)

    def _ask(self, owner: Any, /, *args: Any, **named: Any) -> Any:
        link = link_of(owner)
        base = bare_base(owner)
        if base is not None:
            return getattr(base, self.name)(owner, *args, **named)
        if named and self.name != "__call__":
            raise TypeError(f"{self.name} takes no keyword arguments here")
        is_local = type(owner)._grader_local or is_passed_over(self, owner)
        if not number_of(owner) or (named and is_local):
            return link.inherited(self.cls, self.name, owner, args, named)
        if named:
            return link.call(owner, args, named)
        local = self.cls if is_local else None
        if self.name in ("__eq__", "__ne__"):
            return link.equals(owner, local, self.name, *args)
        if self.name in ("__exit__", "__aexit__"):
            args = (*args[:2], None)  # a traceback of this side means nothing over there
        return link.special(owner, local, self.name, args)


class BindingMethod(SpecialMethod):
    """The `__get__` of a stand-in class: Python calls it just as it lies in the namespace."""

    def __call__(self, owner: Any, *args: Any) -> Any:
        return self._ask(owner, *args)
