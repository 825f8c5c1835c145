"""Watches a pair from outside: an examiner, if there is one, and the jailed child of a submission.

The supervisor never decodes a byte that a submission wrote: it reads the examiner's events,
counts the bytes of the child's pipes, and reads both processes' clocks. Only where hidden cases
run in the child is it the child that tells the events.
"""

import contextlib
import os
import select
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from grader.cases.events import (
    CaseEvent,
    Collected,
    Ended,
    EventReader,
    Failure,
    Finished,
    Started,
    UnreadableEvent,
)
from grader.model.course import MIB, Limits
from grader.model.report import FailureKind
from grader.sandbox.child import Child, Ending

from .jobs import Drawn, Event, Fault, Met, OfSubmission, Placed, Recorded, Run

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
_COLLECT_SECONDS = 20.0  # of CPU time of an examiner, before the first case
_BEGIN_SECONDS = 5.0  # of CPU time of a child that loads the hidden cases itself, before the first
# what a submission may take to say where it is: C code does not let it
_ASK_CPU_SECONDS, _ASK_WALL_SECONDS, _ASK_TICK_SECONDS = 0.2, 1.0, 0.01
_ASK_MOST_SECONDS = 10.0  # whatever it waits for
# A case that has waited for a core so many times its limit, and no less than a minute, is given
# up as a fault of ours: since waiting is not counted, a starved machine would never be done.
_STARVED_MULTIPLE, _STARVED_SECONDS = 20.0, 60.0
# of all that is told of one submission, and of the reference
_MOST_BYTES, _MOST_OF_REFERENCE = 32 * MIB, 256 * MIB
_Decoder = msgspec.msgpack.Decoder[Event]
_FULL = 0.5  # of the memory limit, beyond which a child that crashed had run out of memory
_NOT_OF_THE_SUBMISSION = 70  # exit status of a jail whose own end of the border failed
_of_cases: _Decoder = msgspec.msgpack.Decoder(CaseEvent)
_of_submission: _Decoder = msgspec.msgpack.Decoder(OfSubmission)
_of_reference: _Decoder = msgspec.msgpack.Decoder(Event)


class Stopped(Exception):
    """Nobody waits for what is judged any more."""


class PairEnd(msgspec.Struct):
    """How a pair ended; what it told of the submission stands in the run."""

    why: str = "died"  # done ended breach printed memory timed_out unbound fault died
    running: str | None = None  # the case that was cut short
    ended: list[str] = []  # the cases that came to their end
    detail: str = ""  # what rule a breach broke
    fault: str | None = None
    place: tuple[str, int] | None = None  # in which file and line it says that it was
    has_met: bool = False  # whether the examiner had begun to hear the submission
    waited_seconds: float = 0.0  # for a core that others had
    child: Ending | None = None  # how the child ended; None where all is done

    def failure(self, memory_mib: int) -> Failure:
        """Say what ended it before all was done; `memory_mib` is what the child might use."""
        if self.why == "timed_out":
            file, line = self.place or ("", 0)
            kind: FailureKind = "import_timed_out" if self.running is None else "timed_out"
            return Failure(kind, file=file, line=line)
        if self.why in ("printed", "breach"):
            return Failure("printed" if self.why == "printed" else "breach", text=self.detail)
        child = self.child
        unfinished = Failure("ended", text="the comparison of its result could not be finished")
        if child is None or self.why == "died":
            return unfinished
        if child.why:
            return Failure("files", text=child.why)
        has_crashed = child.signal is not None or child.exit_code == _NOT_OF_THE_SUBMISSION
        if has_crashed and child.max_rss_kib > memory_mib * 1024 * _FULL:
            return Failure("memory")  # a full process cannot tell: its stack cannot grow, say
        if child.exit_code == _NOT_OF_THE_SUBMISSION:
            return unfinished
        if child.signal is not None:
            return Failure("signal", text=str(child.signal))
        return Failure("exited", text=str(child.exit_code))


class Pair:
    """Watches one child, and its examiner, until they are done or over a limit."""

    def __init__(
        self,
        child: Child,
        examiner: Child | None,
        events: int,
        limits: Limits,
        *,
        is_of_reference: bool = False,
    ) -> None:
        """Without an examiner the child runs the hidden cases, and tells of them itself."""
        self._child = child
        self._examiner = examiner
        self._events = events
        self._limits = limits
        self._reader = EventReader(_of_cases if examiner is None else _of_submission, _MOST_BYTES)
        if is_of_reference and examiner is not None:
            self._reader = EventReader(_of_reference, _MOST_OF_REFERENCE)
        self._end = PairEnd() if examiner is not None else PairEnd("ended")
        self._case_seconds = limits.seconds_per_case
        self._case_limits: Mapping[str, float] = {}
        self._waiting: WaitingClock | None = None
        self._is_new = True  # what the clocks are to measure
        self._is_over = False
        self._has_collected = False
        self._printed = bytearray()
        self._printed_bytes = 0
        self.is_stopped: Callable[[], bool] = lambda: False
        self._to_begin: set[str] | None = None  # each begins once; None: not known yet

    def watch(
        self,
        run: Run,
        deadline: float,
        cases: Collection[str] | None,
        case_limits: Mapping[str, float],
    ) -> PairEnd:
        """Note in a run what is told; `deadline` is a time.monotonic value for all of it.

        `cases` are those that may begin; where they are not known, what is collected says it.
        Raises Stopped where nobody waits for it.
        """
        self._run = run
        self._case_limits = case_limits
        self._to_begin = None if cases is None else set(cases)
        self._began = time.monotonic()
        self._start_clocks(self._began)
        poller = select.poll()
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
                if not self._take_printed(descriptor):
                    poller.unregister(descriptor)
                if self._printed_bytes > self._limits.printed_stop_bytes:
                    self._stop("printed")
            if is_gone:
                self._is_over = True
            elif not self._is_over:
                now = self._now()
                if self._is_new:
                    self._start_clocks(now)
                self._check_limits(now, deadline)
        return self._finish()

    def _start_clocks(self, now: float) -> None:
        self._is_new = False
        self._wall, self._waited_before = now, self._end.waited_seconds
        self._child_cpu = self._child.cpu_seconds()
        self._examiner_cpu = 0.0 if self._examiner is None else self._examiner.cpu_seconds()

    def _now(self) -> float:
        """Read a clock that stands still while nothing but a core is waited for."""
        if self._waiting is None:  # who is done before the first look is spared reading files
            both = filter(None, (self._child, self._examiner))
            self._waiting = WaitingClock([one.pid for one in both])
        self._end.waited_seconds = self._waiting.read()
        return time.monotonic() - self._end.waited_seconds

    def _take_printed(self, descriptor: int) -> bytes:
        data = _drain(descriptor)
        self._printed_bytes += len(data)
        self._printed += data[: max(self._limits.printed_kept_bytes - len(self._printed), 0)]
        return data

    def _take_events(self) -> None:
        try:
            # piece by piece, so that who writes without end is stopped by the reader's bound
            while not self._is_over and (data := _drain(self._events, 1 << 20)):
                for event in self._reader.feed(data):
                    self._note(event)
                    if self._is_over:
                        return
        except UnreadableEvent as error:  # what is no event, or none that can come now
            if self._examiner is None:
                self._end.detail = str(error)
                self._stop("breach")
            else:
                self._end.fault = str(error)
                self._stop("died" if self._end.has_met else "fault")

    def _note(self, event: Event) -> None:
        end, run = self._end, self._run
        has_begun = bool(end.ended) or end.running is not None
        match event:
            case Collected() if not self._has_collected and not has_begun:
                self._has_collected = True
                if not run.cases:
                    run.cases, run.broken = event.cases, event.broken
                    run.fixtures = event.fixtures
                if self._to_begin is None:
                    self._to_begin = {case.id for case in event.cases}
            case Started() if self._to_begin and event.id in self._to_begin:
                self._to_begin.remove(event.id)
                self._begin(event.id)
            case Ended() if end.running == event.result.id:
                if not 0 <= event.result.seconds <= self._went_by():
                    event.result.seconds = 0.0
                run.results[event.result.id] = event.result
                end.ended.append(event.result.id)
                end.running = None
            case Finished() if event.why != "unbound" or not has_begun:
                end.detail = event.detail
                run.printed += event.printed
                self._stop(event.why)
            case Collected() | Started() | Ended() | Finished():
                raise UnreadableEvent(f"{type(event).__name__} was told out of turn")
            case _:
                self._note_beside(event)

    def _note_beside(self, event: Event) -> None:
        end, run = self._end, self._run
        match event:
            case Recorded():
                run.contract.cases.update(event.contract.cases)
                run.early = run.early or event.early
            case Drawn():
                run.drawn = event
                self._to_begin = {call.text for call in event.calls}
            case Met():
                end.has_met = True
            case Fault():
                end.fault = event.text  # and what it says next counts for nothing
                self._stop("died" if end.has_met else "fault")

    def _went_by(self) -> float:
        return time.monotonic() - self._began

    def _begin(self, name: str) -> None:
        self._end.running = name
        self._case_seconds = self._case_limits.get(name) or self._limits.seconds_per_case
        self._is_new = True

    def _check_limits(self, now: float, deadline: float) -> None:
        is_case, examiner = self._end.running is not None, self._examiner
        seconds = self._case_seconds
        if examiner is None and not is_case:
            seconds += _BEGIN_SECONDS
        most_of_examiner = seconds if is_case else _COLLECT_SECONDS
        if (
            (examiner and examiner.cpu_seconds() - self._examiner_cpu > most_of_examiner)
            or self._child.cpu_seconds() - self._child_cpu > seconds
            or now - self._wall > seconds * self._limits.wall_multiple
            or now > deadline
        ):
            if examiner is not None:
                self._ask_where()
            self._stop("timed_out")
        elif self._end.waited_seconds - self._waited_before > max(
            _STARVED_SECONDS, _STARVED_MULTIPLE * seconds
        ):
            self._end.fault = "this machine is too busy: a case waited too long for a core"
            self._stop("fault")

    def _ask_where(self) -> None:
        """Give the submission a moment to say where it is; nothing else is heard any more."""
        until, latest = self._now() + _ASK_WALL_SECONDS, time.monotonic() + _ASK_MOST_SECONDS
        both = [one for one in (self._child, self._examiner) if one is not None]
        most = [one.cpu_seconds() + _ASK_CPU_SECONDS for one in both]
        self._child.ask_where()
        poller = select.poll()
        poller.register(self._events, select.POLLIN)
        while self._end.place is None and self._now() < until and time.monotonic() < latest:
            # who uses up a core has others wait, for which the clock stands still
            if any(one.cpu_seconds() > seconds for one, seconds in zip(both, most, strict=True)):
                return
            for _, happened in poller.poll(_ASK_TICK_SECONDS * 1000):
                if not happened & select.POLLIN or not (data := _drain(self._events)):
                    return
                try:
                    told = self._reader.feed(data)
                    places = ((e.file, e.line) for e in told if isinstance(e, Placed))
                    self._end.place = next(places, None)
                except UnreadableEvent:
                    return

    def _stop(self, why: str) -> None:
        self._end.why = why
        self._is_over = True

    def _finish(self) -> PairEnd:
        # it stays a zombie at least until the process that forked it is asked to wait for it
        if self._examiner is not None and self._end.why != "died":
            self._examiner.kill()
        os.close(self._events)
        if self._end.why != "ended":
            self._child.kill()
        for descriptor in self._child.printed:  # what nobody has read yet
            while self._take_printed(descriptor):
                pass
        if self._end.why != "unbound":  # it is judged once more from the beginning
            self._run.printed += self._printed.decode("utf-8", "replace")
        return self._end


def _drain(descriptor: int, limit: int = 1 << 16) -> bytes:
    """Read what a pipe holds now; empty at its end."""
    try:
        return os.read(descriptor, limit)
    except OSError:
        return b""
