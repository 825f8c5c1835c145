"""A warm sandbox, as the trusted side holds it: started once, it forks one child after the other.

It dies with the process that started it.
"""

import json
import os
import secrets
import select
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from grader.errors import JailError
from grader.ground.children import has_ended, in_lasting_thread
from grader.ground.temporary import temporary_folder
from grader.inside import landlock, seccomp
from grader.inside.order import NO_PROCESSES, PROFILES
from grader.jail.capabilities import JailUser, claim_user
from grader.jail.child import LOST, Child, Ending, JailedChild
from grader.jail.equipment import equipment_for
from grader.jail.plan import Plan, plan_jail, plan_ours
from grader.jail.spec import SandboxSpec
from grader.jail.workspace import Workspace
from grader.model.course import MIB

NEEDS_LINUX = "Strangers' code is judged on Linux only: no other system isolates it well enough."

_START_SECONDS = 60.0  # with cold caches, and hidden cases to collect
_ANSWER_SECONDS = 10.0
_SIZE_UNKNOWN = 256 * MIB  # address space of a warm sandbox, where /proc does not tell
_TRIES, _AGAIN_SECONDS = 20, 0.1
_MESSAGE_BYTES = 1 << 17
_CREDENTIALS = struct.Struct("3i")  # process, user, group
_WORDS_KEPT = 2000
_TO_LEAVE_SECONDS = 1.0

_Process = subprocess.Popen[bytes]


class Line:
    """Our end of a packet socket, the process at the other end, and what it says on the side."""

    def __init__(self, control: socket.socket, process: _Process, words: int) -> None:
        self._control = control
        self.process = process
        self._words = words  # a descriptor: the process's standard error

    def send(self, message: dict[str, Any], descriptors: Sequence[int] = ()) -> None:
        """Ask for something; raise JailError where nobody is left to hear it."""
        try:
            socket.send_fds(self._control, [json.dumps(message).encode()], descriptors)
        except OSError as error:
            raise JailError(f"The jail ended unexpectedly. {self._last_words()}") from error

    def expect(self, said: str, seconds: float) -> tuple[dict[str, Any], int]:
        """Wait for one message; return it with the number of its sender, as this machine counts.

        Raises JailError for any other message, for none in time, and when the process has ended.
        """
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        if not poll.poll(seconds * 1000):
            raise JailError(f"The jail did not answer within {seconds:g} seconds.")
        message, sender = b"", 0
        try:
            space = socket.CMSG_SPACE(_CREDENTIALS.size)
            message, ancillary, _, _ = self._control.recvmsg(_MESSAGE_BYTES, space)
        except OSError:  # it died with a message of ours unread
            ancillary = []
        for _, kind, packed in ancillary:
            if kind == socket.SCM_CREDENTIALS:
                sender = _CREDENTIALS.unpack(packed)[0]
        answer: dict[str, Any] = json.loads(message) if message else {}
        if answer.pop("said", None) != said:
            raise JailError(answer.get("why") or f"The jail failed. {self._last_words()}")
        return answer, sender

    def close(self) -> None:
        """Hang up, by which the process ends; wait for that, and end it if it does not."""
        self._control.close()
        if not has_ended(self.process, _TO_LEAVE_SECONDS):
            self.process.kill()
            self.process.wait()
        os.close(self._words)

    def _last_words(self) -> str:
        """Read what the process said before it ended."""
        has_ended(self.process, _TO_LEAVE_SECONDS)
        os.set_blocking(self._words, False)
        try:
            said = os.read(self._words, 1 << 16)
        except BlockingIOError:
            said = b""
        return said.decode(errors="replace").strip()[-_WORDS_KEPT:] or "It said nothing."


class Sandbox:
    """One warm sandbox; one child at a time."""

    def __init__(self, spec: SandboxSpec) -> None:
        self.spec = spec
        self._user = JailUser()
        self._line: Line | None = None
        self._pid = 0  # of the warm process, once it is ready
        self._child: Child | None = None
        self._is_broken = False
        self._is_proved = not PROFILES[spec.kind].is_ours

    def begin(self) -> None:
        """Start the warm process, without waiting for it; raises JailError if it fails."""
        if sys.platform != "linux":
            raise JailError(NEEDS_LINUX)
        is_ours = PROFILES[self.spec.kind].is_ours
        # who is to open others' files is held to some of them by Landlock alone
        if self.spec.isolation != "none" and (landlock.version() or not is_ours):
            self._user = claim_user()
        try:
            self._line = self._launch()
        except BaseException:
            self.close()
            raise

    def _plan(self, control: int, processes: int) -> Plan:
        return plan_ours(self.spec, self._user, control, processes)

    def _launch(self) -> Line:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        words, their_words = os.pipe()
        processes = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)
        try:
            plan = self._plan(theirs.fileno(), processes)
            order = msgspec.json.encode(plan.order)
            start = partial(_start, plan, theirs.fileno(), their_words)
            process = in_lasting_thread(start)
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
        if niceness := PROFILES[self.spec.kind].niceness:
            _lower(process.pid, niceness)
        return Line(ours, process, words)

    def start(self) -> None:
        """Wait until it is ready, and begin it first if need be; raise JailError if it fails."""
        if self._pid:
            return
        if self._line is None:
            self.begin()
        try:
            _, self._pid = self._started().expect("ready", _START_SECONDS)
        except BaseException:
            self.close()
            raise

    def call(self, function: str, value: msgspec.Struct) -> None:
        """Have a function of ours called in the warm process, with a value that is packed."""
        packed = in_memory(msgspec.msgpack.encode(value))
        try:
            self._started().send({"do": "call", "function": function}, [packed])
        finally:
            os.close(packed)

    def fork(self, *descriptors: int, printed: Sequence[int] = ()) -> Child:
        """Fork a child that has these descriptors; raise JailError when it is to be replaced.

        What it prints goes nowhere, unless standard output and standard error are named.
        What is ours attacks itself before its first child.
        """
        self.start()
        if not self._is_proved:
            try:
                if self.spec.isolation != "none" and (done := self.attack()):
                    raise JailError(f"What is to be confined could {', '.join(done)}.")
            except BaseException:
                self.close()
                raise
            self._is_proved = True
        return self._fork(descriptors, printed)

    def attack(self) -> list[str]:
        """Have a child attack this machine, as a submission could; say what it could do."""
        with temporary_folder("grader-probe-") as folder:
            secret, traces = folder / "secret", folder / secrets.token_hex()
            secret.write_text("not for submissions", encoding="utf-8")
            traces.mkdir()
            # only the sandbox is in the way; who else is on this machine does not know the name
            for path, mode in ((folder, 0o711), (secret, 0o644), (traces, 0o777)):
                path.chmod(mode)
            asked = self._attacks(secret, traces / "new")
            channel, theirs = socket.socketpair()
            with channel:
                channel.settimeout(_START_SECONDS)
                with theirs:
                    child = self._fork([theirs.fileno()], attacks=True)
                try:
                    channel.sendall(json.dumps(asked).encode())
                    done: list[str] = json.loads(channel.recv(_MESSAGE_BYTES))
                except (OSError, ValueError) as error:
                    raise JailError(f"Whether it is confined cannot be told: {error}") from error
                child.finish(_ANSWER_SECONDS)
            return [*done, "write elsewhere"] if any(traces.iterdir()) else done

    def _attacks(self, secret: Path, new: Path) -> dict[str, Any]:
        """Say what is to be tried; for what is ours, as far as this kernel has the layers."""
        is_ours, files, installed = PROFILES[self.spec.kind].is_ours, [], []
        if not is_ours:
            closed = equipment_for(()).closed
            files = [
                __file__,
                *(str(one) for top in closed for one in islice(top.glob("*/*.py"), 1)),
            ]
            installed = [*map(str, closed), *filter(None, sys.path)]
        has_files = not is_ours or landlock.version() > 0
        return {
            "files": [str(secret), "/etc/passwd", *files] if has_files else [],
            "new_file": str(new) if has_files else "",
            "installed": installed,
            "is_filtered": not is_ours or seccomp.policy(os.uname().machine) is not None,
            "pid": os.getpid(),
        }

    def _fork(
        self, descriptors: Sequence[int], printed: Sequence[int] = (), *, attacks: bool = False
    ) -> Child:
        line = self._started()
        if self._child is not None and self._child.ending is None:
            raise JailError("A jail was asked for a second child before the first was finished.")
        try:
            pages = int(Path(f"/proc/{self._pid}/statm").read_text(encoding="ascii").split()[0])
            idle = pages * os.sysconf("SC_PAGE_SIZE")
        except (OSError, ValueError, IndexError):
            idle = _SIZE_UNKNOWN
        most = idle + self.spec.limits.memory_mib * MIB
        order = {"do": "open", "address_space": most, "attacks": attacks}
        # opened anew: what several share would keep what one leaves there
        nowhere = os.open(os.devnull, os.O_RDWR)
        try:
            line.send(order, [nowhere, *(printed or (nowhere, nowhere)), *descriptors])
        finally:
            os.close(nowhere)
        _, pid = line.expect("opened", _START_SECONDS)
        self._child = Child(pid, self._finish)
        return self._child

    def close(self) -> None:
        """End it with all in it, and remove what was laid out in the scratch folder."""
        line, self._line = self._line, None
        if self._child is not None and self._child.ending is None:
            self._child.ending = LOST  # its number may soon be another process's
        if line is not None:
            line.close()
        self._pid = 0
        self._user.release()

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
        self._clear()
        self._is_broken = False
        return Ending(**answer)

    def _clear(self) -> None:
        """Empty what a child may have written; nothing, where others do so."""

    def _started(self) -> Line:
        if self._line is None:
            raise JailError("The jail has not been started, or is closed already.")
        if self._is_broken:
            raise JailError("The jail broke down with the submission before and must be replaced.")
        return self._line


class Jail(Sandbox):
    """The sandbox of submissions, with the folders that they write."""

    def __init__(self, spec: SandboxSpec) -> None:
        super().__init__(spec)
        self._workspace = Workspace(spec.scratch)

    @property
    def cases(self) -> Path:
        """The folder for hidden cases' files; the jail has one at the same path."""
        return self._workspace.cases

    @property
    def work(self) -> Path:
        """The submission's working folder, as the jail calls it."""
        return self._workspace.work

    def open(self) -> JailedChild:
        """Fork a child for one submission; raise JailError when the jail is to be replaced."""
        channel, theirs = socket.socketpair()
        pipes = [os.pipe(), os.pipe()]
        reading, writing = [pipe[0] for pipe in pipes], [pipe[1] for pipe in pipes]
        try:
            child = self.fork(theirs.fileno(), printed=writing)
        except BaseException:
            channel.close()
            for descriptor in reading:
                os.close(descriptor)
            raise
        finally:
            theirs.close()
            for descriptor in writing:
                os.close(descriptor)
        printed = (reading[0], reading[1])
        made = JailedChild(child.pid, self._finish, channel=channel, printed=printed)
        self._child = made
        return made

    def close(self) -> None:
        """End it with all in it, and remove what was laid out in the scratch folder."""
        super().close()
        self._workspace.remove()

    def _plan(self, control: int, processes: int) -> Plan:
        self._workspace = Workspace(self.spec.scratch, self._user.uid)
        return plan_jail(self.spec, self._workspace, self._user, control, processes)

    def _clear(self) -> None:
        try:
            self._workspace.clear()
        except OSError as error:
            raise JailError(f"{self.spec.scratch} could not be emptied: {error}") from error


def in_memory(data: bytes) -> int:
    """Write bytes into a file without a name; gives its descriptor."""
    descriptor = os.memfd_create("order", os.MFD_CLOEXEC)
    with open(descriptor, "wb", closefd=False) as file:
        file.write(data)
    return descriptor


def _start(plan: Plan, control: int, words: int) -> _Process:
    inherited = {control, plan.order.processes_at} - {NO_PROCESSES}
    return subprocess.Popen(
        plan.argv,
        env=plan.environment,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=words,
        stderr=words,
        pass_fds=tuple(inherited),
        start_new_session=True,  # Ctrl-C is for the grader, which then ends it
        user=plan.user,
        group=plan.user,
        extra_groups=None if plan.user is None else (),
    )


def _lower(session: int, niceness: int) -> None:
    """Have all processes of a sandbox give way, where the kernel shares CPU time among sessions.

    It then heeds the priority of a process within its session only.
    """
    for _ in range(_TRIES):
        try:
            Path(f"/proc/{session}/autogroup").write_text(str(niceness), encoding="ascii")
        except BlockingIOError:  # it heeds an ordinary user ten times a second
            time.sleep(_AGAIN_SECONDS)
        except OSError:
            return  # it shares among processes, or the process has ended
        else:
            return
