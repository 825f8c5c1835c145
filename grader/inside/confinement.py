"""Confines processes: what a warm sandbox gives up once, and what each of its children does."""

import fcntl
import os
import resource
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from grader.inside import landlock, seccomp
from grader.inside.libc import NEW_USER, capset, lower_limits, prctl, unshare
from grader.inside.order import NO_PROCESSES, PROFILES, Order

_SET_PDEATHSIG, _SET_DUMPABLE, _SET_KEEP_CAPABILITIES = 1, 4, 8
_SET_SUBREAPER, _SET_NO_NEW_PRIVILEGES = 36, 38
# CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: a course may be its author's alone to read, and of a
# case's files some are the jail user's. Without CAP_FOWNER it changes no mode but of its own files.
_KEPT_CAPABILITIES = 1 << 1 | 1 << 2
_OUT_OF_THE_WAY = 100  # descriptors are moved above this number before they get their own
_IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)  # they become OSErrors instead
_LEFT_ALONE = (signal.SIGKILL, signal.SIGSTOP)


class Confinement(Struct, frozen=True):
    """What is made once in a warm sandbox and put on by each child."""

    order: Order
    ruleset: int | None = None  # of Landlock
    calls: bytes | None = None

    @classmethod
    def prepare(cls, order: Order) -> "Confinement":
        """Make what an order asks for; what is ours must hold all modules that it will need."""
        if not order.confines:
            return cls(order)
        profile, machine = PROFILES[order.kind], os.uname().machine
        modes = () if order.has_own_user else (seccomp.MODES_AND_TIMES,)
        # Landlock covers no modes: a process that shares its user could change those of all files
        allowed = tuple(calls for calls in profile.allowed if calls not in modes)
        calls, ruleset = seccomp.policy(machine, allowed), None
        if calls is None and not profile.is_ours:
            raise OSError(f"the system calls of {machine} are not known here")
        if landlock.version():
            loaded = _loaded_from() if profile.is_ours else ()
            written = tuple(filter(None, (*order.writable, order.volume)))
            ruleset = landlock.ruleset(
                landlock.Keep(
                    read=(*order.readable, *loaded),
                    write=(*written, *landlock.DEVICES),
                    names=order.listable,
                    links=written if seccomp.SYMBOLIC_LINKS in allowed else (),
                )
            )
        return cls(order, ruleset, calls)

    def take(self, descriptors: Sequence[int]) -> tuple[int, ...]:
        """Start a group with Python's own signals, and these descriptors alone, numbered from 0."""
        os.setpgid(0, 0)  # a session of its own would have a priority of its own
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        if self.order.writable:
            os.chdir(self.order.writable[0])
        moved = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, _OUT_OF_THE_WAY) for one in descriptors]
        numbers = tuple(range(len(moved)))
        for source, target in zip(moved, numbers, strict=True):
            os.dup2(source, target)
        os.closerange(len(moved), os.sysconf("SC_OPEN_MAX"))
        return numbers

    def put_on(self, warm_pid: int, address_space: int, ruleset: int | None) -> None:
        """Confine this process for good; it ends with the warm one."""
        order = self.order
        if order.user is not None:  # an ordinary user that may still open what belongs to others
            prctl(_SET_KEEP_CAPABILITIES, 1)
            os.setgroups([])
            os.setresgid(order.user, order.user, order.user)
            os.setresuid(order.user, order.user, order.user)
            capset(_KEPT_CAPABILITIES)
        if order.files_count and order.processes_at != NO_PROCESSES:
            prctl(_SET_DUMPABLE, 1)  # the warm sandbox looks at its open files through /proc
        die_with(warm_pid)
        if ruleset is not None:
            landlock.restrict(ruleset)
            os.close(ruleset)
        lower_limits({**order.limits, resource.RLIMIT_AS: address_space})
        if niceness := PROFILES[order.kind].niceness:
            os.nice(niceness)
        if self.calls is not None:
            seccomp.install(self.calls)


def leave_machine(kinds: int) -> None:
    """Give this process and its forks namespaces of their own; raises OSError.

    There must be no other thread yet.
    """
    uid, gid = os.geteuid(), os.getegid()
    unshare(kinds)
    socket.sethostname("jail")
    if kinds & NEW_USER:
        own = Path("/proc/self")
        (own / "setgroups").write_text("deny", encoding="ascii")
        (own / "uid_map").write_text(f"{uid} {uid} 1", encoding="ascii")
        (own / "gid_map").write_text(f"{gid} {gid} 1", encoding="ascii")
        capset(0)


def reset_signals() -> None:
    """Undo what was inherited: all signals stand as in a plain Python, but for SIGINT."""
    for number in signal.valid_signals():
        if number not in _LEFT_ALONE:
            ignored = number in _IGNORED_BY_PYTHON
            signal.signal(number, signal.SIG_IGN if ignored else signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the trusted side's to handle
    signal.pthread_sigmask(signal.SIG_SETMASK, {signal.SIGCHLD})  # which is waited for


def guard_warm_process(parent: int) -> None:
    """Keep a warm sandbox from its children: it cannot be traced and gains no privilege."""
    prctl(_SET_NO_NEW_PRIVILEGES, 1)
    prctl(_SET_DUMPABLE, 0)
    prctl(_SET_SUBREAPER, 1)
    if parent:
        die_with(parent)


def die_with(parent: int) -> None:
    """Have the kernel end this process when its parent is gone, however that went.

    The kernel forgets it when the process becomes another user or gives up powers of root.
    """
    prctl(_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before we asked
        os._exit(1)


def _loaded_from() -> Iterator[str]:
    """Name each package that was loaded from elsewhere than the interpreter's own folders."""
    prefixes = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if "." in name or not isinstance(file, str):
            continue
        path = Path(file)
        if not any(path.is_relative_to(prefix) for prefix in prefixes):
            yield str(path.parent if path.name == "__init__.py" else path)
