"""Starts a warm jail as planned and opens the line to it."""

import functools
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path

from grader.errors import JailError
from grader.inside.order import NICENESS, NO_PROCESSES
from grader.jail import enter
from grader.jail.capabilities import JailUser
from grader.jail.line import Line
from grader.jail.plan import Plan, Planner, loader_path
from grader.jail.spec import JailSpec
from grader.jail.workspace import Workspace

_Process = subprocess.Popen[bytes]
_TRIES, _AGAIN_SECONDS = 20, 0.1


def launch(spec: JailSpec, workspace: Workspace, user: JailUser) -> Line:
    """Start a warm jail and give it its order; raise JailError where this machine cannot."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    words, their_words = os.pipe()
    processes = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)
    try:
        plan = Planner(spec, workspace, user, theirs.fileno(), processes).plan()
        inherited = {theirs.fileno(), plan.order.processes_at} - {NO_PROCESSES}
        start = partial(_start, plan, their_words, tuple(inherited))
        process = _in_lasting_thread(start)
        ours.send(plan.order.to_json())
    except BaseException as error:
        ours.close()
        os.close(words)
        if isinstance(error, OSError):
            raise JailError(f"The jail could not be started: {error}") from error
        raise
    finally:
        theirs.close()
        os.close(their_words)
        os.close(processes)
    return Line(ours, process, words)


def _in_lasting_thread(start: Callable[[], _Process]) -> _Process:
    """Start a process that the kernel ends together with the thread that started it."""
    if threading.current_thread() is threading.main_thread():
        return start()
    return _lasting_thread(os.getpid()).submit(start).result()


@functools.cache
def _lasting_thread(_pid: int) -> ThreadPoolExecutor:
    # A fork has none of its parent's threads, so each process needs its own.
    return ThreadPoolExecutor(1, "jails")


def _start(plan: Plan, words: int, inherited: tuple[int, ...]) -> _Process:
    argv, environment = plan.argv, plan.environment
    if plan.passage is not None:
        passage = asdict(plan.passage) | {"argv": argv, "environment": environment}
        argv = [sys.executable, "-I", "-S", enter.__file__, json.dumps(passage)]
        environment = loader_path()
    process = subprocess.Popen(
        argv,
        env=environment,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=words,
        stderr=words,
        pass_fds=inherited,
        start_new_session=True,
    )
    _lower(process.pid)
    return process


def _lower(session: int) -> None:
    """Have all processes of a jail give way, where the kernel shares CPU time among sessions.

    It then heeds the priority of a process within its session only.
    """
    for _ in range(_TRIES):
        try:
            Path(f"/proc/{session}/autogroup").write_text(str(NICENESS), encoding="ascii")
        except BlockingIOError:  # it heeds an ordinary user ten times a second
            time.sleep(_AGAIN_SECONDS)
        except OSError:
            return  # it shares among processes, or the jail has ended
        else:
            return
