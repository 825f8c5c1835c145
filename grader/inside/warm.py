"""A warm sandbox: an idle interpreter that forks one child after the other, and ends it.

Speaks with the trusted side over a packet socket, one JSON object each way; ends when it closes.
Judges nothing and reads nothing that a child writes. A child gives up what it must not have before
a byte of a stranger's reaches it.
"""

import contextlib
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
from functools import cached_property, partial
from operator import attrgetter
from typing import Any, NoReturn

import msgspec

from grader.inside import confinement
from grader.inside.confinement import Confinement
from grader.inside.order import ANSWERED, NO_MEMORY, PROFILES, Order
from grader.inside.seccomp import heed_what_is_missing
from grader.inside.usage import Meter, Volume

_MESSAGE_BYTES = 1 << 17
_MOST_DESCRIPTORS = 6
_MOST_NUMBERS = _MOST_DESCRIPTORS + 2  # with those of the line and of Landlock's rules
_LOOK_EVERY = 0.02  # seconds: how often what a child has written is looked at
_UMASK = 0o022
_FAILED = 70  # exit status of a child that could not be confined or whose entry raised
_ATTACK = "grader.inside.witness:attack"
_HIDDEN_VARIABLES = ("LD_LIBRARY_PATH", "MALLOC_ARENA_MAX", "PWD")


class NotLoaded(Exception):
    """A module that every child is to find imported cannot be imported here."""


def main(control: int, parent: int = 0) -> None:
    """Serve until the trusted side hangs up; end with the parent that is named."""
    connection = socket.socket(fileno=control)
    try:
        order = msgspec.json.decode(connection.recv(_MESSAGE_BYTES), type=Order)
        warm = WarmSandbox(connection, order, parent)
    except NotLoaded as error:
        _say(connection, said="failed", why=str(error))
        return
    except Exception:
        _say(connection, said="failed", why=f"The jail failed. {traceback.format_exc()}")
        return
    _say(connection, said="ready")
    warm.serve()


class WarmSandbox:
    """One child at a time: forks it, watches what it writes, ends it, clears up after it."""

    def __init__(self, connection: socket.socket, order: Order, parent: int) -> None:
        self._connection = connection
        self._order = order
        self._pid = os.getpid()
        self._child = 0
        self._why: str | None = None
        sys.argv = [""]
        os.umask(_UMASK)  # whatever that of the grader is
        for name in _HIDDEN_VARIABLES:
            os.environ.pop(name, None)
        is_ours = PROFILES[order.kind].is_ours
        while os.dup(0) <= _MOST_NUMBERS:
            pass  # a file that is opened from here on has no number that a child's descriptors get
        if order.namespaces:
            with contextlib.suppress(OSError):  # a policy may allow them to bubblewrap alone
                confinement.leave_machine(order.namespaces)
        for name in order.preload:
            _load(name)
        entry: Callable[..., Any] = _find(order.entry)
        self._entry = partial(_answer, entry) if order.kind == "reader" else entry
        confinement.reset_signals()
        confinement.guard_warm_process(parent)
        self._volume = Volume(order) if order.volume else None
        self._meter = Meter(order, self._volume)
        if not is_ours:
            _ = self._confinement  # else a course may load what is to be read besides
        if order.confines:
            heed_what_is_missing()
        gc.collect()
        gc.enable()
        gc.freeze()  # a child's collections do not touch, and so do not copy, what is here

    @cached_property
    def _confinement(self) -> Confinement:
        return Confinement.prepare(self._order)

    def serve(self) -> NoReturn:
        """Do what is asked until nobody is left to ask."""
        poll = select.poll()
        poll.register(self._connection, select.POLLIN)
        while True:
            is_counted = self._child and self._order.files_count
            if not poll.poll(_LOOK_EVERY * 1000 if is_counted else None):
                self._look()
                continue
            message, descriptors, _, _ = socket.recv_fds(
                self._connection, _MESSAGE_BYTES, _MOST_DESCRIPTORS
            )
            if not message:
                break
            asked = msgspec.json.decode(message)
            if asked["do"] == "open":
                self._open(asked, descriptors)
            elif asked["do"] == "finish":
                self._finish(asked["seconds"])
            else:  # it may go on serving from inside the function
                _find(asked["function"])(_read(descriptors[0]), self.serve)
        if self._child:
            os.kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
        os._exit(0)  # somebody waits for the end: modules need not be taken apart

    def _open(self, asked: Mapping[str, Any], descriptors: list[int]) -> None:
        self._why = None
        try:
            put_on = self._confinement  # made before the first fork
            self._child = os.fork()
        except OSError as error:
            _say(self._connection, said="failed", why=f"The jail cannot fork: {error}.")
        else:
            if self._child == 0:
                self._become_child(put_on, asked, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)

    def _become_child(
        self, put_on: Confinement, asked: Mapping[str, Any], descriptors: list[int]
    ) -> NoReturn:
        """Confine this process, say so, run the entry."""
        wanted = [*descriptors, self._connection.fileno()]
        if put_on.ruleset is not None:
            wanted.append(put_on.ruleset)
        numbers = put_on.take(wanted)
        control = len(descriptors)
        try:
            ruleset = next(iter(numbers[control + 1 :]), None)
            put_on.put_on(self._pid, asked["address_space"], ruleset)
            os.write(control, _packed(said="opened"))
            os.close(control)
        except BaseException:
            why = f"The jail failed. {traceback.format_exc()}"
            os.write(control, _packed(said="failed", why=why))
            os._exit(_FAILED)
        status = 0
        try:
            entry = _find(_ATTACK) if asked["attacks"] else self._entry
            entry(*numbers[3:control])
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
        if self._why is None and self._order.files_count:
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


def _find(name: str) -> Callable[..., Any]:
    module, _, path = name.partition(":")
    found: Callable[..., Any] = attrgetter(path)(importlib.import_module(module))
    return found


def _load(name: str) -> None:
    try:
        importlib.import_module(name)
    except Exception as error:
        told = str(error).strip().splitlines() or [type(error).__name__]  # the last is the cause
        why = f"{name} cannot be loaded where submissions run: {told[-1]}"
        raise NotLoaded(why) from error


def _read(descriptor: int) -> bytes:
    """Read what a file in memory holds, and close it."""
    with open(descriptor, "rb") as file:
        file.seek(0)
        return file.read()


def _answer(carry_out: Callable[[bytes], bytes], order: int, answer: int) -> NoReturn:
    """Carry an order out, write what comes of it, and leave with a status that says so."""
    try:
        with open(answer, "wb") as file:
            file.write(carry_out(_read(order)))
    except MemoryError:
        os._exit(NO_MEMORY)
    os._exit(ANSWERED)


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


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
