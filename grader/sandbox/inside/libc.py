"""Calls to the kernel that Python has no name for."""

import ctypes
import functools
import os
import struct

NEW_USER, NEW_NETWORK, NEW_MEMORY, NEW_NAME = 0x10000000, 0x40000000, 0x08000000, 0x04000000
_CAPABILITY_VERSION = 0x20080522


@functools.cache
def _libc() -> ctypes.CDLL:
    library = ctypes.CDLL(None, use_errno=True)
    # said once: forks call it in a hurry
    library.prctl.argtypes = (ctypes.c_int, *[ctypes.c_ulong] * 4)
    return library


def syscall(number: int, *arguments: int | bytes | None) -> int:
    """Make one system call; bytes are handed over by their address. Raises OSError."""
    whole = (ctypes.c_long(item) if isinstance(item, int) else item for item in arguments)
    return _checked(_libc().syscall(ctypes.c_long(number), *whole))


def prctl(option: int, first: int = 0, second: int = 0) -> int:
    """Change or ask one attribute of this process."""
    return _checked(_libc().prctl(option, first, second, 0, 0))


def capset(kept: int) -> None:
    """Give up all powers of root but these, a bit for each of the first 32."""
    header = struct.pack("=Ii", _CAPABILITY_VERSION, 0)
    _checked(_libc().capset(header, struct.pack("=6I", kept, kept, 0, 0, 0, 0)))


def unshare(namespaces: int) -> None:
    """Move this process into new namespaces, of the kinds that the flags name."""
    _checked(_libc().unshare(namespaces))


def _checked(answer: int) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer
