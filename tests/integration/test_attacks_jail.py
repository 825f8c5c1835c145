"""What a submission tries on the machine around it, at each level and with nothing in its way."""

import ast
import os
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox.spec import Isolation
from tests.integration.attack_course import LESSON, Course, Graded, grade, needs

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

HIDDEN = f"from {LESSON} import f\n\ndef test_it():\n    assert f(1) == 1\n"
RIGHT = "def f(x):\n    return x\n"
PROBE = """
import ctypes, fcntl, os, platform, resource, signal, socket, sys, tempfile, threading, time
libc = ctypes.CDLL(None, use_errno=True)
above = os.getppid()
done = []

def attempt(name, action):
    try:
        action()
    except BaseException:
        return
    done.append(name)

def call(number, *given):
    if platform.machine() != "x86_64":
        raise OSError
    words = [item if isinstance(item, bytes) else ctypes.c_long(item) for item in given]
    given = libc.syscall(ctypes.c_long(number), *words)
    if given < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return given

attempt("limit the warm parent", lambda: resource.prlimit(above, resource.RLIMIT_NOFILE))
attempt("signal the warm parent", lambda: os.kill(above, 0))
attempt("signal everybody", lambda: os.kill(-1, 0))
attempt("signal the group", lambda: os.killpg(os.getpgrp(), 0))
attempt("slow the warm parent", lambda: os.setpriority(os.PRIO_PROCESS, above, 19))
attempt("pin the warm parent", lambda: os.sched_setaffinity(above, {0}))
attempt("trace the warm parent", lambda: call(101, 0x4206, above, 0, 0))
attempt("read the warm parent", lambda: call(310, above, 0, 0, 0, 0, 0))
attempt("hold the warm parent", lambda: call(434, above, 0))
attempt("name a file by handle", lambda: call(303, -100, b"/", 0, 0, 0))
attempt("open a file by handle", lambda: call(304, 3, 0, 0))
attempt("make memory with a name", lambda: call(319, b"x", 0))
attempt("share memory", lambda: libc.shmctl(call(29, 0, 4096, 0o1600), 0, None))
attempt("make a queue", lambda: libc.msgctl(call(68, 0, 0o1600), 0, None))
attempt("set up a ring", lambda: call(425, 8, b"\\0" * 120))
attempt("make a name space", lambda: call(272, 0x10000000))
attempt("open a socket", lambda: socket.socket().close())
attempt("link to a file", lambda: os.symlink("/etc/passwd", "link"))
attempt("link to a name", lambda: os.link("ndcg_at_k.py", "second"))
attempt("make a pipe with a name", lambda: os.mkfifo("pipe"))
attempt("list processes", lambda: os.listdir("/proc/self/fd"))
attempt("list the root folder", lambda: os.listdir("/"))
attempt("read a host's file", lambda: open("/etc/passwd").read())
attempt("start a process", lambda: os.fork() or os._exit(0))
attempt("be told of signals", lambda: fcntl.fcntl(1, fcntl.F_SETOWN, above))
print(done)
"""
LEAVES = """
import os, signal, tempfile, threading, time
for folder in (".", tempfile.gettempdir(), "/dev/shm", "/var/tmp", "/tmp"):
    try:
        open(folder + "/left_behind", "w").close()
    except OSError:
        pass
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.setitimer(signal.ITIMER_REAL, 100)
os.environ["LEFT"] = "1"
os.umask(0o777)
threading.Thread(target=time.sleep, args=(100,), daemon=True).start()

def f(x):
    return x
"""
FINDS = """
import os, signal, tempfile, threading
found = [name for folder in (".", tempfile.gettempdir()) for name in os.listdir(folder)]
found.remove("ndcg_at_k.py")
old = os.umask(0)
print([found, threading.active_count(), signal.getitimer(signal.ITIMER_REAL)[0],
       signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, "LEFT" in os.environ, old == 0o777])

def f(x):
    return x
"""


def graded_at(level: Isolation, place: Path, sources: dict[str, str]) -> Graded:
    """Grade submissions one after the other in one jail."""
    if level != "none":
        needs(level)
    course = Course.build(place / "course", {"test_hidden.py": HIDDEN}, RIGHT)
    (place / "in").mkdir()
    for name, text in sources.items():
        (place / "in" / f"{name}.py").write_text(text, encoding="utf-8")
    return grade(course, place / "in", place / "out", level)


def printed(graded: Graded, student: str) -> Any:
    """Read what a probe found, which it printed for the instructor."""
    return ast.literal_eval(graded.reports[student]["printed"].strip())


@pytest.mark.parametrize("level", ["full", "reduced"])
def test_nothing_around_is_reached(level: Isolation, tmp_path: Path) -> None:
    """No process, no file, no socket and no younger part of the kernel is reached."""
    graded = graded_at(level, tmp_path, {"probe": PROBE + RIGHT})

    assert printed(graded, "probe") == []


def test_everything_is_reached_without_isolation(tmp_path: Path) -> None:
    """The same attempts succeed where nothing isolates: the probe does try."""
    graded = graded_at("none", tmp_path, {"probe": PROBE + RIGHT})

    done = printed(graded, "probe")
    expected = {
        "signal the warm parent",
        "link to a file",
        "make a pipe with a name",
        "list the root folder",
        "read a host's file",
        "start a process",
        "open a socket",
    }
    assert expected <= set(done)


@pytest.mark.parametrize("level", ["full", "reduced", "none"])
def test_nothing_is_left_for_the_next(level: Isolation, tmp_path: Path) -> None:
    """The next submission finds no file, thread, timer, handler or setting of the one before."""
    mark = f"left_behind_{os.getpid()}"  # other runs on this machine leave theirs
    leaves = LEAVES.replace("left_behind", mark)

    graded = graded_at(level, tmp_path, {"a": leaves, "b": FINDS})

    if level == "none":
        for folder in ("/dev/shm", "/var/tmp", "/tmp"):
            Path(folder, mark).unlink(missing_ok=True)
    for student in ("a", "b"):
        assert graded.reports[student]["share"] == 1.0, graded.reports[student]
    assert printed(graded, "b") == [[], 1, 0.0, True, False, False]
    assert graded.survivors == []
    assert not Path("/dev/shm", mark).exists()


HELD = """
import ctypes, os, platform, threading, time

def hold():
    time.sleep(0.2)  # by then the first thread is gone, and with it what /proc says of it
    held, block = [], b"." * (1 << 20)
    for number in range(12):
        held.append(os.open(f"{number}", os.O_CREAT | os.O_RDWR))
        os.unlink(f"{number}")
        for _ in range(15):
            os.write(held[-1], block)
    time.sleep(60)

def f(x):
    threading.Thread(target=hold).start()
    ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[platform.machine()], 0)
"""
IN_ADVANCE = """
import ctypes, os, platform

def f(x):
    libc = ctypes.CDLL(None)
    with open("large", "wb") as file:
        number = {"x86_64": 285, "aarch64": 47}[platform.machine()]
        words = map(ctypes.c_long, (number, file.fileno(), 0, 0, 1 << 20))
        assert libc.syscall(*words) < 0
        os.posix_fallocate(file.fileno(), 0, 1 << 20)
    return x if os.stat("large").st_size == 1 << 20 else None
"""


def test_files_that_a_thread_holds_are_counted(tmp_path: Path) -> None:
    """Where no file system bounds them, also of a process whose first thread has ended."""
    graded = _graded(tmp_path, {"hostile": HELD, "right": RIGHT}, "reduced")

    assert graded.reports["hostile"]["cases"][0]["failure"]["kind"] == "files", graded.said
    assert graded.reports["right"]["verdict"] == "passed"


@pytest.mark.parametrize("level", ["full", "reduced"])
def test_no_room_is_taken_in_advance(level: Isolation, tmp_path: Path) -> None:
    """It would be taken faster than it is counted; who asks the C library has it written."""
    graded = _graded(tmp_path, {"hostile": IN_ADVANCE}, level)

    assert graded.reports["hostile"]["verdict"] == "passed", graded.said


TIMES = """
import os, time

def times():
    above = os.path.dirname(os.getcwd())
    return [os.stat(os.path.join(above, name)).st_mtime_ns for name in ("tmp", "cases")]

first = times()

def f(x):
    time.sleep(0.1)
    for name in ("tmp", "cases"):
        path = os.path.join(os.path.dirname(os.getcwd()), name, "file")
        open(path, "w").close()
        os.unlink(path)
    print("times", *first, *times())
    return x
"""


@pytest.mark.parametrize("level", ["full", "reduced"])
def test_no_time_is_left_for_the_next(level: Isolation, tmp_path: Path) -> None:
    """When a folder was changed last is no message: the next finds when it was emptied."""
    graded = _graded(tmp_path, {"a": TIMES, "b": TIMES}, level)

    told = [graded.reports[name]["printed"].split("times ")[1].split() for name in "ab"]
    assert not set(told[0]) & set(told[1]), told


def _graded(place: Path, submissions: dict[str, str], level: Isolation) -> Graded:
    needs(level)
    limits = {"seconds_per_case": 1.0, "seconds_in_all": 6.0}
    course = Course.build(place / "course", {"test_hidden.py": HIDDEN}, RIGHT, limits)
    (place / "in").mkdir()
    for name, text in submissions.items():
        (place / "in" / f"{name}.py").write_text(text, encoding="utf-8")
    return grade(course, place / "in", place / "out", level)
