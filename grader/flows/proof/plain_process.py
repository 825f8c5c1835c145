"""The process that runs an author's files plainly; pytest is loaded once, each order forks."""

import contextlib
import json
import os
import runpy
import signal
import sys
import traceback
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from _pytest.pathlib import ImportPathMismatchError

from grader.cases.gradescope import install
from grader.cases.marks import MARKERS, case_ids, in_written_order
from grader.model.course import SCRIPT

from .plain_runs import PRINTED

_OFF = ("pastebin", "stepwise", "faulthandler")
_Row = list[Any]


class Noting:
    """A pytest plugin that keeps the worst outcome of each case, and why it did not pass."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._ids: dict[str, str] = {}
        self.rows: dict[str, _Row] = {}
        self.printed = 0

    def pytest_configure(self, config: pytest.Config) -> None:
        for marker in MARKERS:
            config.addinivalue_line("markers", marker)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = in_written_order(items)
        ids = case_ids(items)
        self._ids = {item.nodeid: case for item, case in zip(items, ids, strict=True)}

    @pytest.hookimpl(wrapper=True)
    def pytest_load_initial_conftests(self) -> Generator[None, Any, Any]:
        try:
            return (yield)
        except Exception as error:
            self._note_broken(error, Path(self._folder) / "conftest.py")
            raise

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, Any]:
        report = yield
        if report.failed and report.call is not None and report.call.excinfo is not None:
            self._note_broken(report.call.excinfo.value, collector.path)
        return report

    def _note_broken(self, error: BaseException, path: Path) -> None:
        """Keep why a file cannot be imported, and the last of its own lines that led there."""
        while error.__cause__ is not None and not isinstance(error, SyntaxError):
            error = error.__cause__
        said = " ".join(str(error).split())
        if isinstance(error, ImportPathMismatchError):  # whose text is three things of pytest's
            said = "another file of cases has the same name; give each its own"
        name = os.path.relpath(path, self._folder)
        kind = "" if isinstance(error, pytest.fail.Exception) else f"{type(error).__name__}: "
        self.rows[name] = ["broken", f"{kind}{said}", _line_in(str(path), error)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":  # whose sections hold those of the phases before it
            self.printed += len(report.capstdout) + len(report.capstderr)
        case = self._ids[report.nodeid]
        known = self.rows.get(case, ["passed"])[0]
        if report.failed:
            self.rows[case] = ["not passed", *_crash(report, self._folder)]
        elif report.skipped and known != "not passed":
            self.rows[case] = ["skipped"]
        else:
            self.rows.setdefault(case, ["passed"])


def _crash(report: pytest.TestReport, folder: str) -> tuple[str, int | None]:
    crash = getattr(report.longrepr, "reprcrash", None)
    wanted = getattr(report.longrepr, "argname", None)
    if wanted is not None:
        return f"there is no fixture {wanted}", None
    if crash is None:
        return str(report.longrepr)[-300:], None
    # the line in the author's file, where it was unittest or numpy that raised
    entries = getattr(getattr(report.longrepr, "reprtraceback", None), "reprentries", ())
    places = [entry.reprfileloc for entry in entries if getattr(entry, "reprfileloc", None)]
    own = [one.lineno for one in places if Path(folder) in Path(folder, one.path).parents]
    return str(crash.message), int(own[-1] if own else crash.lineno)


def _line_in(path: str, error: BaseException) -> int | None:
    """Find the last line of a file that led to an error."""
    if isinstance(error, SyntaxError) and (error.filename or "").endswith(path):
        return error.lineno
    frames = reversed(traceback.extract_tb(error.__traceback__))
    return next((frame.lineno for frame in frames if frame.filename.endswith(path)), None)


def run_cases(order: dict[str, Any]) -> dict[str, _Row]:
    """Run the cases of a folder in this process, with the reference's folder on the path."""
    install()
    noting = Noting(order["cases"])
    scratch = Path(order["folder"]) / "scratch"
    cases = order["cases"]  # and no conftest.py of the folders above, which judging does not see
    arguments = ["-c", os.devnull, f"--rootdir={cases}", f"--confcutdir={cases}", "-q"]
    arguments += [f"--basetemp={scratch}", "-o", f"cache_dir={scratch}.cache"]
    arguments += [f"-pno:{name}" for name in _OFF]
    pytest.main([*arguments, "--import-mode=prepend", order["cases"]], plugins=[noting])
    return {**noting.rows, PRINTED: [PRINTED, "", noting.printed]}


def run_script(_order: dict[str, Any]) -> dict[str, _Row]:
    """Run run.py as a student does."""
    sys.argv = [SCRIPT]
    try:
        runpy.run_path(SCRIPT, run_name="__main__")
    except SystemExit as left:
        row = ["passed"] if left.code in (None, 0) else ["not passed", f"it exits with {left.code}"]
        return {SCRIPT: row}
    except BaseException as error:  # noqa: BLE001 - whatever the author's script raises is told
        line = _line_in(SCRIPT, error)
        return {SCRIPT: ["not passed", f"{type(error).__name__}: {error}", line]}
    return {SCRIPT: ["passed"]}


def work_off(order: dict[str, Any]) -> None:
    """Carry out one order in a fork, and leave the answer in its file."""
    pid = os.fork()
    if pid:
        os.waitpid(pid, 0)
        return
    signal.alarm(order["seconds"])
    try:
        os.chdir(order["folder"])
        sys.path.insert(0, order["folder"])
        run = run_script if order["kind"] == "script" else run_cases
        with Path(os.devnull).open("w") as sink, contextlib.redirect_stdout(sink):
            rows = run(order)
        Path(order["answer"]).write_text(json.dumps(rows), encoding="utf-8")
    finally:
        os._exit(0)


if __name__ == "__main__":
    for line in sys.stdin:
        work_off(json.loads(line))
