"""The process that runs an author's files plainly; pytest is loaded once, each order forks."""

import contextlib
import json
import os
import runpy
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest

from grader.content.handout import SCRIPT
from grader.judge.collecting import in_written_order
from grader.judge.gradescope import install
from grader.judge.marks import MARKERS, case_ids

_OFF = ("cacheprovider", "junitxml", "pastebin", "stepwise", "faulthandler")
_Row = list[Any]


class Noting:
    """A pytest plugin that keeps the worst outcome of each case, and why it did not pass."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}
        self.rows: dict[str, _Row] = {}

    def pytest_configure(self, config: pytest.Config) -> None:
        for marker in MARKERS:
            config.addinivalue_line("markers", marker)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = in_written_order(items)
        ids = case_ids(items)
        self._ids = {item.nodeid: case for item, case in zip(items, ids, strict=True)}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        case = self._ids[report.nodeid]
        known = self.rows.get(case, ["passed"])[0]
        if report.failed:
            self.rows[case] = ["not passed", *_crash(report)]
        elif report.skipped and known != "not passed":
            self.rows[case] = ["skipped"]
        else:
            self.rows.setdefault(case, ["passed"])


def _crash(report: pytest.TestReport) -> tuple[str, int | None]:
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:
        return str(report.longrepr)[-300:], None
    return str(crash.message), int(crash.lineno)


def run_cases(order: dict[str, Any]) -> dict[str, _Row]:
    """Run the cases of a folder in this process, with the reference's folder on the path."""
    install()
    noting = Noting()
    scratch = Path(order["folder"]) / "scratch"
    arguments = ["-c", os.devnull, f"--rootdir={order['cases']}", f"--basetemp={scratch}", "-q"]
    arguments += [f"-pno:{name}" for name in _OFF]
    pytest.main([*arguments, "--import-mode=prepend", order["cases"]], plugins=[noting])
    return noting.rows


def run_script(_order: dict[str, Any]) -> dict[str, _Row]:
    """Run run.py as a student does."""
    sys.argv = [SCRIPT]
    try:
        runpy.run_path(SCRIPT, run_name="__main__")
    except SystemExit as left:
        row = ["passed"] if left.code in (None, 0) else ["not passed", f"it exits with {left.code}"]
        return {SCRIPT: row}
    except BaseException as error:  # noqa: BLE001 - whatever the author's script raises is told
        frames = traceback.extract_tb(error.__traceback__)
        line = next((f.lineno for f in reversed(frames) if f.filename.endswith(SCRIPT)), None)
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
