"""Ties processes: waits for those that this one started, shares work, ends with one."""

import contextlib
import os
import select
import signal
import subprocess
from collections.abc import Callable, Sequence
from typing import TypeVar

_T = TypeVar("_T")
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


def share_out(
    work: Callable[[Sequence[_T]], bytes], items: Sequence[_T], count: int
) -> list[bytes]:
    """Have forks of this process, `count` with itself, work on a share of the items each.

    Gives what was returned for each share. One whose fork fails, or cannot be made, is worked on
    here, which raises what is wrong. Where processes cannot fork, this one does everything.
    """
    count = count if hasattr(os, "fork") else 1
    first, *others = (items[begin::count] for begin in range(count))
    begun = [_fork(work, share) for share in others]
    try:
        done = [work(first)]
    finally:
        heard = [one and _heard(*one) for one in begun]
    shares = zip(others, heard, strict=True)
    return [*done, *(work(share) if said is None else said for share, said in shares)]


def _fork(work: Callable[[Sequence[_T]], bytes], share: Sequence[_T]) -> tuple[int, int] | None:
    """Begin a fork; None where the machine or the user may have no more processes."""
    here = os.getpid()
    reading, writing = os.pipe()
    try:
        pid = os.fork()
        if pid:
            os.close(writing)
            return pid, reading
        os.close(reading)  # so that it ends where nobody hears it any more
        with os.fdopen(writing, "wb") as told:
            told.write(work(share))
    except BaseException as error:
        if os.getpid() != here:
            os._exit(1)  # a fork goes back to nobody; its share is done again
        if not isinstance(error, OSError):
            raise
        os.close(reading)
        os.close(writing)
        return None
    os._exit(0)


def _heard(pid: int, reading: int) -> bytes | None:
    """Wait for a fork; None where it failed."""
    with os.fdopen(reading, "rb") as told:
        said = told.read()
    _, status = os.waitpid(pid, 0)
    return None if status else said
