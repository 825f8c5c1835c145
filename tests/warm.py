"""Starts the grader's own processes as forks of those that have loaded them.

A command still has a process of its own, with the folder, environment and streams that it is
given, and so have its examiners and its room. What only a new Python shows is tested with one:
tests/integration/test_commands_as_processes and whatever a test starts without waiting for its end.
Forks have the same addresses; where two workers must differ in them, a test takes `new_processes`.
"""

import contextlib
import functools
import importlib
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from tests.fork_server import ROOT, ForkServer, Order, begin, moved_out_of_the_way, serve

_PROGRAM = ["-m", "grader.cli"]
_SANDBOX = "grader.sandbox.inside.warm"
_STREAMS = ("stdin", "stdout", "stderr")
# What each server loads, by the entry of its sandboxes, and the settings under which it is started.
_LOADED = {
    "grader.judge.examination:HOST.examine": (
        "grader.judge.examination, grader.judge.examiner",
        {"PYTHONHASHSEED": "0", "LANG": "C.UTF-8"},
    ),
    "grader.intake.file_reader:carry_out": (
        "grader.intake.file_reader",
        {"PYTHONHASHSEED": "0", "LANG": "C.UTF-8"},
    ),
}
_held: dict[str, ForkServer] = {}  # in a command: the servers of the test that runs it
_ONE_AT_A_TIME = threading.Lock()


def run(
    command: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    input: str = "",  # noqa: A002 - as subprocess.run calls it
    timeout: float = 100,
) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m grader.cli ...` to its end, as subprocess.run does."""
    at = command.index("grader.cli")
    assert [*command[:1], *command[at - 1 : at + 1]] == [sys.executable, *_PROGRAM]
    if sys.platform != "linux":  # which alone hands over both fork and these sockets
        given: dict[str, Any] = {"cwd": cwd, "env": env, "timeout": timeout}
        return subprocess.run(
            command, input=input.encode(), capture_output=True, check=False, **given
        )
    path = [*([] if "-P" in command[:at] else [str(cwd)]), *env["PYTHONPATH"].split(os.pathsep)]
    order = Order(command[at + 1 :], str(cwd), env, path, [0, 1, 2])
    with contextlib.ExitStack() as stack:
        streams = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        streams[0].write(input.encode())
        streams[0].seek(0)
        started = ready()["grader.cli"].start(command, order, [file.fileno() for file in streams])
        try:
            code = started.wait(timeout)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()
            raise
        out, errors = map(_content, streams[1:])
    return subprocess.CompletedProcess(list(command), code, out, errors)


def run_text(
    command: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    input: str = "",  # noqa: A002
    timeout: float = 100,
) -> subprocess.CompletedProcess[str]:
    """Do the same, and decode what the command wrote."""
    done = run(command, cwd=cwd, env=env, input=input, timeout=timeout)
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def _content(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()


PLAIN = subprocess.Popen


class Popen(subprocess.Popen[Any]):
    """Starts what has a server there, and everything else as ever."""

    def __new__(cls, args: Any, *others: Any, **given: Any) -> Any:
        """Give what looks like one of these, in a test and in the commands that it runs."""
        env = given.get("env") or {}
        known = isinstance(args, list) and args[:3] == [sys.executable, "-P", "-m"]
        path = env.get("PYTHONPATH", "").split(os.pathsep)
        if not known or args[-1] not in _LOADED or path[-1] != str(ROOT):
            return super().__new__(cls)
        server = ready()[args[-1]]
        # a worker is told its parent, with which it ends
        words = [str(server.pid) if word == str(os.getpid()) else word for word in args[4:]]
        with contextlib.ExitStack() as stack:
            passed = given.get("pass_fds", ())
            order = Order(words, str(Path.cwd()), env, path, [0, 1, 2, *passed], True)
            ends, files = _opened(given, stack)
            started = server.start(args, order, [*files, *passed])
        vars(started).update(ends)
        return started


def _opened(
    given: Mapping[str, Any], stack: contextlib.ExitStack
) -> tuple[dict[str, IO[bytes]], list[int]]:
    """Open what subprocess.Popen opens: our ends of the pipes, and the streams of a process."""
    ends: dict[str, IO[bytes]] = {}
    files: list[int] = []
    for number, name in enumerate(_STREAMS):
        if given.get(name) == subprocess.PIPE:
            reading, writing = os.pipe()
            ours, theirs = (writing, reading) if number == 0 else (reading, writing)
            ends[name] = os.fdopen(ours, "wb" if number == 0 else "rb")
            files.append(theirs)
            stack.callback(os.close, theirs)
        elif given.get(name) == subprocess.DEVNULL:
            files.append(os.open(os.devnull, os.O_RDWR))
            stack.callback(os.close, files[-1])
        elif isinstance(given.get(name), int):
            files.append(given[name])
        else:
            files.append(number)
    return ends, files


def ready() -> dict[str, ForkServer]:
    """Start the processes that have everything loaded; they end with this one."""
    with _ONE_AT_A_TIME:
        return _held or _begun()


@functools.cache
def _begun() -> dict[str, ForkServer]:
    ours = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    servers = {
        entry: begin(
            f"import {_SANDBOX}, {loaded}, tests.fork_server as server; server.serve({_SANDBOX!r})",
            {**ours, **settings},
        )
        for entry, (loaded, settings) in _LOADED.items()
    }
    held = {entry: (one.pid, one.orders.fileno()) for entry, one in servers.items()}
    servers["grader.cli"] = begin(
        f"from tests.warm import serve_commands; serve_commands({held!r})",
        {**ours, "LANG": "C.UTF-8"},
        [number for _, number in held.values()],
    )
    return servers


def serve_commands(held: Mapping[str, tuple[int, int]]) -> None:
    """Load every command and page, try what the machine can isolate, then serve."""
    from grader.cli import main
    from grader.feedback.html import environment
    from grader.sandbox.isolation import best_isolation

    best_isolation()  # tried once, and known to every fork
    for entry, (pid, number) in held.items():
        _held[entry] = ForkServer(pid, socket.socket(fileno=moved_out_of_the_way(number)))
    subprocess.Popen = Popen  # type: ignore[misc] # a subclass, for isinstance
    for name in set(main._MODULES.values()):
        importlib.import_module(f"grader.cli.{name}")
    for name in environment().list_templates():
        if name.endswith(".html.j2"):
            environment().get_template(name)
    serve("grader.cli")
