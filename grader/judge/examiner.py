"""Runs hidden cases in pytest against one submission, and tells the supervisor as it goes."""

import contextlib
import functools
import hashlib
import importlib
import os
import sys
import time
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from _pytest import (  # noqa: F401 - each run of pytest imports them: once here, not in each fork
    _argcomplete,
    helpconfig,
    junitxml,
    skipping,
    tracemalloc,
    unittest,
    warnings,
)

from grader.border.client import CONTROL, Client
from grader.border.inert import WrongResult
from grader.border.surroundings import SEED_HERE
from grader.cases.comparison import Comparison
from grader.cases.exits import StudentInterrupt
from grader.cases.gradescope import install, take_score
from grader.cases.marks import MARKERS, case_ids, case_info, in_written_order
from grader.cases.value_kinds import kind_name

from .events import CaseResult, Collected, Ended, Event, Failure, Placed, Started
from .failure import Collecting, explain, frames_of, refused, whole_text

Send = Callable[[Event], None]
_FOLDER_NAME = 12  # digits


class Examiner:
    """A pytest plugin: one run of hidden cases over one client."""

    def __init__(self, client: Client, send: Send, hidden_folder: str) -> None:
        self._client = client
        self.send = send
        client.hear_place = self._tell_place
        self._hidden = hidden_folder
        self.collecting = Collecting(client, hidden_folder)
        self._comparison = Comparison()
        self._ids: dict[str, str] = {}
        self._result: CaseResult | None = None
        self._error: BaseException | None = None
        self.todo: list[str] | None = None  # in the order to judge; None: all, as written
        self.until_failure = False

    # -- collecting

    def pytest_configure(self, config: pytest.Config) -> None:
        for marker in MARKERS:
            config.addinivalue_line("markers", marker)

    def pytest_collection_modifyitems(self, session: Any, items: list[pytest.Item]) -> None:
        items[:] = in_written_order(items)
        ids = case_ids(items)
        self._ids = {item.nodeid: case for item, case in zip(items, ids, strict=True)}
        infos = [case_info(item, case) for item, case in zip(items, ids, strict=True)]
        fixtures = {name for item in items for name in getattr(item, "fixturenames", ())}
        marks = {f"@{mark.name}" for item in items for mark in item.iter_markers()}
        self.send(Collected(infos, self.collecting.broken, sorted(fixtures | marks)))
        items[:] = self.choose(items, self.todo)

    def end_collecting(self) -> None:
        """Say what is broken, where pytest has ended and nothing was collected."""
        if not self._ids:
            self.send(Collected([], self.collecting.broken, []))

    def cases(self) -> list[str]:
        """Name the cases that were collected, as written."""
        return list(self._ids.values())

    def choose(self, items: list[pytest.Item], todo: list[str] | None) -> list[pytest.Item]:
        """Pick the cases that are to do, in that order; all where none are named."""
        if todo is None:
            return items
        by_id = {self._ids[item.nodeid]: item for item in items}
        return [by_id[case] for case in todo if case in by_id]

    # -- running

    @pytest.fixture
    def tmp_path(
        self, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
    ) -> Path:
        """Make a case's folder, under a name that says nothing of the case.

        A submission sees it, and pytest's own holds the values of parameters, expected ones too.
        """
        case = self._ids[request.node.nodeid]
        name = _seed(self._hidden, "folder", case)[:_FOLDER_NAME]
        return tmp_path_factory.mktemp(f"case_{name}_")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.run_items(session.items)
        return True

    def run_items(self, items: list[pytest.Item]) -> None:
        """Run items one after the other, until the submission cannot go on."""
        for item, following in zip_longest(items, items[1:]):
            self._run_item(item, following)
            if self._client.broken is not None:
                return
            if self.until_failure and self._result is not None and self._result.failure:
                return

    def _run_item(self, item: pytest.Item, following: pytest.Item | None) -> None:
        case = self._ids[item.nodeid]
        self.send(Started(case))
        self._client.start_case(case)
        self._client.surroundings.seed(_seed(self._hidden, "jail", case))
        self._comparison.sides = None
        self._result, self._error = CaseResult(case, "passed"), None
        SEED_HERE(_seed(self._hidden, "tests", case))
        printed, started = self._client.surroundings.printed_size, time.perf_counter()
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        self._result.seconds = round(time.perf_counter() - started, 6)
        self._result.has_printed = self._client.surroundings.printed_size > printed
        if self._client.broken is not None:
            return
        refusal = self._client.gate.refusal
        if refusal is not None and self._result.outcome not in ("out_of_memory", "error"):
            self._result.outcome, self._result.failure = "failed", refused(refusal)
        self._finish(self._result)

    def _finish(self, result: CaseResult) -> None:
        records = self._client.records
        result.calls, result.left_out = records.calls, records.left_out
        result.fingerprint, result.inputs = records.fingerprint(), records.inputs()
        result.callables = sorted(records.callables)
        if records.calls:
            name = records.calls[-1][0].partition("(")[0]
            result.last_kind = f"{name}|{kind_name(records.last_result)}"
        if self._error is not None:
            result.frames = frames_of(self._error, self._hidden)
            result.text = whole_text(self._error)
        terms = self._client.terms
        self.send(Ended(result, terms.finish_case() if terms.is_recording else None))
        if result.outcome == "out_of_memory":  # what a full process does next proves nothing
            self._client.broken = "memory"

    def _tell_place(self, place: list[Any]) -> None:
        match place:
            case [str(file), int(line)] if file in self._client.sources:
                self.send(Placed(file, line))

    def pytest_assertrepr_compare(self, op: str, left: Any, right: Any) -> list[str]:
        self._comparison.sides = (left, right, op)
        return [f"{kind_name(left)} {op} {kind_name(right)}"]

    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[Any]
    ) -> pytest.TestReport:
        error = None if call.excinfo is None else call.excinfo.value
        score = take_score(getattr(item, "function", None))
        if score is not None and self._result is not None:
            self._result.share = score
        return _CaseReport(item, str(call.when), error)

    def pytest_runtest_logreport(self, report: Any) -> None:
        result = self._result
        error = getattr(report, "error", None)
        if result is None or (report.passed and not hasattr(report, "wasxfail")):
            return
        if hasattr(report, "wasxfail"):
            self._worsen(result, "xpassed" if report.passed else "xfailed", None)
        elif report.skipped:
            self._worsen(result, "skipped", error)
        elif isinstance(error, CONTROL):
            return
        elif isinstance(error, MemoryError):
            self._worsen(result, "out_of_memory", error)
        else:
            self._worsen(result, "failed" if report.when == "call" else "error", error)

    def _worsen(self, result: CaseResult, outcome: str, error: BaseException | None) -> None:
        order = ("passed", "xfailed", "xpassed", "skipped", "failed", "error", "out_of_memory")
        if order.index(outcome) <= order.index(result.outcome):
            return
        result.outcome = outcome
        if isinstance(error, StudentInterrupt):
            error = error.__cause__
        if error is None or outcome in ("xfailed", "xpassed"):
            return
        self._error = error
        try:
            result.failure, result.shown = explain(error, self._client, self._comparison)
        except (WrongResult, Exception):
            result.failure = Failure("wrong_value")


class _CaseReport(pytest.TestReport):
    """A report that keeps the exception and spends nothing on its text."""

    def __init__(self, item: pytest.Item, when: Any, error: BaseException | None) -> None:
        outcome: Any = "passed"
        text: Any = None
        if isinstance(error, pytest.skip.Exception):
            outcome, text = "skipped", ("", 0, str(error))
        elif error is not None:
            outcome, text = "failed", type(error).__name__
        super().__init__(item.nodeid, item.location, {}, outcome, text, when, duration=0.0)
        self.error = error


def _seed(hidden_folder: str, side: str, case: str) -> str:
    """Make a side's seed for a case: the same in each run, and telling nothing of the other's."""
    secret = _digest(hidden_folder)
    return hashlib.sha256(f"{side}\0{case}\0".encode() + secret).hexdigest()


@functools.cache
def _digest(folder: str) -> bytes:
    """Sum up the hidden files, which nobody knows who could ask for their seed."""
    found = hashlib.sha256()
    for path in sorted(Path(folder).rglob("*.py")):
        if path.name != "conftest.py":  # a copy with hooks in it is to have the same seeds
            found.update(path.read_bytes())
    return found.digest()


_NEVER_USED = (
    "pastebin stepwise terminal nose faulthandler unraisableexception threadexception setuponly "
    "setupplan"
).split()
# plugins that work at every case, and the fixtures and marks that they are there for
_WORKS_FOR = {
    "logging": {"caplog"},
    "warnings": {"@filterwarnings"},
    "cacheprovider": {"cache"},
    "doctest": {"doctest_namespace"},
    "junitxml": {"record_property", "record_testsuite_property", "record_xml_attribute"},
    "capture": {"capsys", "capfd", "capsysbinary", "capfdbinary", "capteesys"},
}


def pytest_arguments(hidden_folder: str, case_folder: str, asked: set[str] | None) -> list[str]:
    """The command line of a run: nothing from outside, no plugin that no case asks for.

    `asked` holds the names of fixtures and marks, None where they are not known yet.
    """
    off = list(_NEVER_USED)
    if asked is not None and "request" not in asked:  # which may ask for any fixture by name
        off += [plugin for plugin, users in _WORKS_FOR.items() if not users & asked]
    return [
        *("-c", os.devnull, f"--rootdir={hidden_folder}", f"--confcutdir={hidden_folder}"),
        *("--import-mode=prepend", f"--basetemp={case_folder}"),
        *([] if "capture" in off else ["--capture=no"]),
        *(f"-pno:{name}" for name in off),
        *("-o", f"cache_dir={Path(case_folder).parent}/.cache"),
        *([] if "doctest" in off else ["--doctest-glob=-"]),  # a text file is no hidden case
        hidden_folder,
    ]


def prepare_interpreter(
    cache_folder: str, plugins: tuple[str, ...], packages: tuple[str, ...] = ()
) -> None:
    """Make this process fit to run hidden cases: lazy imports done, no bytecode beside them.

    A package that is not here is missed by whichever case imports it.
    """
    install()
    sys.argv = ["pytest"]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ["PYTEST_PLUGINS"] = ",".join(plugins)
    os.environ["TZ"] = "UTC"  # as in a jail
    time.tzset()
    for package in packages:
        with contextlib.suppress(ImportError):
            importlib.import_module(package)
    import difflib  # noqa: F401 - pytest imports it when a student's files lie about
    import pprint  # noqa: F401 - the same
    import unittest.mock  # noqa: F401 - the same

    sys.pycache_prefix = cache_folder  # once all that has its bytecode elsewhere is loaded
    # what kinds of numbers and lists there are is looked up once, and not in each fork
    assert pytest.approx([1, 1.0]) == [1, 1.0]  # noqa: S101
