"""Makes pairs of examiner and jailed child, one at a time, and ends both together."""

import contextlib
import os
import socket
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import msgspec

from grader.cases.events import TogetherTask
from grader.course.course_file import files_below
from grader.errors import JailError
from grader.sandbox.child import Child
from grader.sandbox.sandbox import Sandbox, in_memory
from grader.sandbox.workspace import sweep

from .jobs import ENDED_BY_CASES, Ask, Knowledge, Run, RunCases, Task
from .stage import EXAMINER_HOST, Stage
from .supervision import Pair, PairEnd, Stopped

_FINISH_SECONDS = 10.0
_LEAVE_SECONDS = 1.0  # for an examiner that has hung up
_TO_SEND_SECONDS = 10.0


class Pairs:
    """Holds a warm jail and what examiners are forked from.

    Where hidden cases run in the jail there are no examiners: what a case came to is told by the
    process that the submission runs in, so that it can be whatever the submission wants.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._spec = stage.jail_spec()
        self._jail: Sandbox | None = None
        self._examiners: Sandbox | None = None
        self._examiner: Child | None = None
        self.knowledge: Knowledge | None = None
        self._case_limits: dict[str, float] = {}
        self._over: Child | None = None  # the child that was judged last
        self.tell: Callable[[str], object] | None = None  # is told which case takes its time
        self.is_stopped: Callable[[], bool] = lambda: False

    def begin(self) -> None:
        """Start what is not running, without waiting for it; raises JailError."""
        if self._jail is None:
            self._jail = Sandbox(self._spec)
            self._jail.begin()
        if self._examiners is None and not self._stage.is_together:
            Path(self._stage.copies).mkdir(exist_ok=True)
            self._examiners = Sandbox(self._stage.examiner_spec())
            self._examiners.begin()
            self._examiners.call(f"{EXAMINER_HOST}.begin", self._stage)
            if self.knowledge is not None:
                self._examiners.call(f"{EXAMINER_HOST}.learn", self.knowledge)

    def learn(self, knowledge: Knowledge) -> None:
        """Take over what the reference taught, for all pairs that follow."""
        self.knowledge = knowledge
        self._case_limits = {one.id: one.seconds for one in knowledge.cases if one.seconds}
        if self._examiners is not None:
            try:
                self._examiners.call(f"{EXAMINER_HOST}.learn", knowledge)
            except JailError:  # the next pair is made by a new process
                self.close()

    def run(self, task: Task, run: Run, deadline: float) -> PairEnd:
        """Carry out a task with a pair made for it, and note in a run what it told.

        Raises JailError, and Stopped where nobody waits for it.
        """
        if self.is_stopped():
            raise Stopped
        self.tidy()
        self.begin()
        assert self._jail is not None  # noqa: S101 # it is begun
        self._jail.start()
        child = self._over = self._jail.open()
        if self._examiners is None:
            assert isinstance(task, RunCases)  # noqa: S101 # nobody could ask anything else
            self._send_cases(child.channel, task)
            events = child.channel.detach()
        else:
            self._write_copies(task.sources)
            events = self._fork_examiner(self._examiners, child.channel, task)
            child.channel.close()
        is_ours = task.is_of_reference if isinstance(task, Ask) else task.is_recording
        pair = Pair(child, self._examiner, events, self._stage.limits, is_of_reference=is_ours)
        pair.tell, pair.is_stopped = self.tell, self.is_stopped
        cases = task.todo if isinstance(task, RunCases) else []
        end = pair.watch(run, deadline, cases, self._case_limits)
        if end.why != "done":  # how the child ended is part of what happened
            if self._examiner is not None:  # while it lives it could fill what is emptied next
                self._examiner.finish(_LEAVE_SECONDS)
            end.child = child.finish(_FINISH_SECONDS)
        if end.why == "died" and end.fault is None and self._examiner is not None:
            number = self._examiner.finish(0).signal
            killed = f"the examiner ended with status -{number}"
            end.fault = ENDED_BY_CASES if number is None else killed
        return end

    def tidy(self) -> None:
        """Wait until nothing of the last submission is left; raises JailError."""
        over, self._over = self._over, None
        if over is None:
            return
        try:
            if self._examiner is not None:
                self._examiner.finish(0)
            over.finish(_FINISH_SECONDS)
        finally:
            over.close()

    def close(self) -> None:
        """End the jail, and all examiners: what confines them names folders of that jail."""
        examiners, self._examiners, self._examiner = self._examiners, None, None
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
            sweep(self._stage.copies)

    def _fork_examiner(self, examiners: Sandbox, channel: socket.socket, task: Task) -> int:
        """Have an examiner forked, which asks over a channel; gives where it tells."""
        packed = in_memory(msgspec.msgpack.encode(task))
        try:
            self._examiner = examiners.fork(channel.fileno(), packed)
        finally:
            os.close(packed)
        return self._examiner.channel.detach()

    def _write_copies(self, sources: dict[str, bytes]) -> None:
        # hidden cases that read the student's file as text find a copy in their folder, which
        # stays the same folder: what confines an examiner knows it by more than its name
        copies = Path(self._stage.copies)
        sweep(str(copies))  # an examiner may have left anything
        for name, data in sources.items():
            path = copies / name
            if "/" in name:
                path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(data)

    def _send_cases(self, channel: socket.socket, task: RunCases) -> None:
        folder, stage = str(self._stage.case_folder()), self._stage
        asked = TogetherTask(
            task.sources, self._hidden_files, folder, task.todo, task.until_failure, stage.plugins
        )
        data = msgspec.msgpack.encode(asked)
        channel.settimeout(_TO_SEND_SECONDS)
        with contextlib.suppress(OSError):  # its end is seen when it is watched
            channel.sendall(len(data).to_bytes(8, "little") + data)

    @cached_property
    def _hidden_files(self) -> dict[str, bytes]:
        folder = Path(self._stage.hidden_folder)
        files = (path for path in files_below(folder) if path.is_file())
        return {str(path.relative_to(folder)): path.read_bytes() for path in files}
