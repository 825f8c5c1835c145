"""Stand-ins for functions, mocks, iterators and coroutines of the other side."""

import asyncio
import sys
import types
from collections.abc import Iterator
from typing import Any

from .atoms import Malformed
from .standins import LINK, NEVER_ASKED, NUMBER, CannotCross, StandIn, own_dict

_MAX_NAME = 200
_TYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("name", "qualname", "module"), (str,)),
    "doc": (str, type(None)),
    "arguments": (tuple,),
    **dict.fromkeys(("flags", "count", "line"), (int,)),
    **dict.fromkeys(("wraps", "is_function", "binds"), (bool,)),
}
FUNCTION_FACTS = frozenset(_TYPES)


def checked_facts(facts: dict[str, Any]) -> dict[str, Any]:
    """Look at what is told of a function; raises Malformed where that is not what is asked for."""
    if facts.keys() != FUNCTION_FACTS or any(type(facts[k]) not in t for k, t in _TYPES.items()):
        raise Malformed("a function that is none")
    if any(type(name) is not str for name in facts["arguments"]):
        raise Malformed("arguments without names")
    return facts | {key: checked_name(facts[key]) for key in ("name", "qualname", "module")}


def checked_name(name: Any) -> str:
    """Take a name over, not too long a one; raises Malformed."""
    if type(name) is not str or "\0" in name:
        raise Malformed("a name that is none")
    return name[:_MAX_NAME].encode("utf-8", "replace").decode()


class RemoteFunction(StandIn):
    # no docstring: an instance shows the doc of its original
    __doc__ = property(lambda self: own_dict(self)["_grader_facts"]["doc"])  # seen on instances

    _grader_link: Any
    _grader_number: int
    _grader_facts: dict[str, Any]

    @property  # type: ignore[misc] # read-only is what a stand-in is
    def __class__(self) -> Any:  # as inspect.isfunction asks
        is_function = own_dict(self)["_grader_facts"]["is_function"]
        return types.FunctionType if is_function else RemoteFunction

    def __init__(self, link: Any, number: int, facts: dict[str, Any]) -> None:
        own = {LINK: link, NUMBER: number, "_grader_facts": facts}
        own |= {f"__{key}__": facts[key] for key in ("name", "qualname")}
        own["__module__"] = link.module_told(facts["module"])
        own_dict(self).update(own)

    def __setattr__(self, name: str, value: Any) -> None:
        self._grader_link.set(self, name, value)

    def __delattr__(self, name: str) -> None:
        self._grader_link.delete(self, name)

    def __call__(self, /, *args: Any, **named: Any) -> Any:
        return self._grader_link.call(self, args, named)

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        if owner is None or self._grader_facts.get("binds") is not True:
            return self
        return types.MethodType(self, owner)

    def __getattr__(self, name: str) -> Any:
        is_told = name == "__wrapped__" and self._grader_facts["wraps"]
        if name in NEVER_ASKED and not is_told:
            raise AttributeError(f"'function' object has no attribute {name!r}")
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
    def __signature__(self) -> Any:
        return self._grader_link.signature(self)

    @property
    def __annotations__(self) -> Any:  # type: ignore[override] # the original's, not this class's
        return self._grader_link.get(self, "__annotations__")

    @property
    def __globals__(self) -> Any:  # as doctest asks, to tell a module's own functions
        module = sys.modules.get(self.__module__)
        return module.__dict__ if isinstance(module, StandIn) else {}

    @property
    def __code__(self) -> types.CodeType:
        code = _template.__code__
        line = self._grader_facts["line"]
        flags = self._grader_facts["flags"] or code.co_flags
        names = tuple(self._grader_facts["arguments"])
        return code.replace(
            co_name=self.__name__,
            co_filename=self._grader_link.file_of(self.__module__),
            co_firstlineno=line,
            co_flags=flags,
            co_names=self._grader_link.names_used(self.__module__, self.__name__, line),
            co_varnames=names,
            co_nlocals=len(names),
            co_argcount=min(self._grader_facts["count"], len(names)),
        )


def _template() -> None: ...


def _asked(name: str) -> Any:
    return lambda mock, *args: mock._grader_link.special(mock, None, name, args)


class RemoteMock(RemoteFunction):
    """A mock of the other side: called, entered, iterated and indexed over there."""

    def __new__(cls, link: Any, number: int, facts: dict[str, Any]) -> Any:
        return super().__new__(RemotePropertyMock if facts.get("binds") is True else cls)

    __enter__ = _asked("__enter__")
    __iter__ = _asked("__iter__")
    __len__ = _asked("__len__")
    __contains__ = _asked("__contains__")
    __getitem__ = _asked("__getitem__")
    __setitem__ = _asked("__setitem__")
    __delitem__ = _asked("__delitem__")

    def __exit__(self, kind: object, error: object, trace: object) -> Any:
        # a traceback of this side means nothing over there
        return self._grader_link.special(self, None, "__exit__", (kind, error, None))

    def __bool__(self) -> bool:
        return bool(self._grader_link.special(self, None, "__bool__", ()))


class RemotePropertyMock(RemoteMock):
    """A mock that takes the place of a property."""

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        return self()

    def __set__(self, owner: Any, value: Any) -> None:
        self(value)


class _Stepped(StandIn):
    """What runs over there step by step, and names `face` as its class."""

    def __init__(self, link: Any, number: int, face: type) -> None:
        self._grader_link = link
        self._grader_number = number
        self._grader_face = face

    @property  # type: ignore[misc] # read-only is what a stand-in is
    def __class__(self) -> Any:
        return self._grader_face

    def __iter__(self) -> Any:
        return self

    def close(self) -> Any:
        """End it."""
        return self._grader_link.method(self, "close", (), {})


class RemoteIterator(_Stepped):
    """A generator or another iterator of the other side, drawn one item at a time."""

    def __next__(self) -> Any:
        return self._grader_link.special(self, None, "__next__", ())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_grader"):
            raise AttributeError(name)
        return self._grader_link.get(self, name)

    def send(self, value: Any) -> Any:
        """Resume a generator with a value."""
        return self._grader_link.method(self, "send", (value,), {})

    def throw(self, kind: Any, value: Any = None, trace: Any = None) -> Any:
        """Raise inside a generator; a traceback of this side means nothing over there."""
        return self._grader_link.method(self, "throw", (kind if value is None else value,), {})

    def __repr__(self) -> str:
        return f"<{self._grader_face.__name__} object>"


class RemoteCoroutine(_Stepped):
    """A coroutine of the other side; awaiting it runs it there, in turn with this side's loop."""

    _grader_run: Any = None

    def __await__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return self.send(None)

    def send(self, value: Any) -> Any:
        """Run on; raises StopIteration with the result."""
        self._grader_run = self._grader_run or self._run()
        return self._grader_run.send(value)

    def throw(self, kind: Any, value: Any = None, trace: Any = None) -> Any:
        """Raise inside the coroutine, where that is its cancellation."""
        error = kind if value is None else value
        if self._grader_run is None:
            raise error
        return self._grader_run.throw(error)

    def _run(self) -> Any:
        loop = asyncio._get_running_loop()
        is_cancelled = False
        while loop is not None:
            wait = self._grader_link.step(self, loop, is_cancelled)
            if wait is None:
                break
            is_cancelled = False
            try:
                if wait:
                    yield from asyncio.sleep(wait).__await__()
                else:
                    yield
            except asyncio.CancelledError:
                is_cancelled = True
        return self._grader_link.method(self, "__await__", (), {})
