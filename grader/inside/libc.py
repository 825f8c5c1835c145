"""Calls to the kernel that Python has no name for."""

import ctypes
import functools
import os


@functools.cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def syscall(number: int, *arguments: int | bytes | ctypes.Array[ctypes.c_char] | None) -> int:
    """Make one system call; raise OSError where the kernel refuses it."""
    whole = (ctypes.c_long(item) if isinstance(item, int) else item for item in arguments)
    return _checked(_libc().syscall(ctypes.c_long(number), *whole))


def prctl(option: int, *arguments: int) -> int:
    """Change or ask one attribute of this process."""
    whole = [ctypes.c_ulong(item) for item in (*arguments, 0, 0, 0, 0)[:4]]
    return _checked(_libc().prctl(option, *whole))


def _checked(answer: int) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer
