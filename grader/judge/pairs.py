"""Makes pairs of examiner and jailed child, one at a time, and ends both together."""

import contextlib
import socket
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import msgspec

from grader.cases.events import TogetherTask
from grader.course.course_file import files_below
from grader.errors import JailError
from grader.jail.child import JailedChild
from grader.jail.jail import Jail
from grader.jail.workspace import empty

from .examiner_process import ExaminerProcess
from .jobs import ENDED_BY_CASES, Ask, Knowledge, Run, RunCases, Task
from .stage import Stage
from .supervision import Pair, PairEnd, Stopped

_FINISH_SECONDS = 10.0
_TO_SEND_SECONDS = 10.0


class Pairs:
    """Holds a warm jail and what examiners are forked from.

    Where hidden cases run in the jail there are no examiners: what a case came to is told by the
    process that the submission runs in, so that it can be whatever the submission wants.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._spec = stage.jail_spec()
        self._jail: Jail | None = None
        self._examiners: ExaminerProcess | None = None
        self.knowledge: Knowledge | None = None
        self._case_limits: dict[str, float] = {}
        self._over: JailedChild | None = None  # the child that was judged last
        self.tell: Callable[[str], object] | None = None  # is told which case takes its time
        self.is_stopped: Callable[[], bool] = lambda: False

    def begin(self) -> None:
        """Start what is not running, without waiting for it; raises JailError."""
        if self._jail is None:
            self._jail = Jail(self._spec)
            self._jail.begin()
        if self._examiners is None and not self._stage.is_together:
            Path(self._stage.copies).mkdir(exist_ok=True)
            self._examiners = ExaminerProcess(self._stage)
            if self.knowledge is not None:
                self._examiners.learn(self.knowledge)

    def learn(self, knowledge: Knowledge) -> None:
        """Take over what the reference taught, for all pairs that follow."""
        self.knowledge = knowledge
        self._case_limits = {one.id: one.seconds for one in knowledge.cases if one.seconds}
        if self._examiners is not None:
            try:
                self._examiners.learn(knowledge)
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
            examiner, events = None, child.channel.detach()
        else:
            self._write_copies(task.sources)
            examiner, events = self._examiners.fork(child.channel, task)
            child.channel.close()
        is_ours = task.is_of_reference if isinstance(task, Ask) else task.is_recording
        pair = Pair(child, examiner, events, self._stage.limits, is_of_reference=is_ours)
        pair.tell, pair.is_stopped = self.tell, self.is_stopped
        cases = task.todo if isinstance(task, RunCases) else []
        end = pair.watch(run, deadline, cases, self._case_limits)
        if end.why != "done":  # how the child ended is part of what happened
            end.child = child.finish(_FINISH_SECONDS)
        if end.why == "died" and end.fault is None and self._examiners is not None:
            status = self._examiners.end()
            killed = f"the examiner ended with status {status}"
            end.fault = killed if status < 0 else ENDED_BY_CASES
        return end

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
