"""Proxies of what stays in the jail: functions, classes, objects, iterators, modules, errors.

Each operation is one question to the client, which asks the jail and passes what comes through the
gate. A proxy holds no content but that of an immutable built-in type that its class extends.
"""

import inspect
import types
import weakref
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, cast

from .data_types import READ_BY_TYPE
from .facts import ClassFacts, FunctionFacts, IteratorFacts
from .inert import CannotCross
from .special_methods import FAMILY, HEARING

if TYPE_CHECKING:
    from .client import Client

# names that pytest, mock and inspect look for in all that they see
NEVER_ASKED = frozenset(
    "_pytestfixturefunction _fixture_function _mock_name _mock_methods _mock_parent _spec_class "
    "_is_coroutine _is_coroutine_marker _partialmethod _dataclass _ipython_display_ place_as "
    "pytestmark pytest_wrapped _pytest_wrapped_".split()
)
# special names that are asked like any other
ASKED_SPECIAL = frozenset(
    "__members__ __dataclass_fields__ __abstractmethods__ __all__ __version__ __author__ __name__ "
    "__qualname__ __annotations__ __defaults__ __kwdefaults__ __notes__ __slots__ "
    "__func__ __self__ __match_args__".split()
)


class Handle:
    """An object of the jail's by number, and its name in the contract."""

    __slots__ = ("client", "has_given", "name", "number")

    def __init__(self, client: "Client", number: int, name: str) -> None:
        self.client = client
        self.number = number
        self.name = name  # a role for a class and its instances, else where it came from
        self.has_given = False  # an item, being an iterator
        client.hold(number)

    def __del__(self) -> None:
        self.client.drop(self.number)


# proxies of classes and modules show another namespace than the one that they have here
_OF_CLASSES: Any = vars(type)["__dict__"]
_OF_MODULES: Any = vars(types.ModuleType)["__dict__"]


def own_dict(value: Any) -> dict[str, Any]:
    """Give the namespace that a value has in this process."""
    if issubclass(type(value), type):
        found = _OF_CLASSES.__get__(value)
    elif issubclass(type(value), types.ModuleType):
        found = _OF_MODULES.__get__(value)
    elif issubclass(type(value), RemoteObject):
        found = _OF_OBJECTS.__get__(value)
    else:
        found = object.__getattribute__(value, "__dict__")
    return cast("dict[str, Any]", found)


def handle_of(value: Any) -> Handle | None:
    """Give the handle of a proxy; None for every other value.

    Nothing is asked of the value, since a proxy would ask the jail: its type decides.
    """
    kind = type(value)
    if not issubclass(kind, (_Proxy, BaseException)):
        return None
    is_simple = not issubclass(kind, (type, types.ModuleType, RemoteObject))
    own = object.__getattribute__(value, "__dict__") if is_simple else own_dict(value)
    found = own.get("_grader_handle")
    return found if isinstance(found, Handle) else None


def _handle(proxy: Any) -> Handle:
    handle = handle_of(proxy)
    if handle is None:
        raise CannotCross("A class that extends the submission's makes no objects in a test.")
    return handle


def _client(proxy: Any) -> "Client":
    return _handle(proxy).client


def _call(self: Any, /, *args: Any, **named: Any) -> Any:
    handle = handle_of(self) or _handle(self)  # which raises
    return handle.client.call(self, handle.name, args, named)


def _forwarding(name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any) -> Any:
        return _client(self).special(self, name, args)

    method.__name__ = name
    return method


_SPECIAL = {name: _forwarding(name) for name in FAMILY} | {"__call__": _call}
_DOC: Any = property(lambda self: _client(self).get(self, "__doc__"))


class _Proxy:
    """What all proxies share: their attributes are asked of the jail."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        is_special = name.startswith("__") and name.endswith("__")
        if name in ASKED_SPECIAL if is_special else name not in NEVER_ASKED:
            return _client(self).get(self, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        _client(self).ask("", "set", self, name, value)

    def __delattr__(self, name: str) -> None:
        _client(self).ask("", "delete", self, name)

    def __dir__(self) -> list[str]:
        return list(_client(self).ask("dir()", "names", self))

    __copy__ = _forwarding("__copy__")

    def __deepcopy__(self, memo: Any) -> Any:
        return _client(self).special(self, "__deepcopy__", ())

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise CannotCross("An object of the submission cannot be pickled where the cases run.")

    @property
    def __signature__(self) -> inspect.Signature:
        return _client(self).signature(self)


def _recording(base: type, name: str) -> Callable[..., Any]:
    """Make a method that a class inherits from a built-in type record its answers about objects.

    Nothing asks the jail for them, but a submission's class may define the method itself.
    """
    inherited = getattr(base, name)

    def method(self: Any, other: Any, *more: Any) -> Any:
        answer = inherited(self, other, *more)
        handle = handle_of(other)
        if answer is not NotImplemented and handle is not None:
            handle.client.note_answer(self, name, other)
        return answer

    return method


# -- classes and their instances


class RemoteMeta(_Proxy, type):
    """The class of all proxies of classes."""

    __doc__ = _DOC
    __call__ = _call
    __iter__ = _SPECIAL["__iter__"]
    __len__ = _SPECIAL["__len__"]
    __getitem__ = _SPECIAL["__getitem__"]
    __contains__ = _SPECIAL["__contains__"]

    def __bool__(cls) -> bool:
        return True

    @property  # type: ignore[misc] # which Python allows
    def __dict__(cls) -> Any:  # type: ignore[override] # as monkeypatch and mock look into it
        return _Namespace(cls)


class _Namespace(Mapping[str, Any]):
    """The `__dict__` of a class or a module in the jail."""

    def __init__(self, owner: Any) -> None:
        self._owner = owner

    def __getitem__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            return own_dict(self._owner)[name]
        handle = _handle(self._owner)
        return handle.client.ask(f"{handle.name}.__dict__.{name}", "member", self._owner, name)

    def __iter__(self) -> Iterator[str]:
        return (name for name in dir(self._owner) if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def copy(self) -> NoReturn:
        """Refuse what doctest does with the names of a module."""
        raise CannotCross("A hidden case takes all names of the submission's file, as doctests do.")


class _Override:
    """Asks the jail for an attribute of a built-in type that the submission's class overrides."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, owner: Any, cls: type) -> Any:
        target = cls if owner is None else owner
        return _client(target).get(target, self._name)


class _Kept(_Proxy):
    """Has the namespace of an instance's proxy, which the proxy does not show."""


_OF_OBJECTS: Any = vars(_Kept)["__dict__"]


class RemoteObject(_Kept, metaclass=RemoteMeta):
    """What all proxies of instances share; what the jail's object holds is in no `__dict__`."""

    __dict__ = property()  # which only raises AttributeError


class RemoteError(_Proxy, metaclass=RemoteMeta):
    """What all proxies of exceptions share: their attributes are kept here."""

    __setattr__ = object.__setattr__  # type: ignore[assignment] # of an object, which is wider
    __delattr__ = object.__delattr__

    def __str__(self) -> str:
        return str(own_dict(self).get("_grader_text", ""))


def make_class(
    client: "Client", facts: ClassFacts, bases: tuple[type, ...], *, is_recording: bool
) -> type:
    """Make the proxy of a class; its bases are proxies and built-in types."""
    is_error = any(issubclass(base, BaseException) for base in bases)
    shared = RemoteError if is_error else RemoteObject
    namespace: dict[str, Any] = {
        name: _Override(name) for name in facts.overrides if not name.startswith("_")
    }
    namespace |= {name: _SPECIAL[name] for name in facts.specials if name in _SPECIAL}
    if is_error:
        namespace.pop("__str__", None)
    base = next((one for one in bases if one in READ_BY_TYPE), None)
    if is_recording and base is not None:
        for name in sorted(vars(base).keys() & FAMILY.keys() - namespace.keys()):
            if FAMILY[name] in HEARING:
                namespace[name] = _recording(base, name)
        namespace.setdefault("__hash__", base.__hash__)
    if not facts.is_hashable:
        namespace["__hash__"] = None
    elif "__eq__" in namespace:
        namespace.setdefault("__hash__", _SPECIAL["__hash__"])
    namespace |= {
        "__module__": facts.module,
        "__qualname__": facts.qualname,
        "__doc__": _DOC,  # of an instance; the metaclass has that of the class
        "_grader_handle": Handle(client, facts.number, facts.name),
    }
    if not any(issubclass(base, shared) for base in bases):
        bases = (shared, *(base for base in bases if base is not object))
    try:
        return RemoteMeta(facts.name, bases, namespace)
    except TypeError:  # built-in bases that do not go together, or an order of them
        first = next((base for base in bases if issubclass(base, shared)), shared)
        return RemoteMeta(facts.name, (first,), namespace)


def make_instance(cls: type, content: Any, handle: Handle) -> Any:
    """Make the proxy of an instance, with the content of an immutable built-in base."""
    new: Any = cls.__new__
    base = next((base for base in cls.__mro__ if base in READ_BY_TYPE), None)
    made = new(cls, content) if type(content) is base else new(cls)
    own_dict(made)["_grader_handle"] = handle
    return made


# -- functions, iterators, modules

_FUNCTIONS = {"method": types.MethodType}
_ITERATORS = {"generator": types.GeneratorType, "map": map, "zip": zip, "filter": filter}


class RemoteFunction(_Proxy):
    """The proxy of a function, a method, or another callable."""

    __doc__ = _DOC
    __call__ = _call
    _grader_handle: Handle
    _grader_facts: FunctionFacts

    def __init__(self, handle: Handle, facts: FunctionFacts) -> None:
        own_dict(self).update(
            _grader_handle=handle,
            _grader_facts=facts,
            __name__=facts.name,
            __qualname__=facts.qualname,
            __module__=facts.module,
        )

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        is_bound = owner is not None and self._grader_facts.binds
        return types.MethodType(self, owner) if is_bound else self

    def __repr__(self) -> str:
        return f"<function {self._grader_facts.qualname}>"

    @property  # type: ignore[misc] # read-only is what a proxy is
    def __class__(self) -> Any:  # as inspect.isfunction asks
        return _FUNCTIONS.get(self._grader_facts.kind, types.FunctionType)

    @property
    def __annotations__(self) -> Any:  # type: ignore[override] # of the original
        return _client(self).get(self, "__annotations__")

    @property
    def __code__(self) -> types.CodeType:
        """Say what inspect asks: whether it makes generators, and where its source stands."""
        facts = self._grader_facts
        return _nothing.__code__.replace(
            co_name=facts.name,
            co_filename=_client(self).file_of(facts.module),
            co_firstlineno=facts.line,
            co_flags=_nothing.__code__.co_flags | (facts.flags & KINDS_OF_FUNCTIONS),
        )


KINDS_OF_FUNCTIONS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def _nothing() -> None: ...


class _Resumed(_Proxy):
    """The proxy of what stops on its way, and is resumed."""

    def __init__(self, handle: Handle, facts: IteratorFacts) -> None:
        own_dict(self).update(_grader_handle=handle, _grader_name=facts.name)

    send = _forwarding("send")
    close = _forwarding("close")

    def throw(self, kind: Any, value: Any = None, trace: Any = None) -> Any:
        """Raise inside a generator; a traceback of this end means nothing over there."""
        return _client(self).special(self, "throw", (kind if value is None else value,))


class RemoteIterator(_Resumed):
    """The proxy of a generator or of another iterator, which asks for each item."""

    def __iter__(self) -> Any:
        return self

    __next__ = _SPECIAL["__next__"]

    @property  # type: ignore[misc] # read-only is what a proxy is
    def __class__(self) -> Any:  # as inspect.isgenerator asks
        return _ITERATORS.get(own_dict(self)["_grader_name"], RemoteIterator)


class RemoteCoroutine(_Resumed):
    """The proxy of a coroutine, which the jail awaits to its end in one question."""

    def __await__(self) -> Generator[None, None, Any]:
        yield from ()
        return _client(self).special(self, "__await__", ())

    def send(self, value: Any) -> NoReturn:
        """Run to the end, as a task does that is given a coroutine."""
        raise StopIteration(_client(self).special(self, "__await__", ()))

    @property  # type: ignore[misc] # read-only is what a proxy is
    def __class__(self) -> Any:  # as asyncio asks
        return types.CoroutineType


class RemoteModule(_Proxy, types.ModuleType):
    """The proxy of a module of the submission."""

    __doc__ = _DOC

    def __init__(self, name: str, handle: Handle | None = None) -> None:
        types.ModuleType.__init__(self, name)
        own_dict(self)["_grader_handle"] = handle

    @property
    def __dict__(self) -> Any:  # type: ignore[override] # as monkeypatch and mock look into it
        return _Namespace(self)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("__"):  # as importlib sets
            own_dict(self)[name] = value
        else:
            _Proxy.__setattr__(self, name, value)


# -- one proxy for one object


class ProxyTable:
    """The proxies that stand for objects of the jail, so that `is` holds of them too."""

    def __init__(self, client: "Client") -> None:
        self._client = client
        self._proxies: weakref.WeakValueDictionary[tuple[int, str], Any] = (
            weakref.WeakValueDictionary()
        )
        # those that have no weak references, as an int's and a tuple's, for the length of a case
        self._of_case: dict[tuple[int, str], Any] = {}

    def find(
        self, number: int, role: str, make: Callable[[Handle], Any], *, key: str | None = None
    ) -> Any:
        """Find the proxy of an object in a role, or under another key, or make it."""
        place = (number, role if key is None else key)
        known = self._proxies.get(place, self._of_case.get(place))
        if known is not None:
            return known
        made = make(Handle(self._client, number, role))
        try:
            self._proxies[place] = made
        except TypeError:
            self._of_case[place] = made
        return made

    def replace_function(self, found: RemoteFunction, early: RemoteFunction) -> None:
        """Have a proxy that was made in advance stand for what another one stands for."""
        self._proxies[own_dict(found)["_grader_handle"].number, "function"] = early

    def start_case(self) -> None:
        """Drop what is kept for the length of a case."""
        self._of_case.clear()
