"""The process in a room: confines itself, then carries out orders until nobody asks any more.

An order is its length and its bytes; an answer has a byte before that says how it ended.
"""

import errno
import importlib
import os
import sys
import time
import warnings
from collections.abc import Callable
from typing import IO

from grader.inside.libc import lower_limits

READY = b"R"
GOES_ON, LEAVES, NO_MEMORY, FAILED, GONE = b"A", b"L", b"M", b"F", b""
_LENGTH_BYTES = 8
_MOST_KEPT = 4  # what still holds more than a fourth of it makes room for a fresh process
_OPEN_FILES = 64
# what a kernel or a container answers that has no such layer, as the level of its jails says too
_NOT_HERE = (errno.EINVAL, errno.ENOSYS, errno.EPERM, errno.EACCES)

CarryOut = Callable[[bytes], bytes]


def main(entry: str, cpu_seconds: int, memory_bytes: int) -> None:
    """Be the process in the room."""
    module, _, name = entry.partition(":")
    carry_out: CarryOut = getattr(importlib.import_module(module), name)
    # what a stranger's bytes have Python print is for nobody
    orders, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    memory = _open_memory()
    _confine(memory_bytes)
    answers.write(READY)
    answers.flush()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    status = GOES_ON
    while status == GOES_ON and (order := receive(orders)) is not None:
        _set_clock(cpu_seconds)
        status, answer = _answered(carry_out, order)
        if status == GOES_ON and _memory_held(memory) > memory_bytes // _MOST_KEPT:
            status = LEAVES
        answers.write(status)
        send(answers, answer)


def send(pipe: IO[bytes], data: bytes) -> None:
    """Write bytes, their length before them; raises OSError where nobody is left to read them."""
    pipe.write(len(data).to_bytes(_LENGTH_BYTES, "little"))
    pipe.write(data)
    pipe.flush()


def receive(pipe: IO[bytes], most: int = sys.maxsize) -> bytes | None:
    """Read what `send` wrote; None where the other end is gone, or wrote more than `most` bytes."""
    size = pipe.read(_LENGTH_BYTES)
    wanted = int.from_bytes(size, "little")
    if len(size) < _LENGTH_BYTES or wanted > most:
        return None
    data = pipe.read(wanted)
    return data if len(data) == wanted else None


def receive_answer(pipe: IO[bytes], most: int) -> tuple[bytes, bytes]:
    """Read how an order ended, and the answer; GONE where there is none of at most `most` bytes."""
    status = pipe.read(1)
    data = receive(pipe, most)
    return (GONE, b"") if data is None else (status, data)


def _answered(carry_out: CarryOut, order: bytes) -> tuple[bytes, bytes]:
    try:
        return GOES_ON, carry_out(order)
    except MemoryError:
        return NO_MEMORY, b""
    except Exception:  # noqa: BLE001 - whatever a stranger's bytes bring about is a value
        return FAILED, b""


def _confine(memory_bytes: int) -> None:
    warnings.simplefilter("ignore")
    if sys.platform != "win32":
        import resource

        lower_limits(
            {
                resource.RLIMIT_CORE: 1,  # a dump piped to a program is made at 0, but not at 1
                resource.RLIMIT_FSIZE: 0,
                resource.RLIMIT_NOFILE: _OPEN_FILES,
                resource.RLIMIT_AS: memory_bytes,
            }
        )
    if sys.platform == "linux":
        from .reader import ReaderJail

        try:
            ReaderJail.leave_machine()
            ReaderJail.prepare((), ()).put_on()
        except OSError as error:
            if error.errno not in _NOT_HERE:
                raise


def _set_clock(cpu_seconds: int) -> None:
    """Have the kernel end this process once the order at hand has used its time."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        until = int(time.process_time()) + 1 + cpu_seconds
        soft = until if most == resource.RLIM_INFINITY else min(until, most)
        resource.setrlimit(resource.RLIMIT_CPU, (soft, most))


def _open_memory() -> int | None:
    """Open what tells of this process's memory, as long as it may open anything."""
    try:
        return os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return None


def _memory_held(told: int | None) -> int:
    if told is None:
        return 0
    return int(os.pread(told, 100, 0).split()[0]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
