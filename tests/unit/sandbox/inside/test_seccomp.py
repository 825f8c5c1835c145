"""What the system call filter answers, by running its bytes as the kernel would."""

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.sandbox.inside.seccomp import (
    ALLOW,
    CALLS,
    FEIGNED,
    KILL,
    REFUSED,
    SELF,
    UNKNOWN,
    UNSUPPORTED,
    numbers_of,
    policy,
)

PID = 4711
ANOTHER = 815
X86_64, AARCH64, I386 = 0xC000003E, 0xC00000B7, 0x40000003
MACHINES = {"x86_64": X86_64, "aarch64": AARCH64}
MOST_INSTRUCTIONS = 4096
EVERYWHERE = 425  # calls below this number are older than any header in use

THREAD, FORK, VFORK = 0x3D0F00, 0x01200011, 0x4111
NEW_USER = 0x10000000

# name, x86_64, aarch64: calls that no submission makes
NEVER = """
fork 57 -  vfork 58 -  execve 59 221  execveat 322 281  socket 41 198  connect 42 203
bind 49 200  listen 50 201  accept4 288 242  sendmsg 46 211  sendmmsg 307 269  setsockopt 54 208
ptrace 101 117  process_vm_readv 310 270  process_vm_writev 311 271  pidfd_open 434 434
pidfd_getfd 438 438  pidfd_send_signal 424 424  process_madvise 440 440  kcmp 312 272
mount 165 40  umount2 166 39  pivot_root 155 41  chroot 161 51  unshare 272 97  setns 308 268
open_tree 428 428  move_mount 429 429  fsopen 430 430  mount_setattr 442 442  bpf 321 280
perf_event_open 298 241  userfaultfd 323 282  io_uring_setup 425 425  io_uring_enter 426 426
io_uring_register 427 427  io_setup 206 0  keyctl 250 219  add_key 248 217  request_key 249 218
memfd_create 319 279  memfd_secret 447 447  personality 135 92  name_to_handle_at 303 264
open_by_handle_at 304 265  shmget 29 194  shmat 30 196  semget 64 190  semop 65 193
msgget 68 186  mq_open 240 180  symlink 88 -  symlinkat 266 36  link 86 -  linkat 265 37
mknod 133 -  mknodat 259 33  chown 92 -  fchown 93 55  lchown 94 -  fchownat 260 54
setuid 105 146  setgid 106 144  setresuid 117 147  setgroups 116 159  capset 126 91
setsid 112 157  setpgid 109 154  sched_setscheduler 144 119  sched_setattr 314 274
setpriority 141 140  sched_setaffinity 203 122  ioprio_set 251 30  rt_sigqueueinfo 129 138
rt_tgsigqueueinfo 297 240  fanotify_init 300 262
inotify_init1 294 26  landlock_restrict_self 446 446  seccomp 317 277  reboot 169 142
swapon 167 224  init_module 175 105  finit_module 313 273  kexec_load 246 104  acct 163 89
settimeofday 164 170  clock_settime 227 112  adjtimex 159 171  sethostname 170 161
quotactl 179 60  syslog 103 116  mbind 237 235  move_pages 279 239  splice 275 76  tee 276 77
vmsplice 278 75  mlock 149 228  truncate 76 45  timer_create 222 107  cachestat 451 451
"""


@dataclass(frozen=True)
class Call:
    """A system call as a filter sees it."""

    number: int
    arguments: Sequence[int] = ()
    architecture: int = X86_64

    def as_bytes(self) -> bytes:
        """Lay it out as the kernel's seccomp_data."""
        arguments = [*self.arguments, *[0] * 6][:6]
        return struct.pack("<IIQ6Q", self.number, self.architecture, 0, *arguments)


def run(filter_code: bytes, call: Call) -> int:
    """Interpret a process's filter, strictly: anything that it should not hold is an error."""
    filter_code = filter_code.replace(struct.pack("<I", SELF), struct.pack("<I", PID))
    data, at, accumulator = call.as_bytes(), 0, 0
    for _ in range(MOST_INSTRUCTIONS):
        operation, if_true, if_false, value = struct.unpack_from("<HBBI", filter_code, 8 * at)
        at += 1
        if operation == 0x20:
            (accumulator,) = struct.unpack_from("<I", data, value)
        elif operation == 0x54:
            accumulator &= value
        elif operation in {0x15, 0x35}:
            holds = accumulator == value if operation == 0x15 else accumulator >= value
            at += if_true if holds else if_false
        elif operation == 0x06:
            return int(value)
        else:
            raise AssertionError(f"no such operation: {operation:#x}")
    raise AssertionError("the filter does not end")


def answer(machine: str, name_or_number: str | int, *arguments: int) -> int:
    """Ask the policy of a machine, filled in for process PID."""
    made = policy(machine)
    assert made is not None
    number = name_or_number
    if isinstance(number, str):
        number = numbers(machine)[number]
    return run(made, Call(number, arguments, MACHINES[machine]))


def numbers(machine: str) -> dict[str, int]:
    """Find the number of each call that the policy names."""
    return numbers_of(machine, " ".join(CALLS))


def never(machine: str) -> dict[str, int]:
    """Find the number of each call in NEVER."""
    words = NEVER.split()
    column = 1 if machine == "x86_64" else 2
    rows = zip(words[::3], words[column::3], strict=True)
    return {name: int(number) for name, number in rows if number != "-"}


@pytest.mark.parametrize("machine", MACHINES)
def test_what_no_submission_does_is_refused(machine: str) -> None:
    """Processes, sockets, mounts, links, owners, keys and the like get EPERM."""
    answers = {name: answer(machine, number) for name, number in never(machine).items()}

    assert {name for name, given in answers.items() if given != REFUSED} == set()


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("clone", (THREAD,), ALLOW),
        ("clone", (FORK,), REFUSED),
        ("clone", (VFORK,), REFUSED),
        ("clone", (THREAD | NEW_USER,), REFUSED),
        ("clone", (THREAD | 1 << 32,), REFUSED),
        ("clone", (THREAD & ~0x10000,), REFUSED),
        ("clone", (THREAD & ~0x400,), REFUSED),
        ("openat", (0, 1, 0), ALLOW),
        ("openat", (0, 1, 0x200 | 1), ALLOW),
        ("openat", (0, 1, 0x200 | 2), ALLOW),
        ("openat", (0, 1, 0x200), REFUSED),
        ("kill", (PID, 9), ALLOW),
        ("kill", (ANOTHER, 9), REFUSED),
        ("kill", (0, 9), REFUSED),
        ("kill", (0xFFFFFFFF, 9), REFUSED),
        ("kill", (-PID & 0xFFFFFFFF, 9), REFUSED),
        ("tgkill", (PID, ANOTHER, 9), ALLOW),
        ("tgkill", (ANOTHER, PID, 9), REFUSED),
        ("tkill", (ANOTHER, 9), REFUSED),
        ("prlimit64", (0, 9), ALLOW),
        ("prlimit64", (PID, 9), ALLOW),
        ("prlimit64", (ANOTHER, 9), REFUSED),
        ("getpriority", (0, 0), ALLOW),
        ("getpriority", (0, PID), ALLOW),
        ("getpriority", (0, ANOTHER), REFUSED),
        ("sched_getaffinity", (ANOTHER,), REFUSED),
        ("getsid", (ANOTHER,), REFUSED),
        ("socketpair", (1, 1 | 0o2004000), ALLOW),
        ("socketpair", (1, 2), REFUSED),
        ("socketpair", (1, 5), REFUSED),
        ("socketpair", (2, 1), REFUSED),
        ("sendto", (3, 1, 1, 0, 0, 0), ALLOW),
        ("sendto", (3, 1, 1, 0, 0x7F00, 16), REFUSED),
        ("sendto", (3, 1, 1, 0, 1 << 32, 16), REFUSED),
        ("ioctl", (1, 0x5401), ALLOW),
        ("ioctl", (1, 0x5421), ALLOW),
        ("ioctl", (1, 0x5412), REFUSED),
        ("ioctl", (1, 0x541C), REFUSED),
        ("ioctl", (1, 0x8901), REFUSED),
        ("fcntl", (1, 4), ALLOW),
        ("fcntl", (1, 1030), ALLOW),
        *(("fcntl", (1, command), FEIGNED) for command in (6, 7, 37, 38)),
        *(("fcntl", (1, command), ALLOW) for command in (5, 36)),
        ("flock", (1, 6), FEIGNED),
        ("fcntl", (1, 8), REFUSED),
        ("fcntl", (1, 10), REFUSED),
        ("fcntl", (1, 15), REFUSED),
        ("fcntl", (1, 1024), REFUSED),
        ("fcntl", (1, 1026), REFUSED),
        ("fcntl", (1, 1031), REFUSED),
        ("prctl", (15,), ALLOW),
        ("prctl", (1,), REFUSED),
        ("prctl", (4,), REFUSED),
        ("prctl", (22,), REFUSED),
        ("prctl", (36,), REFUSED),
        ("fchmod", (3, 0o777), FEIGNED),
        ("utimensat", (3, 0, 1), FEIGNED),
        ("utimensat", (3, 0, 1 << 32), FEIGNED),
        ("utimensat", (3, 1, 0), REFUSED),
        ("fchmodat2", (), FEIGNED),
        ("setxattr", (), UNSUPPORTED),
        ("clone3", (), UNKNOWN),
        ("openat2", (), UNKNOWN),
    ],
)
def test_arguments_decide(
    machine: str, name: str, arguments: tuple[int, ...], expected: int
) -> None:
    """A call that names a process, a command or flags passes with harmless ones only."""
    assert answer(machine, name, *arguments) == expected


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_of_the_future_are_unknown(machine: str) -> None:
    """Numbers that came after this policy answer as an older kernel would."""
    assert answer(machine, 453) == UNKNOWN
    assert answer(machine, 1000) == UNKNOWN


@pytest.mark.parametrize("machine", MACHINES)
def test_other_architectures_end_the_process(machine: str) -> None:
    """A call through another table ends the process, whatever its number."""
    made = policy(machine)
    assert made is not None
    for architecture in {X86_64, AARCH64, I386} - {MACHINES[machine]}:
        assert run(made, Call(63, (), architecture)) == KILL


def test_calls_with_short_pointers_end_the_process() -> None:
    """The numbers of x32 do not walk past those of x86_64."""
    assert answer("x86_64", 0x40000000) == KILL
    assert answer("x86_64", 0x40000000 + 59) == KILL
    assert answer("x86_64", 0xFFFFFFFF) == KILL


@pytest.mark.parametrize("machine", MACHINES)
def test_a_filter_fits_the_kernel(machine: str) -> None:
    """A filter has fewer instructions than the kernel takes, and is made once."""
    made = policy(machine)
    assert made is not None

    assert len(made) % 8 == 0
    assert len(made) // 8 < MOST_INSTRUCTIONS
    assert policy(machine) is made


def test_other_machines_have_no_policy() -> None:
    """A machine whose calls are not known gets no filter, not a wrong one."""
    assert policy("riscv64") is None


@pytest.mark.parametrize(
    ("machine", "header"),
    [
        ("x86_64", "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
        ("aarch64", "/usr/include/asm-generic/unistd.h"),
    ],
)
def test_numbers_are_the_kernels(machine: str, header: str) -> None:
    """Every number equals the one in the kernel's own header, where that is installed."""
    if not Path(header).exists():
        pytest.skip("the kernel's headers are not installed")
    text = Path(header).read_text(encoding="ascii")
    defined = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text))
    ours = {**numbers(machine), **never(machine)}
    ours.pop("newfstatat")  # has another name there on one of the two

    named = {name: number for name, number in ours.items() if number < EVERYWHERE}

    assert named == {name: int(defined.get(name, -1)) for name in named}
