"""Starts the process of a worker, before it is known what it is to judge.

A command starts those of a class first of all: they load what judges while it takes the class in.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Self

_PROGRAM = "grader.judge.worker_process"
_PACKAGE_ROOT = Path(__file__).resolve().parents[2]


class StartedWorker:
    """A process that waits to be told its stage over its connection."""

    def __init__(self, inherited: Iterable[int] = ()) -> None:
        self.connection, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", _PROGRAM, str(theirs.fileno()), str(os.getpid())],
                pass_fds=[theirs.fileno(), *inherited],
                stdin=subprocess.DEVNULL,
                env=_environment(),
                start_new_session=True,  # Ctrl-C is for the grader, which then ends its workers
            )

    def close(self) -> None:
        """End it, unless it has ended."""
        self.connection.close()
        self.process.kill()
        self.process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close()


def _environment() -> dict[str, str]:
    kept = {k: os.environ[k] for k in ("PATH", "HOME", "TMPDIR", "SYSTEMROOT") if k in os.environ}
    return {
        **kept,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",  # sets print in the same order in every run
        "PYTHONPATH": str(_PACKAGE_ROOT),
        "OPENBLAS_NUM_THREADS": "1",
    }
