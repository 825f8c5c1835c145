"""The supervisor's end of the process that examiners are forked from."""

import contextlib
import fcntl
import os
import socket
import subprocess
import sys
from pathlib import Path

import msgspec

from grader.errors import JailError
from grader.ground.children import in_lasting_thread
from grader.jail.jail import Line

from .jobs import Knowledge, Task
from .stage import Stage

_PROGRAM = "grader.judge.examiner_host"
_PACKAGE_ROOT = Path(__file__).resolve().parents[2]
_PIPE_BYTES = 1 << 20  # room for the events of a tick
_ANSWER_SECONDS = 60.0  # with cold caches, and hidden cases to collect


class ExaminerProcess:
    """Has examiners forked, one at a time, by a process that holds no submission."""

    def __init__(self, stage: Stage) -> None:
        """Start it, without waiting for it; raises JailError."""
        control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        words, their_words = os.pipe()
        program = [sys.executable, "-P", "-m", _PROGRAM, str(theirs.fileno()), str(os.getpid())]

        def start() -> "subprocess.Popen[bytes]":
            return subprocess.Popen(
                program,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=their_words,
                env=_environment(),
                start_new_session=True,  # Ctrl-C is for the grader, which then ends it
            )

        try:
            process = in_lasting_thread(start)
        except OSError as error:
            control.close()
            os.close(words)
            raise JailError(f"The process of the hidden cases did not start: {error}") from error
        finally:
            theirs.close()
            os.close(their_words)
        self._line = Line(control, process, words)
        self._send("begin", _in_memory(stage))

    def learn(self, knowledge: Knowledge) -> None:
        """Have it collect a lesson's cases, for all examiners that follow; raises JailError."""
        self._send("learn", _in_memory(knowledge))

    def fork(self, channel: socket.socket, task: Task) -> tuple[int, int]:
        """Have an examiner forked, which asks over a channel; gives its pid and where it tells.

        Raises JailError.
        """
        events, theirs = os.pipe()
        with contextlib.suppress(OSError, AttributeError):
            fcntl.fcntl(theirs, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        try:
            self._send("fork", os.dup(channel.fileno()), theirs, _in_memory(task))
            answer, _ = self._line.expect("forked", _ANSWER_SECONDS)
        except BaseException:
            os.close(events)
            raise
        return int(answer["pid"]), events

    def end(self) -> int:
        """End the examiner; gives its exit status, negative for a signal. Raises JailError."""
        self._line.send({"do": "end"})
        answer, _ = self._line.expect("ended", _ANSWER_SECONDS)
        return int(answer["status"])

    def close(self) -> None:
        """End it, and the examiner that it forked."""
        self._line.close()

    def _send(self, what: str, *descriptors: int) -> None:
        try:
            self._line.send({"do": what}, descriptors)
        finally:
            for descriptor in descriptors:
                os.close(descriptor)


def _in_memory(value: msgspec.Struct) -> int:
    """Write a value into a file without a name; gives its descriptor."""
    descriptor = os.memfd_create("order", os.MFD_CLOEXEC)
    with open(descriptor, "wb", closefd=False) as file:
        file.write(msgspec.msgpack.encode(value))
    return descriptor


def _environment() -> dict[str, str]:
    # a lesson's packages are imported from where the command itself would find them
    places = f"{_PACKAGE_ROOT}{os.pathsep}{os.getenv('PYTHONPATH', '')}".split(os.pathsep)
    kept = {k: os.environ[k] for k in ("PATH", "HOME", "TMPDIR", "SYSTEMROOT") if k in os.environ}
    return {
        **kept,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",  # sets print in the same order in every run
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(filter(None, places))),
        "OPENBLAS_NUM_THREADS": "1",
    }
