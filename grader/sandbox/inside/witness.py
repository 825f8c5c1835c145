"""Tells from inside a sandbox what it keeps from a child: the honest way to know."""

import importlib
import os
import socket
import sys
from collections.abc import Callable
from functools import partial

import msgspec

from . import confinement, landlock, seccomp
from .libc import prctl

_MESSAGE_BYTES = 1 << 17
_OURS = "jinja2"  # always installed beside the grader


class Attempts(msgspec.Struct):
    """What a child is to try."""

    pid: int  # of the grader
    is_filtered: bool  # whether system calls are
    read: list[str]  # files
    write: str = ""  # a file that every user of this machine may write
    installed: list[str] = []  # folders of packages


def attack(channel: int) -> None:
    """Read what to try, try it, answer with the names of what succeeded and should not have."""
    with socket.socket(fileno=channel) as connection:
        asked = msgspec.json.decode(connection.recv(_MESSAGE_BYTES), type=Attempts)
        attempts: list[tuple[str, Callable[[], object]]] = [
            ("read another file", partial(os.open, path, os.O_RDONLY)) for path in asked.read
        ]
        if asked.write:
            writing = partial(os.open, asked.write, os.O_WRONLY)
            attempts.append(("write elsewhere", writing))
        if asked.is_filtered:
            attempts += [
                ("start a process", _fork),
                ("reach the network", _connect),
                ("signal the grader", lambda: os.kill(asked.pid, 0)),
                ("choose its cores", lambda: os.sched_setaffinity(0, os.sched_getaffinity(0))),
                ("change its priority", lambda: os.nice(1)),
            ]
        if asked.installed:
            sys.path += asked.installed  # from wherever it lies
            attempts.append(("import what no lesson lists", lambda: importlib.import_module(_OURS)))
        done = dict.fromkeys(name for name, attempt in attempts if _succeeds(attempt))
        connection.sendall(msgspec.json.encode(list(done)))


def _connect() -> None:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("127.0.0.1", 9))


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)
    os.wait()


def _succeeds(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except (OSError, MemoryError, ImportError):
        return False
    return True


def main(layer: str, namespaces: int) -> None:
    """Put one layer on this process and leave with status 0 if it refuses what it should."""
    prctl(38, 1)  # no new privileges
    if layer == "namespaces":
        confinement.leave_machine(namespaces)
    elif layer == "landlock":
        landlock.restrict(landlock.ruleset({}))
        sys.exit(_succeeds(lambda: os.listdir("/")))
    else:
        seccomp.install(seccomp.policy(os.uname().machine) or b"")
        sys.exit(_succeeds(_fork))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
