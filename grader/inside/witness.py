"""Tells from inside a sandbox what it keeps from a child: the honest way to know."""

import functools
import importlib
import json
import os
import socket
import sys
from collections.abc import Callable

_MESSAGE_BYTES = 1 << 16
_OURS = "jinja2"  # always installed beside the grader


def attack(channel: int) -> None:
    """Read what to try, try it, answer with the names of what succeeded and should not have."""
    with socket.socket(fileno=channel) as connection:
        asked = json.loads(connection.recv(_MESSAGE_BYTES))
        attempts: dict[str, Callable[[], object]] = {
            "read another file": lambda: _read_any(asked["files"])
        }
        if asked["is_filtered"]:
            attempts |= {
                "start a process": _fork,
                "reach the network": _connect,
                "signal the grader": lambda: os.kill(asked["pid"], 0),
                "choose its cores": lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)),
                "change its priority": lambda: os.nice(1),
            }
        if asked["installed"]:
            attempts["import what no lesson lists"] = lambda: _import_any(asked["installed"])
        if asked["new_file"]:  # the asker looks whether it is there
            _succeeds(lambda: open(asked["new_file"], "wb").close())
        done = [name for name, attempt in attempts.items() if _succeeds(attempt)]
        connection.sendall(json.dumps(done).encode())


def _connect() -> None:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("127.0.0.1", 9))


def _read_any(paths: list[str]) -> None:
    """Raise OSError unless one of them can be read."""
    if not any(_succeeds(functools.partial(open, path, "rb")) for path in paths):
        raise PermissionError


def _import_any(folders: list[str]) -> None:
    """Raise ImportError unless a package of the grader's can be imported, from wherever it lies."""
    sys.path += folders
    importlib.import_module(_OURS)


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


def refuses_alone(layer: str) -> None:
    """Put one layer on this process and leave with status 0 if it refuses what it should."""
    from grader.inside import landlock, seccomp
    from grader.inside.libc import prctl

    prctl(38, 1)  # no new privileges
    if layer == "landlock":
        landlock.restrict(landlock.ruleset(landlock.Keep()))
        sys.exit(_succeeds(lambda: os.listdir("/")))
    calls = seccomp.policy(os.uname().machine)
    if calls is not None:
        seccomp.install(calls)
    sys.exit(_succeeds(_fork))
