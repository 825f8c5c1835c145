"""The warm jail: an idle interpreter that forks one child for each submission, and ends it.

Speaks with the trusted side over a packet socket, one JSON object each way; ends when it closes.
Judges nothing and reads nothing that a child writes. A child gives up what it must not have before
a line of a student's runs.
"""

import contextlib
import fcntl
import gc
import importlib
import os
import resource
import select
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import msgspec
from msgspec import Struct

from grader.inside import landlock, seccomp
from grader.inside.libc import lower_limits, prctl
from grader.inside.order import NICENESS, NO_PROCESSES, Bounds, Order
from grader.inside.seccomp import heed_what_is_missing
from grader.inside.usage import Meter, Volume

_MESSAGE_BYTES = 1 << 17
_LOOK_EVERY = 0.02  # seconds: how often what a child has written is looked at
_UMASK = 0o022
_FAILED = 70  # exit status of a child that could not be confined or whose entry raised

Entry = Callable[[int], None]


class NotLoaded(Exception):
    """A module that every child is to find imported cannot be imported here."""


def main(control: int) -> None:
    """Serve until the trusted side hangs up."""
    connection = socket.socket(fileno=control)
    try:
        order = msgspec.json.decode(connection.recv(_MESSAGE_BYTES), type=Order)
        warm = WarmJail(connection, order)
    except NotLoaded as error:
        _say(connection, said="failed", why=str(error))
        return
    except Exception:
        _say(connection, said="failed", why=f"The jail failed. {traceback.format_exc()}")
        return
    _say(connection, said="ready")
    warm.serve()
    os._exit(0)  # somebody waits for the end: modules need not be taken apart


class WarmJail:
    """One child at a time: forks it, watches what it writes, ends it, clears up after it."""

    def __init__(self, connection: socket.socket, order: Order) -> None:
        sys.argv = [""]
        os.umask(_UMASK)  # whatever that of the grader is
        for name in order.hidden_variables:
            os.environ.pop(name, None)
        for name in order.preload:
            _load(name)
        module, _, function = order.entry.partition(":")
        self._entry: Entry = getattr(importlib.import_module(module), function)
        self._connection = connection
        self._order = order
        self._pid = os.getpid()
        self._child = 0
        self._why: str | None = None
        reset_signals()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the trusted side's to handle
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})  # which wakes `_end`
        guard_warm_process(order.parent)
        self._volume = Volume(order.folders) if order.folders.volume else None
        self._meter = Meter(order, self._volume)
        self._confinement = Confinement.prepare(order)
        if order.confines:
            heed_what_is_missing()
        gc.collect()
        gc.enable()
        gc.freeze()  # a child's collections do not touch, and so do not copy, what is here

    def serve(self) -> None:
        """Do what is asked until nobody is left to ask."""
        poll = select.poll()
        poll.register(self._connection, select.POLLIN)
        while True:
            if not poll.poll(_LOOK_EVERY * 1000 if self._child else None):
                self._look()
                continue
            message, descriptors, _, _ = socket.recv_fds(self._connection, _MESSAGE_BYTES, 3)
            if not message:
                break
            asked = msgspec.json.decode(message)
            if asked["do"] == "open":
                self._open(descriptors, asked["address_space"])
            elif asked["do"] == "load":
                self._load_more(asked["module"])
            else:
                self._finish(asked["seconds"])
        if self._child:
            os.kill(self._child, signal.SIGKILL)

    def _load_more(self, name: str) -> None:
        try:
            _load(name)
        except NotLoaded as error:
            return _say(self._connection, said="failed", why=str(error))
        gc.freeze()
        return _say(self._connection, said="ready")

    def _open(self, descriptors: list[int], address_space: int) -> None:
        self._why = None
        try:
            self._child = os.fork()
        except OSError as error:
            _say(self._connection, said="failed", why=f"The jail cannot fork: {error}.")
        else:
            if self._child == 0:
                channel, stdout, stderr = descriptors
                control = self._connection.fileno()
                wanted = {1: stdout, 2: stderr, CHANNEL: channel, CONTROL: control}
                self._become_child(wanted, address_space)
        for descriptor in descriptors:
            os.close(descriptor)

    def _become_child(self, descriptors: dict[int, int], address_space: int) -> NoReturn:
        """Confine this process, say so, run the entry."""
        self._confinement.take(descriptors)
        try:
            self._confinement.put_on(self._pid, address_space)
            os.write(CONTROL, _packed(said="opened"))
            os.close(CONTROL)
        except BaseException:
            why = f"The jail failed. {traceback.format_exc()}"
            os.write(CONTROL, _packed(said="failed", why=why))
            os._exit(_FAILED)
        status = 0
        try:
            self._entry(CHANNEL)
        except BaseException:
            status = _FAILED
            with contextlib.suppress(BaseException):
                traceback.print_exc()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(BaseException):
                stream.flush()
        os._exit(status)

    def _look(self) -> None:
        """Kill the child if it has written more than it may."""
        if self._why is None:
            self._why = self._meter.excess(self._child)
            if self._why is not None:
                os.kill(self._child, signal.SIGKILL)

    def _finish(self, seconds: float) -> None:
        """End the child, clear up, tell how it went."""
        status, used = _end(self._child, seconds, self._look)
        self._child = 0
        answer: dict[str, Any] = {
            "exit_code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
            "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
            "max_rss_kib": used.ru_maxrss,
            "cpu_seconds": used.ru_utime + used.ru_stime,
            "why": self._why,
            "unclean": None,
        }
        try:
            if not self._order.confines:
                _end_strays(self._order.processes_at)
            if self._volume is not None:
                self._volume.restore()  # folders shared with the trusted side are its to empty
        except OSError as error:
            answer["unclean"] = str(error)
        _say(self._connection, said="ended", **answer)


def _load(name: str) -> None:
    try:
        importlib.import_module(name)
    except Exception as error:
        told = str(error).strip().splitlines() or [type(error).__name__]  # the last is the cause
        why = f"{name} cannot be loaded where submissions run: {told[-1]}"
        raise NotLoaded(why) from error


def _say(connection: socket.socket, **answer: object) -> None:
    connection.send(_packed(**answer))


def _packed(**answer: object) -> bytes:
    return msgspec.json.encode(answer)


def _end(pid: int, seconds: float, look: Callable[[], None]) -> tuple[int, resource.struct_rusage]:
    """Wait for a child, kill it when its time is over; return its wait status and what it used.

    `look` is called now and then meanwhile.
    """
    deadline = time.monotonic() + seconds
    while True:
        ended, status, used = os.wait4(pid, os.WNOHANG)
        if ended:
            return status, used
        left = deadline - time.monotonic()
        if left <= 0:
            os.kill(pid, signal.SIGKILL)
            return os.wait4(pid, 0)[1:]
        signal.sigtimedwait({signal.SIGCHLD}, min(left, _LOOK_EVERY))
        look()


def _end_strays(processes_at: int) -> None:
    """Kill all that a child started and left; only an unconfined one can.

    They become children of this process, which must be their subreaper.
    """
    while children := _children(processes_at):
        for pid in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in children:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _children(processes_at: int) -> list[int]:
    try:
        path = f"self/task/{os.getpid()}/children"
        listing = os.open(path, os.O_RDONLY | os.O_CLOEXEC, dir_fd=processes_at)
    except OSError:
        return []
    with open(listing, "rb") as file:
        return [int(pid) for pid in file.read().split()]


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
    calls: bytes | None
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
        lower_limits(
            {
                resource.RLIMIT_CORE: 1,  # a dump piped to a program is made at 0, but not at 1
                resource.RLIMIT_FSIZE: self.bounds.file_bytes,
                resource.RLIMIT_NOFILE: _OPEN_FILES,
                resource.RLIMIT_NICE: 0,  # a priority once lowered stays low
                resource.RLIMIT_NPROC: self.bounds.processes,
                resource.RLIMIT_CPU: self.bounds.cpu_seconds,
                resource.RLIMIT_AS: address_space,
            }
        )
        os.nice(NICENESS)
        if self.calls is not None:
            seccomp.install(self.calls)


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
