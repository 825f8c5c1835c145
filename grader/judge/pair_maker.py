"""Makes pairs of examiner and jailed child: starts, watches and ends both together.

The supervisor never decodes a byte that a submission wrote: it reads the examiner's events,
counts the bytes of the child's pipes, and reads both processes' clocks from outside.
"""

import contextlib
import fcntl
import os
import select
import signal
import socket
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

import msgspec

from grader.cases.events import EventReader, UnreadableEvent
from grader.errors import JailError
from grader.jail.child import JailedChild, cpu_seconds_of
from grader.jail.jail import Jail
from grader.jail.reader import ReaderJail
from grader.model.course import MIB, Limits

from .events import Event, Placed
from .examination import Tell, in_fork
from .jobs import ENDED_BY_CASES, drain
from .stage import Stage
from .supervision import PairOutcome, Watch

_FINISH_SECONDS = 10.0
_PIPE_BYTES = 1 << 20  # room for the events of a tick
_COLLECT_SECONDS = 20.0  # of CPU time of ours, before the first case
# what a submission may take to say where it is: C code does not let it
_ASK_CPU_SECONDS, _ASK_WALL_SECONDS, _ASK_TICK_SECONDS = 0.2, 1.0, 0.01
_MOST_BYTES = 256 * MIB  # of all that an examiner tells of one submission
_decoder: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(Event)


class Pair(Watch):
    """Watches one examiner and one child until one of them is done or over a limit."""

    def __init__(self, child: JailedChild, examiner: int, events: int, limits: Limits) -> None:
        super().__init__(child, events, EventReader(_decoder, _MOST_BYTES), limits)
        self.examiner = examiner
        self._processes.append(examiner)
        self.is_waited_for = False

    def _start_clocks(self, now: float) -> None:
        super()._start_clocks(now)
        self._our_cpu = cpu_seconds_of(self.examiner)

    def _mistrust(self, reason: str) -> None:
        self._outcome.fault = reason
        self._stop("died" if self._outcome.has_met else "fault")

    def _check_limits(self, now: float, deadline: float) -> None:
        is_case = self._outcome.running is not None
        ours = self._case_seconds if is_case else _COLLECT_SECONDS
        if cpu_seconds_of(self.examiner) - self._our_cpu > ours:
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
            status = kill_and_wait(self.examiner)
            killed = f"the examiner ended with status {status}"
            outcome.fault = killed if status < 0 else ENDED_BY_CASES
        else:  # to wait until it is gone is for later, when nobody waits for the outcome
            os.kill(self.examiner, signal.SIGKILL)
        return super()._end()


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


Work = Callable[[socket.socket, Tell], None]


class PairMaker:
    """Holds a warm jail, and makes an examiner for each child of it; one pair at a time."""

    def __init__(self, stage: Stage, jail: Jail, copies: Path) -> None:
        """Take a jail, which may have been begun, and the folder of the examiner."""
        self._stage = stage
        self._limits = stage.limits
        self.copies = copies
        copies.mkdir(exist_ok=True)
        self._spec = jail.spec
        self._jail: Jail | None = jail
        self._over: JailedChild | None = None  # the child that was judged last
        self._ending: int | None = None  # an examiner that was told to end
        self._confinement: ReaderJail | None = None
        self.case_limits: dict[str, float] = {}
        self.tell: Callable[[str], object] | None = None  # is told which case takes its time

    def load(self, module: str) -> None:
        """Have a module loaded once for all children that are still to come."""
        if module in self._spec.preload:
            return
        self._spec = msgspec.structs.replace(self._spec, preload=(*self._spec.preload, module))
        if self._jail is not None:
            try:
                self._jail.start()
                self._jail.load(module)
            except JailError:  # the next child is of a new jail, or meets the fault itself
                self.close()

    def run(self, work: Work, deadline: float, cases: Collection[str] | None = None) -> PairOutcome:
        """Judge with a pair made for this work; no other cases than these may begin in it."""
        child = self.open_child()
        asking = partial(work, child.channel)
        examine = partial(in_fork, self.copies, self._confined(), os.getpid(), work=asking)
        pair = Pair(child, *start_examiner(examine), self._limits)
        child.channel.close()
        pair.tell = self.tell
        outcome = pair.watch(deadline, self.case_limits, cases)
        self._ending = None if pair.is_waited_for else pair.examiner
        if outcome.why != "done":  # how the child ended is part of what happened
            outcome.ending = child.finish(_FINISH_SECONDS)
        return outcome

    def open_child(self) -> JailedChild:
        """Make a child of the jail, which is started if need be; raises JailError."""
        self.tidy()
        self._jail = self._jail or Jail(self._spec)
        self._jail.start()
        self._over = self._jail.open()
        return self._over

    def tidy(self) -> None:
        """Wait until nothing of the last submission is left; raises JailError."""
        self._end_examiner()
        over, self._over = self._over, None
        if over is not None:
            try:
                over.finish(_FINISH_SECONDS)
            finally:
                over.close()

    def close(self) -> None:
        """Stop the jail and whatever is in it."""
        self._end_examiner()
        over, self._over = self._over, None
        if over is not None:
            over.close()
        jail, self._jail = self._jail, None
        if jail is not None:
            with contextlib.suppress(JailError):
                jail.close()
        if self._confinement is not None:
            self._confinement.close()
            self._confinement = None

    def _end_examiner(self) -> None:
        ending, self._ending = self._ending, None
        if ending is not None:
            kill_and_wait(ending)

    def _confined(self) -> ReaderJail | None:
        if self._confinement is None and self._stage.isolation != "none":
            self._confinement = ReaderJail.prepare(
                readable=(self._stage.hidden_folder, *handed_out(self._stage.hidden_folder)),
                writable=(str(self.copies), str(self._stage.case_folder())),
                in_namespaces=self._stage.isolation == "full",
            )
        return self._confinement


def handed_out(hidden_folder: str) -> list[str]:
    """Name what students have of the course of a hidden folder, which its cases may read."""
    return [str(above / "exercises") for above in Path(hidden_folder).parents[2:3]]
