"""Writes and reads exceptions: their class, what they hold, and the submission's line."""

from collections.abc import Callable, Container
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .connection import Malformed
from .contract import Shape, Terms
from .facts import ErrorFacts, cut, read

if TYPE_CHECKING:
    from .client import Client
    from .gate import Gate
    from .proxies import Handle
    from .server import Server

_CHAIN = 4  # how many causes and contexts cross with an error
_MOST = 50  # arguments, and attributes
_LONGEST_NAME, _MOST_TYPES = 400, 10
# attributes that built-in exceptions keep outside their `__dict__`
_MEMBERS = ("filename", "filename2", "name", "path")
_WITH_MEMBERS = (OSError, ImportError, NameError, AttributeError)


def dump_error(
    error: BaseException, writer: "Client | Server", files: Container[str] = (), links: int = _CHAIN
) -> ErrorFacts:
    """Write an exception; what cannot be written of it is left out."""
    file, line = innermost_place(error, files)
    is_same = error.__context__ is error.__cause__
    cause, context = (
        dump_error(one, writer, files, links - 1) if one is not None and links else None
        for one in (error.__cause__, None if is_same else error.__context__)
    )
    members = _MEMBERS if isinstance(error, _WITH_MEMBERS) else ()
    state = {name: getattr(error, name, None) for name in members}
    state |= {
        name: value
        for name, value in list(vars(error).items())[:_MOST]
        if type(name) is str and not name.startswith("_grader")
    }
    return ErrorFacts(
        writer.objects.number_of(error),
        writer.dump_class(type(error)),
        [_dump_part(value, writer) for value in tuple(error.args)[:_MOST]],
        [(cut(n), _dump_part(value, writer)) for n, value in state.items() if value is not None],
        _text(error),
        [
            (cut(one.__module__), cut(one.__qualname__))
            for one in type(error).__mro__
            if issubclass(one, BaseException)
        ],
        cut(file),
        line,
        (cause, context),
        error.__suppress_context__,
    )


def _dump_part(value: Any, writer: "Client | Server") -> Any:
    try:
        return writer.codec.dump(value)
    except Exception:
        return None


def _text(error: BaseException) -> str:
    try:
        return cut(str(error), 10_000)
    except BaseException:
        return ""


def innermost_place(error: BaseException, files: Container[str]) -> tuple[str, int]:
    """Name the innermost of some files that an exception came through, and the line."""
    if isinstance(error, SyntaxError) and error.filename in files:
        return str(error.filename), error.lineno or 0
    found = ("", 0)
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file in files:
            found = file, trace.tb_lineno
        trace = trace.tb_next
    return found


def load_error(facts: ErrorFacts, path: str, gate: "Gate", depth: int = 0) -> BaseException:
    """Make the examiner's exception for one of the jail's."""
    cls = gate.class_of(facts.cls, *(["named", *names] for names in facts.types))
    if not issubclass(cls, BaseException):
        raise Malformed("an exception that is none")

    def make(handle: "Handle") -> BaseException:
        made = make_error(cls, facts, lambda wire: gate.load(wire, path))
        vars(made)["_grader_handle"] = handle
        return made

    error: BaseException = gate.proxies.find(facts.number, cls.__name__, make, key="!")
    fill_error(error, facts, lambda wire: gate.load(wire, path))
    for name, wire in zip(("__cause__", "__context__"), facts.linked, strict=True):
        if wire is not None and depth < _CHAIN:
            setattr(error, name, load_error(read(ErrorFacts, wire), path, gate, depth + 1))
    error.__suppress_context__ = facts.suppress_context
    return error


def make_error(
    cls: type[BaseException], facts: ErrorFacts, load: Callable[[Any], Any]
) -> BaseException:
    """Make an exception; only a built-in constructor is run."""
    args = [load(wire) for wire in facts.args]
    try:
        made = cls(*args) if cls.__module__ == "builtins" else cls.__new__(cls, *args)
    except Exception:
        least = ("", [Exception()]) if issubclass(cls, BaseExceptionGroup) else ()
        made = cls.__new__(cls, *least)
    made.args = tuple(args)
    return made


def fill_error(error: BaseException, facts: ErrorFacts, load: Callable[[Any], Any]) -> None:
    """Set an exception's attributes as its original has them, and no special ones."""
    for name, wire in facts.state:
        value = load(wire)
        if not name.startswith(("__", "_grader")) or name == "__notes__":
            with suppress(AttributeError, TypeError, ValueError):  # of another form in this class
                object.__setattr__(error, name, value)
    vars(error).update(
        _grader_types=list(facts.types),
        _grader_text=facts.text,
        _grader_where=(facts.file, facts.line),
    )


def shown_type(error: BaseException) -> str:
    """Name an exception's type; one that no class statement made is named by its built-in base."""
    types = getattr(error, "_grader_types", None)
    names = types if isinstance(types, list) else [(type(error).__module__, type(error).__name__)]
    return "|".join(f"{module}.{name}"[:_LONGEST_NAME] for module, name in names[:_MOST_TYPES])


def hide_end_signal(error: BaseException, path: str, terms: Terms) -> BaseException:
    """Turn a submission's StopIteration into RuntimeError: `map` and `zip` would swallow it.

    It stays StopIteration where the reference raised it.
    """
    if not isinstance(error, StopIteration):
        return error
    if terms.role_at(f"{path}!", Shape.ERROR, ["StopIteration"]) is not None:
        return error
    hidden = RuntimeError("your code raised StopIteration")
    vars(hidden).update(vars(error))
    return hidden
