"""Methods in the namespace of a stand-in class: each call is one question."""

import types
from collections.abc import Callable
from typing import Any, NamedTuple

from .standins import NEVER_ASKED, bare_base, link_of, number_of


class _Kept(NamedTuple):
    """What a name of a stand-in meant before it was set or deleted."""

    owner: Any
    name: str
    member: Any
    method: Any  # what was found under the name over there; None where it was no method
    is_bound: bool


_kept: list[_Kept] = []  # in order


class BoundMember:
    """A method of a stand-in: one question when it is called."""

    def __init__(self, owner: Any, cls: Any, name: str) -> None:
        self.__self__ = owner
        self._cls = cls  # where a subclass of this side calls what it inherits
        self.__name__ = name
        self._since = len(_kept)

    def __call__(self, /, *args: Any, **named: Any) -> Any:
        kept = self._kept()
        if kept is not None:
            return kept(*args, **named)
        link = link_of(self.__self__)
        if self._cls is not None:
            return link.inherited(self._cls, self.__name__, self.__self__, args, named)
        return link.method(self.__self__, self.__name__, args, named)

    def fetch(self) -> Any:
        """The method itself, as the other side has it."""
        kept = self._kept()
        return link_of(self.__self__).get(self.__self__, self.__name__) if kept is None else kept

    def _kept(self) -> Any:
        """Give what the name meant when this was bound, where it means something else by now."""
        owner = self.__self__
        for row in _kept[self._since :]:
            classes = _MRO(owner if isinstance(owner, type) else type(owner))
            is_its = any(row.owner is one for one in (owner, *classes))
            if is_its and row.name == self.__name__ and row.method is not None:
                return row.method if row.is_bound else types.MethodType(row.method, owner)
        return None

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
    first = _first(type(owner), member.name)
    return first is not None and first is not member


def _first(cls: type, name: str) -> Any:
    found = (vars(parent).get(name) for parent in _MRO(cls))
    return next((one for one in found if one is not None), None)


_MRO = type.__dict__["__mro__"].__get__


def keep(link: Any, owner: Any, name: str) -> int:
    """Keep what a name means before it is set or deleted; gives a number to put it back by.

    Whoever has bound a method by that name goes on to call what it was.
    """
    is_class = isinstance(owner, type)
    member = _first(owner if is_class else type(owner), name)
    if not isinstance(member, Member) and not (is_class and is_member(member)):
        return 0
    method = link.get(owner, name) if isinstance(member, Member) else None
    is_bound = isinstance(member, Member) and (not is_class or member.kind == "class")
    _kept.append(_Kept(owner, name, member, method, is_bound))
    return len(_kept) if is_class and vars(owner).get(name) is member else 0


def number_kept(cls: Any, name: str, member: Any) -> int:
    """Give the number by which a class has a member put back; 0 where it never had to keep it."""
    found = (row.owner is cls and row.name == name and row.member is member for row in _kept)
    return max((number for number, is_it in enumerate(found, 1) if is_it), default=0)


class Doc:
    """The docstring of a stand-in class, which an instance may have another of."""

    def __init__(self, doc: Any) -> None:
        self._doc = doc

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        if owner is None or not number_of(owner):
            return self._doc
        return link_of(owner).get(owner, "__doc__")


class _Told:
    """What lies in the namespace of a stand-in class, `cls`, for what the original has."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.cls: Any = None

    def __set_name__(self, cls: type, name: str) -> None:
        self.cls = self.cls or cls  # a test may put it into a class of its own


class Member(_Told):
    """A method; `kind` is function or class."""

    def __new__(cls, name: str, kind: str) -> Any:
        # pytest collects what can be called under such a name, and no submission adds a case
        has_face = kind == "function" and not name.startswith("test")
        return super().__new__(FunctionMember if has_face else cls)

    def __init__(self, name: str, kind: str) -> None:
        super().__init__(name)
        self.__name__ = name
        self.kind = kind

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

    def __getattr__(self, name: str) -> Any:
        if name not in ("__signature__", "__globals__", "__code__"):
            raise AttributeError(name)
        return getattr(self.__get__(None, self.cls), name)


class Attribute(_Told):
    """What a class has under a name that is no method, or what a test has put there."""

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        if owner is None:
            return link_of(cls).get(cls, self.name)
        return link_of(owner).get(owner if number_of(owner) else self.cls, self.name)


class Held(Attribute):
    """An attribute that a stand-in class has of a built-in container, such as `maxlen`."""

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        base = None if owner is None else bare_base(owner)
        if base is None:
            return super().__get__(owner, cls)
        return getattr(base, self.name).__get__(owner)

    def __set__(self, owner: Any, value: Any) -> None:
        base = bare_base(owner)
        if base is None:
            link_of(owner).set(owner, self.name, value)
        else:
            getattr(base, self.name).__set__(owner, value)


def is_member(value: Any) -> bool:
    """Whether a value stands in the namespace of a stand-in class for what the original has."""
    if isinstance(value, property):
        return getattr(value.fget, "__module__", None) == f"{__package__}.build"
    return isinstance(value, _Told)


class SpecialMethod(_Told):
    """A special method."""

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
