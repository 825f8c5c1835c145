"""Proxies of what stays in the jail: functions, classes, objects, iterators, modules, errors.

Each operation is one question to the client, which asks the jail and passes what comes through the
gate. A proxy holds no content but that of an immutable built-in type that its class extends.
"""

import inspect
import types
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, cast

from .facts import ASKED, ClassFacts, FunctionFacts, IteratorFacts
from .inert import CannotCross
from .special_methods import FAMILY, HEARING

if TYPE_CHECKING:
    from .client import Client

Arguments = tuple[Any, ...]
Keywords = dict[str, Any]
# names that pytest, mock and inspect look for in all that they see
NEVER_ASKED = frozenset(
    "_pytestfixturefunction _fixture_function _mock_name _mock_methods _mock_parent _spec_class "
    "_is_coroutine _is_coroutine_marker _partialmethod _dataclass _ipython_display_ place_as "
    "pytestmark pytest_wrapped _pytest_wrapped_".split()
)
# special names that are asked like any other
ASKED_SPECIAL = frozenset(
    "__members__ __dataclass_fields__ __abstractmethods__ __all__ __version__ __author__ "
    "__name__ __qualname__ __annotations__ __defaults__ __kwdefaults__ __notes__ "
    "__slots__".split()
)


class Handle:
    """Whom a proxy stands for: an object of the jail's by number, and its name in the contract."""

    __slots__ = ("client", "name", "number")

    def __init__(self, client: "Client", number: int, name: str) -> None:
        self.client = client
        self.number = number
        self.name = name  # a role for a class and its instances, else where it came from
        client.hold(number)

    def __del__(self) -> None:
        self.client.drop(self.number)


def own_dict(value: Any) -> dict[str, Any]:
    """Give the namespace that a proxy has of its own, and not the one that it shows."""
    kind = type(value)
    if kind is RemoteModule:
        found = _OF_MODULES.__get__(value)
    elif issubclass(kind, RemoteMeta):
        found = _OF_CLASSES.__get__(value)
    elif issubclass(type(kind), RemoteMeta):
        found = _RAW.__get__(value)
    else:
        found = object.__getattribute__(value, "__dict__")
    return cast("dict[str, Any]", found)


def handle_of(value: Any) -> Handle | None:
    """Give the handle of a proxy; None for every other value.

    Nothing is asked of the value, since a proxy would ask the jail: its type decides.
    """
    kind = type(value)
    is_proxy = issubclass(type(kind), RemoteMeta) or issubclass(kind, RemoteMeta)
    if not (is_proxy or kind in _PLAIN_PROXIES or issubclass(kind, BaseException)):
        return None
    found = own_dict(value).get("_grader_handle")
    return found if isinstance(found, Handle) else None


def _handle(value: Any) -> Handle:
    found = handle_of(value)
    if found is None:  # an instance that a test made by object.__new__
        raise CannotCross("This object was not made by the submission's class.")
    return found


def _is_asked(name: str) -> bool:
    is_special = name.startswith("__") and name.endswith("__")
    return name in ASKED_SPECIAL if is_special else name not in NEVER_ASKED


def _get(self: Any, name: str) -> Any:
    if not _is_asked(name):
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
    handle = _handle(self)
    return handle.client.get(self, name)


def _refuse_pickle(self: Any, *_: object) -> NoReturn:
    raise CannotCross("An object of the submission cannot be pickled where the cases run.")


# -- classes and their instances


class RemoteMeta(type):
    """The class of all proxies of classes."""

    def __call__(cls, /, *args: Any, **named: Any) -> Any:
        return _handle(cls).client.call(cls, args, named)

    def __getattr__(cls, name: str) -> Any:
        return _get(cls, name)

    def __setattr__(cls, name: str, value: Any) -> None:
        if name.startswith(("_abc", "__abstractmethods__", "_grader")):
            type.__setattr__(cls, name, value)
            return
        if type(own_dict(cls).get(name)) is _Method:
            _replaced.append(_Replaced(cls, name, _handle(cls).client.get(cls, name)))
        _handle(cls).client.set(cls, name, value)
        if name in own_dict(cls) and name not in FAMILY:  # what is looked up here was set there
            is_method = type(value) is RemoteFunction and value._grader_handle.name.endswith(
                f".__dict__.{name}"
            )
            type.__setattr__(cls, name, _Method(name) if is_method else value)

    def __delattr__(cls, name: str) -> None:
        _handle(cls).client.delete(cls, name)
        if name in own_dict(cls):
            type.__delattr__(cls, name)

    @property  # type: ignore[misc] # which Python allows
    def __dict__(cls) -> Any:  # type: ignore[override] # as monkeypatch and mock look into it
        return types.MappingProxyType(_Namespace(cls))

    def __dir__(cls) -> list[str]:
        return _handle(cls).client.names(cls)

    def __iter__(cls) -> Iterator[Any]:
        found: Iterator[Any] = _handle(cls).client.special(cls, "__iter__", ())
        return found

    def __len__(cls) -> int:
        return int(_handle(cls).client.special(cls, "__len__", ()))

    def __bool__(cls) -> bool:
        return True

    def __getitem__(cls, key: Any) -> Any:
        return _handle(cls).client.special(cls, "__getitem__", (key,))

    def __contains__(cls, value: Any) -> bool:
        return bool(_handle(cls).client.special(cls, "__contains__", (value,)))

    @property
    def __signature__(cls) -> inspect.Signature:
        return _handle(cls).client.signature(cls)

    __reduce_ex__ = _refuse_pickle


class _Namespace(dict[str, Any]):
    """What stands in the namespace of an object, a class or a module, asked for by name."""

    def __init__(self, owner: Any) -> None:
        super().__init__()
        self._owner = owner

    def __missing__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            return own_dict(self._owner)[name]
        return _handle(self._owner).client.member(self._owner, name)

    def get(self, name: str, default: Any = None) -> Any:
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: object) -> bool:
        return self.get(str(name), self) is not self

    def __iter__(self) -> Iterator[str]:
        return (name for name in dir(self._owner) if name in self)

    def keys(self) -> Any:
        return list(self)


class _Method:
    """A method in the namespace of a proxy's class."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        if owner is not None:
            return BoundMethod(owner, self.__name__)
        return _handle(cls).client.get(cls, self.__name__)


class _Replaced(NamedTuple):
    """What a name meant before a test put something in its place."""

    owner: Any
    name: str
    original: Callable[..., Any]


_replaced: list[_Replaced] = []  # in order


class BoundMethod:
    """A method of an object: one question when it is called."""

    def __init__(self, owner: Any, name: str) -> None:
        self.__self__ = owner
        self.__name__ = name
        self._since = len(_replaced)

    def __call__(self, /, *args: Any, **named: Any) -> Any:
        owner = self.__self__
        for replaced in _replaced[self._since :]:
            if replaced.name == self.__name__ and replaced.owner is owner:
                return replaced.original(*args, **named)
            if replaced.name == self.__name__ and replaced.owner in type(owner).__mro__:
                return replaced.original(owner, *args, **named)
        return _handle(owner).client.call_method(owner, self.__name__, args, named)

    def fetch(self) -> Any:
        """Get the method as the jail has it."""
        return _handle(self.__self__).client.get(self.__self__, self.__name__)

    def __getattr__(self, name: str) -> Any:
        if not _is_asked(name):
            raise AttributeError(name)
        return getattr(self.fetch(), name)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, BoundMethod)
            and other.__self__ is self.__self__
            and other.__name__ == self.__name__
        )

    def __hash__(self) -> int:
        return hash((id(self.__self__), self.__name__))

    @property
    def __signature__(self) -> inspect.Signature:
        return _handle(self.__self__).client.signature(self.fetch())

    @property
    def __doc__(self) -> Any:  # type: ignore[override] # what the original says
        return self.fetch().__doc__

    @property  # type: ignore[misc] # read-only is what a proxy is
    def __class__(self) -> Any:  # as inspect.ismethod asks
        return types.MethodType

    @property
    def __func__(self) -> Any:
        return getattr(type(self.__self__), self.__name__)


class _Own(metaclass=RemoteMeta):
    """Gives each proxy of an instance a namespace of its own, behind the one that it shows."""


_OF_CLASSES: Any = type.__dict__["__dict__"]
_OF_MODULES: Any = vars(types.ModuleType)["__dict__"]
_RAW: Any = _OF_CLASSES.__get__(_Own)["__dict__"]


class RemoteObject(_Own):
    """What all proxies of instances share."""

    @property
    def __dict__(self) -> Any:  # type: ignore[override] # as monkeypatch and mock look into it
        return _Namespace(self)

    def __getattr__(self, name: str) -> Any:
        return _get(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        classes = [cls for cls in type(self).__mro__ if issubclass(type(cls), RemoteMeta)]
        found = next((own_dict(cls)[name] for cls in classes if name in own_dict(cls)), None)
        is_method = type(found) is _Method
        if is_method and name not in own_dict(self):
            _replaced.append(_Replaced(self, name, BoundMethod(self, name).fetch()))
        _handle(self).client.set(self, name, value)
        if is_method:
            own_dict(self)[name] = value

    def __delattr__(self, name: str) -> None:
        _handle(self).client.delete(self, name)
        own_dict(self).pop(name, None)

    def __dir__(self) -> list[str]:
        return _handle(self).client.names(self)

    def __copy__(self) -> Any:
        return _handle(self).client.special(self, "__copy__", ())

    def __deepcopy__(self, memo: Any) -> Any:
        return _handle(self).client.special(self, "__deepcopy__", ())

    __reduce_ex__ = _refuse_pickle


class RemoteError(_Own):
    """What proxies of the submission's own exceptions share: what one holds is here."""

    def __getattr__(self, name: str) -> Any:
        return _get(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        object.__delattr__(self, name)

    def __str__(self) -> str:
        text = own_dict(self).get("_grader_text")
        return text if isinstance(text, str) else ""


def _forwarding(name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any) -> Any:
        client = _handle(self).client
        ask = client.hear if FAMILY.get(name) in HEARING else client.special
        return ask(self, name, args)

    method.__name__ = name
    return method


def _call(self: Any, /, *args: Any, **named: Any) -> Any:
    return _handle(self).client.call_method(self, "__call__", args, named)


_SPECIAL = {name: _forwarding(name) for name in FAMILY} | {"__call__": _call}


def _noting(base: type, name: str) -> Callable[..., Any]:
    """Have what a reference's instance inherits answer, and note that it heard an object."""
    inherited = getattr(base, name)

    def method(self: Any, other: Any, *more: Any) -> Any:
        answer = inherited(self, other, *more)
        handle = handle_of(other)
        if answer is not NotImplemented and handle is not None:
            handle.client.note_answer(self, name, other)
        return answer

    return method


def make_class(
    client: "Client", facts: ClassFacts, bases: tuple[type, ...], *, is_recording: bool
) -> type:
    """Make the proxy of a class; its bases are proxies and built-in types."""
    is_error = any(issubclass(base, BaseException) for base in bases)
    shared = RemoteError if is_error else RemoteObject
    namespace: dict[str, Any] = {name: _Method(name) for name in facts.methods}
    namespace |= {name: _SPECIAL[name] for name in facts.specials if name in _SPECIAL}
    if is_error:
        namespace.pop("__str__", None)
    base = next((one for one in bases if one in _CONTENTS), None)
    if is_recording and base is not None:
        for name in sorted(vars(base).keys() & FAMILY.keys() - namespace.keys()):
            if FAMILY[name] in HEARING:
                namespace[name] = _noting(base, name)
        namespace.setdefault("__hash__", base.__hash__)
    if not facts.is_hashable:
        namespace["__hash__"] = None
    elif "__eq__" in namespace and "__hash__" not in namespace:
        namespace["__hash__"] = _SPECIAL["__hash__"]
    if facts.match_args is not None:
        namespace["__match_args__"] = tuple(facts.match_args)
    namespace |= {
        "__module__": facts.module,
        "__qualname__": facts.qualname,
        "__doc__": facts.doc,
        "_grader_handle": Handle(client, facts.number, facts.name),
    }
    if not any(issubclass(base, shared) for base in bases):
        bases = (shared, *(base for base in bases if base is not object))
    try:
        return RemoteMeta(facts.name, bases, namespace)
    except TypeError:  # built-in bases that do not go together, or an order of them
        first = next((base for base in bases if issubclass(base, shared)), shared)
        return RemoteMeta(facts.name, (first,), namespace)


_CONTENTS = (int, float, complex, str, bytes, tuple, frozenset)


def make_instance(cls: type, content: Any, handle: Handle) -> Any:
    """Make the proxy of an instance, with the content of an immutable built-in base."""
    base: Any = next((base for base in cls.__mro__ if base in _CONTENTS), None)
    if base is not None and type(content) is base:
        made = base.__new__(cls, content)
    else:
        made = (base or _plain_base(cls)).__new__(cls)
    own_dict(made)["_grader_handle"] = handle
    return made


def _plain_base(cls: type) -> Any:
    return next(base for base in cls.__mro__ if not isinstance(base, RemoteMeta))


# -- functions, iterators, modules


class RemoteFunction:
    """The proxy of a function, a method, or another callable."""

    __doc__: Any = property(lambda self: self._grader_handle.client.doc_of(self))
    _grader_handle: Handle
    _grader_facts: FunctionFacts

    def __init__(self, handle: Handle, facts: FunctionFacts) -> None:
        vars(self).update(
            _grader_handle=handle,
            _grader_facts=facts,
            __name__=facts.name,
            __qualname__=facts.qualname,
            __module__=facts.module,
        )

    def __call__(self, /, *args: Any, **named: Any) -> Any:
        return self._grader_handle.client.call(self, args, named)

    def __getattr__(self, name: str) -> Any:
        return _get(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._grader_handle.client.set(self, name, value)

    def __delattr__(self, name: str) -> None:
        self._grader_handle.client.delete(self, name)

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        if owner is None or not self._grader_facts.binds:
            return self
        if self._grader_facts.binds == ASKED:
            return self._grader_handle.client.special(self, "__get__", (owner, cls))
        return types.MethodType(self, owner)

    def __repr__(self) -> str:
        return f"<function {self._grader_facts.qualname}>"

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    @property  # type: ignore[misc] # read-only is what a proxy is
    def __class__(self) -> Any:  # as inspect.isfunction asks
        return types.FunctionType

    @property
    def __signature__(self) -> inspect.Signature:
        return self._grader_handle.client.signature(self)

    @property
    def __annotations__(self) -> Any:  # type: ignore[override] # of the original
        return self._grader_handle.client.get(self, "__annotations__")

    @property
    def __code__(self) -> types.CodeType:
        code = _nothing.__code__
        flags = code.co_flags | (self._grader_facts.flags & KINDS_OF_FUNCTIONS)
        names = [
            one.name
            for one in self.__signature__.parameters.values()
            if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
        ]
        return code.replace(
            co_name=self._grader_facts.name,
            co_filename=self._grader_handle.client.file_of(self._grader_facts.module),
            co_firstlineno=self._grader_facts.line,
            co_varnames=tuple(names),
            co_nlocals=len(names),
            co_argcount=len(names),
            co_flags=flags,
        )

    __reduce_ex__ = _refuse_pickle


KINDS_OF_FUNCTIONS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def _nothing() -> None: ...


_FACES = {"generator": types.GeneratorType, "map": map, "zip": zip, "filter": filter}


class RemoteIterator:
    """The proxy of a generator or of another iterator: each item is one question."""

    _grader_handle: Handle

    def __init__(self, handle: Handle, facts: IteratorFacts) -> None:
        self._grader_handle = handle
        self._grader_face = _FACES.get(facts.name, RemoteIterator)

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        return self._grader_handle.client.special(self, "__next__", ())

    def send(self, value: Any) -> Any:
        """Resume a generator with a value."""
        return self._grader_handle.client.call_method(self, "send", (value,), {})

    def throw(self, kind: Any, value: Any = None, trace: Any = None) -> Any:
        """Raise inside a generator; a traceback of this end means nothing over there."""
        error = kind if value is None else value
        return self._grader_handle.client.call_method(self, "throw", (error,), {})

    def close(self) -> Any:
        """End a generator."""
        return self._grader_handle.client.call_method(self, "close", (), {})

    @property  # type: ignore[misc] # read-only is what a proxy is
    def __class__(self) -> Any:  # as inspect.isgenerator asks
        return self._grader_face

    __reduce_ex__ = _refuse_pickle


class RemoteAwaitable:
    """The proxy of a coroutine: it is awaited in the jail, to its end."""

    def __init__(self, handle: Handle, facts: IteratorFacts) -> None:
        self._grader_handle = handle

    @property  # type: ignore[misc] # read-only is what a proxy is
    def __class__(self) -> Any:  # as asyncio asks
        return types.CoroutineType

    def __await__(self) -> Generator[None, None, Any]:
        yield from ()
        found: Any = self._grader_handle.client.special(self, "__await__", ())
        return found

    def send(self, value: Any) -> NoReturn:
        """Run to the end, as a task does that is given a coroutine."""
        raise StopIteration(self._grader_handle.client.special(self, "__await__", ()))

    def throw(self, error: Any, *_: object) -> NoReturn:
        """Raise what ends it before it has begun."""
        raise error

    def close(self) -> None:
        """Do nothing: it has not begun."""


class RemoteModule(types.ModuleType):
    """The proxy of a module of the submission."""

    @property
    def __dict__(self) -> Any:  # type: ignore[override] # as monkeypatch and mock look into it
        return _Namespace(self)

    def __getattr__(self, name: str) -> Any:
        return _get(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("__"):
            own_dict(self)[name] = value
        else:
            _handle(self).client.set(self, name, value)

    def __delattr__(self, name: str) -> None:
        _handle(self).client.delete(self, name)

    def __dir__(self) -> list[str]:
        return _handle(self).client.names(self)


_PLAIN_PROXIES = frozenset((RemoteFunction, RemoteIterator, RemoteAwaitable, RemoteModule))
