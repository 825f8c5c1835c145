"""The supervisor's end of the sandbox that examiners are forked in."""

import contextlib
import fcntl
import os
import socket
from pathlib import Path

import msgspec

from grader.jail.child import Child
from grader.jail.jail import Sandbox, in_memory
from grader.jail.spec import SandboxSpec
from grader.model.course import Limits

from .jobs import Knowledge, Task
from .stage import Stage

_HOST = "grader.judge.examiner_host:HOST"
_LIMITS = Limits(memory_mib=1024)  # beyond what it holds when it starts
_PIPE_BYTES = 1 << 20  # room for the events of a tick


class ExaminerProcess:
    """Has examiners forked, one at a time, by a process that holds no submission."""

    def __init__(self, stage: Stage) -> None:
        """Start it, without waiting for it; raises JailError."""
        # what students have of the course, which its cases may read
        handed_out = [str(above / "exercises") for above in Path(stage.hidden_folder).parents[2:3]]
        spec = SandboxSpec(
            stage.isolation,
            limits=_LIMITS,
            entry=f"{_HOST}.examine",
            kind="examiner",
            readable=(stage.hidden_folder, *handed_out),
            writable=(stage.copies, str(stage.case_folder())),
        )
        self._sandbox = Sandbox(spec)
        self._examiner: Child | None = None
        self._sandbox.begin()
        self._sandbox.call(f"{_HOST}.begin", stage)

    def learn(self, knowledge: Knowledge) -> None:
        """Have it collect a lesson's cases, for all examiners that follow; raises JailError."""
        self._sandbox.call(f"{_HOST}.learn", knowledge)

    def fork(self, channel: socket.socket, task: Task) -> tuple[int, int]:
        """Have an examiner forked, which asks over a channel; gives its pid and where it tells.

        Raises JailError.
        """
        packed, (events, theirs) = in_memory(msgspec.msgpack.encode(task)), os.pipe()
        with contextlib.suppress(OSError, AttributeError):
            fcntl.fcntl(theirs, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        try:
            self._examiner = self._sandbox.fork(channel.fileno(), theirs, packed)
        except BaseException:
            os.close(events)
            raise
        finally:
            os.close(theirs)
            os.close(packed)
        return self._examiner.pid, events

    def end(self) -> int:
        """End the examiner; gives its exit status, negative for a signal. Raises JailError."""
        if self._examiner is None:
            return 0
        ending = self._examiner.finish(0)
        return -ending.signal if ending.signal is not None else ending.exit_code or 0

    def close(self) -> None:
        """End it, and the examiner that it forked."""
        self._sandbox.close()
