"""A warm sandbox: an idle interpreter that forks one child after the other, and ends it.

Speaks with the trusted side over a packet socket, one JSON object each way; ends when it closes.
Judges nothing and reads nothing that a child writes.
"""

import contextlib
import fcntl
import gc
import importlib
import os
import select
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from . import confinement
from .confinement import Confinement
from .order import ANSWERED, NO_MEMORY, Order
from .written import Written

_MESSAGE_BYTES = 1 << 17
_MOST_DESCRIPTORS = 6
_ABOVE_ALL = 16  # our own descriptors have numbers from here on, and no child's has
_LOOK_EVERY = 0.02  # seconds: how often what a child has written is looked at
_UMASK = 0o022
_FAILED = 70  # exit status of a child that could not be confined or whose entry raised
_ATTACK = "grader.sandbox.inside.witness:attack"
_HIDDEN_VARIABLES = ("LD_LIBRARY_PATH", "MALLOC_ARENA_MAX", "PWD")


class _Asked(msgspec.Struct):
    """One message of the trusted side."""

    do: str  # open, finish, call
    address_space: int = 0
    attacks: bool = False
    seconds: float = 0
    function: str = ""


def main(control: int, parent: int = 0) -> None:
    """Serve until the trusted side hangs up; end with the parent that is named."""
    connection = socket.socket(fileno=fcntl.fcntl(control, fcntl.F_DUPFD_CLOEXEC, _ABOVE_ALL))
    os.close(control)
    try:
        order = msgspec.json.decode(connection.recv(_MESSAGE_BYTES), type=Order)
        warm = Warm(connection, order, parent)
    except Exception as error:
        why = str(error) if isinstance(error, ImportError) else traceback.format_exc()
        _say(connection.fileno(), failed=why)
        return
    _say(connection.fileno())
    warm.serve()


class Warm:
    """One child at a time: forks it, watches what it writes, ends it, clears up after it."""

    def __init__(self, connection: socket.socket, order: Order, parent: int) -> None:
        self._connection = connection
        self._order = order
        self._pid = os.getpid()
        self._child = 0
        self._why: str | None = None  # the sentence, if the child wrote more than it may
        sys.argv = [""]
        os.umask(_UMASK)  # whatever that of the grader is
        for name in _HIDDEN_VARIABLES:
            os.environ.pop(name, None)
        while os.dup(0) < _ABOVE_ALL:
            pass
        # /proc of this machine is no folder that a package may ask for
        began_in = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
        os.chdir("/")
        if order.namespaces:
            with contextlib.suppress(OSError):  # a policy may allow them to bubblewrap alone
                confinement.leave_machine(order.namespaces)
        for name in order.preload:
            try:
                importlib.import_module(name)
            except Exception as error:
                *_, cause = str(error).strip().splitlines() or [type(error).__name__]
                why = f"{name} cannot be loaded where submissions run: {cause}"
                raise ImportError(why) from error
        self._entry = _find(order.entry)
        confinement.reset_signals()
        confinement.guard_warm_process(parent)
        os.fchdir(began_in)
        os.close(began_in)
        self._written = Written(order) if order.kind == "submission" else None
        if order.kind != "examiner":  # which loads what is to be read besides, and hidden cases
            self._confinement.begin(parent)
        gc.collect()
        gc.enable()
        gc.freeze()  # a child's collections do not touch, and so do not copy, what is here

    @cached_property
    def _confinement(self) -> Confinement:
        return Confinement(self._order)

    def serve(self) -> NoReturn:
        """Do what is asked until nobody is left to ask."""
        poll = select.poll()
        poll.register(self._connection, select.POLLIN)
        while True:
            if not poll.poll(_LOOK_EVERY * 1000 if self._child and self._written else None):
                self._look()
                continue
            message, descriptors, _, _ = socket.recv_fds(
                self._connection, _MESSAGE_BYTES, _MOST_DESCRIPTORS
            )
            if not message:
                break
            asked = msgspec.json.decode(message, type=_Asked)
            if asked.do == "open":
                self._open(asked, descriptors)
            elif asked.do == "finish":
                self._finish(asked.seconds)
            else:  # it may go on serving from inside the function
                _find(asked.function)(_read(descriptors[0]), self.serve)
        if self._child:
            os.kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
        os._exit(0)  # somebody waits for the end: modules need not be taken apart

    def _open(self, asked: _Asked, descriptors: list[int]) -> None:
        self._why = None
        try:
            made = self._confinement  # before the first fork
            self._child = os.fork()
        except OSError as error:
            _say(self._connection.fileno(), failed=f"The jail cannot fork: {error}.")
        else:
            if self._child == 0:
                self._become_child(made, asked, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)

    def _become_child(self, made: Confinement, asked: _Asked, descriptors: list[int]) -> NoReturn:
        """Keep these descriptors alone, confine this process, say so, run the entry."""
        control, status = len(descriptors), 0
        try:
            os.setpgid(0, 0)  # a session of its own would have a priority of its own
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.pthread_sigmask(signal.SIG_SETMASK, ())
            for number, descriptor in enumerate((*descriptors, self._connection.fileno())):
                os.dup2(descriptor, number)
            if self._order.writable:
                os.chdir(self._order.writable[0])
            most_open = os.sysconf("SC_OPEN_MAX")
            made.put_on(self._pid, asked.address_space)
            os.closerange(control + 1, most_open)
            if self._order.confines:
                vars(os)["utime"] = confinement.feigned_utime
            _say(control)
            os.close(control)
        except BaseException:
            with contextlib.suppress(BaseException):
                _say(control, failed=f"The jail failed. {traceback.format_exc()}")
            os._exit(_FAILED)
        try:
            if asked.attacks:
                _find(_ATTACK)(3)
            elif self._order.kind == "reader":
                status = _answer(self._entry, 4, 3)
            else:
                self._entry(*range(3, control))
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
        if self._why is None and self._written:
            self._why = self._written.excess(self._child)
            if self._why is not None:
                os.kill(self._child, signal.SIGKILL)

    def _finish(self, seconds: float) -> None:
        """Wait so long for the child, end it, clear up, tell how it went."""
        deadline = time.monotonic() + seconds
        ended, status, used = os.wait4(self._child, os.WNOHANG)
        while not ended:
            left = deadline - time.monotonic()
            if left > 0:
                signal.sigtimedwait({signal.SIGCHLD}, min(left, _LOOK_EVERY))
                self._look()
            else:
                os.kill(self._child, signal.SIGKILL)
            ended, status, used = os.wait4(self._child, os.WNOHANG if left > 0 else 0)
        self._child, unclean = 0, None
        try:
            if not self._order.confines:
                self._end_strays()
            if self._written:
                self._written.empty()
        except OSError as error:
            unclean = str(error)
        _say(
            self._connection.fileno(),
            exit_code=os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
            signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
            max_rss_kib=used.ru_maxrss,
            cpu_seconds=used.ru_utime + used.ru_stime,
            why=self._why,
            unclean=unclean,
        )

    def _end_strays(self) -> None:
        """Kill all that an unconfined child left: they become ours, who are their subreaper."""
        listing = Path(f"/proc/self/task/{self._pid}/children")
        with contextlib.suppress(FileNotFoundError):  # a kernel that does not list them
            while children := listing.read_text(encoding="ascii").split():
                for pid in map(int, children):
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)


def _find(name: str) -> Callable[..., Any]:
    module, _, path = name.partition(":")
    found: Callable[..., Any] = attrgetter(path)(importlib.import_module(module))
    return found


def _read(descriptor: int) -> bytes:
    """Read what a file in memory holds, and close it."""
    with open(descriptor, "rb") as file:
        file.seek(0)
        return file.read()


def _answer(carry_out: Callable[[bytes], bytes], order: int, answer: int) -> int:
    """Carry an order out, write what comes of it; gives the status that says how it went."""
    try:
        with open(answer, "wb") as file:
            file.write(carry_out(_read(order)))
    except MemoryError:
        return NO_MEMORY
    return ANSWERED


def _say(control: int, **answer: object) -> None:
    os.write(control, msgspec.json.encode(answer))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
