"""A worker as the pool starts it, whose steps note when they begin and end.

The notes go to an inherited descriptor as JSON lines, also from the processes that the worker
forks; all processes read the same clock.
"""

import functools
import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

# step: where the function lies that is the step; where a name was imported, the importer's.
STEPS = {
    "judge": "grader.judge.worker:Worker._judge",
    "copies": "grader.judge.worker:Worker._write_copies",
    "open": "grader.jail.jail:Jail.open",
    "examine": "grader.judge.pair_maker:in_fork",
    "bind": "grader.judge.template:TemplateSession.bind",
    "cases": "grader.judge.examiner:Examiner.run_items",
    "ask": "grader.bridge.session:Session.ask",
}


def noting(descriptor: int, step: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function so that its begin and its end are written down."""

    @functools.wraps(function)
    def noted(*args: Any, **named: Any) -> Any:
        begin = time.perf_counter()
        if step == "examine":  # never comes back
            os.write(descriptor, (json.dumps([step, begin, begin]) + "\n").encode())
        try:
            return function(*args, **named)
        finally:
            line = json.dumps([step, begin, time.perf_counter()]) + "\n"
            os.write(descriptor, line.encode())

    return noted


def install(descriptor: int) -> list[str]:
    """Wrap every step; gives the names of those that the harness no longer has."""
    gone = []
    for step, place in STEPS.items():
        module, _, path = place.partition(":")
        *owners, name = path.split(".")
        owner: Any = importlib.import_module(module)
        for part in owners:
            owner = getattr(owner, part, None)
        if not hasattr(owner, name):
            gone.append(step)
            continue
        setattr(owner, name, noting(descriptor, step, getattr(owner, name)))
    return gone


if __name__ == "__main__":
    notes = int(sys.argv[2])
    os.set_inheritable(notes, False)
    gone = install(notes)
    os.write(notes, (json.dumps(["gone", gone, 0]) + "\n").encode())
    sys.argv[2] = str(os.getppid())  # what a worker is told of the process that it serves
    importlib.import_module("grader.judge.worker_process").main()
