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

from grader.bridge.contract import Contract
from grader.jail.child import JailedChild
from grader.jail.spec import Ending
from grader.model.course import Limits

from .events import (
    CaseResult,
    Collected,
    Ended,
    Event,
    EventReader,
    Fault,
    Finished,
    Met,
    Started,
    UnreadableEvent,
)
from .jobs import drain
from .waiting import WaitingClock

_TICK_SECONDS = 0.05
_PIPE_BYTES = 1 << 20  # room for the events of a tick
_COLLECT_SECONDS = 20.0  # of CPU time of ours, before the first case


class PairOutcome:
    """What one pair came to."""

    def __init__(self) -> None:
        self.collected: Collected | None = None
        self.results: list[CaseResult] = []
        self.running: str | None = None  # the case that was cut short
        self.why = "died"  # done ended breach printed memory deep timed_out files fault died
        self.finished: Finished | None = None
        self.ending: Ending | None = None
        self.fault: str | None = None
        self.has_met = False  # whether the examiner had begun to hear the submission
        self.waited_seconds = 0.0  # for a core that others had
        self.raw_printed = bytearray()
        self.raw_bytes = 0
        self.contract = Contract()


class Pair:
    """Watches one examiner and one child until one of them is done or over a limit."""

    def __init__(self, child: JailedChild, examiner: int, events: int, limits: Limits) -> None:
        self._child = child
        self.examiner = examiner
        self.is_waited_for = False
        self._events = events
        self._limits = limits
        self._reader = EventReader()
        self._outcome = PairOutcome()
        self._case_seconds = limits.seconds_per_case
        self._case_limits: dict[str, float] = {}
        self._is_over = False

    def watch(self, deadline: float, case_limits: dict[str, float]) -> PairOutcome:
        """Run until the end; `deadline` is a time.monotonic value for the whole submission."""
        self._case_limits = case_limits
        self._waiting = WaitingClock((self._child.pid, self.examiner))
        self._start_clocks()
        poller = select.poll()
        # no event wakes us: each would cost the examiner a change of process, twice a case
        poller.register(self._events, 0)
        os.set_blocking(self._events, False)
        for descriptor in self._child.printed:
            os.set_blocking(descriptor, False)
            poller.register(descriptor, select.POLLIN)
        while not self._is_over:
            ready = dict(poller.poll(_TICK_SECONDS * 1000))
            is_gone = bool(ready.pop(self._events, 0))
            self._take_events()
            for descriptor in ready:
                if not self._take_printed(descriptor):
                    poller.unregister(descriptor)
            if is_gone:
                self._is_over = True
            elif not self._is_over:
                self._check_limits(deadline)
        return self._end()

    def _start_clocks(self) -> None:
        self._wall = self._now()
        self._child_cpu = self._child.cpu_seconds()
        self._our_cpu = _cpu_seconds(self.examiner)

    def _now(self) -> float:
        """Read a clock that stands still while this pair waits for a core."""
        self._outcome.waited_seconds = self._waiting.read()
        return time.monotonic() - self._outcome.waited_seconds

    def _take_events(self) -> None:
        data = b""
        while piece := drain(self._events, 1 << 20):
            data += piece
        try:
            self._note(self._reader.feed(data))
        except UnreadableEvent as error:
            self._outcome.fault = str(error)
            self._stop("died" if self._outcome.has_met else "fault")

    def _note(self, events: list[Event]) -> None:
        outcome = self._outcome
        for event in events:
            if isinstance(event, Started):
                outcome.running = event.id
                own = self._case_limits.get(event.id)
                self._case_seconds = own or self._limits.seconds_per_case
                self._start_clocks()
            elif isinstance(event, Ended):
                outcome.results.append(event.result)
                if event.contract is not None:
                    outcome.contract.cases.update(event.contract.cases)
                outcome.running = None
            elif isinstance(event, Collected):
                outcome.collected = event
            elif isinstance(event, Finished):
                outcome.finished, outcome.why = event, event.why
            elif isinstance(event, Met):
                outcome.has_met = True
            elif isinstance(event, Fault):
                outcome.fault, outcome.why = event.text, "died" if outcome.has_met else "fault"

    def _take_printed(self, descriptor: int) -> bool:
        data = drain(descriptor)
        outcome = self._outcome
        outcome.raw_bytes += len(data)
        room = self._limits.printed_kept_bytes - len(outcome.raw_printed)
        outcome.raw_printed += data[: max(room, 0)]
        if outcome.raw_bytes > self._limits.printed_stop_bytes:
            self._stop("printed")
        return bool(data)

    def _check_limits(self, deadline: float) -> None:
        now = self._now()
        seconds = self._case_seconds
        is_case = self._outcome.running is not None
        ours = seconds if is_case else _COLLECT_SECONDS
        if (
            self._child.cpu_seconds() - self._child_cpu > seconds
            or _cpu_seconds(self.examiner) - self._our_cpu > ours
            or now - self._wall > seconds * self._limits.wall_multiple
            or now > deadline
        ):
            self._stop("timed_out")

    def _stop(self, why: str) -> None:
        self._outcome.why = why
        self._is_over = True

    def _end(self) -> PairOutcome:
        outcome = self._outcome
        if outcome.why == "died" and outcome.fault is None:
            self.is_waited_for = True
            outcome.fault = f"the examiner ended with status {kill_and_wait(self.examiner)}"
        else:  # to wait until it is gone is for later, when nobody waits for the outcome
            os.kill(self.examiner, signal.SIGKILL)
        os.close(self._events)
        if outcome.why != "ended":
            self._child.kill()
        for descriptor in self._child.printed:
            while data := drain(descriptor):
                room = self._limits.printed_kept_bytes - len(outcome.raw_printed)
                outcome.raw_printed += data[: max(room, 0)]
        return outcome


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
