"""How jails and children begin and end."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.errors import JailError
from grader.sandbox.sandbox import Sandbox
from grader.sandbox.spec import Isolation
from tests.integration.sandbox.asking import PROBES, Inside, Open, is_alive, lasts, probe_spec

pytestmark = pytest.mark.jail

ROOT = Path(__file__).resolve().parents[3]
GRADER = """
    import sys, time
    from pathlib import Path
    sys.path[:0] = {paths}
    from grader.sandbox.sandbox import Sandbox
    from grader.sandbox.spec import SandboxSpec
    jail = Sandbox(SandboxSpec({level!r}, Path({scratch!r}), packages=("jail_probe",),
                         entry="jail_probe:serve"))
    jail.start()
    child = jail.open()
    from jail_probe import packed
    child.channel.sendall(packed(b"while True: pass"))
    print(child.pid, jail._process.pid, flush=True)
    time.sleep(60)
"""


def test_many_children_one_after_the_other(open_inside: Open) -> None:
    """A warm jail serves many submissions and leaks no descriptor."""
    descriptors = _open_descriptors()
    for number in range(20):
        inside = open_inside()
        with inside.child as child:
            assert inside.ask(f"answer = {number}") == number
            assert child.finish(0).why is None

    assert _open_descriptors() == descriptors


def test_an_ending_tells_how(jail: Sandbox, tmp_path: Path) -> None:
    """Exit status, signal and what was used are reported as they were."""
    endings = {}
    for name, code in {
        "exit": "import os; os._exit(7)",
        "crash": "import ctypes; ctypes.string_at(0)",
        "hang-up": "answer = 1",
    }.items():
        with jail.open() as child:
            inside = Inside(child)
            inside.tell(code)
            if name == "hang-up":
                inside.reply()
                child.channel.close()
            endings[name] = child.finish(5)

    assert endings["exit"].exit_code == 7
    assert endings["crash"].signal == signal.SIGSEGV
    assert endings["hang-up"].exit_code == 0
    assert endings["exit"].max_rss_kib > 1000


def test_the_number_of_a_child_is_this_machines(inside: Inside) -> None:
    """The process that is measured and killed is the child's own, also behind a namespace."""
    status = Path(f"/proc/{inside.child.pid}/status").read_text(encoding="ascii")
    alias = next(line for line in status.splitlines() if line.startswith("NSpid")).split()[-1]

    assert int(alias) == inside.ask("import os; answer = os.getpid()")


def test_kill_ends_a_child_at_once(open_inside: Open) -> None:
    """A child that is killed is still finished as any other."""
    inside = open_inside()
    with inside.child as child:
        inside.tell("while True: pass")
        child.kill()

        assert child.finish(5).signal == signal.SIGKILL
        assert not lasts(child.pid)


def test_one_child_at_a_time(jail: Sandbox) -> None:
    """A second child before the first is finished is refused."""
    with jail.open(), pytest.raises(JailError, match="second child"):
        jail.open()


def test_a_dead_jail_is_reported(level: Isolation, tmp_path: Path) -> None:
    """When the warm interpreter is gone, opening a child says so in a sentence."""
    with Sandbox(probe_spec(level, tmp_path / "jail")) as jail:
        with jail.open() as child:
            warm = int(Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()[1])
        os.kill(warm, signal.SIGKILL)
        with pytest.raises(JailError, match="jail"):
            jail.open()


def test_a_jail_that_cannot_start_says_why(level: Isolation, tmp_path: Path) -> None:
    """A missing entry or package is named; nothing is left behind."""
    spec = probe_spec(level, tmp_path / "jail")

    with pytest.raises(JailError, match="no_such_module"):
        Sandbox(replace(spec, entry="no_such_module:serve")).start()
    with pytest.raises(JailError, match="no_such_package"):
        Sandbox(replace(spec, packages=("no_such_package",))).start()

    assert list((tmp_path / "jail").iterdir()) == []


def test_close_leaves_nothing(level: Isolation, tmp_path: Path) -> None:
    """Closing ends the child and the jail and empties the scratch folder."""
    jail = Sandbox(probe_spec(level, tmp_path / "jail"))
    jail.start()
    inside = Inside(jail.open())
    inside.tell("open('f', 'w').close()\nwhile True: pass")

    jail.close()
    inside.child.close()

    assert not lasts(inside.child.pid)
    assert list((tmp_path / "jail").iterdir()) == []


def test_a_jail_outlives_the_thread_that_started_it(level: Isolation, tmp_path: Path) -> None:
    """A jail that was started in a thread serves after the thread has ended."""
    jail = Sandbox(probe_spec(level, tmp_path / "jail"))
    thread = threading.Thread(target=jail.start)
    thread.start()
    thread.join()
    try:
        time.sleep(0.1)
        with jail.open() as child:
            assert Inside(child).ask("answer = 1") == 1
    finally:
        jail.close()


def test_no_process_outlives_a_killed_grader(level: Isolation, tmp_path: Path) -> None:
    """When the grader is killed with SIGKILL, the jail and its busy child die with it."""
    script = textwrap.dedent(GRADER).format(
        paths=[str(ROOT), str(PROBES), *sys.path[1:]], level=level, scratch=str(tmp_path / "jail")
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as grader:
        assert grader.stdout is not None
        processes = [int(word) for word in grader.stdout.readline().split()]
        assert all(is_alive(pid) for pid in processes)

        grader.kill()

    assert not any(map(lasts, processes))


@pytest.mark.second_user
def test_jails_have_users_of_their_own(level: Isolation, tmp_path: Path) -> None:
    """Two jails at once never share a user where the grader can give each its own."""
    with (
        Sandbox(probe_spec(level, tmp_path / "a")) as one,
        Sandbox(probe_spec(level, tmp_path / "b")) as two,
        one.open() as first,
        two.open() as second,
    ):
        users = {Inside(child).ask("import os; answer = os.getuid()") for child in (first, second)}

    assert len(users) == 2
    assert 0 not in users


def test_without_isolation_strays_are_ended_too(tmp_path: Path) -> None:
    """At "none" a submission can start processes, and none of them outlives it."""
    daemon = """
import os, time
reading, writing = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(writing, str(os.getpid()).encode())
        time.sleep(60)
    os._exit(0)
answer = int(os.read(reading, 20))
"""
    with Sandbox(probe_spec("none", tmp_path / "jail")) as jail, jail.open() as child:
        stray = Inside(child).ask(daemon)
        assert is_alive(stray)

        child.finish(0)

        assert not lasts(stray)


def _open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))
