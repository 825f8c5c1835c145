"""Ties processes: waits for those that this one started, and keeps their streams to nobody."""

import contextlib
import functools
import os
import select
import subprocess
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor


def print_nowhere() -> None:
    """Have the standard streams of this process lead nowhere; no other process shares them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    os.close(nowhere)


def in_lasting_thread(start: Callable[[], "subprocess.Popen[bytes]"]) -> "subprocess.Popen[bytes]":
    """Start a process that the kernel ends together with the thread that started it."""
    if threading.current_thread() is threading.main_thread():
        return start()
    return _lasting_thread(os.getpid()).submit(start).result()


@functools.cache
def _lasting_thread(_pid: int) -> "ThreadPoolExecutor":
    from concurrent.futures import ThreadPoolExecutor  # most jails are started by main threads

    # A fork has none of its parent's threads, so each process needs its own.
    return ThreadPoolExecutor(1, "jails")


def has_ended(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    """Wait at most so long for a process to end; tell whether it has.

    `Popen.wait` with a timeout polls, up to 50 ms apart, so it sees the end that much later.
    """
    with contextlib.suppress(AttributeError, OSError):  # no Linux, an old one, or reaped
        ending = os.pidfd_open(process.pid)
        try:
            poll = select.poll()
            poll.register(ending, select.POLLIN)
            if not poll.poll(seconds * 1000):
                return False
        finally:
            os.close(ending)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def cores() -> int:
    """Return how many of the machine's cores are ours."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
