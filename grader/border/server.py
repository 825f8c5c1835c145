"""The jail's end of the border: does what the examiner asks with the submission's objects."""

import copy
import functools
import importlib
import operator
import sys
import types
import typing
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, NamedTuple, cast

import msgspec

from .codec import Content
from .connection import TELL, Connection, Frame, Malformed
from .data_types import CONTAINERS, READ_BY_TYPE, TooLarge, data_base, plain_content
from .errors import dump_error, fill_error, innermost_place, make_error
from .facts import (
    ClassFacts,
    ErrorFacts,
    FunctionFacts,
    IteratorFacts,
    ModuleFacts,
    ObjectFacts,
    TestFacts,
    cut,
    read,
)
from .jail_surroundings import JailSurroundings
from .modules import JailFinder, module_name, write_files
from .peer import NumberedObjects, Peer
from .shared_names import find_builtin, name_builtin
from .special_methods import FAMILY
from .stand_ins import make_error_class, make_stand_in, number_of

_FUNCTIONS = (
    types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.MethodDescriptorType,
    types.WrapperDescriptorType, types.MethodWrapperType, types.ClassMethodDescriptorType,
    functools.partial, functools._lru_cache_wrapper, operator.itemgetter, operator.attrgetter,
    operator.methodcaller,
)  # fmt: skip
_ITERATORS = ("builtins", "itertools")  # whose iterators have no methods that a test calls
_ALIASES = (types.GenericAlias, type(typing.List[int]))  # noqa: UP006 - its class is meant
_COPY: dict[str, Callable[..., Any]] = {"__copy__": copy.copy, "__deepcopy__": copy.deepcopy}


class Server(Peer):
    """Stages a submission, imports it, and does what is asked with its objects."""

    first_number: ClassVar[int] = 2

    def __init__(self, connection: Connection, begin: Callable[["Server"], None] | None) -> None:
        super().__init__(connection)
        self._at_begin = begin  # once the submission's files are there
        self.finder = JailFinder({})
        self.surroundings = JailSurroundings(self.tell)
        self.take_extras = lambda extras: self.surroundings.take(extras, self.codec.load)
        self.objects = NumberedObjects()
        self._stand_ins: dict[int, Any] = {}
        self._own_modules = {"__main__"}
        self.operations: dict[str, Callable[..., Any]] = {
            "begin": self._begin,
            "import": self._import,
            "call": lambda function, args, named=None: function(*args, **(named or {})),
            "special": self._special,
            "get": getattr,
            "leave unwritten": _leave_unwritten,
            "set": setattr,
            "delete": delattr,
            "names": lambda owner: [name for name in dir(owner) if type(name) is str],
            "stars": self._stars,
            "member": lambda cls, name: vars(cls)[name],
            "describe": self._describe,
            "signature": _signature,
            "content": lambda owner: Content(owner, cast("type", data_base(type(owner)))),
        }

    def serve(self, first: Frame) -> None:
        """Answer, from a first question on, until the other end hangs up."""
        self.surroundings.install()
        self.answer(first)
        while True:
            self.answer(self.connection.receive())

    def level(self, frame: Frame, path: str) -> None:
        """Drop what the examiner has dropped, before anything new is read."""
        extras = frame.extras
        if extras.get("case"):
            self.codec.forget()
        for number in extras.get("dropped", ()):
            self.objects.drop(number)
        self.codec.forget(extras.get("forgotten", ()))
        super().level(frame, path)

    def ask(self, path: str, operation: str, *values: Any) -> Any:
        """Ask something of the test, while it waits for an answer."""
        if not self.nesting:
            raise RuntimeError("the caller has its answer: nothing of the test can be used now")
        return super().ask(path, operation, *values)

    def answer(self, frame: Frame) -> None:
        self.nesting += 1
        try:
            super().answer(frame)
        finally:
            self.nesting -= 1

    def tell(self, *values: Any) -> None:
        """Send what was printed, in a frame that waits for no answer."""
        with self.lock:
            extras = self.surroundings.printed()
            self.connection.send(Frame(TELL, "", list(values), [], extras))

    def extras(self) -> dict[str, Any]:
        return self.surroundings.changes()

    # -- operations

    def _begin(self, sources: dict[str, bytes], seed: str, cases: str) -> None:
        self.finder = JailFinder(sources)
        self.operations["script"] = self.finder.run_command
        for name in map(module_name, sources):
            sys.modules.pop(name, None)  # of Python's own under a name that was handed in
            self._own_modules.add(name.partition(".")[0])
        sys.meta_path.insert(0, self.finder)
        write_files(sources)
        self.surroundings.begin(seed, cases)
        if self._at_begin is not None:
            self._at_begin(self)

    def _import(self, name: str, again: bool) -> Any:
        if again:
            sys.modules.pop(name, None)
        return importlib.import_module(name)

    def _special(self, owner: Any, name: str, args: tuple[Any, ...]) -> Any:
        if name in _COPY:
            return _COPY[name](owner)
        if name == "__await__":
            import asyncio  # few submissions await

            return asyncio.run(owner)
        if isinstance(owner, type) and name == "__getitem__":
            return operator.getitem(cast("Any", owner), args[0])
        if name == "__next__" and not hasattr(type(owner), "__next__"):
            raise TypeError(f"{type(owner).__name__!r} object is not an iterator")
        if name in ("__iter__", "__reversed__"):
            return _Iterator(iter(owner) if name == "__iter__" else reversed(owner))
        if name == "__eq__" and data_base(type(owner)) in CONTAINERS:
            return owner == args[0]  # asks the other one too, which the examiner cannot
        return getattr(type(owner), name)(owner, *args)

    def _stars(self, module: Any) -> list[str]:
        """List the names that an import by a star takes."""
        found = getattr(module, "__all__", None)
        names = vars(module) if found is None else found
        return [name for name in names if found is not None or not name.startswith("_")]

    # -- writing

    def dump_object(self, value: Any) -> Any:
        number, cls = number_of(value), type(value)
        if number:
            is_error = isinstance(value, BaseException)
            place = innermost_place(value, self.finder.sources) if is_error else ()
            return ["yours", number, *place]
        if cls is _Iterator:
            return IteratorFacts(self.objects.number_of(value.original), "iterator")
        if cls in _ALIASES:
            return self.dump_object(typing.get_origin(value))
        if isinstance(value, type) and issubclass(value, BaseException):
            return self.dump_class(value)
        named = self._shared_name(value)
        tag = [] if named is None else ["named", *named]
        if tag and not isinstance(value, (type, *_FUNCTIONS)):
            return tag
        if isinstance(value, type):
            own: Any = ["class", self.objects.number_of(value)]
        elif isinstance(value, _FUNCTIONS):
            own = self._dump_function(value)
        elif isinstance(value, BaseException):
            own = dump_error(value, self, self.finder.sources)
        elif cls is types.ModuleType:
            own = ModuleFacts(self.objects.number_of(value), cut(value.__name__))
        elif cls.__module__ in _ITERATORS and (
            hasattr(cls, "__next__") or cls is types.CoroutineType
        ):
            name, is_coroutine = cut(cls.__name__), cls is types.CoroutineType
            own = IteratorFacts(self.objects.number_of(value), name, is_coroutine)
        else:
            own = self._dump_instance(value)
        # a class or a function is called over here where the reference has one of its own
        return [*tag, own] if tag else own

    def _shared_name(self, value: Any) -> tuple[str, str] | None:
        """Name what both ends have; nothing of a module that was handed in under such a name."""
        is_module = isinstance(value, types.ModuleType)
        home = getattr(value, "__name__" if is_module else "__module__", "")
        is_own = str(home).partition(".")[0] in self._own_modules
        return None if is_own else name_builtin(value)

    def _dump_function(self, value: Any) -> FunctionFacts:
        name = cut(getattr(value, "__name__", type(value).__name__))
        code = getattr(value, "__code__", None)
        return FunctionFacts(
            self.objects.number_of(value),
            name,
            cut(getattr(value, "__qualname__", name)),
            cut(getattr(value, "__module__", "")),
            getattr(code, "co_flags", 0),
            hasattr(type(value), "__get__") and type(value) is not types.MethodType,
            getattr(code, "co_firstlineno", 1),
            type(value).__name__,
        )

    def _dump_instance(self, value: Any) -> ObjectFacts:
        cls = type(value)
        base = data_base(cls)
        content = None
        if base is not None and base in READ_BY_TYPE:
            with suppress(TooLarge):
                content = self.codec.dump(plain_content(value, base))
        return ObjectFacts(
            self.objects.number_of(value),
            ["class", self.objects.number_of(cls)],
            content,
            base in CONTAINERS,
            callable(value),
            hasattr(cls, "__iter__"),
            hasattr(cls, "__get__"),
        )

    def _describe(self, number: int) -> bytes:
        """Describe a class for the examiner, which makes the class of its proxies of it."""
        cls: type = self.objects.find(number)
        bases = [self.dump_class(base) for base in cls.__bases__] if self._is_students(cls) else []
        facts = ClassFacts(
            number,
            cut(type.__dict__["__name__"].__get__(cls)),
            cut(type.__dict__["__qualname__"].__get__(cls)),
            cut(cls.__module__),
            [base for base in bases if base is not None],
            *self._members(cls),
            getattr(cls, "__hash__", None) is not None,
        )
        return msgspec.msgpack.encode(facts)

    def _is_students(self, cls: type) -> bool:
        return str(cls.__module__).partition(".")[0] in self._own_modules

    def dump_class(self, base: type) -> list[Any] | None:
        """Write the nearest base, or the class, that the examiner has or can make a proxy of."""
        for one in base.__mro__:
            if self._is_students(one):
                return ["class", self.objects.number_of(one)]
            if issubclass(one, BaseException) or one is data_base(one):
                named = self._shared_name(one)
                if named is not None:
                    return ["named", *named]
        return None

    def _members(self, cls: type) -> tuple[list[str], list[str]]:
        """List what a class overrides of a built-in base, and its special methods."""
        members: dict[str, Any] = {}
        for one in reversed(cls.__mro__):
            is_error = issubclass(one, BaseException) and not self._is_students(one)
            # the examiner's proxy extends these too
            if one is not object and one not in READ_BY_TYPE and not is_error:
                members.update(vars(one))
        base = data_base(cls)
        overrides = [
            name
            for name in members
            if type(name) is str and not name.startswith("_") and hasattr(base, name)
        ]
        return overrides, [n for n in members if n in FAMILY and members[n] is not None]

    # -- reading

    def load_object(self, wire: list[Any], path: str) -> Any:
        tag, *parts = wire
        if tag == "yours":
            return self.objects.find(parts[0])
        if tag == "named":
            if not parts[1]:
                return importlib.import_module(parts[0])
            return find_builtin(*parts)
        if tag == "test":
            facts = read(TestFacts, wire)
            if facts.number not in self._stand_ins:
                self._stand_ins[facts.number] = make_stand_in(self, facts)
            return self._stand_ins[facts.number]
        if tag == "error":
            return self.load_error(wire, path)
        raise Malformed("a value of no known tag")

    def load_error(self, wire: Any, path: str) -> BaseException:
        if wire[0] == "yours":
            found = self.objects.find(wire[1])
            return found if isinstance(found, BaseException) else Exception()
        facts = read(ErrorFacts, wire)
        if facts.number in self._stand_ins:
            known: BaseException = self._stand_ins[facts.number]
            return known.with_traceback(None)
        if facts.number == 0:
            raise Malformed("an exception of no number")
        error = make_error(make_error_class(facts), facts, self.codec.load)
        fill_error(error, facts, self.codec.load)
        vars(error)["_grader_number"] = facts.number
        self._stand_ins[facts.number] = error
        return error


class _Iterator(NamedTuple):
    """An iterator that `__iter__` gave: it crosses as one, whatever its class."""

    original: Any


def _leave_unwritten(module: Any, name: str) -> Any:
    """Define what a submission lacks, so that the cases of all else can be run."""

    def missing(*_args: object, **_named: object) -> None:
        raise NotImplementedError(f"{name} is not written yet")

    missing.__name__, missing.__qualname__, missing.__module__ = name, name, module.__name__
    setattr(module, name, missing)
    return missing


def _signature(owner: Any) -> list[Any]:
    """List the parts of a signature: what it returns, then its parameters; () for each left out."""
    import inspect  # which takes long to load, and few tests ask for

    found = inspect.signature(owner)

    def part(value: Any) -> tuple[Any, ...]:
        return () if value is inspect.Parameter.empty else (value,)

    parameters = found.parameters.values()
    return [
        part(found.return_annotation),
        *((one.name, int(one.kind), part(one.default), part(one.annotation)) for one in parameters),
    ]
