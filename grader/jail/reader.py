"""Confines a process of ours that reads what a submission wrote: the examiner of hidden cases.

It keeps Python, the folders that it is told of and its scratch. It can start no process, reach
no network and be no root. As an ordinary user it may still open what is others', and Landlock
holds that to those folders; a kernel without Landlock gets the system call filter only. The
namespaces are made once, by a process that ends at once, and joined by any number of forks: to
join costs a tenth of what it costs to make them.
"""

import os
import socket
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NoReturn

from msgspec import Struct

from grader.ground.children import die_with, keep_only
from grader.inside import landlock, seccomp
from grader.inside.libc import capset, prctl, setns, unshare

from .capabilities import JailUser, can_mount, claim_user
from .equipment import SYSTEM

_USER = {"user": 0x10000000}
_OTHERS = {"net": 0x40000000, "ipc": 0x08000000, "uts": 0x04000000}
_SET_KEEP_CAPABILITIES, _SET_NO_NEW_PRIVILEGES = 8, 38
# CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: a course may be its author's alone to read, and of a
# case's files some are the jail user's. Without CAP_FOWNER it changes no mode but of its own files.
_KEPT_CAPABILITIES = 1 << 1 | 1 << 2
_OF_TEXTS = ("/usr/share/locale", "/etc/localtime")


class Namespaces(Struct, frozen=True):
    """What a process can join; nothing where this machine lets us make nothing."""

    descriptors: tuple[int, ...] = ()
    gives_rights: bool = False  # over these namespaces, to who joins them as an ordinary user

    @classmethod
    def make(cls) -> "Namespaces":
        """Make them; an ordinary user's need a user namespace around them."""
        if not can_mount() and os.geteuid() == 0:
            return cls()  # in a user namespace it would be no user of this machine's any more
        kinds = _OTHERS if can_mount() else _USER | _OTHERS
        try:
            return cls(_made(kinds), gives_rights=not can_mount())
        except OSError:
            return cls()

    def join(self) -> None:
        """Leave this machine's, for good."""
        for descriptor in self.descriptors:
            setns(descriptor)
            os.close(descriptor)
        if self.gives_rights:
            capset(0)

    def close(self) -> None:
        """Let go of them; the kernel ends them with their last process."""
        for descriptor in self.descriptors:
            os.close(descriptor)


class ReaderJail(Struct, frozen=True):
    """What is made once and put on by each fork that reads a submission's answers."""

    ruleset: int | None  # of Landlock
    calls: bytes | None
    user: JailUser
    namespaces: Namespaces

    @classmethod
    def prepare(
        cls, readable: Iterable[str], writable: Iterable[str], *, in_namespaces: bool
    ) -> "ReaderJail":
        """Make it for a process that holds all modules that its forks will need."""
        written = tuple(writable)
        calls = seccomp.policy(os.uname().machine, is_reader=True)
        namespaces = Namespaces.make() if in_namespaces else Namespaces()
        if not landlock.version():
            return cls(None, calls, JailUser(), namespaces)
        kept = landlock.Keep(
            read=(*SYSTEM, *_OF_TEXTS, *_python(), *readable),
            write=(*written, *landlock.DEVICES),
            links=written,
            names=("/dev",),
        )
        return cls(landlock.ruleset(kept), calls, claim_user(), namespaces)

    def put_on(self, parent: int = 0, descriptors: Collection[int] | None = None) -> None:
        """Confine this process for good; it ends with its parent where that is named.

        Where descriptors are named, all others are closed but the standard ones.
        """
        self.namespaces.join()
        uid = self.user.uid
        if uid is not None:  # an ordinary user that may still open what belongs to others
            prctl(_SET_KEEP_CAPABILITIES, 1)
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
            capset(_KEPT_CAPABILITIES)
        if parent:
            die_with(parent)
        prctl(_SET_NO_NEW_PRIVILEGES, 1)
        if self.ruleset is not None:
            landlock.restrict(self.ruleset)
            os.close(self.ruleset)
        if descriptors is not None:
            keep_only(descriptors)
        if self.calls is not None:
            seccomp.install(self.calls)

    def close(self) -> None:
        """Let others have the user."""
        self.user.release()
        self.namespaces.close()
        if self.ruleset is not None:
            os.close(self.ruleset)


def _python() -> Iterator[str]:
    """Name the interpreter's folders, and each package that was loaded from elsewhere."""
    prefixes = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}
    yield from prefixes
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if "." in name or not isinstance(file, str):
            continue
        path = Path(file)
        if not any(path.is_relative_to(prefix) for prefix in prefixes):
            yield str(path.parent if path.name == "__init__.py" else path)


def _made(kinds: dict[str, int]) -> tuple[int, ...]:
    """Open them while the process that makes them waits; raises OSError where it may not."""
    ours, theirs = socket.socketpair()
    maker = os.fork()
    if maker == 0:
        ours.close()
        _make(kinds, theirs)
    theirs.close()
    try:
        if not ours.recv(1):
            raise PermissionError("no namespaces can be made here")
        paths = [f"/proc/{maker}/ns/{kind}" for kind in kinds]
        return tuple(os.open(path, os.O_RDONLY | os.O_CLOEXEC) for path in paths)
    finally:
        ours.close()
        os.waitpid(maker, 0)


def _make(kinds: dict[str, int], line: socket.socket) -> NoReturn:
    try:
        uid, gid = os.geteuid(), os.getegid()
        unshare(sum(kinds.values()))
        socket.sethostname("jail")
        if "user" in kinds:
            own = Path("/proc/self")
            (own / "setgroups").write_text("deny", encoding="ascii")
            (own / "uid_map").write_text(f"{uid} {uid} 1", encoding="ascii")
            (own / "gid_map").write_text(f"{gid} {gid} 1", encoding="ascii")
        line.send(b".")
        line.recv(1)
    finally:
        os._exit(0)
