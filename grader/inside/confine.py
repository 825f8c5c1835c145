"""What a forked child gives up before a line of a student's runs."""

import fcntl
import os
import resource
import signal
from collections.abc import Mapping

from msgspec import Struct

from grader.inside import landlock, seccomp
from grader.inside.bpf import Filter
from grader.inside.libc import prctl
from grader.inside.order import NICENESS, NO_PROCESSES, Bounds, Order

CHANNEL = 3  # where a child finds its end of the channel
CONTROL = 4  # where it says that it is ready; closed before the entry runs
_RULESET = 5

_SET_PDEATHSIG, _SET_DUMPABLE, _SET_SUBREAPER, _SET_NO_NEW_PRIVILEGES = 1, 4, 36, 38
_OPEN_FILES = 256
_OUT_OF_THE_WAY = 100  # descriptors are moved above this number before they get their own
_IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)  # they become OSErrors instead
_LEFT_ALONE = (signal.SIGKILL, signal.SIGSTOP)


class Confinement(Struct, frozen=True):
    """What is made once in the warm jail and put on by each child."""

    bounds: Bounds
    work: str
    ruleset: int | None  # of Landlock
    calls: Filter | None
    is_counted: bool  # the warm jail looks at the child's open files through /proc

    @classmethod
    def prepare(cls, order: Order) -> "Confinement":
        """Make what an order asks for."""
        ruleset, calls = None, None
        if order.confines:
            calls = seccomp.policy(os.uname().machine)
            if calls is None:
                raise OSError(f"the system calls of {os.uname().machine} are not known here")
            if landlock.version():
                folders = filter(None, (*order.folders.all(), order.folders.volume))
                write = (*folders, *landlock.DEVICES)
                ruleset = landlock.ruleset(landlock.Keep(order.readable, write, order.listable))
        is_counted = order.processes_at != NO_PROCESSES
        return cls(order.bounds, order.folders.work, ruleset, calls, is_counted)

    def take(self, wanted: dict[int, int]) -> None:
        """Start a group with Python's own signals and no descriptors but these, by new number."""
        os.setpgid(0, 0)  # a session of its own would have a priority of its own
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        empty, end = os.pipe()
        os.close(end)
        # not the warm jail's standard input: flags and locks on that would reach the next child
        wanted = {0: empty, **wanted}
        if self.ruleset is not None:
            wanted = {**wanted, _RULESET: self.ruleset}
        _keep_only(wanted)

    def put_on(self, warm_pid: int, address_space: int) -> None:
        """Confine this process for good."""
        if self.is_counted:
            prctl(_SET_DUMPABLE, 1)
        _die_with(warm_pid)
        os.chdir(self.work)
        if self.ruleset is not None:
            landlock.restrict(_RULESET)
            os.close(_RULESET)
        _limit(self.bounds, address_space)
        os.nice(NICENESS)
        if self.calls is not None:
            seccomp.install(self.calls.for_process(os.getpid()))


def reset_signals() -> None:
    """Undo what was inherited: all signals stand as in a plain Python, but for SIGINT."""
    for number in signal.valid_signals():
        if number not in _LEFT_ALONE:
            ignored = number in _IGNORED_BY_PYTHON
            signal.signal(number, signal.SIG_IGN if ignored else signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def guard_warm_process(parent: int) -> None:
    """Keep the warm jail from its children: it cannot be traced and gains no privilege."""
    prctl(_SET_NO_NEW_PRIVILEGES, 1)
    prctl(_SET_DUMPABLE, 0)
    prctl(_SET_SUBREAPER, 1)
    if parent:
        _die_with(parent)


def _die_with(parent: int) -> None:
    prctl(_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before we asked
        os._exit(1)


def _keep_only(wanted: Mapping[int, int]) -> None:
    """Give descriptors these numbers, and close all others."""
    moved = [fcntl.fcntl(item, fcntl.F_DUPFD_CLOEXEC, _OUT_OF_THE_WAY) for item in wanted.values()]
    for source, target in zip(moved, wanted, strict=True):
        os.dup2(source, target)
    os.closerange(max(wanted) + 1, os.sysconf("SC_OPEN_MAX"))


def _limit(bounds: Bounds, address_space: int) -> None:
    limits = {
        resource.RLIMIT_CORE: 1,  # a dump piped to a program is made at 0, but not at 1
        resource.RLIMIT_FSIZE: bounds.file_bytes,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_NICE: 0,  # a priority once lowered stays low
        resource.RLIMIT_NPROC: bounds.processes,
        resource.RLIMIT_CPU: bounds.cpu_seconds,
        resource.RLIMIT_AS: address_space,
    }
    for which, number in limits.items():
        _, most = resource.getrlimit(which)
        lowest = number if most == resource.RLIM_INFINITY else min(number, most)
        resource.setrlimit(which, (lowest, lowest))
