"""The plugin of pytest that runs hidden cases and tells how each went, wherever they run.

Beside a submission, or apart from it over a border: who extends it says what is different there.
"""

import linecache
import os
import time
import traceback
from collections.abc import Callable, Generator
from itertools import zip_longest
from typing import Any

import pytest
from _pytest.config import ConftestImportFailure
from _pytest.fixtures import FixtureLookupError
from _pytest.pathlib import ImportPathMismatchError

from grader.model.text import cut_text, mask_run

from .comparison import Sides
from .events import (
    CONFTEST,
    CaseEvent,
    CaseOutcome,
    CaseResult,
    Collected,
    Ended,
    Failure,
    Shown,
    Started,
)
from .gradescope import take_score
from .marks import MARKERS, case_ids, case_info, in_written_order

_LEAVING = (KeyboardInterrupt, SystemExit)  # pytest itself would end on these
_WORSE: tuple[CaseOutcome, ...] = (
    *("passed", "xfailed", "xpassed", "skipped", "failed", "error", "out_of_memory"),
)
_MOST_FRAMES = 12
_LONGEST = 4_000


class StudentInterrupt(BaseException):
    """Carries a KeyboardInterrupt that a submission raised past pytest, which would stop on it."""


class PastPytest:
    """A pytest plugin: has each phase of a case end with StudentInterrupt in its place."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self) -> Generator[None, Any, Any]:
        try:
            return (yield)
        except KeyboardInterrupt as error:
            raise StudentInterrupt from error

    pytest_runtest_call = pytest_runtest_teardown = pytest_runtest_setup


class CasePlugin(PastPytest):
    """One run of hidden cases; it sends what happens."""

    def __init__(self, send: Callable[[CaseEvent], None], hidden_folder: str) -> None:
        self.send = send
        self.hidden = hidden_folder
        self.todo: list[str] | None = None  # in the order to judge; None: all, as written
        self.sides: Sides | None = None  # of the comparison that pytest explained last
        self.ids: dict[str, str] = {}
        self._broken: dict[str, Failure] = {}
        self._has_collected = False
        self._is_judged = False
        self.result = CaseResult("", "error")

    # -- what differs from place to place

    def failure_of_file(self, file: str, error: BaseException) -> Failure:
        """Say why a hidden file could not be imported."""
        raise NotImplementedError

    def explain(self, error: BaseException) -> tuple[Failure, Shown]:
        """Say why a case did not pass, and what was called, expected and got."""
        raise NotImplementedError

    def begin(self, case: str) -> None:
        """Get ready for a case."""
        raise NotImplementedError

    def end(self, result: CaseResult) -> None:
        """Complete the result of a case, and send it."""
        self.send(Ended(result))

    def is_over(self, result: CaseResult) -> bool:
        """Whether no case can follow: what a full process does next proves nothing."""
        return result.outcome == "out_of_memory"

    # -- collecting

    def pytest_configure(self, config: pytest.Config) -> None:
        for marker in MARKERS:
            config.addinivalue_line("markers", marker)

    @pytest.hookimpl(wrapper=True)
    def pytest_load_initial_conftests(self) -> Generator[None, Any, Any]:
        try:
            return (yield)
        except (Exception, *_LEAVING) as error:
            self._break(CONFTEST, error)
            raise pytest.UsageError("a conftest.py cannot be imported") from None

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, Any]:
        """Note a file that cannot be imported; a broken conftest.py breaks those of its folder."""
        error: BaseException | None = None
        try:
            report = yield
        except _LEAVING as leaving:
            report = pytest.CollectReport(collector.nodeid, "failed", None, None)
            error = leaving
        if report.failed and isinstance(collector, pytest.File | pytest.Directory):
            is_folder = isinstance(collector, pytest.Directory)
            path = collector.path / CONFTEST if is_folder else collector.path
            self._break(os.path.relpath(path, self.hidden), error or report.call.excinfo.value)
        return report

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Note what a hook of the hidden files raised, which ends pytest."""
        if CONFTEST not in self._broken:
            self._break(CONFTEST, excinfo.value)

    def _break(self, file: str, error: BaseException) -> None:
        if isinstance(error, pytest.Collector.CollectError | ConftestImportFailure):
            error = error.__cause__ or error
        self._broken[file] = self.failure_of_file(file, error)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = in_written_order(items)
        ids = case_ids(items)
        self.ids = {item.nodeid: case for item, case in zip(items, ids, strict=True)}
        self._tell_collected(items)
        items[:] = self.choose(items, self.todo)

    def end_collecting(self) -> bool:
        """Say what is broken, where pytest has ended before all was collected."""
        has_ended = not self._has_collected
        if has_ended:
            self._tell_collected([])
        return has_ended

    def _tell_collected(self, items: list[pytest.Item]) -> None:
        self._has_collected = True
        infos = [case_info(item, self.ids[item.nodeid]) for item in items]
        fixtures = {name for item in items for name in getattr(item, "fixturenames", ())}
        marks = {f"@{mark.name}" for item in items for mark in item.iter_markers()}
        self.send(Collected(infos, self._broken, sorted(fixtures | marks)))

    def choose(self, items: list[pytest.Item], todo: list[str] | None) -> list[pytest.Item]:
        """Pick the cases that are to do, in that order; all where none are named."""
        if todo is None:
            return items
        by_id = {self.ids[item.nodeid]: item for item in items}
        return [by_id[case] for case in todo if case in by_id]

    # -- running

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.run_items(session.items)
        return True

    def run_items(self, items: list[pytest.Item]) -> None:
        """Run items one after the other, until the submission cannot go on."""
        for item, following in zip_longest(items, items[1:]):
            self._run_item(item, following)
            if self.is_over(self.result):
                return

    def _run_item(self, item: pytest.Item, following: pytest.Item | None) -> None:
        case = self.ids[item.nodeid]
        self.result, self._is_judged, self.sides = CaseResult(case, "passed"), False, None
        self.send(Started(case))
        self.begin(case)
        started = time.perf_counter()
        self.run_phases(item, following)
        self.result.seconds = round(time.perf_counter() - started, 6)
        if self._is_judged:  # else no phase of it was reported
            self.end(self.result)

    def run_phases(self, item: pytest.Item, following: pytest.Item | None) -> None:
        """Set a case up, call it, and tear it down."""
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)

    def pytest_assertrepr_compare(self, op: str, left: Any, right: Any) -> list[str] | None:
        self.sides = (left, right, op)
        return None

    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[Any]
    ) -> pytest.TestReport:
        self.take_share(getattr(item, "function", None))
        error = None if call.excinfo is None else call.excinfo.value
        if isinstance(error, StudentInterrupt):
            error = error.__cause__
        outcome: Any = "passed" if error is None else "failed"
        text: Any = error and type(error).__name__  # pytest's own takes long
        if isinstance(error, pytest.skip.Exception):
            outcome, text = "skipped", ("", 0, str(error))
        when: Any = call.when
        report = pytest.TestReport(item.nodeid, item.location, {}, outcome, text, when)
        vars(report)["error"] = error
        return report

    def take_share(self, function: Any) -> None:
        """Note the share of its points that a case gave itself."""
        if (share := take_score(function)) is not None:
            self.result.share = share

    def pytest_runtest_logreport(self, report: Any) -> None:
        error = getattr(report, "error", None)
        if hasattr(report, "wasxfail"):
            self._worsen("xpassed" if report.passed else "xfailed", None)
        elif report.skipped:
            self._worsen("skipped", error)
        else:
            self.note_phase(report.when, None if report.passed else error)

    def note_phase(self, when: str, error: BaseException | None) -> None:
        """Note that a phase of a case passed, or by which error it did not."""
        if error is None:
            self._is_judged |= when == "call"
        elif isinstance(error, MemoryError):
            self._worsen("out_of_memory", error)
        else:
            self._worsen("failed" if when == "call" else "error", error)

    def _worsen(self, outcome: CaseOutcome, error: BaseException | None) -> None:
        self._is_judged, result = True, self.result
        if _WORSE.index(outcome) <= _WORSE.index(result.outcome):
            return
        result.outcome = outcome
        if error is None:
            return
        result.frames = frames_of(error, self.hidden)
        result.text = mask_run(cut_text(f"{type(error).__name__}: {text_of(error)}", _LONGEST))
        try:
            result.failure, result.shown = self.explain(error)
        except Exception:
            result.failure = Failure("wrong_value")


def text_of(error: BaseException) -> str:
    """Say what an exception says, whatever it does when it is asked."""
    if isinstance(error, FixtureLookupError):  # whose text shows an object of pytest's
        return f"there is no fixture {error.argname}"
    if isinstance(error, ImportPathMismatchError):  # whose text is three things of pytest's
        return "another hidden file has the same name; give each its own"
    try:
        return whole(str(error))
    except Exception:
        return ""


def whole(text: str) -> str:
    """Write halves of characters as escapes: they have no UTF-8, and events carry nothing else."""
    return str.encode(text, "utf-8", "backslashreplace").decode()


def frames_of(error: BaseException, folder: str) -> list[tuple[str, int, str, str]]:
    """List the frames of files below a folder, outermost first, each with its line of source."""
    found, below = [], folder + os.sep
    for frame, line in traceback.walk_tb(error.__traceback__):
        name = frame.f_code.co_filename
        if name.startswith(below):
            source = whole(linecache.getline(name, line).strip()[:200])
            file, function = name.removeprefix(below), frame.f_code.co_name
            found.append((whole(file), line, whole(function), source))
    return found[-_MOST_FRAMES:]
