"""Landlock: a process gives up every file that it is not told to keep.

Refuses nothing by itself; a ruleset does so once `restrict` is called.
"""

import os
import stat
import struct

from .libc import syscall

# The numbers are the same on every architecture.
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_ASK_VERSION = 1
_RULE_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_REG = 1 << 4, 1 << 5, 1 << 7, 1 << 8
MAKE_LINK = 1 << 12  # a symbolic one
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15

READ = _READ_FILE | READ_DIR
# No right to make pipes, sockets or devices is ever given.
_MAKE = _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REG | _REFER
WRITE = READ | _WRITE_FILE | _TRUNCATE | _MAKE
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")  # which harm nobody

_TCP = 0b11  # bind and connect
_SCOPES = 0b11  # abstract Unix sockets and signals


def version() -> int:
    """Say which Landlock the kernel has; 0 where it has none or refuses it."""
    try:
        return syscall(_CREATE, None, 0, _ASK_VERSION)
    except OSError:
        return 0


def ruleset(kept: dict[str, int]) -> int:
    """Build a ruleset and return its descriptor; ready for any number of processes.

    It keeps for each path the rights to it and to all below; a path that is not there is passed
    over.
    """
    abi, handled = version(), (1 << 13) - 1
    for first_abi, right in ((2, _REFER), (3, _TRUNCATE), (5, _IOCTL_DEV)):
        if abi >= first_abi:
            handled |= right
    attributes = struct.pack("=Q", handled)
    for first_abi, kinds in ((4, _TCP), (6, _SCOPES)):
        if abi >= first_abi:
            attributes += struct.pack("=Q", kinds)
    made = syscall(_CREATE, attributes, len(attributes), 0)
    for path, rights in kept.items():
        try:
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except (FileNotFoundError, PermissionError):
            continue
        fitting = rights & handled
        if not stat.S_ISDIR(os.fstat(opened).st_mode):
            fitting &= _OF_A_FILE
        if fitting:
            syscall(_ADD, made, _RULE_BENEATH, struct.pack("=Qi", fitting, opened), 0)
        os.close(opened)
    return made


def restrict(made: int) -> None:
    """Confine this process for good; it must have given up new privileges before."""
    syscall(_RESTRICT, made, 0)
