"""The system call policy of a submission: an allow list, applied to a process by itself.

Calls that name a process reach only the caller; no call starts a process, opens a socket, changes
a mode, an owner, a link, a priority or the choice of cores, or reaches the kernel's younger and
riskier parts. A call that is not named here is refused; truncate, since Landlock heeds it from
Linux 6.2 on only.
"""

import ctypes
import errno
import functools
import os
import struct

from msgspec import Struct

from grader.sandbox.inside.libc import prctl

ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_FROM = 0x40000000  # x86_64 calls with 32-bit pointers, which would walk past every number
NEWEST = 452  # numbers above it are unknown here
_GET_SECCOMP, _SET_SECCOMP, _FILTER_MODE = 21, 22, 2

ALLOW, KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
REFUSED, UNSUPPORTED = _ERRNO | errno.EPERM, _ERRNO | errno.ENOTSUP
UNKNOWN = _ERRNO | errno.ENOSYS
FEIGNED = _ERRNO  # no error, and nothing done

SELF = 0x464C4553  # in a claim: the filtered process's own id, which is filled in after the fork
_WHOLE = 0xFFFFFFFF
_LOAD, _AND, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16


class Claim(Struct, frozen=True):
    """A claim about one 32-bit half of one argument."""

    argument: int
    value: int
    mask: int = _WHOLE
    of_high_half: bool = False


class Row(Struct, frozen=True):
    """What a call is answered if all claims hold."""

    claims: tuple[Claim, ...]
    answer: int = ALLOW


Rows = tuple[Row, ...]  # the first that holds counts; without one a call is refused


def _one_of(argument: int, *values: int, answer: int = ALLOW) -> Rows:
    return tuple(Row((Claim(argument, value),), answer) for value in values)


def _opening(flags: int) -> Rows:
    """Allow to open a file, but to empty one that is opened for reading: an old Landlock would."""
    return Row((Claim(flags, _O_TRUNC, mask=_O_ACCMODE | _O_TRUNC),), REFUSED), Row(())


# CLONE_VM, CLONE_SIGHAND, CLONE_THREAD; CLONE_FILES, or what it opens would not be counted
_NEW_THREAD = 0x100 | 0x800 | 0x10000 | 0x400
_THREAD_FLAGS = 0x7D0F00  # all that glibc and musl set for a thread
_THREAD = Claim(0, _NEW_THREAD, mask=~_THREAD_FLAGS & _WHOLE | _NEW_THREAD)
_O_ACCMODE, _O_TRUNC = 3, 0x200
_UNIX, _STREAM, _SOCKET_TYPES = 1, 1, 0xF

_COLUMN = {"x86_64": 1, "aarch64": 2}
_ABSENT = "-"
SYMBOLIC_LINKS = "symlink 88 -  symlinkat 266 36"

# name, x86_64, aarch64
CALLS: dict[str, int | Rows] = {
    # Python asks TCGETS of every file it opens, FIOCLEX, FIONCLEX and FIONBIO of descriptors.
    "ioctl 16 29": _one_of(1, 0x5401, 0x802C542A, 0x5413, 0x5421, 0x541B, 0x5450, 0x5451),
    # Duplicates and flags; never F_SETOWN, F_SETSIG, F_NOTIFY, F_SETLEASE or pipe sizes.
    # Locks are feigned: on a file that jails share, as /dev/null, one would tell a neighbour.
    "fcntl 72 25": (
        *_one_of(1, 0, 1, 2, 3, 4, 5, 36, 1030, 1032),
        *_one_of(1, 6, 7, 37, 38, answer=FEIGNED),
    ),
    "flock 73 32": FEIGNED,
    # PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_SET_VMA (the C library names its memory)
    "prctl 157 167": _one_of(0, 3, 15, 16, 0x53564D41),
    "clone 56 220": (Row((_THREAD, Claim(0, 0, of_high_half=True))),),
    "kill 62 129  tkill 200 130  tgkill 234 131": _one_of(0, SELF),
    """
    prlimit64 302 261  sched_getaffinity 204 123  sched_getscheduler 145 120
    sched_getparam 143 121  getpgid 121 155  getsid 124 156
    """: _one_of(0, 0, SELF),
    "getpriority 140 141": (
        Row((Claim(0, 0), Claim(1, 0))),
        Row((Claim(0, 0), Claim(1, SELF))),
    ),
    "open 2 -": _opening(1),
    "openat 257 56": _opening(2),
    # Other kinds of socket can be sent to an address without being connected.
    "socketpair 53 199": (Row((Claim(0, _UNIX), Claim(1, _STREAM, mask=_SOCKET_TYPES))),),
    "sendto 44 206": (Row((Claim(4, 0), Claim(4, 0, of_high_half=True))),),
    """
read 0 63  write 1 64  readv 19 65  writev 20 66  pread64 17 67  pwrite64 18 68  preadv 295 69
pwritev 296 70  preadv2 327 286  pwritev2 328 287  lseek 8 62  creat 85 -
close 3 57  close_range 436 436  dup 32 23  dup2 33 -  dup3 292 24  pipe 22 -  pipe2 293 59
ftruncate 77 46  fadvise64 221 223
readahead 187 213  sendfile 40 71  copy_file_range 326 285

stat 4 -  fstat 5 80  lstat 6 -  newfstatat 262 79  statx 332 291  statfs 137 43  fstatfs 138 44
access 21 -  faccessat 269 48  faccessat2 439 439  readlink 89 -  readlinkat 267 78
getdents 78 -  getdents64 217 61  getcwd 79 17  chdir 80 49  fchdir 81 50

mkdir 83 -  mkdirat 258 34  rmdir 84 -  unlink 87 -  unlinkat 263 35  rename 82 -
renameat 264 38  renameat2 316 276  umask 95 166

mmap 9 222  munmap 11 215  mprotect 10 226  mremap 25 216  msync 26 227  madvise 28 233
mincore 27 232  brk 12 214  membarrier 324 283

futex 202 98  futex_waitv 449 449  set_robust_list 273 99  rseq 334 293  set_tid_address 218 96
sched_yield 24 124  exit 60 93  exit_group 231 94  gettid 186 178  arch_prctl 158 -
sched_get_priority_max 146 125  sched_get_priority_min 147 126  wait4 61 260  waitid 247 95

rt_sigaction 13 134  rt_sigprocmask 14 135  rt_sigreturn 15 139  rt_sigpending 127 136
rt_sigsuspend 130 133  rt_sigtimedwait 128 137  sigaltstack 131 132  pause 34 -  alarm 37 -
setitimer 38 103  getitimer 36 102  signalfd4 289 74  restart_syscall 219 128

nanosleep 35 101  clock_nanosleep 230 115  clock_gettime 228 113  clock_getres 229 114
gettimeofday 96 169  time 201 -  times 100 153  timerfd_create 283 85  timerfd_settime 286 86
timerfd_gettime 287 87

poll 7 -  ppoll 271 73  select 23 -  pselect6 270 72  epoll_create 213 -  epoll_create1 291 20
epoll_ctl 233 21  epoll_wait 232 -  epoll_pwait 281 22  epoll_pwait2 441 441  eventfd 284 -
eventfd2 290 19  recvfrom 45 207  recvmsg 47 212  shutdown 48 210  getsockopt 55 209
getsockname 51 204  getpeername 52 205

getpid 39 172  getppid 110 173  getuid 102 174  geteuid 107 175  getgid 104 176
getegid 108 177  getresuid 118 148  getresgid 120 150  getgroups 115 158  getpgrp 111 -
uname 63 160  sysinfo 99 179  getcpu 309 168  getrusage 98 165  getrlimit 97 163
setrlimit 160 164  getrandom 318 278
""": ALLOW,
    # feigned so that shutil.copy and the like work; but for the time of now, by which
    # Path.touch finds out whether there is a file
    """
chmod 90 -  fchmod 91 52  fchmodat 268 53  fchmodat2 452 452  utime 132 -  utimes 235 -
futimesat 261 -  fsync 74 82  fdatasync 75 83
""": FEIGNED,
    "utimensat 280 88": (
        Row((Claim(2, 0), Claim(2, 0, of_high_half=True)), REFUSED),
        Row((), FEIGNED),
    ),
    SYMBOLIC_LINKS: REFUSED,
    # as of a file system without extended attributes, which shutil.copy2 understands, and without
    # room taken in advance, which is faster than anybody counts: the C library writes instead
    """
fallocate 285 47
getxattr 191 8  lgetxattr 192 9  fgetxattr 193 10  setxattr 188 5  lsetxattr 189 6
fsetxattr 190 7  listxattr 194 11  llistxattr 195 12  flistxattr 196 13  removexattr 197 14
lremovexattr 198 15  fremovexattr 199 16
""": UNSUPPORTED,
    # as of an older kernel: the C library then takes a call that a filter can look into
    "clone3 435 435  openat2 437 437": UNKNOWN,
}


@functools.cache
def policy(machine: str, *, may_link: bool = False) -> bytes | None:
    """Build the filter for `os.uname().machine`.

    None where the machine's calls are not known, or the kernel has no filters.
    """
    try:
        prctl(_GET_SECCOMP)
    except OSError:
        return None
    if machine not in _COLUMN:
        return None
    answers: dict[int, int | Rows] = {}
    for calls, answer in CALLS.items():
        given = ALLOW if may_link and calls == SYMBOLIC_LINKS else answer
        answers |= dict.fromkeys(numbers_of(machine, calls).values(), given)
    return assemble(machine, answers, REFUSED)


def assemble(machine: str, answers: dict[int, int | Rows], otherwise: int) -> bytes:
    """Write a filter in the kernel's language: it compares the number with one after the other.

    A kernel from 5.11 on remembers which calls are allowed whatever their arguments are, and does
    not go through the filter for them. Calls of any other architecture end the process.
    """
    code = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_IF_EQUAL, 1, 0, ARCHITECTURE[machine]),
        (_RETURN, 0, 0, KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_IF_AT_LEAST, 0, 1, _X32_FROM),
        (_RETURN, 0, 0, KILL),
        (_IF_AT_LEAST, 0, 1, NEWEST + 1),
        (_RETURN, 0, 0, UNKNOWN),
    ]
    for number, answer in answers.items():
        rows, last = ((), answer) if isinstance(answer, int) else (answer, REFUSED)
        block = [*(item for row in rows for item in _row(row)), (_RETURN, 0, 0, last)]
        code += [(_IF_EQUAL, 0, len(block), number), *block]
    code.append((_RETURN, 0, 0, otherwise))
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in code)


def _row(row: Row) -> list[tuple[int, int, int, int]]:
    """Answer the call if all claims hold, else go on behind the row."""
    code = [(_RETURN, 0, 0, row.answer)]
    for claim in reversed(row.claims):
        place = _ARGUMENTS_AT + 8 * claim.argument + (4 if claim.of_high_half else 0)
        code = [
            (_LOAD, 0, 0, place),
            (_AND, 0, 0, claim.mask),
            (_IF_EQUAL, 0, len(code), claim.value),
            *code,
        ]
    return code


def install(code: bytes) -> None:
    """Put this process under a filter for good; it must have given up new privileges before."""
    code = code.replace(struct.pack("<I", SELF), struct.pack("<I", os.getpid()))
    # not by create_string_buffer, which makes a type for each length: dear in a fresh fork
    program = struct.pack("HxxxxxxP", len(code) // 8, _address(code))
    prctl(_SET_SECCOMP, _FILTER_MODE, _address(program))


def _address(data: bytes) -> int:
    return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0


def numbers_of(machine: str, text: str) -> dict[str, int]:
    """Read the numbers of one group of calls, by name, for an architecture that is known here."""
    words = text.split()
    rows = zip(words[::3], words[_COLUMN[machine] :: 3], strict=True)
    return {name: int(number) for name, number in rows if number != _ABSENT}
