"""One examiner beside one jailed child: started, watched and ended together.

The supervisor never decodes a byte that a submission wrote: it reads the examiner's events,
counts the bytes of the child's pipes, and reads both processes' clocks from outside.
"""

import contextlib
import fcntl
import os
import signal
import time
from collections.abc import Callable

from grader.jail.child import JailedChild
from grader.model.course import Limits

from .events import EventReader
from .watching import PairOutcome, Watch

_PIPE_BYTES = 1 << 20  # room for the events of a tick
_COLLECT_SECONDS = 20.0  # of CPU time of ours, before the first case


class Pair(Watch):
    """Watches one examiner and one child until one of them is done or over a limit."""

    def __init__(self, child: JailedChild, examiner: int, events: int, limits: Limits) -> None:
        super().__init__(child, events, EventReader(), limits)
        self.examiner = examiner
        self._processes.append(examiner)
        self.is_waited_for = False

    def _start_clocks(self, now: float) -> None:
        super()._start_clocks(now)
        self._our_cpu = _cpu_seconds(self.examiner)

    def _check_limits(self, now: float, deadline: float) -> None:
        is_case = self._outcome.running is not None
        ours = self._case_seconds if is_case else _COLLECT_SECONDS
        if _cpu_seconds(self.examiner) - self._our_cpu > ours:
            self._stop("timed_out")
        else:
            super()._check_limits(now, deadline)

    def _end(self) -> PairOutcome:
        outcome = self._outcome
        if outcome.why == "died" and outcome.fault is None:
            self.is_waited_for = True
            outcome.fault = f"the examiner ended with status {kill_and_wait(self.examiner)}"
        else:  # to wait until it is gone is for later, when nobody waits for the outcome
            os.kill(self.examiner, signal.SIGKILL)
        return super()._end()


def _cpu_seconds(pid: int) -> float:
    """Read the CPU time of a process: the clock id is the kernel's own encoding of a pid."""
    try:
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0.0


def kill_and_wait(pid: int) -> int:
    """End a process of ours; gives its exit status, negative for a signal."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    try:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    except ChildProcessError:
        return 0


def start_examiner(examine: Callable[[int], None]) -> tuple[int, int]:
    """Fork an examiner; gives its pid and the pipe of its events."""
    events, ours = os.pipe()
    with contextlib.suppress(OSError, AttributeError):
        fcntl.fcntl(ours, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    pid = os.fork()
    if pid:
        os.close(ours)
        return pid, events
    os.close(events)
    try:
        examine(ours)
    finally:
        os._exit(70)
