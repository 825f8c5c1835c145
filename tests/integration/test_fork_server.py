"""What a fork server starts is a process of its own, as if it had been started by itself."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fork_server import ROOT, ForkServer, Order, Started, begin

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="forks are started on Linux only"),
]

SECONDS = 30
NUMBER = 7
PROGRAM = f"""
import os, sys, time
if sys.argv[1:] == ["tell"]:
    print(os.getcwd(), os.environ["WORD"], sys.stdin.read())
    os.write({NUMBER}, b"seven")
    sys.exit(5)
time.sleep(100)
"""
Start = Callable[[str], Started]


@pytest.fixture(scope="module")
def server() -> ForkServer:
    """A server that has nothing loaded."""
    code = "from tests.fork_server import serve; serve('program')"
    return begin(code, {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)})


@pytest.fixture
def start(server: ForkServer, tmp_path: Path) -> Start:
    """Start the program; what it writes goes to the files `out` and `seven`."""
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    order = Order(["tell"], str(tmp_path), {"WORD": "word"}, [str(tmp_path)], [0, 1, 2, NUMBER])

    def started(word: str) -> Started:
        given = Order(**{**vars(order), "words": [word]})
        with (
            Path(os.devnull).open("rb") as nothing,
            (tmp_path / "out").open("wb") as out,
            (tmp_path / "seven").open("wb") as seven,
        ):
            files = [nothing.fileno(), out.fileno(), out.fileno(), seven.fileno()]
            return server.start([sys.executable], given, files)

    return started


def test_a_program_has_what_it_was_given(start: Start, tmp_path: Path) -> None:
    """Words, folder, environment and files are those of the order; its exit code comes back."""
    assert start("tell").wait(SECONDS) == 5
    assert (tmp_path / "out").read_text() == f"{tmp_path} word \n"
    assert (tmp_path / "seven").read_bytes() == b"seven"


def test_it_is_waited_for_and_killed(start: Start) -> None:
    """While it runs it has no exit code, and then that of the signal."""
    started = start("sleep")

    with pytest.raises(subprocess.TimeoutExpired):
        started.wait(0.01)
    assert started.poll() is None
    started.kill()
    assert started.wait(SECONDS) == started.poll() == -signal.SIGKILL


def test_it_ends_with_whoever_started_it(start: Start) -> None:
    """A process that nobody waits for any more is ended, as a kernel ends it with its parent."""
    started = start("sleep")
    ended = os.pidfd_open(started.pid)

    started.reply.close()

    assert select.select([ended], [], [], SECONDS)[0]
    os.close(ended)
