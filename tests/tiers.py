"""Chooses the tests of a run by what each needs.

A test of `tests/unit` may start no process, and every other test that starts one says by a
marker of NEEDS what for. A run that names no place takes the quick tier: all but what LEFT names.
"""

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

NEEDS = {
    "jail": "runs code in a jail, at the levels that the machine can keep",
    "course": "judges lessons of the bundled course",
    "browser": "opens a page in Chromium",
    "database": "needs a PostgreSQL server",
    "second_user": "becomes another user, which only root can",
    "process": "starts a process that is none of the others",
    "slow": "takes seconds of CPU, or waits that long",
}
LEFT = ("browser", "database", "slow")
_STARTS = {"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "subprocess.Popen"}
_MAY_START = {*NEEDS} - {"slow"}


class Tiers:
    """A plugin for one run, in the process that the run was started in and in each worker."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.left = 0
        self.running: pytest.Item | None = None
        sys.addaudithook(self._refuse_processes)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what is not quick, and put the files that take longest first."""
        if not hasattr(os, "geteuid") or os.geteuid() != 0:
            cannot = pytest.mark.skip(reason="only root can become another user")
            for item in items:
                if item.get_closest_marker("second_user"):
                    item.add_marker(cannot)
        slow = {item.path for item in items if is_left(item)}
        if not self.config.option.all:
            taken = [item for item in items if not is_left(item)]
            self.left = len(items) - len(taken)
            self.config.hook.pytest_deselected(items=[item for item in items if is_left(item)])
            items[:] = taken
        items.sort(key=lambda item: item.path not in slow)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Know which test runs."""
        self.running = item
        try:
            return (yield)
        finally:
            self.running = None

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self) -> Iterator[None]:
        """Send what a worker left out to the process that started it."""
        sent = getattr(self.config, "workeroutput", None)
        if sent is not None:
            sent["left"] = self.left
        yield

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker left out."""
        self.left = max(self.left, getattr(node, "workeroutput", {}).get("left", 0))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what was left out."""
        if self.left:
            terminalreporter.write_line(f"{self.left} tests are left to `python3 run test --all`.")

    def _refuse_processes(self, event: str, _arguments: tuple[object, ...]) -> None:
        if event in _STARTS and self.running is not None and not may_start(self.running):
            marks = ", ".join(sorted(_MAY_START))
            raise RuntimeError(
                f"A process is started by a test that carries none of the marks {marks}, or by"
                " one of tests/unit, where no test may."
            )


class ByFileAndLevel(LoadScopeScheduling):
    """Gives a worker whole files, or what a file tests at one level of isolation."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, name = nodeid.partition("::")
        parameters = name.partition("[")[2]
        return f"{file} {next((one for one in ('full', 'reduced') if one in parameters), '')}"


def is_left(item: pytest.Item) -> bool:
    """Tell whether a test is none of the quick tier."""
    return any(item.get_closest_marker(name) for name in LEFT)


def may_start(item: pytest.Item) -> bool:
    """Tell whether a test has said that it starts processes; of unit tests only a database may."""
    allowed = {"database"} if item.nodeid.startswith("tests/unit/") else _MAY_START
    return any(item.get_closest_marker(name) for name in allowed)
