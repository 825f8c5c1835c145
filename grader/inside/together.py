"""Runs hidden cases beside the student's code, in one plain pytest; tells how each went.

What is to run comes over the channel, and what became of it goes back over it: of an exception its
types, text, lines and comparison. The submission is not handed the channel, but nothing here could
keep it from finding it.
"""

import importlib
import os
import random
import site
import socket
import sys
import time
import traceback
from collections.abc import Generator
from itertools import zip_longest
from typing import Any

import msgspec
import pytest
from _pytest.config import default_plugins

from grader.border.modules import write_files
from grader.cases.case_info import CaseInfo
from grader.cases.comparison import Comparison, Sides, approx_text, mirrored, unittest_sides
from grader.cases.exits import LEAVING, PastPytest, StudentInterrupt, collected
from grader.cases.gradescope import install, take_score
from grader.cases.marks import MARKERS, case_ids, case_info, in_written_order
from grader.cases.messages import (
    LONGEST_TEXT,
    MOST_FRAMES,
    MOST_TYPES,
    Began,
    Compared,
    Found,
    Line,
    Outcome,
    Over,
    Side,
    Task,
    Told,
    Trouble,
    Went,
    framed,
)
from grader.cases.value_kinds import kind_name

for _name in default_plugins:  # once in the warm jail, and not in each child
    importlib.import_module(f"_pytest.{_name}")

_WORSE: tuple[Outcome, ...] = (
    *("passed", "xfailed", "xpassed", "skipped", "failed", "error", "out_of_memory"),
)
_SETTINGS = "pytest.ini"


class Places:
    """The folders that lines are told of: the submission's, and that of the hidden files."""

    def __init__(self, work: str, hidden: str) -> None:
        self._work = work + os.sep
        self._hidden = hidden + os.sep

    def line(self, file: str, number: int, function: str = "") -> Line | None:
        """Word a place; None where it is in neither folder."""
        for folder, is_hidden in ((self._hidden, True), (self._work, False)):
            if file.startswith(folder):
                return Line(is_hidden, _short(file[len(folder) :]), max(number, 0), function)
        return None

    def bare(self, text: str) -> str:
        """Name files as their authors know them."""
        return text.replace(self._work, "").replace(self._hidden, "")


class Telling:
    """A pytest plugin: says what was found, and how each case went."""

    def __init__(self, channel: socket.socket, task: Task, places: Places) -> None:
        self._channel = channel
        self._task = task
        self._places = places
        self._ids: dict[str, str] = {}
        self._broken: dict[str, Trouble] = {}
        self._has_found = False
        self._comparison = Comparison()
        self._outcome: Outcome | None = None
        self._trouble: Trouble | None = None
        self._share: float | None = None

    def tell(self, told: Told) -> None:
        """Send one message."""
        self._channel.sendall(framed(told))

    # -- collecting

    def pytest_configure(self, config: pytest.Config) -> None:
        for marker in MARKERS:
            config.addinivalue_line("markers", marker)

    @pytest.hookimpl(wrapper=True)
    def pytest_load_initial_conftests(self) -> Generator[None, Any, Any]:
        try:
            return (yield)
        except (Exception, *LEAVING) as error:
            self._end_early(error)
            raise

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, Any]:
        hidden = f"{self._task.folder}/hidden"
        report, file, error = yield from collected(collector, hidden)
        if error is not None:
            self._break(file, error)
        return report

    def _break(self, file: str, error: BaseException) -> None:
        self._broken[file] = take_apart(imported(error), self._places)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = in_written_order(items)
        ids = case_ids(items)
        self._ids = {item.nodeid: case for item, case in zip(items, ids, strict=True)}
        infos = [case_info(item, case) for item, case in zip(items, ids, strict=True)]
        self._tell_found(infos)
        if self._task.todo is not None:
            by_id = {self._ids[item.nodeid]: item for item in items}
            items[:] = [by_id[case] for case in self._task.todo if case in by_id]

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        if not self._has_found:  # a hook of the hidden files' failed
            self._end_early(excinfo.value)

    def _end_early(self, error: BaseException) -> None:
        self._break("conftest.py", error)
        self._tell_found([])
        self.tell(Over())

    def _tell_found(self, cases: list[CaseInfo]) -> None:
        self._has_found = True
        self.tell(Found(cases, self._broken))

    # -- running

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        is_full = False
        for item, following in zip_longest(session.items, session.items[1:]):
            self._run(item, following)
            is_full = self._outcome == "out_of_memory"  # what it does next proves nothing
            if is_full or (self._task.until_failure and self._outcome != "passed"):
                break
        self.tell(Over(is_full))
        return True

    def _run(self, item: pytest.Item, following: pytest.Item | None) -> None:
        case = self._ids[item.nodeid]
        self._outcome = self._trouble = self._share = self._comparison.sides = None
        self.tell(Began(case))
        random.seed(case)
        started = time.perf_counter()
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        seconds = round(time.perf_counter() - started, 6)
        if self._outcome is not None:  # else no phase of it was reported
            self.tell(Went(case, self._outcome, seconds, self._trouble, self._share))

    def pytest_assertrepr_compare(self, op: str, left: Any, right: Any) -> None:
        self._comparison.sides = (left, right, op)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[Any]
    ) -> Generator[None, Any, Any]:
        report = yield
        share = take_score(getattr(item, "function", None))
        self._share = self._share if share is None else share
        error = None if call.excinfo is None else call.excinfo.value
        report.error = error.__cause__ if isinstance(error, StudentInterrupt) else error
        return report

    def pytest_runtest_logreport(self, report: Any) -> None:
        error = getattr(report, "error", None)
        if hasattr(report, "wasxfail"):
            self._worsen("xpassed" if report.passed else "xfailed", None)
        elif report.passed:
            if report.when == "call":
                self._worsen("passed", None)
        elif report.skipped:
            self._worsen("skipped", error)
        elif isinstance(error, MemoryError):
            self._worsen("out_of_memory", error)
        else:
            self._worsen("failed" if report.when == "call" else "error", error)

    def _worsen(self, outcome: Outcome, error: BaseException | None) -> None:
        if self._outcome is not None and _WORSE.index(outcome) <= _WORSE.index(self._outcome):
            return
        self._outcome = outcome
        if error is not None:
            self._trouble = take_apart(error, self._places, self._comparison)


def main(channel: int) -> None:
    """Run what the other side sends, in this process, which has loaded pytest before."""
    connection = socket.socket(fileno=channel)
    task = msgspec.msgpack.decode(_received(connection), type=Task)
    work, hidden = os.getcwd(), os.path.join(task.folder, "hidden")
    write_files(task.sources)
    os.makedirs(hidden, exist_ok=True)
    write_files(task.hidden, hidden)
    site.setquit()  # the jail's interpreter is started without site's additions
    install()
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ["PYTEST_PLUGINS"] = ",".join(task.plugins)
    sys.path.insert(0, work)
    telling = Telling(connection, task, Places(work, hidden))
    settings = os.path.join(hidden, _SETTINGS)
    arguments = [
        *("-c", settings if os.path.exists(settings) else os.devnull),
        *(f"--rootdir={hidden}", f"--confcutdir={hidden}"),
        f"--basetemp={os.path.join(task.folder, 'run')}",
        "--capture=no",  # what is printed is counted outside, and reaches a test that asks for it
        "-pno:terminal",
        hidden,
    ]
    pytest.main(arguments, plugins=[telling, PastPytest()])


def _received(connection: socket.socket) -> bytes:
    size = int.from_bytes(connection.recv(8, socket.MSG_WAITALL), "little")
    pieces = []
    while size:
        piece = connection.recv(min(size, 1 << 20))
        if not piece:
            raise EOFError("the other side hung up")
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def take_apart(
    error: BaseException, places: Places, comparison: Comparison | None = None
) -> Trouble:
    """Tell an exception; `comparison` is the last that pytest explained."""
    is_assertion = isinstance(error, AssertionError)
    try:
        text = str(error.msg) if isinstance(error, SyntaxError) else str(error)
    except Exception:
        text = ""
    sides = None
    if is_assertion and comparison is not None:
        sides = comparison.sides or unittest_sides(error.__traceback__)
    return Trouble(
        types=[
            _short(f"{kind.__module__}.{kind.__qualname__}")
            for kind in type(error).__mro__[:MOST_TYPES]
            if issubclass(kind, BaseException)
        ],
        text=_short(places.bare(text)),
        lines=_lines(error, places),
        is_assertion=is_assertion,
        is_import=isinstance(error, ImportError | SyntaxError),
        column=max(error.offset or 0, 0) if isinstance(error, SyntaxError) else 0,
        compared=None if sides is None else _compared(sides),
    )


def imported(error: BaseException) -> BaseException:
    """Find what was raised while a hidden file was imported, which pytest wraps."""
    if isinstance(error, pytest.Collector.CollectError) and error.__cause__ is not None:
        return error.__cause__
    cause = getattr(error, "cause", None)  # of a conftest.py
    return cause if isinstance(cause, BaseException) else error


def _lines(error: BaseException, places: Places) -> list[Line]:
    found = [
        places.line(frame.f_code.co_filename, line, _short(frame.f_code.co_name))
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    if isinstance(error, SyntaxError):
        found.append(places.line(str(error.filename), error.lineno or 0))
    return [line for line in found if line is not None][-MOST_FRAMES:]


def _compared(sides: Sides) -> Compared:
    left, right, operator = sides
    if _is_approx(left):
        left, right, operator = right, left, mirrored(operator)
    return Compared(_side(left), _side(right), _short(operator))


def _side(value: Any) -> Side:
    try:
        text = repr(value)
        kind = kind_name(value)
    except Exception:
        text, kind = "something that cannot be shown", "object"
    return Side(_short(kind), _short(approx_text(text) if _is_approx(value) else text))


def _is_approx(value: Any) -> bool:
    return type(value).__name__.startswith("Approx")


def _short(text: str) -> str:
    # half a character has no UTF-8, and messages carry nothing else as text
    whole = str.__str__(text)[:LONGEST_TEXT].encode("utf-8", "backslashreplace").decode()
    return whole[:LONGEST_TEXT]
