"""Waits for processes that this one has started."""

import contextlib
import os
import select
import subprocess


def has_ended(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    """Wait at most so long for a process to end; tell whether it has.

    `Popen.wait` with a timeout polls, up to 50 ms apart, so it sees the end that much later.
    """
    with contextlib.suppress(AttributeError, OSError):  # no Linux, an old one, or it was reaped
        ending = os.pidfd_open(process.pid)
        try:
            poll = select.poll()
            poll.register(ending, select.POLLIN)
            poll.poll(seconds * 1000)
        finally:
            os.close(ending)
        seconds = 0
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True
