"""Makes pairs of examiner and jailed child: starts, watches and ends both together.

The supervisor never decodes a byte that a submission wrote: it reads the examiner's events,
counts the bytes of the child's pipes, and reads both processes' clocks from outside.
"""

import contextlib
import fcntl
import math
import os
import select
import signal
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from grader.errors import JailError
from grader.jail.child import JailedChild, cpu_seconds_of
from grader.jail.reader import ReaderJail
from grader.model.course import Limits
from grader.wire.tape import Turn

from .events import EventReader, Placed, UnreadableEvent
from .examination import PairOrder, Tell, Warm, in_fork
from .jail_children import FINISH_SECONDS, JailChildren
from .jobs import ENDED_BY_CASES, drain
from .stage import Stage
from .supervision import PairOutcome, Spent, Watch

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
        self._our_cpu = cpu_seconds_of(self.examiner)

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


class Prepared(msgspec.Struct):
    """An examiner that waits for its order, and whom it is to hear."""

    examiner: int
    events: int
    order: socket.socket  # what is written here, up to its end, is the order


class PairMaker:
    """Makes examiners for the children of a jail: one is ready ahead, another may be ending."""

    def __init__(self, stage: Stage, limits: Limits, copies: Path, children: JailChildren) -> None:
        self._stage = stage
        self._limits = limits
        self._copies = copies
        self._children = children
        self._prepared: Prepared | None = None
        self._ending: int | None = None  # an examiner that was told to end
        self._confinement: ReaderJail | None = None
        self.case_limits: dict[str, float] = {}
        self.tell: Callable[[str], object] | None = None  # is told which case takes its time

    def run(self, work: Work, deadline: float) -> PairOutcome:
        """Judge with a pair made for this work."""
        self._discard()
        child = self._children.open()
        pair = Pair(child, *self._fork(partial(work, child.channel)), self._limits)
        return self._watch(child, pair, deadline)

    def rehearse(self, work: Work) -> list[Turn]:
        """Have the opening held once, with a child of nobody's; give what was said."""
        outcome = self.run(work, math.inf)
        if not outcome.turns:
            raise JailError(f"The opening could not be held: {outcome.fault or outcome.why}.")
        return outcome.turns

    def prepare(self, warm: Warm) -> None:
        """Have a child ready that has held the opening, and an examiner that has heard it."""
        self._children.ready(warm.opening)
        if self._prepared is None:
            reading, order = socket.socketpair()
            with reading:
                pair = self._fork(partial(_when_ordered, warm, reading, order))
            self._prepared = Prepared(*pair, order)

    def take_child(self, warm: Warm) -> JailedChild:
        """Give the child that is ready, or one made now; it is ended as one that was judged."""
        self.prepare(warm)
        return self._children.take(warm.opening)

    def run_prepared(
        self, child: JailedChild, order: PairOrder, deadline: float, begun: Spent | None
    ) -> PairOutcome:
        """Judge a child with the examiner that is ready."""
        ready, self._prepared = self._prepared, None
        assert ready is not None  # noqa: S101 # by whom the child was taken
        with ready.order, contextlib.suppress(OSError):  # its end is seen when it is watched
            socket.send_fds(ready.order, [b"\0"], [child.channel.fileno()])
            ready.order.sendall(msgspec.msgpack.encode(order))
        pair = Pair(child, ready.examiner, ready.events, self._limits)
        pair.begun = begun
        return self._watch(child, pair, deadline)

    def tidy(self) -> None:
        """Wait until nothing of the last submission is left; raises JailError."""
        ending, self._ending = self._ending, None
        if ending is not None:
            kill_and_wait(ending)
        self._children.tidy()

    def close(self) -> None:
        """Stop the jail and whatever is in it."""
        with contextlib.suppress(JailError):
            self._discard()
        self._children.close()
        if self._confinement is not None:
            self._confinement.close()
            self._confinement = None

    def _fork(self, work: Callable[[Tell], None]) -> tuple[int, int]:
        examine = partial(in_fork, self._copies, self._confined(), os.getpid(), work=work)
        return start_examiner(examine)

    def _confined(self) -> ReaderJail | None:
        if self._confinement is None and self._stage.isolation != "none":
            self._confinement = ReaderJail.prepare(
                readable=(self._stage.hidden_folder, *handed_out(self._stage.hidden_folder)),
                writable=(str(self._copies), str(self._stage.case_folder())),
                in_namespaces=self._stage.isolation == "full",
            )
        return self._confinement

    def _watch(self, child: JailedChild, pair: Pair, deadline: float) -> PairOutcome:
        child.channel.close()
        pair.tell = self.tell
        outcome = pair.watch(deadline, self.case_limits)
        self._ending = None if pair.is_waited_for else pair.examiner
        if outcome.why != "done":  # how the child ended is part of what happened
            outcome.ending = child.finish(FINISH_SECONDS)
        return outcome

    def _discard(self) -> None:
        ready, self._prepared = self._prepared, None
        if ready is not None:
            ready.order.close()
            os.close(ready.events)
            kill_and_wait(ready.examiner)
        self._children.discard()


def handed_out(hidden_folder: str) -> list[str]:
    """Name what students have of the course of a hidden folder, which its cases may read."""
    return [str(above / "exercises") for above in Path(hidden_folder).parents[2:3]]


def _when_ordered(warm: Warm, order: socket.socket, theirs: socket.socket, tell: Tell) -> None:
    theirs.close()
    warm.get_ready()
    _, descriptors, _, _ = socket.recv_fds(order, 1, 1)
    with order.makefile("rb") as reader:
        data = reader.read()
    if data:
        warm.examine(socket.socket(fileno=descriptors[0]), tell, data)
