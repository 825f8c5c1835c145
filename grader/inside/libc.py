"""Calls to the kernel that Python has no name for."""

import ctypes
import functools
import os
from collections.abc import Callable


@functools.cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def syscall(number: int, *arguments: int | bytes | ctypes.Array[ctypes.c_char] | None) -> int:
    """Make one system call; raise OSError where the kernel refuses it."""
    whole = (ctypes.c_long(item) if isinstance(item, int) else item for item in arguments)
    return _checked(_libc().syscall(ctypes.c_long(number), *whole))


def prctl(option: int, first: int = 0, second: int = 0) -> int:
    """Change or ask one attribute of this process."""
    return _checked(_prctl()(option, first, second, 0, 0))


@functools.cache
def _prctl() -> Callable[..., int]:
    call = _libc().prctl
    call.argtypes = (ctypes.c_int, *[ctypes.c_ulong] * 4)  # said once: forks call it in a hurry
    return call


def capset(header: bytes, data: bytes) -> None:
    """Give up or take powers of root, worded as the kernel has them."""
    _checked(_libc().capset(header, data))


def _checked(answer: int) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer
