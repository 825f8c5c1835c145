"""Confines processes: what a warm sandbox gives up once, and what each of its children does."""

import os
import resource
import signal
import socket
import sys
from pathlib import Path
from typing import Any

from . import landlock, seccomp
from .libc import NEW_USER, capset, prctl, unshare
from .order import Order

NICENESS = 5  # of a submission, above whoever started its jail: a third of a neighbour's share
_SET_PDEATHSIG, _SET_DUMPABLE, _SET_KEEP_CAPABILITIES = 1, 4, 8
_SET_SUBREAPER, _SET_NO_NEW_PRIVILEGES = 36, 38
# CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: a course may be its author's alone to read, and of a
# case's files some are the jail user's.
_KEPT_CAPABILITIES = 1 << 1 | 1 << 2
_IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)  # they become OSErrors instead


class Confinement:
    """What a warm sandbox makes once, and it or each of its children puts on."""

    def __init__(self, order: Order) -> None:
        """Make what an order asks for; what is ours must hold all modules that it will need."""
        self._order = order
        self._is_begun = False
        self._calls: bytes | None = None
        self._ruleset: int | None = None
        if not order.confines:
            return
        machine = os.uname().machine
        self._calls = seccomp.policy(machine, may_link=order.may_link)
        if self._calls is None and order.kind == "submission":
            raise OSError(f"the system calls of {machine} are not known here")
        if landlock.version():
            self._ruleset = landlock.ruleset(_kept(order))

    def begin(self, parent: int) -> None:
        """Confine the warm process where nothing that it does itself is in the way."""
        # It looks at files of a child through /proc, and empties folders by moving others, which
        # the first Landlock refuses.
        is_in_the_way = self._order.watches_files or landlock.version() == 1
        if self._order.confines and not is_in_the_way:
            self._give_up()
            guard_warm_process(parent)  # again: another user's process may be traced
            self._is_begun = True

    def put_on(self, warm_pid: int, address_space: int) -> None:
        """Confine this child for good; it ends with the warm process."""
        if not self._is_begun:
            self._give_up()
        if self._order.watches_files:
            prctl(_SET_DUMPABLE, 1)  # the warm sandbox looks at its open files through /proc
        die_with(warm_pid)
        for which, number in (*self._order.limits.items(), (resource.RLIMIT_AS, address_space)):
            most = resource.getrlimit(which)[1]
            bound = number if most == resource.RLIM_INFINITY else min(number, most)
            resource.setrlimit(which, (bound, bound))
        if self._order.kind == "submission":
            os.nice(NICENESS)
        if self._calls is not None:
            seccomp.install(self._calls)

    def _give_up(self) -> None:
        """Become an ordinary user that may still open what belongs to others, and lose files."""
        if (user := self._order.user) is not None:
            prctl(_SET_KEEP_CAPABILITIES, 1)
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            capset(_KEPT_CAPABILITIES)
        if self._ruleset is not None:
            landlock.restrict(self._ruleset)


def _kept(order: Order) -> dict[str, int]:
    """List the rights to each path that a child keeps."""
    kept = dict.fromkeys(order.readable, landlock.READ)
    if order.kind != "submission":  # each package that was loaded from elsewhere
        prefixes = (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix)
        for name, module in list(sys.modules.items()):
            place = Path(getattr(module, "__file__", None) or sys.prefix)
            if "." not in name and not any(map(place.is_relative_to, prefixes)):
                loaded = place.parent if place.name == "__init__.py" else place
                kept[str(loaded)] = landlock.READ
    for path in order.listable:
        kept[path] = kept.get(path, 0) | landlock.READ_DIR
    link = landlock.MAKE_LINK if order.may_link else 0
    for path in (*order.writable, *filter(None, (order.volume,))):
        kept[path] = landlock.WRITE | link
    return kept | dict.fromkeys(landlock.DEVICES, landlock.WRITE)


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
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        ignored = number in _IGNORED_BY_PYTHON
        signal.signal(number, signal.SIG_IGN if ignored else signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the trusted side's to handle
    signal.pthread_sigmask(signal.SIG_SETMASK, {signal.SIGCHLD})  # which is waited for


def feigned_utime(path: Any, times: object = None, **named: Any) -> None:
    """Set no time, as the filter has it, but tell whether there is a file, as Path.touch asks."""
    named.pop("ns", None)
    os.stat(path, **named)


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
