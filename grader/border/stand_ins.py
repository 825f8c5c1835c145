"""What stands in the jail for objects of the test: each use asks the examiner."""

import builtins
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .facts import ErrorFacts, TestFacts
from .special_methods import FAMILY

if TYPE_CHECKING:
    from .server import Server


class TestObject:
    """An object, a class or a function of the test."""

    __test__ = False  # pytest: this is no test class

    def __init__(self, server: "Server", facts: TestFacts) -> None:
        own = object.__getattribute__(self, "__dict__")
        own.update(_grader_server=server, _grader_number=facts.number, _grader_name=facts.name)
        if facts.kind != "object":
            own.update(__name__=facts.name, __qualname__=facts.name, __doc__=facts.doc)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{self._grader_name!r} object has no attribute {name!r}")
        return self._grader_server.ask("", "get", self._grader_number, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._grader_server.ask("", "set", self._grader_number, name, value)

    def __repr__(self) -> str:
        return f"<{self._grader_name} object>"

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self


def number_of(value: Any) -> int:
    """Give the number of an object of the test's; nought for every other value."""
    if issubclass(type(value), TestObject):
        return int(object.__getattribute__(value, "_grader_number"))
    if isinstance(value, BaseException):
        return int(vars(value).get("_grader_number", 0))
    return 0


def _call(self: Any, /, *args: Any, **named: Any) -> Any:
    return self._grader_server.ask("", "call", self._grader_number, "", args, named)


def _asking(name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any) -> Any:
        if name == "__exit__":  # a traceback of the jail means nothing to a test
            args = (*args[:2], None)
        return self._grader_server.ask("", "special", self._grader_number, name, args)

    return method


def _bind(self: Any, owner: Any, cls: Any = None) -> Any:
    return self if owner is None else types.MethodType(self, owner)


def make_stand_in(server: "Server", facts: TestFacts) -> TestObject:
    """Make what stands for an object, with the special methods that its class has."""
    names: dict[str, Any] = {n: _asking(n) for n in facts.specials if n in FAMILY}
    if facts.is_callable:
        names["__call__"] = _call
    if facts.kind == "function":
        names["__get__"] = _bind
    if "__eq__" in names and "__hash__" not in names:
        names["__hash__"] = TestObject.__hash__
    made: TestObject = type(facts.name, (TestObject,), names)(server, facts)
    return made


def make_error_class(facts: ErrorFacts) -> type[BaseException]:
    """Find or make the class of an exception of the test's."""
    own: list[str] = []
    for module, name in facts.types:
        found = getattr(builtins, name, None) if module == "builtins" else None
        if isinstance(found, type) and issubclass(found, BaseException):
            return type(own[0], (found,), {}) if own else found
        own.append(name)
    return Exception
