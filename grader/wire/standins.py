"""Stand-ins: objects that behave like an object of the other side, and ask it for everything."""

import enum
import inspect
import types
from abc import ABCMeta
from collections.abc import Iterator
from typing import Any, Protocol

NUMBER = "_grader_number"
LINK = "_grader_link"


class Asks(Protocol):
    """What a stand-in needs of the connection."""

    def get(self, owner: Any, name: str) -> Any: ...
    def set(self, owner: Any, name: str, value: Any) -> None: ...
    def delete(self, owner: Any, name: str) -> None: ...
    def call(self, owner: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any: ...
    def method(
        self, owner: Any, name: str, args: tuple[Any, ...], named: dict[str, Any]
    ) -> Any: ...
    def special(self, owner: Any, cls: Any, name: str, args: tuple[Any, ...]) -> Any: ...
    def equals(self, owner: Any, cls: Any, name: str, other: Any) -> Any: ...
    def subclass(self, cls: type, namespace: dict[str, Any]) -> None: ...
    def signature(self, owner: Any) -> inspect.Signature: ...
    def is_describing(self) -> bool: ...
    def copy(self, owner: Any, deep: bool) -> Any: ...


class CannotCross(Exception):
    """A value cannot be handed to the other side; its text names type and place."""


class StandIn:
    """Base of all stand-ins: `isinstance(x, StandIn)` says that x lives on the other side."""


def _function_class(self: Any) -> type:
    facts = object.__getattribute__(self, "_grader_facts")
    return types.FunctionType if facts["is_function"] else RemoteFunction


def _function_doc(self: Any) -> Any:
    return object.__getattribute__(self, "_grader_facts")["doc"]


class RemoteFunction(StandIn):
    # no docstring: an instance shows the doc of its original
    __doc__ = property(_function_doc)  # type: ignore[assignment] # seen on instances
    __class__ = property(_function_class)  # type: ignore[assignment] # as inspect.isfunction asks

    _grader_link: Asks
    _grader_number: int
    _grader_facts: dict[str, Any]

    def __init__(self, link: Asks, number: int, facts: dict[str, Any]) -> None:
        own = {LINK: link, NUMBER: number, "_grader_facts": facts}
        own |= {f"__{key}__": facts[key] for key in ("name", "qualname", "module")}
        object.__getattribute__(self, "__dict__").update(own)

    def __setattr__(self, name: str, value: Any) -> None:
        self._grader_link.set(self, name, value)

    def __call__(self, /, *args: Any, **named: Any) -> Any:
        return self._grader_link.call(self, args, named)

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        if owner is None or not self._grader_facts["is_function"]:
            return self
        return types.MethodType(self, owner)

    def __getattr__(self, name: str) -> Any:
        if name in ("__wrapped__", "__text_signature__", "_mock_name", "pytestmark"):
            raise AttributeError(name)
        return self._grader_link.get(self, name)

    def __repr__(self) -> str:
        return f"<function {self.__qualname__}>"

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise CannotCross(f"{self.__name__} is the other side's function: it cannot be pickled")

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    @property
    def __signature__(self) -> inspect.Signature:
        return self._grader_link.signature(self)

    @property
    def __code__(self) -> types.CodeType:
        code = _template.__code__
        file = self.__module__ + ".py"
        flags = self._grader_facts["flags"] or code.co_flags
        return code.replace(co_name=self.__name__, co_filename=file, co_flags=flags)


def _template() -> None: ...


class RemoteMock(RemoteFunction):
    """A mock of the other side: called, entered, iterated and indexed over there."""

    def __enter__(self) -> Any:
        return self._grader_link.special(self, None, "__enter__", ())

    def __exit__(self, *error: Any) -> Any:
        return self._grader_link.special(self, None, "__exit__", (None, None, None))

    def __iter__(self) -> Iterator[Any]:
        return self._grader_link.special(self, None, "__iter__", ())  # type: ignore[no-any-return] # the other side's

    def __len__(self) -> int:
        return self._grader_link.special(self, None, "__len__", ())  # type: ignore[no-any-return] # checked by len()

    def __bool__(self) -> bool:
        return bool(self._grader_link.special(self, None, "__bool__", ()))

    def __contains__(self, value: Any) -> bool:
        return bool(self._grader_link.special(self, None, "__contains__", (value,)))

    def __getitem__(self, key: Any) -> Any:
        return self._grader_link.special(self, None, "__getitem__", (key,))

    def __setitem__(self, key: Any, value: Any) -> None:
        self._grader_link.special(self, None, "__setitem__", (key, value))


class BoundMember:
    """A method of a stand-in: one question when it is called."""

    def __init__(self, owner: Any, cls: Any, name: str) -> None:
        self.__self__ = owner
        self._cls = cls
        self.__name__ = name

    def __call__(self, /, *args: Any, **named: Any) -> Any:
        link = getattr(type(self.__self__), LINK)
        if self._cls is not None:
            return link.call(link.get(self._cls, self.__name__), (self.__self__, *args), named)
        return link.method(self.__self__, self.__name__, args, named)

    def __getattr__(self, name: str) -> Any:
        return getattr(getattr(type(self.__self__), LINK).get(self.__self__, self.__name__), name)

    def __eq__(self, other: Any) -> bool:
        return (
            isinstance(other, BoundMember)
            and other.__self__ is self.__self__
            and other.__name__ == self.__name__
        )

    def __hash__(self) -> int:
        return hash((id(self.__self__), self.__name__))

    def __repr__(self) -> str:
        return f"<bound method {type(self.__self__).__qualname__}.{self.__name__}>"


class Member:
    """A method in the namespace of a stand-in class; `kind` is function or class."""

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind
        self.cls: Any = None

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        if self.kind == "class":
            return BoundMember(cls if owner is None else owner, None, self.name)
        if owner is None:
            return getattr(cls, LINK).get(cls, self.name)
        is_local = getattr(type(owner), "_grader_local", False)
        return BoundMember(owner, self.cls if is_local else None, self.name)


class RemoteMeta(ABCMeta):
    """The metaclass of stand-in classes: what is asked of the class is asked of the original."""

    def __new__(meta, name: str, bases: Any, namespace: Any, **options: Any) -> Any:
        cls = super().__new__(meta, name, bases, namespace)
        cls.__abstractmethods__ = frozenset()
        if not namespace.get("_grader_built"):
            type.__setattr__(cls, "_grader_local", True)
            getattr(cls, LINK).subclass(cls, dict(namespace))
        return cls

    def __init__(cls, name: str, bases: Any, namespace: Any, **options: Any) -> None:
        super().__init__(name, bases, namespace)

    def __call__(cls, *args: Any, **named: Any) -> Any:
        return getattr(cls, LINK).call(cls, args, named)

    def __getattr__(cls, name: str) -> Any:
        if name in ("pytestmark", "__wrapped__", "__signature__", "__text_signature__"):
            raise AttributeError(name)
        link = type.__getattribute__(cls, LINK)
        return link.get(cls, name)

    def __setattr__(cls, name: str, value: Any) -> None:
        if name.startswith(("_abc_", "_grader", "__abstractmethods__")):
            type.__setattr__(cls, name, value)
            return
        getattr(cls, LINK).set(cls, name, value)
        if isinstance(value, Member | property):
            type.__setattr__(cls, name, value)
        elif name in cls.__dict__:
            type.__delattr__(cls, name)

    def __delattr__(cls, name: str) -> None:
        getattr(cls, LINK).delete(cls, name)
        if name in cls.__dict__:
            type.__delattr__(cls, name)

    def __iter__(cls) -> Iterator[Any]:
        return getattr(cls, LINK).special(cls, type(cls), "__iter__", ())  # type: ignore[no-any-return] # the other side's iterator

    def __len__(cls) -> int:
        return getattr(cls, LINK).special(cls, type(cls), "__len__", ())  # type: ignore[no-any-return] # checked by len()

    def __bool__(cls) -> bool:
        return True

    def __contains__(cls, value: Any) -> bool:
        return bool(getattr(cls, LINK).special(cls, type(cls), "__contains__", (value,)))

    def __getitem__(cls, key: Any) -> Any:
        return getattr(cls, LINK).special(cls, type(cls), "__getitem__", (key,))

    def __dir__(cls) -> list[str]:
        return list(getattr(cls, LINK).special(cls, type(cls), "__dir__", ()))

    def __repr__(cls) -> str:
        return f"<class '{cls.__module__}.{cls.__qualname__}'>"


def _remote_dict(self: Any) -> Any:
    return getattr(type(self), LINK).get(self, "__dict__")


class RemoteObject(StandIn):
    """Base of all stand-in classes for the other side's classes."""

    __dict__ = property(_remote_dict)  # type: ignore[assignment] # the instance's own stays hidden

    def __getattr__(self, name: str) -> Any:
        return getattr(type(self), LINK).get(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        getattr(type(self), LINK).set(self, name, value)

    def __delattr__(self, name: str) -> None:
        getattr(type(self), LINK).delete(self, name)

    def __repr__(self) -> str:
        link = getattr(type(self), LINK)
        if link.is_describing():
            return f"<{type(self).__name__} object>"
        return _text(link.special(self, None, "__repr__", ()))

    def __str__(self) -> str:
        link = getattr(type(self), LINK)
        if link.is_describing():
            return f"<{type(self).__name__} object>"
        return _text(link.special(self, None, "__str__", ()))

    def __format__(self, spec: str) -> str:
        return _text(getattr(type(self), LINK).special(self, None, "__format__", (spec,)))

    def __eq__(self, other: Any) -> Any:
        return getattr(type(self), LINK).equals(self, None, "__eq__", other)

    def __ne__(self, other: Any) -> Any:
        return getattr(type(self), LINK).equals(self, None, "__ne__", other)

    __hash__ = object.__hash__

    def __dir__(self) -> list[str]:
        return list(getattr(type(self), LINK).special(self, None, "__dir__", ()))

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise CannotCross(f"a {type(self).__name__} of the other side cannot be pickled")

    def __copy__(self) -> Any:
        return getattr(type(self), LINK).copy(self, False)

    def __deepcopy__(self, memo: Any) -> Any:
        return getattr(type(self), LINK).copy(self, True)


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError("__repr__ and __str__ must return text")
    return value


class RemoteError(RemoteObject):
    """Base, beside a built-in exception, of stand-in classes for exceptions."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("__") or name == "args":
            object.__setattr__(self, name, value)
        else:
            super().__setattr__(name, value)

    def __str__(self) -> str:
        return str(object.__getattribute__(self, "_grader_text"))

    __repr__ = BaseException.__repr__


class RemoteIterator(StandIn):
    """A generator or another iterator of the other side, drawn one item at a time."""

    def __init__(self, link: Asks, number: int, face: type) -> None:
        self._grader_link = link
        self._grader_number = number
        self._grader_face = face

    def __iter__(self) -> "RemoteIterator":
        return self

    def __next__(self) -> Any:
        return self._grader_link.special(self, None, "__next__", ())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_grader"):
            raise AttributeError(name)
        return self._grader_link.get(self, name)

    @property
    def __class__(self) -> type:
        return self._grader_face

    def send(self, value: Any) -> Any:
        """Resume a generator with a value."""
        return self._grader_link.method(self, "send", (value,), {})

    def throw(self, *error: Any) -> Any:
        """Raise inside a generator."""
        return self._grader_link.method(self, "throw", error, {})

    def close(self) -> Any:
        """End a generator."""
        return self._grader_link.method(self, "close", (), {})

    def __repr__(self) -> str:
        return f"<{self._grader_face.__name__} object>"


class RemoteCoroutine(StandIn):
    """A coroutine of the other side; awaiting it runs it there to its end."""

    def __init__(self, link: Asks, number: int) -> None:
        self._grader_link = link
        self._grader_number = number

    def __await__(self) -> Iterator[Any]:
        return self

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return self.send(None)

    def send(self, value: Any) -> Any:
        """Run to the end: raises StopIteration with the result."""
        raise StopIteration(self._grader_link.method(self, "__await__", (), {}))

    def throw(self, *error: Any) -> Any:
        """End the coroutine with an error."""
        raise error[0] if len(error) == 1 else error[1]

    def close(self) -> None:
        """End the coroutine."""
        self._grader_link.method(self, "close", (), {})


def enum_face(name: str) -> type:
    """Make the class that a stand-in for an enum member names as its `__class__`."""
    return types.new_class(name, (enum.Enum,))
