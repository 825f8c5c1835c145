"""A room: a confined process of ours that carries out orders on strangers' bytes, one by one.

It begins with the first order. What the bytes do to it is told to whoever asked, and the next
order finds a new process.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from enum import StrEnum
from pathlib import Path
from typing import IO, Self

from msgspec import Struct

from grader.errors import JailError
from grader.ground.children import has_ended
from grader.model.course import MIB

from . import in_room

_PACKAGE_ROOT = Path(__file__).resolve().parents[2]
_KEPT = ("LD_LIBRARY_PATH", "PYTHONPYCACHEPREFIX", "SYSTEMROOT")
_WALL_MULTIPLE = 12  # a process that only computes is given so much longer by a busy machine
_START_SECONDS = 60
_TO_LEAVE_SECONDS = 5
_STOPPED_BY_CLOCK = -getattr(signal, "SIGXCPU", signal.SIGTERM)
_WORDS_KEPT = 2000


class Lost(StrEnum):
    """Why an order was not carried out."""

    SLOW = "slow"
    MEMORY = "memory"
    ENDED = "ended"


_MAY_BE_OTHERS = (Lost.MEMORY, Lost.ENDED)


class RoomLimits(Struct, frozen=True):
    """What one order may cost."""

    cpu_seconds: int = 10
    memory_bytes: int = 256 * MIB  # of address space, Python itself included


_DEFAULT = RoomLimits()


class Room:
    """Orders go in and answers come out as bytes; `entry` is the module:function between them."""

    def __init__(self, entry: str, limits: RoomLimits = _DEFAULT) -> None:
        self._entry = entry
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, order: bytes, most_bytes: int) -> bytes | Lost:
        """Have an order carried out; raises JailError where no process can be had at all.

        An answer of more than `most_bytes` is none.
        One that a used process did not survive is tried in a fresh one, so that nobody pays for
        what was read before.
        """
        was_used = self._process is not None
        answer = self._ask_once(order, most_bytes)
        if was_used and answer in _MAY_BE_OTHERS:
            return self._ask_once(order, most_bytes)
        return answer

    def _ask_once(self, order: bytes, most_bytes: int) -> bytes | Lost:
        process = self._process = self._process or self._started()
        wall = threading.Timer(self._limits.cpu_seconds * _WALL_MULTIPLE, process.kill)
        wall.start()
        try:
            in_room.send(_pipe(process.stdin), order)
            status, answer = in_room.receive_answer(_pipe(process.stdout), most_bytes)
        except OSError:
            status, answer = in_room.GONE, b""
        finally:
            is_in_time = wall.is_alive()
            wall.cancel()
            wall.join()
        if status == in_room.GOES_ON:
            return answer
        self.close(at_once=status == in_room.GONE)
        if status == in_room.LEAVES:
            return answer
        if status == in_room.NO_MEMORY:
            return Lost.MEMORY
        is_slow = not is_in_time or process.returncode == _STOPPED_BY_CLOCK
        return Lost.SLOW if is_slow else Lost.ENDED

    def close(self, at_once: bool = False) -> None:
        """Let the process end, or end it."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):  # it ended before it had heard all
            _pipe(process.stdin).close()
        _pipe(process.stdout).close()
        _pipe(process.stderr).close()
        if not has_ended(process, 0 if at_once else _TO_LEAVE_SECONDS):
            process.kill()
            process.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        limits = self._limits
        words = [self._entry, str(limits.cpu_seconds), str(limits.memory_bytes)]
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", in_room.__name__, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={
                **{name: os.environ[name] for name in _KEPT if name in os.environ},
                "LC_ALL": "C",  # others may bring files along that fill the address space
                "PYTHONUTF8": "1",
                "PYTHONPATH": str(_PACKAGE_ROOT),
                "MALLOC_ARENA_MAX": "1",
            },
            start_new_session=True,  # Ctrl-C is for the grader, which then closes the room
        )
        wall = threading.Timer(_START_SECONDS, process.kill)
        wall.start()
        said = _pipe(process.stdout).read(len(in_room.READY))
        wall.cancel()
        wall.join()
        if said != in_room.READY:
            process.kill()
            _, told = process.communicate()
            why = told.decode(errors="replace").strip()[-_WORDS_KEPT:]
            raise JailError(f"The process that reads submitted files did not start. {why}")
        return process

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close(at_once=error is not None)


def _pipe(end: IO[bytes] | None) -> IO[bytes]:
    assert end is not None  # noqa: S101 # it was started with all three
    return end
