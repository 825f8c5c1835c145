"""Watches one jailed child from outside, by its events, what it prints, and its clock.

Reads no byte that a submission wrote but the events, whose reader is given to it.
"""

import contextlib
import os
import select
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct, field

from grader.border.contract import Contract
from grader.cases.events import (
    CaseResult,
    Collected,
    Ended,
    Finished,
    Started,
    UnreadableEvent,
)
from grader.jail.child import JailedChild
from grader.jail.spec import Ending
from grader.model.course import Limits

from .events import Called, Differs, Drawn, EarlyNames, Event, Fault, HiddenParts, Met, Recorded
from .jobs import drain

_NANOSECONDS = 1_000_000_000


class WaitingClock:
    """Adds up, from reading to reading, how long processes waited; never more than went by."""

    def __init__(self, pids: Sequence[int], processes: Path = Path("/proc")) -> None:
        self._tasks = [processes / str(pid) / "task" for pid in pids]
        self._waited = [dict(_by_thread(tasks)) for tasks in self._tasks]
        self._began = time.monotonic()
        self._seconds = 0.0

    def read(self) -> float:
        """Return the seconds since this clock was made; 0 where the kernel does not tell."""
        waited = [dict(_by_thread(tasks)) for tasks in self._tasks]
        # of threads that waited side by side the longest counts, of processes each: they take turns
        more = sum(
            max((waits - was.get(thread, 0) for thread, waits in now.items()), default=0)
            for was, now in zip(self._waited, waited, strict=True)
        )
        self._waited = waited
        # a wait is told when it ends, so that it may be longer than what lies between two readings
        self._seconds = min(self._seconds + more / _NANOSECONDS, time.monotonic() - self._began)
        return self._seconds


def _by_thread(tasks: Path) -> Iterator[tuple[str, int]]:
    """Read, of each thread, the nanoseconds that it has waited since it began."""
    # by the plainest calls, since it is done at every tick
    with contextlib.suppress(OSError):  # the process has ended
        for thread in os.listdir(tasks):  # noqa: PTH208 - as above
            with contextlib.suppress(OSError, ValueError, IndexError):  # or the thread has
                opened = os.open(f"{tasks}/{thread}/schedstat", os.O_RDONLY)
                told = os.read(opened, 100)
                os.close(opened)
                yield thread, int(told.split()[1])


_TICK_SECONDS = 0.05
# A case that has waited for a core so many times its limit, and no less than a minute, is given
# up as a fault of ours: since waiting is not counted, a starved machine would never be done.
_STARVED_MULTIPLE, _STARVED_SECONDS = 20.0, 60.0


class Reader(Protocol):
    """Cuts bytes into events."""

    def feed(self, data: bytes) -> Iterator[Event]:
        """Take bytes in; yield the events that are complete; raises UnreadableEvent."""


class Stopped(Exception):
    """Nobody waits for what is judged any more."""


class PairOutcome(Struct):
    """What one pair came to."""

    collected: Collected | None = None
    results: list[CaseResult] = []
    running: str | None = None  # the case that was cut short
    why: str = "died"  # done ended breach printed memory timed_out files fault died
    finished: Finished | None = None
    ending: Ending | None = None
    fault: str | None = None
    place: tuple[str, int] | None = None  # in which file and line it says that it was
    has_met: bool = False  # whether the examiner had begun to hear the submission
    waited_seconds: float = 0.0  # for a core that others had
    raw_printed: bytearray = field(default_factory=bytearray)
    raw_bytes: int = 0
    contract: Contract = field(default_factory=Contract)
    early: EarlyNames | None = None  # of a recorded run
    hidden: HiddenParts | None = None  # the same
    drawn: Drawn | None = None
    differs: Differs | None = None

    def keep_printed(self, data: bytes, limits: Limits) -> None:
        """Add what a child printed, as far as there is room."""
        self.raw_printed += data[: max(limits.printed_kept_bytes - len(self.raw_printed), 0)]


class Watch:
    """Watches one child until it is done or over a limit."""

    first_seconds = 0.0  # of CPU time that it may take before the first case, beyond a case's

    def __init__(self, child: JailedChild, events: int, reader: Reader, limits: Limits) -> None:
        self._child = child
        self._processes = [child.pid]  # that may have to wait for a core
        self._events = events
        self._limits = limits
        self._reader = reader
        self._outcome = PairOutcome()
        self._case_seconds = limits.seconds_per_case
        self._case_limits: dict[str, float] = {}
        self._waiting: WaitingClock | None = None
        self._is_new = True  # what the clocks are to measure
        self._is_over = False
        self.tell: Callable[[str], object] | None = None  # is told which case takes its time
        self._told: str | None = None
        self.is_stopped: Callable[[], bool] = lambda: False
        self._to_begin: set[str] | None = None  # each begins once; None: not known yet

    def watch(
        self, deadline: float, case_limits: dict[str, float], cases: Collection[str] | None
    ) -> PairOutcome:
        """Run until the end; `deadline` is a time.monotonic value for the whole submission.

        `cases` are those that may begin; where they are not known, what is collected says it.
        """
        self._case_limits = case_limits
        self._to_begin = None if cases is None else set(cases)
        self._began = time.monotonic()
        self._start_clocks(self._began)
        outcome, poller = self._outcome, select.poll()
        # no event wakes us: each would cost the examiner a change of process, twice a case
        poller.register(self._events, 0)
        os.set_blocking(self._events, False)
        for descriptor in self._child.printed:
            os.set_blocking(descriptor, False)
            poller.register(descriptor, select.POLLIN)
        while not self._is_over:
            if self.is_stopped():
                os.close(self._events)
                self._child.kill()
                raise Stopped
            ready = dict(poller.poll(_TICK_SECONDS * 1000))
            is_gone = bool(ready.pop(self._events, 0))
            self._take_events()
            for descriptor in ready:
                data = drain(descriptor)
                outcome.raw_bytes += len(data)
                outcome.keep_printed(data, self._limits)
                if outcome.raw_bytes > self._limits.printed_stop_bytes:
                    self._stop("printed")
                if not data:
                    poller.unregister(descriptor)
            if is_gone:
                self._is_over = True
            elif not self._is_over:
                now = self._now()
                if self._is_new:
                    self._start_clocks(now)
                case = outcome.running
                if self.tell is not None and case not in (None, self._told):
                    self._told = case
                    self.tell(case)
                self._check_limits(now, deadline)
        return self._end()

    def _start_clocks(self, now: float) -> None:
        self._is_new = False
        self._wall, self._waited_before = now, self._outcome.waited_seconds
        self._child_cpu = self._child.cpu_seconds()

    def _now(self) -> float:
        """Read a clock that stands still while nothing but a core is waited for."""
        if self._waiting is None:  # who is done before the first look is spared reading files
            self._waiting = WaitingClock(self._processes)
        self._outcome.waited_seconds = self._waiting.read()
        return time.monotonic() - self._outcome.waited_seconds

    def _take_events(self) -> None:
        try:
            # piece by piece, so that who writes without end is stopped by the reader's bound
            while not self._is_over and (data := drain(self._events, 1 << 20)):
                for event in self._reader.feed(data):
                    self._note(event)
                    if self._is_over:
                        return
        except UnreadableEvent as error:
            self._mistrust(str(error))

    def _mistrust(self, reason: str) -> None:
        """Stop on what is no event, or none that can come now."""
        raise NotImplementedError

    def _note(self, event: Event) -> None:
        outcome = self._outcome
        has_begun = bool(outcome.results) or outcome.running is not None
        match event:
            case Collected() if outcome.collected is None and not has_begun:
                outcome.collected = event
                if self._to_begin is None:
                    self._to_begin = {case.id for case in event.cases}
            case Started() if self._to_begin and event.id in self._to_begin:
                self._to_begin.remove(event.id)
                self._begin(event.id)
            case Ended() if outcome.running == event.result.id:
                if not 0 <= event.result.seconds <= self._went_by():
                    event.result.seconds = 0.0
                outcome.results.append(event.result)
                outcome.running = None
            case Finished() if event.why != "unbound" or not has_begun:
                outcome.finished, outcome.why = event, event.why
                self._is_over = True
            case Collected() | Started() | Ended() | Finished():
                raise UnreadableEvent(f"{type(event).__name__} was told out of turn")
            case _:
                self._note_beside(event)

    def _note_beside(self, event: Event) -> None:
        outcome = self._outcome
        match event:
            case Recorded():
                outcome.contract.cases.update(event.contract.cases)
                outcome.early = outcome.early or event.early
                outcome.hidden = outcome.hidden or event.hidden
            case Called():
                self._begin(event.function)
            case Met():
                outcome.has_met = True
            case Drawn():
                outcome.drawn = event
            case Differs():
                outcome.differs = event
            case Fault():
                outcome.fault, outcome.why = event.text, "died" if outcome.has_met else "fault"

    def _went_by(self) -> float:
        return time.monotonic() - self._began

    def _begin(self, name: str) -> None:
        self._outcome.running = name
        self._case_seconds = self._case_limits.get(name) or self._limits.seconds_per_case
        self._is_new = True

    def _check_limits(self, now: float, deadline: float) -> None:
        seconds = self._case_seconds
        if self._outcome.running is None:
            seconds += self.first_seconds
        if (
            self._child.cpu_seconds() - self._child_cpu > seconds
            or now - self._wall > seconds * self._limits.wall_multiple
            or now > deadline
        ):
            self._stop("timed_out")
        elif self._outcome.waited_seconds - self._waited_before > max(
            _STARVED_SECONDS, _STARVED_MULTIPLE * seconds
        ):
            self._outcome.fault = "this machine is too busy: a case waited too long for a core"
            self._stop("fault")

    def _stop(self, why: str) -> None:
        self._outcome.why = why
        self._is_over = True

    def _end(self) -> PairOutcome:
        outcome = self._outcome
        os.close(self._events)
        if outcome.why != "ended":
            self._child.kill()
        for descriptor in self._child.printed:  # what nobody has read yet
            while data := drain(descriptor):
                outcome.keep_printed(data, self._limits)
        return outcome
