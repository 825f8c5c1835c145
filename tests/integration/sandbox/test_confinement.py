"""What a submission cannot reach."""

import os
import signal
from pathlib import Path

import pytest

from grader.sandbox.equipment import equipment_for
from grader.sandbox.inside.landlock import DEVICES
from grader.sandbox.sandbox import Sandbox
from tests.integration.sandbox.asking import Inside

pytestmark = pytest.mark.jail

WALK = """
import os
answer = []
for top in {tops}:
    for folder, folders, files in os.walk(top):
        for name in files:
            path = os.path.join(folder, name)
            try:
                open(path, "rb").close()
            except OSError:
                continue
            answer.append(path)
"""
PROCESS_CALLS = {
    "fork": "os.fork()",
    "exec": "import sys; os.execv(sys.executable, ['python3', '-c', '1'])",
    "spawn": "os.posix_spawn('/bin/true', ['true'], {})",
    "subprocess": "import subprocess; subprocess.run(['true'])",
    "multiprocessing": "import multiprocessing; multiprocessing.Process(target=print).start()",
}
NETWORK_CALLS = {
    "tcp": "socket.create_connection(('127.0.0.1', 80), 1)",
    "udp": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    "unix": "socket.socket(socket.AF_UNIX)",
    "datagram pair": "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
    "netlink": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "raw": "socket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
}
CALLS_ON_THE_WARM_JAIL = {
    "signal": "os.kill(os.getppid(), 0)",
    "signal to all": "os.kill(-1, 0)",
    "signal to the group": "os.killpg(os.getppid(), 0)",
    "limits": "resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE)",
    "priority": "os.getpriority(os.PRIO_PROCESS, os.getppid())",
    "priority of all": "os.setpriority(os.PRIO_USER, 0, 19)",
    "cores": "os.sched_setaffinity(os.getppid(), {0})",
    "handle": "os.pidfd_open(os.getppid())",
}
MORE_MEMORY = (
    "limits = resource.getrlimit(resource.RLIMIT_AS);"
    "resource.setrlimit(resource.RLIMIT_AS, (limits[1] + 1, limits[1] + 1))"
)


def test_no_other_file_of_this_machine_is_readable(inside: Inside) -> None:
    """A walk from the root folder opens Python, the packages, libraries, time zones, devices."""
    tops = ["/", "/jail", "/etc", "/usr", "/home", "/root", "/tmp", "/var", "/dev", "/proc", "/sys"]

    found = inside.ask(WALK.format(tops=tops))

    equipment = equipment_for(())
    whole = (*equipment.whole, *equipment.importable.values(), equipment.program)
    allowed = ("/jail/", "/dev/", "/lib/", "/lib64/", *map(str, whole))
    assert [path for path in found if not path.startswith(allowed)] == []
    assert {path for path in found if path.startswith("/dev/")} <= set(DEVICES)
    closed = tuple(map(str, equipment.closed))
    assert [path for path in found if path.startswith(closed)] == []


def test_installed_packages_are_absent(inside: Inside) -> None:
    """What the grader has installed cannot be imported, unless the lesson lists it."""
    assert inside.error("import pytest") == "ModuleNotFoundError"
    assert inside.error("import pip") == "ModuleNotFoundError"


def test_hidden_cases_beside_the_jail_are_not_readable(inside: Inside, tmp_path: Path) -> None:
    """A file that everyone may read is closed to a submission that knows its path."""
    hidden = tmp_path / "test_hidden.py"
    hidden.write_text("expected = 0.5", encoding="utf-8")
    for folder in (tmp_path, *tmp_path.parents[:-1]):
        if folder.stat().st_uid == os.geteuid():
            folder.chmod(folder.stat().st_mode | 0o055)

    assert inside.error(f"open({str(hidden)!r})") in {"PermissionError", "FileNotFoundError"}


def test_processes_of_this_machine_are_not_visible(inside: Inside) -> None:
    """There is no /proc to read, and so no environment or command line of the grader."""
    assert inside.error("import os; os.listdir('/proc')") in {
        "PermissionError",
        "FileNotFoundError",
    }
    assert inside.error("open('/proc/self/environ')") in {"PermissionError", "FileNotFoundError"}
    assert inside.error(f"open('/proc/{os.getpid()}/environ')") in {
        "PermissionError",
        "FileNotFoundError",
    }


def test_environment_is_minimal(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the grader's environment is known, only folders and the language."""
    names = set(inside.ask("import os; answer = list(os.environ)"))

    assert {"HOME", "LANG", "PATH", "PYTHONHASHSEED", "TMPDIR", "TZ"} <= names
    assert names <= {
        *("HOME", "LANG", "PATH", "PYTHONHASHSEED", "TMPDIR", "TZ"),
        *("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"),
    }


def test_no_descriptor_leads_outside(inside: Inside) -> None:
    """A child holds its standard streams, its channel and nothing else."""
    code = """
import os
answer = []
for number in range(2000):
    try:
        os.fstat(number)
    except OSError:
        continue
    answer.append(number)
"""

    assert inside.ask(code) == [0, 1, 2, 3]


def test_a_submission_is_not_root(inside: Inside) -> None:
    """A child has no power or group of root's, whoever runs the grader."""
    user, group, groups = inside.ask("import os; answer = os.getuid(), os.getgid(), os.getgroups()")

    assert user != 0
    if os.geteuid() == 0:
        assert (group, groups) == (user, [])


def test_the_warm_jail_cannot_be_traced(inside: Inside, jail: Sandbox) -> None:
    """The kernel gives what it shows of the process that forks submissions to root alone."""
    assert Path(f"/proc/{jail._pid}/environ").stat().st_uid == 0


@pytest.mark.parametrize("call", PROCESS_CALLS)
def test_no_process_can_be_started(inside: Inside, call: str) -> None:
    """Every way to a second process is refused as an ordinary PermissionError."""
    assert inside.error(f"import os; {PROCESS_CALLS[call]}") == "PermissionError"


@pytest.mark.parametrize("call", NETWORK_CALLS)
def test_no_socket_can_be_opened(inside: Inside, call: str) -> None:
    """The network is refused, loopback and local sockets included."""
    assert inside.error(f"import socket; {NETWORK_CALLS[call]}") == "PermissionError"


@pytest.mark.parametrize("call", CALLS_ON_THE_WARM_JAIL)
def test_the_warm_jail_is_out_of_reach(inside: Inside, call: str) -> None:
    """No child can signal, slow down or limit the process that forked it."""
    assert inside.error(f"import os, resource; {CALLS_ON_THE_WARM_JAIL[call]}") == "PermissionError"


def test_limits_cannot_be_raised(inside: Inside) -> None:
    """A child can lower its limits only."""
    assert inside.error(f"import resource; {MORE_MEMORY}") == "ValueError"


def test_python_itself_cannot_be_changed(inside: Inside) -> None:
    """The interpreter's files are read-only, so no child changes the next one's Python."""
    assert inside.error("import os; open(os.__file__, 'a')") in {"PermissionError", "OSError"}
    assert inside.error("import jail_probe; open(jail_probe.__file__, 'a')") in {
        "PermissionError",
        "OSError",
    }


def test_nothing_is_written_outside(inside: Inside, jail: Sandbox, tmp_path: Path) -> None:
    """Writes stay in the jail's own folders."""
    tmp_path.chmod(0o777)
    target = tmp_path / "trace"

    inside.error(f"open({str(target)!r}, 'w').write('x')")
    inside.error(f"open({str(jail.spec.scratch / 'trace')!r}, 'w').write('x')")

    assert not target.exists()
    assert not (jail.spec.scratch / "trace").exists()


def test_the_child_dies_of_a_foreign_system_call_table(inside: Inside) -> None:
    """A 32-bit system call ends the child: its numbers mean other calls."""
    if os.uname().machine != "x86_64":
        pytest.skip("only x86_64 has a second table")
    inside.tell("import ctypes; ctypes.CDLL(None).syscall(0x40000000 + 39)")

    assert inside.child.finish(5).signal == signal.SIGSYS
