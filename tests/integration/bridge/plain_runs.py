"""Runs hidden cases against a module beside them, in one plain pytest process each, by forking."""

import contextlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from grader.cases.marks import MARKERS, case_ids

OFF = ("pastebin", "stepwise", "faulthandler")
SECONDS = 100  # a case that starts many programs takes long on a busy machine


class Noting:
    """A pytest plugin that keeps the worst outcome of each case, and why it did not pass."""

    def __init__(self) -> None:
        self.ids: dict[str, str] = {}
        self.outcomes: dict[str, str] = {}
        self.reasons: dict[str, str] = {}

    def pytest_configure(self, config: pytest.Config) -> None:
        for marker in MARKERS:
            config.addinivalue_line("markers", marker)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        ids = case_ids(items)
        self.ids = {item.nodeid: case for item, case in zip(items, ids, strict=True)}

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.reasons[f"collecting {report.nodeid}"] = report.longreprtext

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        case = self.ids[report.nodeid]
        if report.failed:
            self.outcomes[case] = "not passed"
            self.reasons[case] = report.longreprtext
        elif report.skipped and self.outcomes.get(case) != "not passed":
            self.outcomes[case] = "skipped"
        else:
            self.outcomes.setdefault(case, "passed")


def run_here(folder: str, hidden: str, scratch: str, plugins: str) -> dict[str, Any]:
    """Run the cases in this process, with the submission's folder as the current one."""
    os.chdir(folder)
    sys.path.insert(0, folder)
    noting = Noting()
    with Path(os.devnull).open("w") as sink, contextlib.redirect_stdout(sink):
        arguments = ["-c", os.devnull, f"--rootdir={hidden}", f"--basetemp={scratch}", "-q"]
        arguments += ["-o", f"cache_dir={scratch}.cache"]
        os.environ["PYTEST_PLUGINS"] = plugins
        pytest.main([*arguments, *(f"-pno:{name}" for name in OFF), hidden], plugins=[noting])
    return {"outcomes": noting.outcomes, "reasons": noting.reasons}


def run_in_fork(order: dict[str, str]) -> None:
    """Leave the outcomes of one order in its file."""
    pid = os.fork()
    if pid == 0:
        signal.alarm(SECONDS)  # a wrong submission may never end
        try:
            found = run_here(order["folder"], order["hidden"], order["scratch"], order["plugins"])
            Path(order["answer"]).write_text(json.dumps(found), encoding="utf-8")
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


if __name__ == "__main__":
    for line in sys.stdin:
        run_in_fork(json.loads(line))
