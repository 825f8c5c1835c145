"""Ties processes: waits for those that this one or another has started, and ends with a parent."""

import contextlib
import os
import select
import signal
import subprocess
import sys

_PR_SET_PDEATHSIG = 1


def die_with(parent: int) -> None:
    """Have the kernel end this process when its parent is gone, however that went.

    The kernel forgets it when the process becomes another user or gives up powers of root.
    """
    import ctypes  # of use in processes that judge only

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it was gone before the kernel was asked
        os._exit(1)


class OthersProcess:
    """A process that another one has started, and alone reaps; known by a descriptor of it."""

    def __init__(self, descriptor: int) -> None:
        """The descriptor stays open: whoever takes a process over does so once."""
        self._descriptor = descriptor

    def wait(self, timeout: float | None = None) -> None:
        """Wait for its end, as Popen.wait does."""
        poll = select.poll()
        poll.register(self._descriptor, select.POLLIN)
        if not poll.poll(None if timeout is None else timeout * 1000):
            raise subprocess.TimeoutExpired("", timeout or 0)

    def kill(self) -> None:
        """End it."""
        if sys.platform == "linux":
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)


def has_ended(process: "subprocess.Popen[bytes] | OthersProcess", seconds: float) -> bool:
    """Wait at most so long for a process to end; tell whether it has.

    `Popen.wait` with a timeout polls, up to 50 ms apart, so it sees the end that much later.
    """
    if isinstance(process, subprocess.Popen):
        with contextlib.suppress(AttributeError, OSError):  # no Linux, an old one, or reaped
            ending = os.pidfd_open(process.pid)
            try:
                OthersProcess(ending).wait(seconds)
            except subprocess.TimeoutExpired:
                return False
            finally:
                os.close(ending)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True
