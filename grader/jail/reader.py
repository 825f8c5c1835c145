"""Confines a process of ours that reads what a submission wrote: the examiner of hidden cases.

It keeps Python, the folders that it is told of and its scratch. It can start no process, reach
no network and be no root. As an ordinary user it may still open what is others', and Landlock
holds that to those folders; a kernel without Landlock gets the system call filter only. The
process that it is forked from leaves the machine's network once, for all its forks.
"""

import os
import socket
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from grader.ground.children import die_with, keep_only
from grader.inside import landlock, seccomp
from grader.inside.libc import capset, prctl, unshare

from .capabilities import JailUser, can_mount, claim_user
from .equipment import SYSTEM

_NEW_USER, _NEW_NETWORK, _NEW_MEMORY, _NEW_NAME = 0x10000000, 0x40000000, 0x08000000, 0x04000000
_SET_KEEP_CAPABILITIES, _SET_NO_NEW_PRIVILEGES = 8, 38
# CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: a course may be its author's alone to read, and of a
# case's files some are the jail user's. Without CAP_FOWNER it changes no mode but of its own files.
_KEPT_CAPABILITIES = 1 << 1 | 1 << 2
_OF_TEXTS = ("/usr/share/locale", "/etc/localtime")


class ReaderJail(Struct, frozen=True):
    """What is made once and put on by each fork that reads a submission's answers."""

    ruleset: int | None  # of Landlock
    calls: bytes | None
    user: JailUser

    @staticmethod
    def leave_machine() -> bool:
        """Give this process and its forks a network, shared memory and a host name of their own.

        Tell whether that may be. There must be no other thread yet.
        """
        kinds, uid, gid = _NEW_NETWORK | _NEW_MEMORY | _NEW_NAME, os.geteuid(), os.getegid()
        as_user = not can_mount()
        if (
            as_user and uid == 0
        ):  # in a user namespace it would be no user of this machine's any more
            return False
        try:
            unshare(kinds | _NEW_USER if as_user else kinds)
        except OSError:
            return False
        socket.sethostname("jail")
        if as_user:
            own = Path("/proc/self")
            (own / "setgroups").write_text("deny", encoding="ascii")
            (own / "uid_map").write_text(f"{uid} {uid} 1", encoding="ascii")
            (own / "gid_map").write_text(f"{gid} {gid} 1", encoding="ascii")
            capset(0)
        return True

    @classmethod
    def prepare(cls, readable: Iterable[str], writable: Iterable[str]) -> "ReaderJail":
        """Make it for a process that holds all modules that its forks will need."""
        written = tuple(writable)
        links = (seccomp.SYMBOLIC_LINKS,) if written else ()
        if not landlock.version():
            return cls(None, seccomp.policy(os.uname().machine, links), JailUser())
        kept = landlock.Keep(
            read=(*SYSTEM, *_OF_TEXTS, *_python(), *readable),
            write=(*written, *landlock.DEVICES),
            links=written,
            names=("/dev",),
        )
        ruleset, user = landlock.ruleset(kept), claim_user()
        # Landlock covers no modes: a process that shares its user could change those of all files
        modes = (seccomp.MODES_AND_TIMES,) if written and user.is_ours_alone else ()
        return cls(ruleset, seccomp.policy(os.uname().machine, (*links, *modes)), user)

    def put_on(self, parent: int = 0, descriptors: Collection[int] | None = None) -> None:
        """Confine this process for good; it ends with its parent where that is named.

        Where descriptors are named, all others are closed but the standard ones.
        """
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
            if not self.user.is_ours_alone:
                seccomp.heed_what_is_missing()
            seccomp.install(self.calls)

    def close(self) -> None:
        """Let others have the user."""
        self.user.release()
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
