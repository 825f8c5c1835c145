"""Ties processes: waits for those that this one started, ends with one."""

import contextlib
import os
import select
import signal
import subprocess

_PR_SET_PDEATHSIG = 1


def die_with(parent: int) -> None:
    """Have the kernel end this process when its parent is gone, however that went.

    The kernel forgets it when the process becomes another user or gives up powers of root.
    """
    import ctypes  # of use in processes that judge only

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it was gone before the kernel was asked
        os._exit(1)


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
