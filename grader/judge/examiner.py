"""Runs hidden cases in pytest against one submission, and tells the supervisor as it goes."""

import contextlib
import functools
import hashlib
import importlib
import inspect
import os
import sys
import time
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any
from unittest import SkipTest

import pytest
from _pytest.assertion import util
from _pytest.python import async_fail, get_direct_param_fixture_func

from grader.border.client import CONTROL, Client
from grader.border.inert import Wrong, WrongResult
from grader.border.surroundings import SEED_HERE
from grader.cases.comparison import kind_name
from grader.cases.events import CaseResult, Ended, Failure, Shown
from grader.cases.gradescope import install
from grader.cases.marks import MARKERS
from grader.cases.plugin import CasePlugin

from .failure import explain, failure_of_file, refused
from .jobs import Placed, Recorded, Tell

_FOLDER_NAME = 12  # digits
_MARKS = {"parametrize", *(marker.partition("(")[0].partition(":")[0] for marker in MARKERS)}
_HOOKS = (
    *("pytest_runtest_protocol", "pytest_runtest_setup", "pytest_runtest_call"),
    *("pytest_runtest_teardown", "pytest_runtest_makereport", "pytest_runtest_logreport"),
    "pytest_pyfunc_call",
)
_SKIPPING = (pytest.skip.Exception, pytest.xfail.Exception, SkipTest)
_Arguments = dict[str, Any]


class Examiner(CasePlugin):
    """Runs hidden cases over one client."""

    def __init__(self, client: Client, send: Tell, hidden_folder: str) -> None:
        super().__init__(send, hidden_folder)
        self.send: Tell = send
        self.client = client
        client.hear_place = self._tell_place
        self.plain: dict[pytest.Item, _Arguments | None] = {}  # of cases collected in advance
        self.loop: Callable[[list[pytest.Item]], None] = self.run_items
        _digest(hidden_folder)  # once where cases are collected in advance, and not in each fork
        self._printed = 0
        self.most_failing: int | None = None  # after so many cases it is over

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.loop(session.items)
        return True

    def _tell_place(self, place: list[Any]) -> None:
        match place:
            case [str(file), int(line)] if file in self.client.sources:
                self.send(Placed(file, line))

    @pytest.fixture
    def tmp_path(
        self, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
    ) -> Path:
        """Make a case's folder, under a name that says nothing of the case.

        A submission sees it, and pytest's own holds the values of parameters, expected ones too.
        """
        case = self.ids[request.node.nodeid]
        name = _seed(self.hidden, "folder", case)[:_FOLDER_NAME]
        return tmp_path_factory.mktemp(f"case_{name}_")

    def failure_of_file(self, file: str, error: BaseException) -> Failure:
        return failure_of_file(file, error, self.client, self.hidden)

    def explain(self, error: BaseException) -> tuple[Failure, Shown]:
        try:
            return explain(error, self.client, self.sides)
        except WrongResult:
            return Failure("wrong_value"), (None, None, None)

    def begin(self, case: str) -> None:
        self.client.start_case(case)
        self.client.surroundings.seeds["random"] = _seed(self.hidden, "jail", case)
        self._printed = self.client.surroundings.printed_size
        SEED_HERE(_seed(self.hidden, "tests", case))

    def end(self, result: CaseResult) -> None:
        client, records = self.client, self.client.records
        if client.broken is not None:
            return
        refusal = client.gate.refusal
        worse = {"out_of_memory", "error"}
        if refusal is not None and refusal.wrong is Wrong.NOTHING:
            worse.add("failed")  # the case saw it, and says more
        if refusal is not None and result.outcome not in worse:
            result.outcome, result.failure = "failed", refused(refusal)
        result.has_printed = client.surroundings.printed_size > self._printed
        result.calls, result.left_out = records.calls, records.left_out
        result.fingerprint, result.inputs = records.fingerprint(), records.inputs()
        result.callables = sorted(records.callables)
        if records.calls:
            name = records.calls[-1][0].partition("(")[0]
            result.last_kind = f"{name}|{kind_name(records.last_result)}"
        self.send(Ended(result))
        if client.terms.is_recording:
            self.send(Recorded(client.terms.finish_case()))
        if result.outcome == "out_of_memory":  # what a full process does next proves nothing
            client.broken = "memory"

    def run_phases(self, item: pytest.Item, following: pytest.Item | None) -> None:
        arguments = self.plain[item] if item in self.plain else plain_arguments(item, self)
        if arguments is None or _is_to_take_down(item, following):
            super().run_phases(item, following)
            return
        function = item.obj  # type: ignore[attr-defined] # of a function
        error = _call_plain(function, arguments, self._worded, item.nodeid)
        if isinstance(error, _SKIPPING):  # pytest knows what that comes to
            info = pytest.ExceptionInfo.from_exception(error)
            call: pytest.CallInfo[Any] = pytest.CallInfo(
                None, info, 0, 0, 0, "call", _ispytest=True
            )
            self.pytest_runtest_logreport(
                item.ihook.pytest_runtest_makereport(item=item, call=call)
            )
            return
        self.take_share(function)
        self.note_phase("call", error)

    def _worded(self, op: str, left: Any, right: Any) -> str:
        return self.pytest_assertrepr_compare(op, left, right)[0]

    def is_over(self, result: CaseResult) -> bool:
        if self.most_failing is not None and result.outcome != "passed":
            self.most_failing -= 1
        return self.client.broken is not None or self.most_failing == 0

    def pytest_assertrepr_compare(self, op: str, left: Any, right: Any) -> list[str]:
        super().pytest_assertrepr_compare(op, left, right)
        return [f"{kind_name(left)} {op} {kind_name(right)}"]

    def note_phase(self, when: str, error: BaseException | None) -> None:
        if not isinstance(error, CONTROL):
            super().note_phase(when, error)


def plain_arguments(item: pytest.Item, judge: object) -> _Arguments | None:
    """Give what a plain case is called with; None for every other case.

    `judge` is the plugin that runs the cases.
    """
    if type(item) is not pytest.Function or item.cls is not None:
        return None
    if {mark.name for mark in item.iter_markers()} - _MARKS or _has_hooks(item, judge):
        return None
    fixtures = chain.from_iterable(item._fixtureinfo.name2fixturedefs.values())
    if any(one.func is not get_direct_param_fixture_func for one in fixtures):
        return None
    given = item.callspec.params if hasattr(item, "callspec") else {}
    names = item._fixtureinfo.argnames
    is_plain = set(names) <= set(given) and not inspect.iscoroutinefunction(item.obj)
    return {name: given[name] for name in names} if is_plain else None


def _is_to_take_down(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Whether a case before has set up what the next one must not find, as of a module's end."""
    stack = item.session._setupstate.stack
    kept = following.listchain() if stack and following is not None else []
    return not set(stack).issubset(kept)


def _has_hooks(item: pytest.Item, judge: object) -> bool:
    """Whether somebody else than pytest and who judges has a say in how a case is run."""
    for name in _HOOKS:
        for one in getattr(item.ihook, name).get_hookimpls():
            module = getattr(one.plugin, "__name__", type(one.plugin).__module__)
            if one.plugin is not judge and not module.startswith("_pytest."):
                return True
    return False


def _call_plain(
    function: Any, arguments: _Arguments, explain: Any, nodeid: str
) -> BaseException | None:
    """Call a plain case as pytest does, and return what it raised.

    `explain` words a comparison that fails.
    """
    util._reprcompare = explain
    try:
        result = function(**arguments)
        if result is not None and (hasattr(result, "__await__") or hasattr(result, "__aiter__")):
            async_fail(nodeid)
    except BaseException as error:
        return error
    finally:
        util._reprcompare = None
    return None


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


# what pytest and the guards import as they run: once here, not in each fork, and no student's file
_IMPORTED_LATE = (
    "difflib pprint unittest.mock _pytest._argcomplete _pytest.helpconfig _pytest.junitxml "
    "_pytest.skipping _pytest.tracemalloc _pytest.unittest _pytest.warnings"
).split()
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
    late = ["numpy.random"] if "numpy" in sys.modules else []
    for module in (*late, *_IMPORTED_LATE):
        importlib.import_module(module)
    sys.pycache_prefix = cache_folder  # once all that has its bytecode elsewhere is loaded
    # what kinds of numbers and lists there are is looked up once, and not in each fork
    assert pytest.approx([1, 1.0]) == [1, 1.0]  # noqa: S101
