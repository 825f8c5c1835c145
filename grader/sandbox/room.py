"""A room: a sandbox of ours that reads strangers' bytes by order, each in a child of its own.

It begins with the first order. What the bytes do to the child is told to whoever asked.
"""

import contextlib
import importlib
import os
import sys
import time
from enum import StrEnum
from typing import TYPE_CHECKING, Self

from grader.errors import JailError
from grader.model.course import Limits

from .spec import SandboxSpec

if TYPE_CHECKING:
    from .sandbox import Sandbox

_WALL_MULTIPLE = 12  # a process that only computes is given so much longer by a busy machine
_FINISH_SECONDS = 5.0
_CHUNK = 1 << 20
_NO_TIME = 0.001  # seconds: none at all would mean to wait without end


class Lost(StrEnum):
    """Why an order was not carried out."""

    SLOW = "slow"
    MEMORY = "memory"
    ENDED = "ended"


# of CPU time, of memory and of files written, for one order
READING = Limits(seconds_in_all=10, memory_mib=256, file_bytes=0)


class Room:
    """Orders go in and answers come out as bytes; `entry` is the module:function between them."""

    def __init__(self, entry: str, limits: Limits = READING) -> None:
        self._spec = SandboxSpec("full", limits=limits, entry=entry, kind="reader")
        self._sandbox: Sandbox | None = None

    def ask(self, order: bytes, most_bytes: int) -> bytes | Lost:
        """Have an order carried out; raises JailError where no process can be had at all.

        An answer of more than `most_bytes` is none.
        """
        if sys.platform != "linux":  # nothing of a stranger's is judged there
            return self._carry_out_here(order)
        from .sandbox import Sandbox  # most commands that could read files read none

        if self._sandbox is not None:
            with contextlib.suppress(JailError):  # nobody pays for what ended since the last order
                return self._ask_once(self._sandbox, order, most_bytes)
            self.close()
        self._sandbox = Sandbox(self._spec)
        return self._ask_once(self._sandbox, order, most_bytes)

    def _carry_out_here(self, order: bytes) -> bytes | Lost:
        module, _, name = self._spec.entry.partition(":")
        try:
            answer: bytes = getattr(importlib.import_module(module), name)(order)
        except MemoryError:
            return Lost.MEMORY
        except Exception:  # noqa: BLE001 - whatever the bytes bring about is a value
            return Lost.ENDED
        return answer

    def _ask_once(self, sandbox: "Sandbox", order: bytes, most_bytes: int) -> bytes | Lost:
        from .inside.order import ANSWERED, NO_MEMORY
        from .sandbox import in_memory

        packed, answer = in_memory(order), bytearray()
        try:
            child = sandbox.fork(packed)
        finally:
            os.close(packed)
        seconds = self._spec.limits.seconds_in_all
        with child.channel as channel:
            until = time.monotonic() + seconds * _WALL_MULTIPLE
            with contextlib.suppress(TimeoutError, ConnectionResetError):
                piece = b"."
                while piece and len(answer) <= most_bytes:
                    channel.settimeout(max(until - time.monotonic(), _NO_TIME))
                    answer += (piece := channel.recv(_CHUNK))
        is_whole = len(answer) <= most_bytes
        is_late = is_whole and time.monotonic() > until
        ending = child.finish(_FINISH_SECONDS if is_whole and not is_late else 0)
        if is_late or ending.cpu_seconds >= seconds:
            return Lost.SLOW
        if ending.exit_code == ANSWERED and is_whole:
            return bytes(answer)
        return Lost.MEMORY if ending.exit_code == NO_MEMORY else Lost.ENDED

    def close(self) -> None:
        """End its process."""
        sandbox, self._sandbox = self._sandbox, None
        if sandbox is not None:
            sandbox.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close()
