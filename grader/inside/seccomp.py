"""The system call policy of a submission: an allow list, applied to a process by itself.

Calls that name a process reach only the caller; no call starts a process, opens a socket,
changes a mode, an owner or a link, or reaches the kernel's younger and riskier parts.
"""

import ctypes
import errno
import functools
import struct

from grader.inside.bpf import ALLOW, KILL, SELF, Claim, Filter, Leaf, Rule, assemble, refuse
from grader.inside.libc import prctl
from grader.inside.syscalls import NEWEST, numbers_of

_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_FROM = 0x40000000  # x86_64 calls with 32-bit pointers, which would walk past every number

_SET_SECCOMP, _FILTER_MODE = 22, 2

_REFUSED = refuse(errno.EPERM)

_NEW_THREAD = 0x100 | 0x800 | 0x10000  # CLONE_VM, CLONE_SIGHAND, CLONE_THREAD
_THREAD_FLAGS = 0x7D0F00  # all that glibc and musl set for a thread

_UNIX, _STREAM, _SOCKET_TYPES = 1, 1, 0xF

# Python asks TCGETS of every file it opens, FIOCLEX, FIONCLEX and FIONBIO of descriptors.
_IOCTLS = (0x5401, 0x802C542A, 0x5413, 0x5421, 0x541B, 0x5450, 0x5451)

# Duplicates, flags and locks; never F_SETOWN, F_SETSIG, F_NOTIFY, F_SETLEASE or pipe sizes.
_FCNTLS = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032)

# PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_SET_VMA (the C library names its memory)
_PRCTLS = (3, 15, 16, 0x53564D41)


@functools.cache
def policy(machine: str, *, is_reader: bool = False) -> Filter | None:
    """Build the filter for `os.uname().machine`; None where its calls are not known.

    What a submission must not do and need not miss is feigned: modes and times of files. A
    reader of its answers is a user with files of its own, does it, and may link them.
    """
    numbers = numbers_of(machine)
    if numbers is None:
        return None
    checks = _checks()
    leaves: dict[int, Leaf] = dict.fromkeys(numbers.allowed.values(), ALLOW)
    leaves |= {number: checks[name] for name, number in numbers.checked.items()}
    leaves |= dict.fromkeys(numbers.feigned.values(), ALLOW if is_reader else refuse(0))
    leaves |= dict.fromkeys(numbers.links.values(), ALLOW if is_reader else _REFUSED)
    leaves |= dict.fromkeys(numbers.unsupported.values(), refuse(errno.ENOTSUP))
    leaves |= dict.fromkeys(numbers.unknown.values(), refuse(errno.ENOSYS))
    above = {NEWEST + 1: refuse(errno.ENOSYS), _X32_FROM: KILL}
    return assemble(_ARCHITECTURE[machine], leaves, _REFUSED, above)


def install(code: bytes) -> None:
    """Put this process under a filter for good; it must have given up new privileges before."""
    # not by create_string_buffer, which makes a type for each length: dear in a fresh fork
    program = struct.pack("HxxxxxxP", len(code) // 8, _address(code))
    prctl(_SET_SECCOMP, _FILTER_MODE, _address(program))


def _address(data: bytes) -> int:
    return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0


def _checks() -> dict[str, Rule]:
    by_first = _one_of(0, (0, SELF))
    of_process = _either((Claim(0, 0), Claim(1, 0)), (Claim(0, 0), Claim(1, SELF)))
    thread = Claim(0, _NEW_THREAD, mask=~_THREAD_FLAGS & 0xFFFFFFFF | _NEW_THREAD)
    stream = Claim(1, _STREAM, mask=_SOCKET_TYPES)
    to_nobody = (Claim(4, 0), Claim(4, 0, of_high_half=True))
    return {
        "clone": _either((thread, Claim(0, 0, of_high_half=True))),
        "kill": _one_of(0, (SELF,)),
        "tkill": _one_of(0, (SELF,)),
        "tgkill": _one_of(0, (SELF,)),
        "prlimit64": by_first,
        "sched_getaffinity": by_first,
        "sched_setaffinity": by_first,
        "sched_getscheduler": by_first,
        "sched_getparam": by_first,
        "getpgid": by_first,
        "getsid": by_first,
        "getpriority": of_process,
        "setpriority": of_process,
        # Other kinds of socket can be sent to an address without being connected.
        "socketpair": _either((Claim(0, _UNIX), stream)),
        "sendto": _either(to_nobody),
        "ioctl": _one_of(1, _IOCTLS),
        "fcntl": _one_of(1, _FCNTLS),
        "prctl": _one_of(0, _PRCTLS),
    }


def _one_of(argument: int, values: tuple[int, ...]) -> Rule:
    return _either(*((Claim(argument, value),) for value in values))


def _either(*alternatives: tuple[Claim, ...]) -> Rule:
    return Rule(alternatives, _REFUSED)
