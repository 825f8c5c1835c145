"""Chooses the tests of a run by what each needs, and measures what each costs.

A test of `tests/unit` may start no process, and every other test that starts one says by a
marker of NEEDS what for. A run that names no place takes the quick tier: all but what LEFT names.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests import warm

NEEDS = {
    "jail": "runs code in a jail, at the levels that the machine can keep",
    "course": "judges lessons of the bundled course",
    "browser": "opens a page in Chromium",
    "database": "needs a PostgreSQL server",
    "second_user": "becomes another user, which only root can",
    "process": "starts a process that is none of the others",
    "slow": "takes more than QUICK_SECONDS of CPU, or waits that long",
}
LEFT = ("browser", "database", "slow")
QUICK_SECONDS = 2.0  # of CPU, fixtures and child processes included, where YARDSTICK_SECONDS hold
YARDSTICK_SECONDS = 0.12  # of CPU, for yardstick() on the machine that QUICK_SECONDS is said for
SLOWEST = 10
_STARTS = {"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "subprocess.Popen"}
_MAY_START = {*NEEDS} - {"slow"}


class Tiers:
    """A plugin for one run, in the process that the run was started in and in each worker."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.left = 0
        self.costs: list[tuple[float, str, bool]] = []
        self.slowness = 1.0
        self.running: pytest.Item | None = None
        self.began = 0.0
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
        """Know which test runs, and begin to measure it."""
        self.running, self.began = item, cpu_seconds()
        try:
            return (yield)
        finally:
            self.running = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        """Note the cost; what is torn down with the last test was used by many."""
        self.costs.append((cpu_seconds() - self.began, item.nodeid, not is_left(item)))

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        """Send what a worker knows to the process that started it; fail over slow quick tests."""
        sent = getattr(self.config, "workeroutput", None)
        if self.config.option.cpu_limit:
            self.slowness = max(self.slowness, yardstick() / YARDSTICK_SECONDS)
        if sent is not None:
            sent["tiers"] = (self.left, self.slowness, self.costs)
        yield
        if sent is None and self.config.option.cpu_limit and self._too_slow_twice():
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker knew."""
        left, slowness, costs = getattr(node, "workeroutput", {}).get("tiers", (0, 1.0, []))
        self.left = max(self.left, left)
        self.slowness = max(self.slowness, slowness)
        self.costs += [(seconds, where, quick) for seconds, where, quick in costs]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what was costly, what is too costly for its tier, and what was left out."""
        write = terminalreporter.write_line
        if self.config.option.cpu_limit:
            terminalreporter.section(f"{SLOWEST} tests with most CPU time")
            for seconds, where, _quick in sorted(self.costs, reverse=True)[:SLOWEST]:
                write(f"{seconds:6.2f} s  {where}")
            if slow := self._too_slow():
                limit = f"{QUICK_SECONDS * self.slowness:.1f} s of CPU"
                terminalreporter.section(f"quick tests above {limit}", red=True)
                write("Make them quicker, or mark them slow:")
                for seconds, where in slow:
                    write(f"{seconds:6.2f} s  {where}")
        if self.left:
            write(f"{self.left} tests are left to `python3 run test --all`.")

    def _too_slow(self) -> list[tuple[float, str]]:
        found = [(cost, where) for cost, where, quick in self.costs if quick]
        limit = QUICK_SECONDS * self.slowness
        return sorted((one for one in found if one[0] > limit), reverse=True)

    def _too_slow_twice(self) -> bool:
        """Tell whether a test is too slow again, run alone: once may be the machine's doing."""
        slow = [where for _cost, where in self._too_slow()]
        if not slow or self.config.args_source == pytest.Config.ArgsSource.ARGS:
            return bool(slow)
        command = [sys.executable, "-m", "pytest", "--cpu-limit", "-q", *slow]
        return subprocess.run(command, cwd=self.config.rootpath, check=False).returncode != 0

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


def cpu_seconds() -> float:
    """Return what this process used so far, and those of its children that have ended."""
    return sum(os.times()[:4]) + warm.cpu_seconds()


def yardstick() -> float:
    """Return the CPU time of a fixed piece of work: what a slow or busy machine makes longer."""
    before = cpu_seconds()
    sum(map(hash, map(str, range(1_000_000))))
    return cpu_seconds() - before


def is_left(item: pytest.Item) -> bool:
    """Tell whether a test is none of the quick tier."""
    return any(item.get_closest_marker(name) for name in LEFT)


def may_start(item: pytest.Item) -> bool:
    """Tell whether a test has said that it starts processes; of unit tests only a database may."""
    allowed = {"database"} if item.nodeid.startswith("tests/unit/") else _MAY_START
    return any(item.get_closest_marker(name) for name in allowed)
