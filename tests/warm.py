"""Runs `grader` commands as forks of a process that has loaded them, which is most of their cost.

A command still has a process of its own, with the folder, environment and streams that it is
given. What only a new Python shows is tested with one: tests/integration/test_commands_as_processes
and whatever a test starts without waiting for its end.
"""

import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import runpy
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

_ROOT = Path(__file__).resolve().parents[1]
_PROGRAM = ["-m", "grader.cli"]
_LARGEST = 1 << 20  # bytes of an order or an answer
_ONE_AT_A_TIME = threading.Lock()
spent = {"seconds": 0.0}  # of CPU, by the commands so far: their parent is not this process


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
    sys.audit("subprocess.Popen", command[0], command, cwd, env)
    path = [*([] if "-P" in command[:at] else [str(cwd)]), *env["PYTHONPATH"].split(os.pathsep)]
    order = {"words": command[at + 1 :], "cwd": str(cwd), "env": dict(env), "path": path}
    with contextlib.ExitStack() as stack:
        streams = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        streams[0].write(input.encode())
        streams[0].seek(0)
        with _ONE_AT_A_TIME:
            code = _ended(ready(), order, streams, timeout)
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


def _ended(
    server: socket.socket, order: dict[str, Any], streams: Sequence[IO[bytes]], timeout: float
) -> int:
    socket.send_fds(server, [json.dumps(order).encode()], [file.fileno() for file in streams])
    pid = json.loads(server.recv(_LARGEST))
    server.settimeout(timeout)
    try:
        code, seconds = json.loads(server.recv(_LARGEST))
    except TimeoutError:
        os.kill(pid, 9)
        server.settimeout(None)
        server.recv(_LARGEST)
        raise subprocess.TimeoutExpired(order["words"], timeout) from None
    server.settimeout(None)
    spent["seconds"] += seconds
    return int(code)


def _content(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()


@functools.cache
def ready() -> socket.socket:
    """Start the process that has everything loaded; it ends with this one."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    code = f"import tests.warm; tests.warm.serve({theirs.fileno()})"
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", code],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(_ROOT), "LANG": "C.UTF-8"},
        pass_fds=[theirs.fileno()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    theirs.close()
    assert ours.recv(1), "the process that is to have the commands loaded has ended"

    def end() -> None:
        process.kill()
        process.communicate()
        ours.close()

    atexit.register(end)
    return ours


# -- in the other process


def serve(descriptor: int) -> None:
    """Load every command and page, then fork for each order until nobody sends any."""
    from grader.cli import main
    from grader.feedback.html import environment

    for name in main._COMMANDS:
        importlib.import_module(f"grader.cli.commands.{name}")
    for name in environment().list_templates():
        if name.endswith(".html.j2"):
            environment().get_template(name)
    gc.freeze()  # what is shared with the forks stays shared
    connection = socket.socket(fileno=descriptor)
    connection.send(b"!")
    while True:
        data, files, _, _ = socket.recv_fds(connection, _LARGEST, 3)
        if not data:
            return
        if (pid := os.fork()) == 0:
            connection.close()
            _become(json.loads(data), files)
        for number in files:
            os.close(number)
        connection.send(json.dumps(pid).encode())
        _, status, used = os.wait4(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        connection.send(json.dumps([code, used.ru_utime + used.ru_stime]).encode())


def _become(order: dict[str, Any], files: list[int]) -> None:
    """Be the command, to its end."""
    code: object = 1
    try:
        for number, file in enumerate(files):
            os.dup2(file, number)
            os.close(file)
        os.chdir(order["cwd"])
        os.environ.clear()
        os.environ.update(order["env"])
        time.tzset()
        sys.path[:] = [*order["path"], *(place for place in sys.path if place != str(_ROOT))]
        for folder in order["path"]:
            if (Path(folder) / "sitecustomize.py").exists():
                runpy.run_path(str(Path(folder) / "sitecustomize.py"))
        sys.argv[1:] = order["words"]
        runpy.run_module("grader.cli", run_name="__main__")
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
