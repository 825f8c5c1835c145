"""Makes pairs of examiner and jailed child: starts, watches and ends both together.

The supervisor never decodes a byte that a submission wrote: it reads the examiner's events,
counts the bytes of the child's pipes, and reads both processes' clocks from outside.
"""

import contextlib
import os
import select
import signal
from collections.abc import Callable, Collection
from pathlib import Path

import msgspec

from grader.cases.events import EventReader, UnreadableEvent
from grader.errors import JailError
from grader.jail.child import JailedChild, cpu_seconds_of
from grader.jail.jail import Jail
from grader.jail.workspace import empty
from grader.model.course import MIB, Limits

from .events import DrawCalls, Event, OfSubmission, Placed, RunCases, Task
from .examiner_process import ExaminerProcess
from .jobs import ENDED_BY_CASES, Knowledge, drain
from .stage import Stage
from .supervision import PairOutcome, Stopped, Watch

_FINISH_SECONDS = 10.0
_COLLECT_SECONDS = 20.0  # of CPU time of ours, before the first case
# what a submission may take to say where it is: C code does not let it
_ASK_CPU_SECONDS, _ASK_WALL_SECONDS, _ASK_TICK_SECONDS = 0.2, 1.0, 0.01
# of all that an examiner tells of one submission, and of the reference
_MOST_BYTES, _MOST_OF_REFERENCE = 32 * MIB, 256 * MIB
_decoder: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(OfSubmission)
_decoder_of_reference: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(Event)


class Pair(Watch):
    """Watches one examiner and one child until one of them is done or over a limit."""

    def __init__(
        self,
        child: JailedChild,
        examiner: int,
        events: int,
        limits: Limits,
        *,
        is_of_reference: bool = False,
    ) -> None:
        reader = EventReader(_decoder, _MOST_BYTES)
        if is_of_reference:
            reader = EventReader(_decoder_of_reference, _MOST_OF_REFERENCE)
        super().__init__(child, events, reader, limits)
        self.examiner = examiner
        self._processes.append(examiner)

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
        # it stays a zombie at least until the process that forked it is asked to wait for it
        if self._outcome.why != "died":
            os.kill(self.examiner, signal.SIGKILL)
        return super()._end()


class Pairs:
    """Holds a warm jail and what examiners are forked from; makes one pair at a time."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._spec = stage.jail_spec()
        self._jail: Jail | None = None
        self._examiners: ExaminerProcess | None = None
        self._knowledge: Knowledge | None = None
        self._over: JailedChild | None = None  # the child that was judged last
        self.tell: Callable[[str], object] | None = None  # is told which case takes its time
        self.is_stopped: Callable[[], bool] = lambda: False

    def begin(self) -> None:
        """Start what is not running, without waiting for it; raises JailError."""
        self._begin_jail()
        if self._examiners is None:
            Path(self._stage.copies).mkdir(exist_ok=True)
            self._examiners = ExaminerProcess(self._stage)
            if self._knowledge is not None:
                self._examiners.learn(self._knowledge)

    def _begin_jail(self) -> Jail:
        if self._jail is None:
            self._jail = Jail(self._spec)
            self._jail.begin()
        return self._jail

    def learn(self, knowledge: Knowledge) -> None:
        """Take over what the reference taught, for all pairs that follow."""
        self._knowledge = knowledge
        if self._examiners is not None:
            try:
                self._examiners.learn(knowledge)
            except JailError:  # the next pair is made by a new process
                self.close()

    def run(self, task: Task, deadline: float, cases: Collection[str] | None = None) -> PairOutcome:
        """Judge with a pair made for this task; no other cases than these may begin in it.

        Raises JailError, and Stopped where nobody waits for it.
        """
        if self.is_stopped():
            raise Stopped
        self.begin()
        assert self._examiners is not None  # noqa: S101 # it is begun
        child = self.open_child()
        self._write_copies(task.sources)
        examiner, events = self._examiners.fork(child.channel, task)
        child.channel.close()
        limits = self._stage.limits
        is_ours = isinstance(task, DrawCalls) or (isinstance(task, RunCases) and task.is_recording)
        pair = Pair(child, examiner, events, limits, is_of_reference=is_ours)
        outcome = self.watched(pair, deadline, cases)
        if outcome.why == "died" and outcome.fault is None:
            status = self._examiners.end()
            killed = f"the examiner ended with status {status}"
            outcome.fault = killed if status < 0 else ENDED_BY_CASES
        return outcome

    def watched(self, watch: Watch, deadline: float, cases: Collection[str] | None) -> PairOutcome:
        """Watch what was begun to its end."""
        watch.tell, watch.is_stopped = self.tell, self.is_stopped
        outcome = watch.watch(deadline, self._case_limits(), cases)
        if outcome.why != "done":  # how the child ended is part of what happened
            assert self._over is not None  # noqa: S101 # it was opened
            outcome.ending = self._over.finish(_FINISH_SECONDS)
        return outcome

    def _case_limits(self) -> dict[str, float]:
        known = [] if self._knowledge is None else self._knowledge.cases
        return {case.id: case.seconds for case in known if case.seconds is not None}

    def open_child(self) -> JailedChild:
        """Make a child of the jail, once nothing of the last one is left; raises JailError."""
        self.tidy()
        jail = self._begin_jail()
        jail.start()
        self._over = jail.open()
        return self._over

    def tidy(self) -> None:
        """Wait until nothing of the last submission is left; raises JailError."""
        over, self._over = self._over, None
        if over is None:
            return
        try:
            if self._examiners is not None:
                self._examiners.end()
            over.finish(_FINISH_SECONDS)
        finally:
            over.close()

    def close(self) -> None:
        """End the jail, and all examiners: what confines them names folders of that jail."""
        examiners, self._examiners = self._examiners, None
        if examiners is not None:
            examiners.close()
        over, self._over = self._over, None
        if over is not None:
            over.close()
        jail, self._jail = self._jail, None
        if jail is not None:
            with contextlib.suppress(JailError):
                jail.close()
        with contextlib.suppress(OSError):  # of a folder that was never made, or is another's
            empty(self._stage.copies)

    def _write_copies(self, sources: dict[str, bytes]) -> None:
        # hidden cases that read the student's file as text find a copy in their folder, which
        # stays the same folder: what confines an examiner knows it by more than its name
        copies = Path(self._stage.copies)
        empty(str(copies))  # an examiner may have left anything
        for name, data in sources.items():
            path = copies / name
            if "/" in name:
                path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(data)
