"""A process that has a program loaded and forks for each start of it: loading is most of its cost.

What is started has the arguments, folder, environment and files that it is given. To the kernel
it is a child of the server, which ends it when whoever asked for it is gone.
"""

import atexit
import contextlib
import gc
import json
import os
import runpy
import select
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Self

ROOT = Path(__file__).resolve().parents[1]
_LARGEST = 1 << 20  # bytes of an order or an answer
_MOST_FILES = 8
_ABOVE = 500  # numbers that no program has its files under
_LOST = 255  # exit code of what the server could tell nothing of


@dataclass(frozen=True)
class Order:
    """How a program is started; it has the files that are sent along under these numbers."""

    words: Sequence[str]
    cwd: str
    env: Mapping[str, str]
    path: Sequence[str]
    numbers: Sequence[int]
    in_new_session: bool = False


class Started:
    """A process that a fork server started, with what callers use of subprocess.Popen."""

    stdin: IO[bytes] | None = None
    stdout: IO[bytes] | None = None
    stderr: IO[bytes] | None = None

    def __init__(self, args: Sequence[str], reply: socket.socket) -> None:
        self.args = args
        self.returncode: int | None = None
        self.reply = reply
        self.pid = int(json.loads(reply.recv(_LARGEST)))

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; raises subprocess.TimeoutExpired."""
        if self.returncode is None:
            if not select.select([self.reply], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            self.returncode = int(self.reply.recv(_LARGEST) or _LOST)
            self.reply.close()
        return self.returncode

    def poll(self) -> int | None:
        """Tell how it ended, if it has."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def terminate(self) -> None:
        """Ask it to end."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # it ended since, and was waited for
                os.kill(self.pid, number)

    def communicate(
        self,
        input: str = "",  # noqa: A002 - as subprocess.Popen calls it
        timeout: float | None = None,
    ) -> tuple[bytes, bytes]:
        """Hand it what its pipe can hold, read what it still writes, and wait for its end."""
        if self.stdin is not None:
            self.stdin.write(input.encode())
            self.stdin.close()
        written = []
        for end in (self.stdout, self.stderr):
            written.append(b"" if end is None else end.read())
            if end is not None:
                end.close()
        self.wait(timeout)
        return written[0], written[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.wait()


@dataclass(frozen=True)
class ForkServer:
    """The end where orders go in; a fork of its holder may send some too."""

    pid: int
    orders: socket.socket

    def start(self, command: Sequence[str], order: Order, files: Iterable[int]) -> Started:
        """Start the program with copies of these files."""
        sys.audit("subprocess.Popen", command[0], command, order.cwd, order.env)
        reply, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            data = json.dumps(asdict(order)).encode()
            socket.send_fds(self.orders, [data], [theirs.fileno(), *files])
        return Started(command, reply)


def begin(code: str, environment: Mapping[str, str], passed: Sequence[int] = ()) -> ForkServer:
    """Start a server, which ends with this process; `code` loads a program and calls `serve`."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", code, str(theirs.fileno())],
        env=environment,
        pass_fds=[theirs.fileno(), *passed],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    theirs.close()
    assert ours.recv(1), "the process that is to have a program loaded has ended"

    def end() -> None:
        process.kill()
        process.communicate()
        ours.close()

    atexit.register(end)
    return ForkServer(process.pid, ours)


# -- in the server


def serve(program: str) -> None:
    """Fork for each order until nobody sends any; what is imported by now is loaded once."""
    sys.modules.pop(program, None)  # it is run as the main module, as `python -m` does
    orders = socket.socket(fileno=int(sys.argv[1]))
    gc.collect()
    gc.freeze()  # what is shared with the forks stays shared
    orders.send(b"!")
    with selectors.DefaultSelector() as watched:
        watched.register(orders, selectors.EVENT_READ)
        while True:
            for key, _ in watched.select():
                if key.data is not None:
                    _look_at(key.data, watched)
                elif not _carry_out(orders, program, watched):
                    return


@dataclass(frozen=True)
class _Child:
    pid: int
    ended: int  # can be read once it has ended
    reply: socket.socket  # can be read once nobody waits for it any more


def _carry_out(orders: socket.socket, program: str, watched: selectors.BaseSelector) -> bool:
    data, files, _, _ = socket.recv_fds(orders, _LARGEST, _MOST_FILES)
    if not data:
        return False
    pid = os.fork()
    if pid == 0:
        _become(program, Order(**json.loads(data)), files[1:])
    child = _Child(pid, os.pidfd_open(pid), socket.socket(fileno=files[0]))
    for number in files[1:]:
        os.close(number)
    with contextlib.suppress(OSError):
        child.reply.send(str(pid).encode())
    watched.register(child.ended, selectors.EVENT_READ, child)
    watched.register(child.reply, selectors.EVENT_READ, child)
    return True


def _look_at(child: _Child, watched: selectors.BaseSelector) -> None:
    known = watched.get_map().get(child.ended)
    if known is None or known.data is not child:
        return  # both could be read at once, and the number may be another's by now
    if not select.select([child.ended], [], [], 0)[0]:
        os.kill(child.pid, signal.SIGKILL)
    _, status = os.waitpid(child.pid, 0)
    for one in (child.ended, child.reply):
        watched.unregister(one)
    with contextlib.suppress(OSError):
        child.reply.send(str(os.waitstatus_to_exitcode(status)).encode())
    os.close(child.ended)
    child.reply.close()


def _become(program: str, order: Order, files: Sequence[int]) -> None:
    """Be the program, to its end."""
    code: object = 1
    try:
        _take(files, order.numbers)
        if order.in_new_session:
            os.setsid()
        os.chdir(order.cwd)
        os.environ.clear()
        os.environ.update(order.env)
        tempfile.tempdir = None  # found anew, by that environment
        time.tzset()
        sys.path[:] = [*order.path, *(place for place in sys.path if place != str(ROOT))]
        for folder in order.path:
            if (Path(folder) / "sitecustomize.py").exists():
                runpy.run_path(str(Path(folder) / "sitecustomize.py"))
        sys.argv[1:] = order.words
        runpy.run_module(program, run_name="__main__")
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001 - as a process ends whatever it raised
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()  # as Python does at its end, which os._exit leaves out
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def _take(files: Sequence[int], numbers: Sequence[int]) -> None:
    """Have the files under their numbers, and nothing else open."""
    moved = [moved_out_of_the_way(file) for file in files]
    os.closerange(0, _ABOVE)
    for file, number in zip(moved, numbers, strict=True):
        os.dup2(file, number)
        os.close(file)


def moved_out_of_the_way(file: int) -> int:
    """Copy a file to a number at which it stays open in what is started."""
    import fcntl  # which only the systems have that fork

    return fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, _ABOVE)
