"""From an exception in a hidden case or file to what happened, in kinds, values and frames."""

import linecache
import os
import traceback
from collections.abc import Generator
from typing import Any

import pytest
from _pytest.fixtures import FixtureLookupError
from _pytest.pathlib import ImportPathMismatchError

from grader.border.client import Client
from grader.border.inert import Refusal, WrongResult
from grader.border.proxies import RemoteObject, handle_of
from grader.border.records import value_text
from grader.border.sentences import refusal_of
from grader.cases.case_info import CONFTEST
from grader.cases.comparison import (
    ORDERS,
    Comparison,
    Sides,
    approx_text,
    expectation,
    mirrored,
    not_raised_text,
    unittest_sides,
)
from grader.cases.exits import LEAVING, collected
from grader.cases.value_kinds import PLAIN_KINDS, kind_name
from grader.model.report import FailureKind
from grader.model.text import cut_pair, cut_text, mask_run

from .events import Failure

_MAX_FRAMES = 12
_MAX_TEXT, _MAX_WHOLE_TEXT = 2000, 4000
_MAX_NAME = 400
Shown = tuple[str | None, str | None, str | None]


def explain(error: BaseException, client: Client, comparison: Comparison) -> tuple[Failure, Shown]:
    """Say what kind of thing happened, and what was called, expected and got."""
    call, given = client.records.calls[-1] if client.records.calls else (None, None)
    if isinstance(error, WrongResult):
        return refused(error.refusal), (call, None, None)
    is_theirs = hasattr(error, "_grader_where")
    sides = comparison.sides or unittest_sides(error.__traceback__)
    if isinstance(error, AssertionError) and sides is not None:
        return _compared(client, sides, call)
    if is_theirs:
        given = f"{type(error).__name__}: {cut_text(_text(error), _MAX_TEXT)}"
        return _raised(error, client, call), (call, None, given)
    return _of_the_test(error, client, (call, given))


def _of_the_test(
    error: BaseException, client: Client, last: tuple[str | None, str | None]
) -> tuple[Failure, Shown]:
    call, given = last
    denied = client.gate.denied
    text = cut_text(_text(error), _MAX_TEXT)
    is_assert = isinstance(error, AssertionError)
    missed = not_raised_text(text) if is_assert or type(error).__name__ == "Failed" else None
    if missed is not None:
        return Failure("not_raised", text=missed), (call, missed, given)
    if denied is not None and not _is_of_a_mock(error):
        return refused(denied), (call, None, None)
    named = f"'{type(client.records.last_result).__name__}'"
    is_about_it = isinstance(error, TypeError | AttributeError) and named in text
    if is_about_it and (seldom := _seldom_meant(client)):
        return refused(seldom), (call, None, given)
    if is_assert:
        return Failure("asserted", text=text), (call, None, None)
    return Failure("unusable", type(error).__name__, text=text), (call, None, None)


def refused(refusal: Refusal) -> Failure:
    came, giver = (_whole(name)[:_MAX_NAME] for name in (refusal.came, refusal.giver))
    return Failure("object", came, giver, refusal.wrong)


def _is_of_a_mock(error: BaseException) -> bool:
    last = None
    for frame, _ in traceback.walk_tb(error.__traceback__):
        last = frame.f_globals.get("__name__")
    return last == "unittest.mock"


def _text(error: BaseException) -> str:
    if isinstance(error, FixtureLookupError):  # whose text shows an object of pytest's
        return f"there is no fixture {error.argname}"
    if isinstance(error, ImportPathMismatchError):  # whose text is three things of pytest's
        return "another hidden file has the same name; give each its own"
    try:
        return _whole(str(error))
    except Exception:
        return ""


def _whole(text: str) -> str:
    # half a character has no UTF-8, and events carry nothing else as text
    return text.encode("utf-8", "backslashreplace").decode()


def _raised(error: BaseException, client: Client, call: str | None) -> Failure:
    file, line = getattr(error, "_grader_where", ("", 0))
    text = _text(error)[:_MAX_TEXT]
    name = (call or "").partition("(")[0]
    about = (f"{name}() takes ", f"{name}() missing ", f"{name}() got ")
    if isinstance(error, TypeError) and not file and text.startswith(about):
        # a call that the student's function does not take; only the numbers are ours to tell
        given = client.records.last_arguments
        return Failure("arguments", expected_type=name, text=text, line=given)
    return Failure("raised", shown_type(error), text=text, file=file, line=line)


def shown_type(error: BaseException) -> str:
    """Name an exception's type; one that no class statement made is named by its built-in base."""
    types = getattr(error, "_grader_types", None)
    names = types if isinstance(types, list) else [(type(error).__module__, type(error).__name__)]
    return "|".join(f"{module}.{name}"[:_MAX_NAME] for module, name in names[:10])


def _compared(client: Client, sides: Sides, call: str | None) -> tuple[Failure, Shown]:
    got, expected, operator = _which(client, sides)
    shown: tuple[str | None, str] = cut_pair(expectation(operator, _show(expected)), _show(got))
    if operator in ORDERS and got is expected and len(client.records.calls) > 1:
        shown = (None, shown[1])  # two results, and nobody can tell which of them is too small
    got_kind, expected_kind = kind_name(got), kind_name(expected)
    if client.gate.denied is not None and not {got_kind, expected_kind} <= PLAIN_KINDS:
        return refused(client.gate.denied), (call, *shown)
    if operator == "==" and _is_changed_argument(client, got):
        return Failure("changed", got_kind), (call, *shown)
    is_alike = operator in ("==", "is", *ORDERS)
    is_last = got is not None and got is client.records.last_result
    if is_alike and is_last and expected_kind in PLAIN_KINDS and (seldom := _seldom_meant(client)):
        return refused(seldom), (call, *shown)
    if is_alike and got_kind != expected_kind and {got_kind, expected_kind} <= PLAIN_KINDS:
        return Failure("wrong_type", got_kind, expected_kind), (call, *shown)
    return Failure("wrong_value"), (call, *shown)


def _seldom_meant(client: Client) -> Refusal | None:
    """Give what the last call gave where that is seldom meant; None for all else."""
    if not client.records.calls:
        return None
    return refusal_of(client.records.last_result, client.gate.latest)


def _is_changed_argument(client: Client, value: Any) -> bool:
    return value is not client.records.last_result and client.records.was_changed(value)


def _which(client: Client, sides: Sides) -> Sides:
    """Put what was got first."""
    left, right, operator = sides
    last = client.records.last_result
    are_texts = {type(left), type(right)} <= {str, bytes}
    is_swapped = (
        type(left).__name__.startswith("Approx")
        or (right is last and left is not last)
        or (left is not last and handle_of(right) is not None and handle_of(left) is None)
        or (left is not last and _is_changed_argument(client, right))
        or (operator in ("in", "not in") and left is not last and are_texts)
    )
    return (right, left, mirrored(operator)) if is_swapped else sides


def _show(value: Any) -> str:
    if type(value).__name__.startswith("Approx"):
        try:
            return approx_text(repr(value))
        except Exception:
            return "an approximate value"
    if issubclass(type(value), RemoteObject):
        return f"<{type(value).__name__} object>"
    return value_text(value)


def frames_of(error: BaseException, hidden_folder: str) -> list[tuple[str, int, str, str]]:
    """List the frames of the hidden case, outermost first, each with its line of source."""
    found = []
    for frame, line in traceback.walk_tb(error.__traceback__):
        name = frame.f_code.co_filename
        if name.startswith(hidden_folder):
            source = linecache.getline(name, line).rstrip()
            relative = name[len(hidden_folder) :].lstrip("/")
            found.append((relative, line, frame.f_code.co_name, source.strip()[:200]))
    return found[-_MAX_FRAMES:]


def whole_text(error: BaseException) -> str:
    """Say an exception in one bounded text, for the instructor."""
    return mask_run(cut_text(f"{type(error).__name__}: {_text(error)}", _MAX_WHOLE_TEXT))


class Collecting:
    """A pytest plugin that notes the hidden files that cannot be imported, and why.

    A broken conftest.py breaks every file of its folder.
    """

    def __init__(self, client: Client, hidden_folder: str) -> None:
        self._client = client
        self._hidden = hidden_folder
        self.broken: dict[str, Failure] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_load_initial_conftests(self) -> Generator[None, Any, Any]:
        try:
            return (yield)
        except (Exception, *LEAVING) as error:
            self.broken[CONFTEST] = self._failure(CONFTEST, _cause(error))
            raise pytest.UsageError("a conftest.py cannot be imported") from None

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, Any]:
        report, file, error = yield from collected(collector, self._hidden)
        if error is not None:
            self.broken[file] = self._failure(file, _cause(error))
        return report

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Note what a hook of the hidden files raised, which ends pytest."""
        self.broken.setdefault(CONFTEST, self._failure(CONFTEST, _cause(excinfo.value)))

    def _failure(self, broken: str, error: BaseException) -> Failure:
        is_theirs = hasattr(error, "_grader_where")
        file, line = getattr(error, "_grader_where", None) or self._own_place(broken, error)
        text, column = _text(error)[:_MAX_WHOLE_TEXT], 0
        if isinstance(error, SyntaxError):
            text, column = str(error.msg)[:_MAX_TEXT], error.offset or 0
        if not is_theirs and not isinstance(error, ImportError):
            # an assert of the hidden file, say, whose text holds what it expects
            is_told = self._client.terms.is_recording and isinstance(error, SyntaxError)
            return Failure("test_error", shown_type(error), "", text * is_told, file, line)
        # once something was handed over, the text may hold an input
        kind: FailureKind = "raised" if self._client.has_given else "import"
        return Failure(kind, shown_type(error), "", text, file, line, column)

    def _own_place(self, broken: str, error: BaseException) -> tuple[str, int]:
        """Say where in the hidden files it was raised, for their author alone."""
        if not self._client.terms.is_recording:
            return "", 0
        if isinstance(error, SyntaxError):
            path = error.filename or ""
            name = os.path.relpath(path, self._hidden) if path.startswith(self._hidden) else broken
            return name, error.lineno or 0
        frames = frames_of(error, self._hidden)
        return frames[-1][:2] if frames else (broken, 0)


def _cause(error: BaseException) -> BaseException:
    # pytest wraps what an import raised; the student's own exception is the first of the chain
    while error.__cause__ is not None and not hasattr(error, "_grader_where"):
        error = error.__cause__
    return error
