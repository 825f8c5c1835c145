"""From an exception in a hidden case or file to what happened, in kinds and values."""

import os
import traceback
from types import BuiltinFunctionType, ModuleType
from typing import Any

from grader.border.client import Client
from grader.border.errors import shown_type
from grader.border.inert import CannotCross, Wrong, WrongResult
from grader.border.proxies import (
    RemoteCoroutine,
    RemoteFunction,
    RemoteIterator,
    RemoteObject,
    handle_of,
)
from grader.border.records import value_text
from grader.cases.comparison import (
    ORDERS,
    PLAIN_KINDS,
    Sides,
    compared,
    is_approx,
    kind_name,
    mirrored,
    refuted,
    unittest_sides,
)
from grader.cases.events import Failure, Shown
from grader.cases.plugin import frames_of, text_of, whole
from grader.model.report import FailureKind
from grader.model.text import cut_text

_MAX_TEXT, _MAX_WHOLE_TEXT = 2000, 4000
_MAX_NAME = 400
# looked up by `is`, since a class of the submission's would be asked whether it is equal
_KINDS: tuple[tuple[type, str], ...] = (
    (RemoteCoroutine, "coroutine"),
    (RemoteFunction, "function"),
    (BuiltinFunctionType, "function"),
    (RemoteIterator, "generator"),
)
# given where a call, a return or another `def` was meant
SELDOM_MEANT = frozenset(
    "coroutine async_generator generator class type module None function method "
    "builtin_function_or_method".split()
)


def explain(error: BaseException, client: Client, sides: Sides | None) -> tuple[Failure, Shown]:
    """Say what kind of thing happened, and what was called, expected and got."""
    call, given = client.records.calls[-1] if client.records.calls else (None, None)
    if isinstance(error, WrongResult):
        return refused(error), (call, None, None)
    sides = sides or unittest_sides(error.__traceback__)
    if isinstance(error, AssertionError) and sides is not None:
        return _compared(client, sides, call)
    text = cut_text(text_of(error), _MAX_TEXT)
    if hasattr(error, "_grader_where"):
        return _raised(error, client, call), (call, None, f"{type(error).__name__}: {text}")
    failure, (_, missed, _) = refuted(error, text)
    if missed is not None:
        return failure, (call, missed, given)
    modules = [f.f_globals.get("__name__") for f, _ in traceback.walk_tb(error.__traceback__)]
    if client.gate.denied and modules[-1:] != ["unittest.mock"]:
        return refused(client.gate.denied[0]), (call, None, None)
    named = f"'{type(client.records.last_result).__name__}'"
    is_about_it = isinstance(error, TypeError | AttributeError) and named in text
    if is_about_it and (seldom := _seldom_meant(client)):
        return refused(seldom), (call, None, given)
    return failure, (call, None, None)


def refused(refusal: WrongResult) -> Failure:
    came, giver = (whole(name)[:_MAX_NAME] for name in (refusal.came, refusal.giver))
    return Failure("object", came, giver, refusal.wrong)


def _raised(error: BaseException, client: Client, call: str | None) -> Failure:
    file, line = getattr(error, "_grader_where", ("", 0))
    text = text_of(error)[:_MAX_TEXT]
    name = (call or "").partition("(")[0]
    about = (f"{name}() takes ", f"{name}() missing ", f"{name}() got ")
    if isinstance(error, TypeError) and not file and text.startswith(about):
        # a call that the student's function does not take; only the numbers are ours to tell
        given = client.records.last_arguments
        return Failure("arguments", expected_type=name, text=text, line=given)
    return Failure("raised", shown_type(error), text=text, file=file, line=line)


def _compared(client: Client, sides: Sides, call: str | None) -> tuple[Failure, Shown]:
    sides = got, expected, operator = _which(client, sides)
    failure, (_, wanted, came) = compared(sides, _show)
    if operator in ORDERS and got is expected and len(client.records.calls) > 1:
        wanted = None  # two results, and nobody can tell which of them is too small
    shown = call, wanted, came
    kinds = {kind_name(got), kind_name(expected)}
    if client.gate.denied and not kinds <= PLAIN_KINDS:
        return refused(client.gate.denied[0]), shown
    if operator == "==" and _is_changed_argument(client, got):
        return Failure("changed", kind_name(got)), shown
    is_alike = operator in ("==", "is", *ORDERS)
    is_last = got is not None and got is client.records.last_result
    is_plain = kind_name(expected) in PLAIN_KINDS
    if is_alike and is_last and is_plain and (seldom := _seldom_meant(client)):
        return refused(seldom), shown
    return failure, shown


def _seldom_meant(client: Client) -> WrongResult | None:
    """Give what the last call gave where that is seldom meant; None for all else."""
    value = client.records.last_result
    cls = type(value)
    kind = next((name for known, name in _KINDS if cls is known), "")
    if value is None:
        kind = "None"
    elif issubclass(cls, type | ModuleType):
        kind = "class" if issubclass(cls, type) else "module"
    elif not kind and handle_of(value) is not None:
        kind = cls.__name__
    is_known = bool(client.records.calls) and kind in SELDOM_MEANT
    return WrongResult(Wrong.OBJECT, client.gate.latest, kind) if is_known else None


def _is_changed_argument(client: Client, value: Any) -> bool:
    return value is not client.records.last_result and client.records.was_changed(value)


def _which(client: Client, sides: Sides) -> Sides:
    """Put what was got first."""
    left, right, operator = sides
    last = client.records.last_result
    are_texts = {type(left), type(right)} <= {str, bytes}
    is_swapped = (
        is_approx(left)
        or (right is last and left is not last)
        or (left is not last and handle_of(right) is not None and handle_of(left) is None)
        or (left is not last and _is_changed_argument(client, right))
        or (operator in ("in", "not in") and left is not last and are_texts)
    )
    return (right, left, mirrored(operator)) if is_swapped else sides


def _show(value: Any) -> str:
    is_remote = issubclass(type(value), RemoteObject)
    return f"<{type(value).__name__} object>" if is_remote else value_text(value)


def failure_of_file(
    broken: str, error: BaseException, client: Client, hidden_folder: str
) -> Failure:
    """Say why a hidden file could not be imported."""
    # the student's own exception is the first of the chain
    while error.__cause__ is not None and not hasattr(error, "_grader_where"):
        error = error.__cause__
    is_theirs, is_recording = hasattr(error, "_grader_where"), client.terms.is_recording
    file, line = getattr(error, "_grader_where", None) or ("", 0)
    text, column = text_of(error)[:_MAX_WHOLE_TEXT], 0
    if not file and is_recording:  # for their author alone
        frames = frames_of(error, hidden_folder)
        file, line = frames[-1][:2] if frames else (broken, 0)
        if isinstance(error, SyntaxError):
            path, line = error.filename or "", error.lineno or 0
            is_hidden = path.startswith(hidden_folder)
            file = os.path.relpath(path, hidden_folder) if is_hidden else broken
    if isinstance(error, SyntaxError):
        text, column = whole(str(error.msg))[:_MAX_TEXT], max(error.offset or 0, 0)
    if not is_theirs and not isinstance(error, ImportError):
        # an assert of the hidden file, say, whose text holds what it expects
        is_told = is_recording and isinstance(error, SyntaxError | CannotCross)
        return Failure("test_error", shown_type(error), "", text * is_told, file, line)
    # once something was handed over, the text may hold an input
    kind: FailureKind = "raised" if client.has_given else "import"
    return Failure(kind, shown_type(error), "", text, file, line, column)
