"""Landlock: a process gives up every file that it is not told to keep.

Refuses nothing by itself; a ruleset does so once `restrict` is called.
"""

import ctypes
import os
import stat
import struct
from collections.abc import Iterable

from msgspec import Struct

from grader.inside.libc import syscall

# The numbers are the same on every architecture.
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_ASK_VERSION = 1
_RULE_BENEATH = 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
REMOVE_DIR, REMOVE_FILE, MAKE_DIR, MAKE_REG = 1 << 4, 1 << 5, 1 << 7, 1 << 8
MAKE_LINK = 1 << 12  # a symbolic one
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15

DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")  # which harm nobody

READ = READ_FILE | READ_DIR
# No right to make pipes, sockets or devices is ever given.
WRITE = READ | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER | TRUNCATE
_OF_A_FILE = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV

_TCP = 0b11  # bind and connect
_SCOPES = 0b11  # abstract Unix sockets and signals


class Keep(Struct, frozen=True):
    """What stays open to a restricted process; paths that do not exist are passed over."""

    read: tuple[str, ...] = ()  # with all below
    write: tuple[str, ...] = ()  # with all below
    names: tuple[str, ...] = ()  # folders whose names may be listed, at every depth
    links: tuple[str, ...] = ()  # folders in which symbolic links may be made


def version() -> int:
    """Say which Landlock the kernel has; 0 where it has none or refuses it."""
    try:
        return syscall(_CREATE, None, 0, _ASK_VERSION)
    except OSError:
        return 0


def ruleset(keep: Keep) -> int:
    """Build a ruleset and return its descriptor; ready for any number of processes."""
    abi, handled = version(), (1 << 13) - 1
    for first_abi, right in ((2, REFER), (3, TRUNCATE), (5, IOCTL_DEV)):
        if abi >= first_abi:
            handled |= right
    packed = struct.pack("=Q", handled)
    for first_abi, kinds in ((4, _TCP), (6, _SCOPES)):
        if abi >= first_abi:
            packed += struct.pack("=Q", kinds)
    attributes = ctypes.create_string_buffer(packed, len(packed))
    made = syscall(_CREATE, attributes, len(attributes), 0)
    _allow(made, keep.read, READ & handled)
    _allow(made, keep.write, WRITE & handled)
    _allow(made, keep.names, READ_DIR)
    _allow(made, keep.links, MAKE_LINK)
    return made


def restrict(made: int) -> None:
    """Confine this process for good; it must have given up new privileges before."""
    syscall(_RESTRICT, made, 0)


def _allow(made: int, paths: Iterable[str], rights: int) -> None:
    for path in paths:
        try:
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except (FileNotFoundError, PermissionError):
            continue
        try:
            is_folder = stat.S_ISDIR(os.fstat(opened).st_mode)
            fitting = rights if is_folder else rights & _OF_A_FILE
            rule = struct.pack("=Qi", fitting, opened)
            syscall(_ADD, made, _RULE_BENEATH, ctypes.create_string_buffer(rule, len(rule)), 0)
        finally:
            os.close(opened)
