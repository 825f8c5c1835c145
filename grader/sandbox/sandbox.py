"""A warm sandbox, as the trusted side holds it: started once, it forks one child after the other.

It dies with the process that started it.
"""

import os
import socket
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import msgspec

from grader.errors import JailError
from grader.ground.children import has_ended, in_lasting_thread
from grader.ground.temporary import temporary_folder
from grader.model.course import MIB

from .capabilities import JailUser, claim_user
from .child import LOST, Child, Ending
from .inside import landlock, seccomp
from .inside.witness import ON_FILES, Attempts
from .inside.written import sweep
from .spec import SandboxSpec
from .start import start_of_ours, start_of_submissions
from .workspace import Workspace

NEEDS_LINUX = "Strangers' code is judged on Linux only: no other system isolates it well enough."

_CLOSED = "The jail has not been started, or is closed already."
_START_SECONDS = 60.0  # with cold caches, and hidden cases to collect
_ANSWER_SECONDS = 10.0
_MESSAGE_BYTES = 1 << 17
_CREDENTIALS = struct.Struct("3i")  # process, user, group
_WORDS_KEPT = 2000
_TO_LEAVE_SECONDS = 1.0


class Sandbox:
    """One warm sandbox; one child at a time. A context manager, which starts and closes it."""

    def __init__(self, spec: SandboxSpec) -> None:
        self.spec = spec
        self._workspace = Workspace(spec.scratch) if spec.kind == "submission" else None
        self._user: JailUser | None = None
        self._control: socket.socket | None = None  # our end of a packet socket
        self._words = -1  # a descriptor: the standard error of the process
        self._process: subprocess.Popen[bytes] | None = None
        self._pid = 0  # of the warm process, once it is ready
        self._child: Child | None = None
        self._is_broken = False

    def begin(self) -> None:
        """Start the warm process, without waiting for it; raises JailError if it fails."""
        if sys.platform != "linux":
            raise JailError(NEEDS_LINUX)
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._words, their_words = os.pipe()
        control = theirs.fileno()
        try:
            # who is to open others' files is held to some of them by Landlock alone
            if self.spec.isolation != "none" and (landlock.version() or self._workspace):
                self._user = claim_user()
            if self._workspace is None:
                start = start_of_ours(self.spec, self._user, control)
            else:
                start = start_of_submissions(self.spec, self._user, self._workspace, control)
            order = msgspec.json.encode(start.order)
            self._process = in_lasting_thread(
                lambda: subprocess.Popen(
                    start.argv,
                    env=start.environment,
                    cwd=start.folder,
                    stdin=subprocess.DEVNULL,
                    stdout=their_words,
                    stderr=their_words,
                    pass_fds=(control,),
                    start_new_session=True,  # Ctrl-C is for the grader, which then ends it
                    user=start.user,
                    group=start.user,
                    extra_groups=None if start.user is None else (),
                )
            )
            self._control.send(order)
        except BaseException as error:
            self.close()
            if isinstance(error, OSError | UnicodeError):  # the latter for a path that is no text
                raise JailError(f"The jail could not be started: {error}") from error
            raise
        finally:
            theirs.close()
            os.close(their_words)

    def start(self) -> None:
        """Wait until it is ready, and have it attacked before its first child.

        It begins first if need be. Raises JailError if it fails, or an attack succeeds.
        """
        if self._pid:
            return
        if self._control is None:
            self.begin()
        try:
            _, self._pid = self._hear(_START_SECONDS)
            if self.spec.isolation != "none" and (done := self.attack()):
                raise JailError(f"At this level a submission could {', '.join(done)}.")
        except BaseException:
            self.close()
            raise

    def call(self, function: str, value: msgspec.Struct) -> None:
        """Have a function of ours called in the warm process, with a value that is packed."""
        packed = in_memory(msgspec.msgpack.encode(value))
        try:
            self._send({"do": "call", "function": function}, [packed])
        finally:
            os.close(packed)

    def open(self) -> Child:
        """Fork a child for one submission, and hear what it prints; raises JailError."""
        return self.fork(hears=True)

    def fork(self, *descriptors: int, hears: bool = False, attacks: bool = False) -> Child:
        """Fork a child that has a channel and these descriptors, in the order of its entry.

        What it prints goes nowhere, unless it is heard. Raises JailError when the sandbox is to be
        replaced, also where it is none.
        """
        self.start()
        if self._child is not None and self._child.ending is None:
            raise JailError("A jail was asked for a second child before the first was finished.")
        try:
            pages = int(Path(f"/proc/{self._pid}/statm").read_text(encoding="ascii").split()[0])
            idle = pages * os.sysconf("SC_PAGE_SIZE")
        except OSError as error:
            raise JailError(f"The jail ended unexpectedly. {self._last_words()}") from error
        most = idle + self.spec.limits.memory_mib * MIB
        channel, theirs = socket.socketpair()
        # opened anew: what several share would keep what one leaves there
        nowhere = os.open(os.devnull, os.O_RDWR)
        pipes = [os.pipe(), os.pipe()] if hears else []
        writing = [pipe[1] for pipe in pipes]
        child = Child(0, self._finish, channel, tuple(pipe[0] for pipe in pipes))
        own = (nowhere, *(writing or (nowhere, nowhere)), theirs.fileno(), *descriptors)
        try:
            self._send({"do": "open", "address_space": most, "attacks": attacks}, own)
            _, child.pid = self._hear(_START_SECONDS)
        except BaseException:
            child.close()
            raise
        finally:
            theirs.close()
            for descriptor in (nowhere, *writing):
                os.close(descriptor)
        self._child = child
        return child

    def attack(self) -> list[str]:
        """Have a child attack this machine, as a submission could; say what it could do."""
        is_ours = self._workspace is None
        with temporary_folder("grader-probe-") as folder:
            secret = folder / "secret"
            secret.write_text("not for submissions", encoding="utf-8")
            # only the sandbox is in the way
            folder.chmod(0o711)
            secret.chmod(0o666)
            read = [str(secret), "/etc/passwd", *([] if is_ours else [__file__])]
            with self.fork(attacks=True) as child:
                child.channel.settimeout(_START_SECONDS)
                try:
                    asked = Attempts(os.getpid(), read, str(secret))
                    child.channel.sendall(msgspec.json.encode(asked))
                    answer = child.channel.recv(_MESSAGE_BYTES)
                    done = msgspec.json.decode(answer, type=list[str])
                except (OSError, msgspec.MsgspecError) as error:
                    raise JailError(f"Whether it is confined cannot be told: {error}") from error
                child.finish(_ANSWER_SECONDS)
        if not is_ours:
            return done
        # what is ours starts where this kernel lacks a layer, too
        has_files, has_filter = landlock.version() > 0, seccomp.policy(os.uname().machine)
        return [one for one in done if (has_files if one in ON_FILES else has_filter)]

    def close(self) -> None:
        """End it with all in it, and remove what was laid out in the scratch folder."""
        if self._child is not None and self._child.ending is None:
            self._child.ending = LOST  # its number may soon be another process's
        if self._control is not None:
            self._control.close()  # by which the process ends
            os.close(self._words)
        if self._process is not None and not has_ended(self._process, _TO_LEAVE_SECONDS):
            self._process.kill()
            self._process.wait()
        self._control = self._process = None
        self._pid = 0
        if self._user is not None:
            self._user.release()
        if self._workspace is not None:
            self._workspace.remove()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close()

    def _finish(self, seconds: float) -> Ending:
        self._send({"do": "finish", "seconds": seconds})
        self._is_broken = True  # until all of this has gone well
        answer, _ = self._hear(seconds + _ANSWER_SECONDS)
        unclean = answer.pop("unclean")
        if self._workspace is not None and not unclean:
            try:
                sweep(str(self._workspace.cases))
            except OSError as error:
                unclean = str(error)
        if unclean:
            raise JailError(f"The jail could not be emptied after a submission: {unclean}")
        self._is_broken = False
        return Ending(**answer)

    def _send(self, message: dict[str, Any], descriptors: Sequence[int] = ()) -> None:
        """Ask for something; raise JailError where nobody is left to hear it."""
        if self._control is None:
            raise JailError(_CLOSED)
        if self._is_broken:
            raise JailError("The jail broke down with the submission before and must be replaced.")
        try:
            socket.send_fds(self._control, [msgspec.json.encode(message)], descriptors)
        except OSError as error:
            raise JailError(f"The jail ended unexpectedly. {self._last_words()}") from error

    def _hear(self, seconds: float) -> tuple[dict[str, Any], int]:
        """Wait for one message; return it with the number of its sender, as this machine counts.

        Raises JailError for a failure, for none in time, and when the process has ended.
        """
        if self._control is None:
            raise JailError(_CLOSED)
        self._control.settimeout(seconds)
        try:
            space = socket.CMSG_SPACE(_CREDENTIALS.size)
            message, ancillary, _, _ = self._control.recvmsg(_MESSAGE_BYTES, space)
        except TimeoutError as error:
            raise JailError(f"The jail did not answer within {seconds:g} seconds.") from error
        except OSError:  # it died with a message of ours unread
            message, ancillary = b"", []
        answer: dict[str, Any] = msgspec.json.decode(message) if message else {"failed": None}
        if "failed" in answer:
            raise JailError(answer["failed"] or f"The jail failed. {self._last_words()}")
        return answer, _CREDENTIALS.unpack(ancillary[0][2])[0]

    def _last_words(self) -> str:
        """Read what the process said before it ended."""
        if self._process is not None:
            has_ended(self._process, _TO_LEAVE_SECONDS)
        os.set_blocking(self._words, False)
        try:
            said = os.read(self._words, 1 << 16)
        except BlockingIOError:
            said = b""
        return said.decode(errors="replace").strip()[-_WORDS_KEPT:] or "It said nothing."


def in_memory(data: bytes) -> int:
    """Write bytes into a file without a name; gives its descriptor."""
    descriptor = os.memfd_create("order", os.MFD_CLOEXEC)
    with open(descriptor, "wb", closefd=False) as file:
        file.write(data)
    return descriptor
