"""What a submission cannot use up."""

import os
import time

import pytest

from grader.sandbox.inside.confinement import NICENESS
from grader.sandbox.sandbox import Sandbox
from tests.integration.sandbox.asking import LOW, Inside, Open

pytestmark = pytest.mark.jail

FILL = """
import os, time
for number in range({count}):
    with open(f"f{{number}}", "wb") as file:
        file.write(b"x" * {size})
time.sleep(5)
"""
DEEP = """
import os, time
for _ in range(30):
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
time.sleep(5)
"""
UNLINKED = """
import os, time
held = []
for number in range(20):
    file = open("f", "wb")
    os.unlink("f")
    file.write(b"x" * 900_000)
    file.flush()
    held.append(file)
time.sleep(5)
"""


def test_memory_runs_out_as_a_memory_error(inside: Inside) -> None:
    """An allocation beyond the limit raises MemoryError, one below it succeeds."""
    assert inside.ask("x = bytearray(100 << 20); answer = len(x); del x") == 100 << 20
    assert inside.error("bytearray(140 << 20)") == "MemoryError"


def test_one_file_cannot_grow_without_end(inside: Inside) -> None:
    """Writing beyond the size of one file raises OSError."""
    assert inside.error(f"open('f', 'wb').write(b'x' * {LOW.file_bytes * 2})") == "OSError"


def test_too_many_files_end_the_child(open_inside: Open) -> None:
    """More files than may be made are noticed, and the ending says why."""
    inside = open_inside()
    with inside.child as child:
        inside.tell(FILL.format(count=LOW.files_count + 50, size=1))

        ending = child.finish(5)

    assert ending.signal == 9
    assert ending.why == f"It made more than {LOW.files_count} files."


def test_too_many_bytes_are_refused_or_end_the_child(open_inside: Open, jail: Sandbox) -> None:
    """All files together have a size that cannot be passed."""
    inside = open_inside()
    with inside.child as child:
        inside.tell(FILL.format(count=20, size=900_000))
        if jail.spec.isolation == "full":
            assert inside.reply()["error"] == "OSError"
            return
        ending = child.finish(5)

    assert ending.why == "It wrote more than 4 MiB of files."


def test_unlinked_files_are_counted(open_inside: Open, jail: Sandbox) -> None:
    """A file that is held open without a name takes part in the limit."""
    inside = open_inside()
    with inside.child as child:
        inside.tell(UNLINKED)
        if jail.spec.isolation == "full":
            assert inside.reply()["error"] == "OSError"
            return
        ending = child.finish(5)

    assert ending.why == "It wrote more than 4 MiB of files."


def test_files_too_deep_to_be_counted_end_the_child(open_inside: Open, jail: Sandbox) -> None:
    """Folders deeper than any path are no place to hide files from the count."""
    if jail.spec.isolation == "full":
        pytest.skip("the jail's own file system counts by itself")
    inside = open_inside()
    with inside.child as child:
        inside.tell(DEEP)
        ending = child.finish(5)

    assert ending.why is not None


def test_threads_are_bounded(inside: Inside) -> None:
    """A child can have some threads but not any number."""
    code = """
import threading
threading.stack_size(65536)
stop = threading.Event()
answer = 0
try:
    while answer < 1000:
        threading.Thread(target=stop.wait, daemon=True).start()
        answer += 1
except RuntimeError:
    pass
stop.set()
"""

    count = inside.ask(code)

    assert LOW.threads <= count
    if os.geteuid() == 0:  # else the jail's user has other processes, which count too
        assert count <= LOW.threads + 32


def test_open_files_are_bounded(inside: Inside) -> None:
    """A child cannot open files without end."""
    assert inside.error("held = [open('/dev/null') for _ in range(1000)]") == "OSError"


def test_cpu_time_is_read_from_outside(inside: Inside) -> None:
    """The time that a child computes is seen from outside, the time it sleeps is not."""
    before = inside.child.cpu_seconds()
    inside.ask("import time; time.sleep(0.2); answer = 1")
    slept = inside.child.cpu_seconds() - before
    inside.ask(
        "import time\nend = time.process_time() + 0.2\nwhile time.process_time() < end: pass"
    )
    computed = inside.child.cpu_seconds() - before - slept

    assert slept < 0.1
    assert 0.15 < computed < 1


def test_the_priority_is_low_and_stays_low(inside: Inside) -> None:
    """A submission gives way to its neighbours, with its threads, and does not choose how far."""
    threads = """
import os, threading
answer = [os.getpriority(os.PRIO_PROCESS, 0)]
thread = threading.Thread(target=lambda: answer.append(os.getpriority(os.PRIO_PROCESS, 0)))
thread.start()
thread.join()
"""
    lowered = min(os.getpriority(os.PRIO_PROCESS, 0) + NICENESS, 19)

    assert inside.ask(threads) == [lowered, lowered]
    for other in (-20, 0, lowered - 1, lowered, 19):
        changing = f"import os; os.setpriority(os.PRIO_PROCESS, 0, {other})"
        assert inside.error(changing) == "PermissionError"
    for step in (-1, 0, 1):
        assert inside.error(f"import os; os.nice({step})") == "PermissionError"
    assert inside.ask("import os; answer = os.getpriority(os.PRIO_PROCESS, 0)") == lowered


def test_the_cores_are_not_the_submissions_to_choose(inside: Inside) -> None:
    """It sees which are its own; where it runs is the grader's to say, of each of its threads."""
    own = sorted(os.sched_getaffinity(0))
    threads = """
import os, threading
refused = []
def choose():
    for pid in (0, os.getpid(), threading.get_native_id()):
        try:
            os.sched_setaffinity(pid, os.sched_getaffinity(0))
        except PermissionError:
            refused.append(pid)
thread = threading.Thread(target=choose)
thread.start()
thread.join()
choose()
answer = [sorted(os.sched_getaffinity(0)), len(refused)]
"""

    assert inside.ask(threads) == [own, 6]


def test_an_endless_loop_is_ended(open_inside: Open) -> None:
    """A child that never answers is killed when its time is over, or at once when asked."""
    for seconds in (0.2, 0):
        inside = open_inside()
        with inside.child as child:
            inside.tell("while True: pass")
            begun = time.monotonic()

            ending = child.finish(seconds)

        assert ending.signal == 9
        assert time.monotonic() - begun < seconds + 2


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import os; os.closerange(0, 256)\nwhile True: pass", id="closes everything"),
        pytest.param(
            "import signal\nfor n in range(1, 65):\n try: signal.signal(n, signal.SIG_IGN)\n"
            " except (OSError, ValueError): pass\nwhile True: pass",
            id="ignores signals",
        ),
        pytest.param(
            "import threading, time\n[threading.Thread(target=time.sleep, args=(60,)).start()"
            " for _ in range(4)]\ntime.sleep(60)",
            id="leaves threads",
        ),
    ],
)
def test_a_stubborn_child_is_ended(open_inside: Open, code: str) -> None:
    """Neither closed descriptors nor ignored signals nor threads keep a child alive."""
    inside = open_inside()
    with inside.child as child:
        inside.tell(code)
        time.sleep(0.1)

        ending = child.finish(0.1)

    assert ending.signal == 9
    with open_inside().child as following:
        assert following.finish(0).why is None
