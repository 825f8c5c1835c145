"""Runs hidden cases over the border in forks without any sandbox, and in plain pytest beside it."""

import contextlib
import importlib
import os
import random
import shutil
import signal
import socket
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.border.client import Client, SubmissionEnded
from grader.border.connection import Connection, ConnectionClosed
from grader.border.contract import Contract, Terms
from grader.border.guards import Guards, install_guards
from grader.border.modules import ExaminerFinder, module_name
from grader.border.server import Server
from grader.border.surroundings import Surroundings
from grader.cases.gradescope import install
from grader.cases.marks import MARKERS, case_ids
from grader.cases.plugin import PastPytest

SECONDS = 60
OFF = (
    "pastebin stepwise faulthandler cacheprovider threadexception unraisableexception terminal "
    "junitxml"
).split()
MIB = 1024 * 1024


@dataclass
class Run:
    """What the cases came to."""

    outcomes: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    contract: Contract = field(default_factory=Contract)
    fingerprints: dict[str, str] = field(default_factory=dict)
    calls: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)  # of a caller's own plugin


@dataclass(frozen=True)
class Lesson:
    """Hidden cases, and what lies beside a submission."""

    hidden: Path
    course_files: dict[str, bytes] = field(default_factory=dict)
    packages: tuple[str, ...] = ()
    plugins: tuple[str, ...] = ()


class Noting:
    """A pytest plugin that keeps the worst outcome of each case, and why it did not pass."""

    def __init__(self, client: Client | None = None) -> None:
        self.client = client
        self.ids: dict[str, str] = {}
        self.run = Run()

    def pytest_configure(self, config: pytest.Config) -> None:
        for marker in MARKERS:
            config.addinivalue_line("markers", marker)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        ids = case_ids(items)
        self.ids = {item.nodeid: case for item, case in zip(items, ids, strict=True)}

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.run.reasons[f"collecting {report.nodeid}"] = report.longreprtext

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        case, client = self.ids[item.nodeid], self.client
        random.seed(0)
        if client is None:
            return (yield)
        if client.broken is not None:
            self.run.outcomes[case] = "not passed"
            self.run.reasons[case] = f"broken: {client.broken} {client.breach_reason}"
            yield
            return True
        client.start_case(case)
        try:
            result = yield
        except SubmissionEnded:
            self.run.outcomes[case] = "not passed"
            self.run.reasons[case] = f"broken: {client.broken} {client.breach_reason}"
            return True
        if client.gate.refusal is not None:
            self.run.outcomes[case] = "not passed"
            self.run.reasons[case] = f"refused: {client.gate.refusal} " + self.run.reasons.get(
                case, ""
            )
        self.run.fingerprints[case] = client.records.fingerprint()
        self.run.calls[case] = client.records.calls
        if client.terms.is_recording:
            self.run.contract.cases.update(client.terms.finish_case().cases)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        case = self.ids[report.nodeid]
        if report.failed:
            self.run.outcomes[case] = "not passed"
            self.run.reasons[case] = report.longreprtext
        elif report.skipped and self.run.outcomes.get(case) != "not passed":
            self.run.outcomes[case] = "skipped"
        else:
            self.run.outcomes.setdefault(case, "passed")


def run_plainly(lesson: Lesson, sources: dict[str, bytes]) -> Run:
    """Run in plain pytest, in one process with the submission."""
    return _in_fork(lambda scratch: _plain(lesson, sources, scratch))


def run_over_border(
    lesson: Lesson,
    sources: dict[str, bytes],
    contract: Contract | None = None,
    plugin: Callable[[Client], Noting] = Noting,
) -> Run:
    """Judge by a contract, or record one where none is given."""
    return _in_fork(lambda scratch: _across(lesson, sources, contract, plugin, scratch))


def _plain(lesson: Lesson, sources: dict[str, bytes], scratch: Path) -> Run:
    folder = _write(scratch / "submission", {**lesson.course_files, **sources})
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    noting = Noting()
    _pytest(lesson, [noting, PastPytest()], scratch)
    return noting.run


def _across(
    lesson: Lesson,
    sources: dict[str, bytes],
    contract: Contract | None,
    plugin: Callable[[Client], Noting],
    scratch: Path,
) -> Run:
    everything = {**lesson.course_files, **sources}
    for package in lesson.packages:
        importlib.import_module(package)  # as both ends have before anything is asked
    ours, theirs = socket.socketpair()
    jail = os.fork()
    if jail == 0:
        ours.close()
        os.chdir(_write(scratch / "jail", {}))
        with contextlib.suppress(ConnectionClosed):
            connection = Connection(theirs)
            Server(connection, None).serve(connection.receive())
        os._exit(0)
    theirs.close()
    home = _write(scratch / "submission", everything)
    os.chdir(home)
    tempfile.tempdir = str(scratch / "cases")
    (scratch / "cases").mkdir()
    terms = Terms(contract or Contract(), is_recording=contract is None)
    surroundings = Surroundings(terms, 4 * MIB)
    client = Client(Connection(ours), terms, surroundings)
    finder = ExaminerFinder(client, everything)
    sys.meta_path.insert(0, finder)
    for name in map(module_name, everything):
        sys.modules.pop(name, None)
    noting = plugin(client)
    cases = str(scratch / "cases")
    install_guards(Guards(client, everything, str(lesson.hidden)))
    surroundings.begin({"work": str(home), "cases": cases})
    client.ask("begin()", "begin", everything, "seed", cases)
    try:
        _pytest(lesson, [noting, PastPytest()], scratch / "cases")
    except SubmissionEnded as error:
        noting.run.reasons["collecting"] = f"{error} {client.breach_reason}"
    if terms.is_recording:
        noting.run.contract.cases.setdefault("", terms.contract.cases[""])
    os.kill(jail, signal.SIGKILL)
    return noting.run


def _pytest(lesson: Lesson, plugins: list[object], scratch: Path) -> None:
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ["PYTEST_PLUGINS"] = ",".join(lesson.plugins)
    sys.dont_write_bytecode = True
    install()
    arguments = [
        "-c",
        os.devnull,
        f"--rootdir={lesson.hidden}",
        f"--confcutdir={lesson.hidden}",
        f"--basetemp={scratch}/run",
    ]
    with Path(os.devnull).open("w") as sink, contextlib.redirect_stdout(sink):
        pytest.main(
            [*arguments, *(f"-pno:{name}" for name in OFF), str(lesson.hidden)], plugins=plugins
        )


def _in_fork(work: Callable[[Path], Run]) -> Run:
    scratch = Path(tempfile.mkdtemp(prefix="border-"))
    answer = scratch / "answer"
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        warnings.resetwarnings()  # so that the caller's do not decide
        signal.alarm(SECONDS)  # a wrong submission may never end
        sys.pycache_prefix = str(scratch / "bytecode")  # outside of what a submission writes
        try:
            answer.write_bytes(msgspec.msgpack.encode(work(scratch)))
        except BaseException:  # noqa: BLE001 - whatever it is, the caller is told
            failed = Run(reasons={"driver": traceback.format_exc()})
            answer.write_bytes(msgspec.msgpack.encode(failed))
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    data = answer.read_bytes() if answer.exists() else None
    shutil.rmtree(scratch, ignore_errors=True)
    if data is None:
        return Run(reasons={"driver": "the process ended"})
    return msgspec.msgpack.decode(data, type=Run)


def _write(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir(parents=True)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def differences(plain: Run, across: Run) -> list[str]:
    """Name each case whose outcome differs, with the reason on the side that did not pass."""
    return [
        f"{case}: plain {plain.outcomes.get(case, 'missing')}, "
        f"across {across.outcomes.get(case, 'missing')}\n"
        f"{across.reasons.get(case, '')}{plain.reasons.get(case, '')}"
        for case in sorted({*plain.outcomes, *across.outcomes})
        if plain.outcomes.get(case) != across.outcomes.get(case)
    ]


__all__ = ["Lesson", "Run", "differences", "module_name", "run_over_border", "run_plainly"]
