"""A room confines the process in it, and tells how an order was lost."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grader.model.course import MIB, Limits
from grader.sandbox.inside import landlock
from grader.sandbox.room import Lost, Room

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="rooms are confined on Linux only"),
]

VISITORS = """
import ctypes, json, os, resource, socket, subprocess, time
from pathlib import Path

PROBES = {
    "a file of the machine": lambda: Path("/etc/passwd").read_text(),
    "a listing": lambda: os.listdir("/tmp"),
    "a file of its own": lambda: open("/tmp/from_a_room", "w"),
    "a socket": lambda: socket.socket(),
    "a program": lambda: subprocess.run(["true"]),
    "a process": os.fork,
    "a signal to its parent": lambda: os.kill(os.getppid(), 0),
    "more memory": lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40)),
}


def reach(order):
    reached = []
    for name, act in PROBES.items():
        try:
            act()
        except (OSError, ValueError):
            continue
        reached.append(name)
    return json.dumps([reached, sorted(os.environ), os.getuid()]).encode()


def act(order):
    word = order.decode()
    if word == "spin":
        while True:
            pass
    if word == "fill":
        return b"x" * (1 << 29)
    if word == "raise":
        raise KeyError(word)
    if word == "leave":
        os._exit(0)
    if word == "crash":
        ctypes.string_at(0)
    if word == "flood":
        return bytes(3 << 20)
    if word == "print":
        os.write(1, b"A" * 100); os.write(2, b"A" * 1_000_000)
    if word == "keep":
        globals()["kept"] = bytearray(os.urandom(100 << 20))
    if word == "kept":
        return str("kept" in globals()).encode()
    return str(os.getpid()).encode()
"""


@pytest.fixture
def visitors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make a module that only a process started from here can import."""
    (tmp_path / "visitors.py").write_text(VISITORS, encoding="utf-8")
    monkeypatch.setattr("grader.sandbox.start._PACKAGE_ROOT", f"{_root()}{os.pathsep}{tmp_path}")
    return "visitors"


def _root() -> Path:
    return Path(__file__).resolve().parents[3]


@contextmanager
def opened(entry: str, seconds: int = 1) -> Iterator[Room]:
    """Open a room with little time."""
    with Room(entry, Limits(seconds_in_all=seconds, memory_mib=256)) as room:
        yield room


def test_nothing_of_the_machine_is_in_reach(visitors: str) -> None:
    """What is in a room reads, writes, starts and reaches nothing, and knows no secret of ours."""
    if not landlock.version():
        pytest.skip("this kernel has no Landlock, which keeps files from a room")
    with opened(f"{visitors}:reach") as room:
        answer = room.ask(b"", MIB)

    assert isinstance(answer, bytes)
    reached, variables, user = json.loads(answer)
    assert reached == []
    assert set(variables) <= {
        *("LANG", "OPENBLAS_NUM_THREADS", "PYTHONHASHSEED", "PYTHONPATH"),
    }
    assert user != 0


@pytest.mark.parametrize(
    ("order", "lost"),
    [
        pytest.param("spin", Lost.SLOW, marks=pytest.mark.slow),
        ("fill", Lost.MEMORY),
        ("raise", Lost.ENDED),
        ("leave", Lost.ENDED),
        ("crash", Lost.ENDED),
        ("flood", Lost.ENDED),
    ],
)
def test_an_order_that_is_lost(visitors: str, order: str, lost: Lost) -> None:
    """Time, memory and death are told apart, and the next order finds a process that answers."""
    with opened(f"{visitors}:act") as room:
        first = room.ask(order.encode(), MIB)
        second = room.ask(b"go on", MIB)

    assert first is lost
    assert isinstance(second, bytes)
    assert second.isdigit()


def test_nothing_stays(visitors: str) -> None:
    """Each order finds a process of its own, whatever the one before printed and kept."""
    with opened(f"{visitors}:act") as room:
        answers = [room.ask(order, MIB) for order in (b"", b"print", b"keep", b"kept")]

    assert len(set(answers[:3])) == 3
    assert answers[3] == b"False"


def test_nobody_pays_for_what_was_killed(visitors: str) -> None:
    """An order that finds the warm process dead is carried out by a fresh one."""
    with opened(f"{visitors}:act") as room:
        room.ask(b"", MIB)
        assert room._sandbox is not None
        assert room._sandbox._process is not None
        room._sandbox._process.kill()

        assert isinstance(room.ask(b"", MIB), bytes)
        assert not isinstance(room.ask(b"", MIB), Lost)
