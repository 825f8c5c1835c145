"""A warm jail: started once as planned, it runs one submission after the other."""

import json
import os
import select
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from grader.errors import JailError
from grader.ground.children import has_ended, in_lasting_thread
from grader.inside.order import NICENESS, NO_PROCESSES
from grader.jail.capabilities import JailUser, claim_user
from grader.jail.child import LOST, JailedChild
from grader.jail.plan import Plan, Planner
from grader.jail.spec import Ending, JailSpec
from grader.jail.workspace import Workspace
from grader.model.course import MIB

_START_SECONDS = 60.0  # with cold caches
_ANSWER_SECONDS = 10.0
_SIZE_UNKNOWN = 256 * MIB  # address space of an idle jail, where /proc does not tell

NEEDS_LINUX = "Strangers' code is judged on Linux only: no other system isolates it well enough."

_Process = subprocess.Popen[bytes]
_TRIES, _AGAIN_SECONDS = 20, 0.1
_MESSAGE_BYTES = 1 << 17
_CREDENTIALS = struct.Struct("3i")  # process, user, group
_WORDS_KEPT = 2000
_TO_LEAVE_SECONDS = 1.0


class Line:
    """Our end of a packet socket, the process at the other end, and what it says on the side."""

    def __init__(
        self, control: socket.socket, process: subprocess.Popen[bytes], words: int
    ) -> None:
        self._control = control
        self._process = process
        self._words = words  # a descriptor: the process's standard error

    def send(self, message: dict[str, Any], descriptors: Sequence[int] = ()) -> None:
        """Ask for something; raise JailError where nobody is left to hear it."""
        try:
            socket.send_fds(self._control, [json.dumps(message).encode()], descriptors)
        except OSError as error:
            raise JailError(f"The jail ended unexpectedly. {self._last_words()}") from error

    def expect(self, said: str, seconds: float) -> tuple[dict[str, Any], int]:
        """Wait for one message; return it with the number of its sender, as this machine counts.

        Raises JailError for any other message, for none in time, and when the jail has ended.
        """
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        if not poll.poll(seconds * 1000):
            raise JailError(f"The jail did not answer within {seconds:g} seconds.")
        message, sender = self._receive()
        answer: dict[str, Any] = json.loads(message) if message else {}
        if answer.pop("said", None) != said:
            raise JailError(answer.get("why") or f"The jail failed. {self._last_words()}")
        return answer, sender

    def close(self) -> None:
        """Hang up, by which the jail ends; wait for that, and end it if it does not."""
        self._control.close()
        if not has_ended(self._process, _TO_LEAVE_SECONDS):
            self._process.kill()
            self._process.wait()
        os.close(self._words)

    def _receive(self) -> tuple[bytes, int]:
        space = socket.CMSG_SPACE(_CREDENTIALS.size)
        try:
            message, ancillary, _, _ = self._control.recvmsg(_MESSAGE_BYTES, space)
        except OSError:  # it died with a message of ours unread
            return b"", 0
        for _, kind, packed in ancillary:
            if kind == socket.SCM_CREDENTIALS:
                return message, _CREDENTIALS.unpack(packed)[0]
        return message, 0

    def _last_words(self) -> str:
        """Read what the process said before it ended."""
        has_ended(self._process, _TO_LEAVE_SECONDS)
        os.set_blocking(self._words, False)
        try:
            said = os.read(self._words, 1 << 16)
        except BlockingIOError:
            said = b""
        return said.decode(errors="replace").strip()[-_WORDS_KEPT:] or "It said nothing."


class Jail:
    """One warm jail; one child at a time. It dies with the process that started it."""

    def __init__(self, spec: JailSpec) -> None:
        self.spec = spec
        self._workspace = Workspace(spec.scratch)
        self._user = JailUser()
        self._line: Line | None = None
        self._address_space = 0
        self._child: JailedChild | None = None
        self._is_broken = False

    @property
    def cases(self) -> Path:
        """The folder for hidden cases' files; the jail has one at the same path."""
        return self._workspace.cases

    @property
    def work(self) -> Path:
        """The submission's working folder, as the jail calls it."""
        return self._workspace.work

    def begin(self) -> None:
        """Lay out the scratch folder and start the warm interpreter, without waiting for it.

        Raises JailError if it fails.
        """
        if sys.platform != "linux":
            raise JailError(NEEDS_LINUX)
        if self.spec.isolation != "none":
            self._user = claim_user()
        self._workspace = Workspace(self.spec.scratch, self._user.uid)
        try:
            self._line = _launch(self.spec, self._workspace, self._user)
        except BaseException:
            self.close()
            raise

    def start(self) -> None:
        """Wait until it is ready, and begin it first if need be; raise JailError if it fails."""
        if self._address_space:
            return
        if self._line is None:
            self.begin()
        try:
            self._wait_until_ready()
        except BaseException:
            self.close()
            raise

    def load(self, module: str) -> None:
        """Have every child from now on find a module imported; raise JailError if that fails."""
        self._started().send({"do": "load", "module": module})
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        _, pid = self._started().expect("ready", _START_SECONDS)
        try:
            pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[0])
            idle = pages * os.sysconf("SC_PAGE_SIZE")
        except (OSError, ValueError, IndexError):
            idle = _SIZE_UNKNOWN
        self._address_space = idle + self.spec.limits.memory_mib * MIB

    def open(self) -> JailedChild:
        """Fork a child for one submission; raise JailError when the jail is to be replaced."""
        line = self._started()
        if self._child is not None and self._child.ending is None:
            raise JailError("A jail was asked for a second child before the first was finished.")
        channel, theirs = socket.socketpair()
        pipes = [os.pipe(), os.pipe()]
        reading, writing = [pipe[0] for pipe in pipes], [pipe[1] for pipe in pipes]
        try:
            order = {"do": "open", "address_space": self._address_space}
            line.send(order, [theirs.fileno(), *writing])
            _, pid = line.expect("opened", _ANSWER_SECONDS)
        except BaseException:
            channel.close()
            for descriptor in reading:
                os.close(descriptor)
            raise
        finally:
            theirs.close()
            for descriptor in writing:
                os.close(descriptor)
        self._child = JailedChild(pid, channel, (reading[0], reading[1]), self._finish)
        return self._child

    def close(self) -> None:
        """End the jail with all in it, and remove what was laid out in the scratch folder."""
        line, self._line = self._line, None
        if self._child is not None and self._child.ending is None:
            self._child.ending = LOST  # its number may soon be another process's
        if line is not None:
            line.close()
        self._address_space = 0
        self._user.release()
        self._workspace.remove()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _finish(self, seconds: float) -> Ending:
        line = self._started()
        self._is_broken = True  # until all of this has gone well
        line.send({"do": "finish", "seconds": seconds})
        answer, _ = line.expect("ended", seconds + _ANSWER_SECONDS)
        if unclean := answer.pop("unclean"):
            raise JailError(f"The jail could not be emptied after a submission: {unclean}")
        try:
            self._workspace.clear()
        except OSError as error:
            raise JailError(f"{self.spec.scratch} could not be emptied: {error}") from error
        self._is_broken = False
        return Ending(**answer)

    def _started(self) -> Line:
        if self._line is None:
            raise JailError("The jail has not been started, or is closed already.")
        if self._is_broken:
            raise JailError("The jail broke down with the submission before and must be replaced.")
        return self._line


def _launch(spec: JailSpec, workspace: Workspace, user: JailUser) -> Line:
    """Start a warm jail and give it its order; raise JailError where this machine cannot."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    words, their_words = os.pipe()
    processes = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)
    try:
        plan = Planner(spec, workspace, user, theirs.fileno(), processes).plan()
        inherited = {theirs.fileno(), plan.order.processes_at} - {NO_PROCESSES}
        order = msgspec.json.encode(plan.order)
        process = in_lasting_thread(partial(_start, plan, their_words, tuple(inherited)))
        ours.send(order)
    except BaseException as error:
        ours.close()
        os.close(words)
        if isinstance(error, OSError | UnicodeError):  # the latter for a path that is no text
            raise JailError(f"The jail could not be started: {error}") from error
        raise
    finally:
        theirs.close()
        os.close(their_words)
        os.close(processes)
    return Line(ours, process, words)


def _start(plan: Plan, words: int, inherited: tuple[int, ...]) -> _Process:
    process = subprocess.Popen(
        plan.argv,
        env=plan.environment,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=words,
        stderr=words,
        pass_fds=inherited,
        start_new_session=True,
        user=plan.user,
        group=plan.user,
        extra_groups=None if plan.user is None else (),
    )
    _lower(process.pid)
    return process


def _lower(session: int) -> None:
    """Have all processes of a jail give way, where the kernel shares CPU time among sessions.

    It then heeds the priority of a process within its session only.
    """
    for _ in range(_TRIES):
        try:
            Path(f"/proc/{session}/autogroup").write_text(str(NICENESS), encoding="ascii")
        except BlockingIOError:  # it heeds an ordinary user ten times a second
            time.sleep(_AGAIN_SECONDS)
        except OSError:
            return  # it shares among processes, or the jail has ended
        else:
            return
