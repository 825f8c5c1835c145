"""One examiner beside one jailed child: started, watched and ended together.

The supervisor never decodes a byte that a submission wrote: it reads the examiner's events,
counts the bytes of the child's pipes, and reads both processes' clocks from outside.
"""

import contextlib
import fcntl
import os
import select
import signal
import time
from collections.abc import Callable

from grader.jail.child import JailedChild
from grader.model.course import Limits

from .events import EventReader, Placed, UnreadableEvent
from .jobs import drain
from .supervision import PairOutcome, Watch

_PIPE_BYTES = 1 << 20  # room for the events of a tick
_COLLECT_SECONDS = 20.0  # of CPU time of ours, before the first case
# what a submission may take to say where it is: C code does not let it
_ASK_CPU_SECONDS, _ASK_WALL_SECONDS, _ASK_TICK_SECONDS = 0.2, 1.0, 0.01


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
            super()._stop("timed_out")
        else:
            super()._check_limits(now, deadline)

    def _stop(self, why: str) -> None:
        if why == "timed_out":
            self._ask_where()
        super()._stop(why)

    def _ask_where(self) -> None:
        """Give the submission a moment to say where it is; nothing else is heard any more."""
        until = self._now() + _ASK_WALL_SECONDS
        most = self._child.cpu_seconds() + _ASK_CPU_SECONDS
        self._child.ask_where()
        poller = select.poll()
        poller.register(self._events, select.POLLIN)
        while self._outcome.place is None and self._now() < until:
            if self._child.cpu_seconds() > most:
                return
            for _, happened in poller.poll(_ASK_TICK_SECONDS * 1000):
                if not happened & select.POLLIN:
                    return
                self._take_place()

    def _take_place(self) -> None:
        with contextlib.suppress(UnreadableEvent):
            for event in self._reader.feed(drain(self._events)):
                if isinstance(event, Placed):
                    self._outcome.place = (event.file, event.line)

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
