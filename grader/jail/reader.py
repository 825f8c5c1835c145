"""Confines a process of ours that reads what a submission wrote: the examiner of hidden cases.

It keeps Python, the folders that it is told of and its scratch. It can start no process, reach
no network and be no root. As an ordinary user it may still open what is others', and Landlock
holds that to those folders; a kernel without Landlock gets the system call filter only.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.inside import landlock, seccomp
from grader.inside.bpf import Filter
from grader.inside.libc import capset, prctl

from .capabilities import JailUser, claim_user
from .namespaces import Namespaces

_SET_KEEP_CAPABILITIES, _SET_NO_NEW_PRIVILEGES = 8, 38
# CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: a course may be its author's alone to read, and of a
# case's files some are the jail user's. Without CAP_FOWNER it changes no mode but of its own files.
_KEPT_CAPABILITIES = 1 << 1 | 1 << 2
# what the C library and Python's own modules read while they run
_SYSTEM = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share/zoneinfo"),
    *("/usr/share/locale", "/usr/lib/locale", "/etc/localtime", "/etc/ld.so.cache"),
)


@dataclass(frozen=True)
class ReaderJail:
    """What is made once and put on by each fork that reads a submission's answers."""

    ruleset: int | None  # of Landlock
    calls: Filter | None
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
            read=(*_SYSTEM, *_python(), *readable),
            write=(*written, *landlock.DEVICES),
            links=written,
            names=("/dev",),
        )
        return cls(landlock.ruleset(kept), calls, claim_user(), namespaces)

    def put_on(self) -> None:
        """Confine this process for good."""
        self.namespaces.join()
        if self.user.uid is not None:
            _become(self.user.uid)
        prctl(_SET_NO_NEW_PRIVILEGES, 1)
        if self.ruleset is not None:
            landlock.restrict(self.ruleset)
            os.close(self.ruleset)
        if self.calls is not None:
            seccomp.install(self.calls.for_process(os.getpid()))

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


def _become(uid: int) -> None:
    """Be an ordinary user that may still open what belongs to others."""
    prctl(_SET_KEEP_CAPABILITIES, 1)
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    capset(_KEPT_CAPABILITIES)
