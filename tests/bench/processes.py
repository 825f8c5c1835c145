"""Runs processes and tells what they took; prints lines."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
Words = Sequence[str | Path]


class Done(NamedTuple):
    """What a process printed, and its seconds with all that it waited for."""

    printed: str
    processor: float
    wall: float


def run(words: Words, place: Path, cache: Path, given: str = "") -> Done:
    """Run one command to its end; one that neither judged nor passed is an error."""
    environment = {
        **os.environ,
        # Plugins that happen to be installed beside pytest would slow it down.
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": str(ROOT),
        "XDG_CACHE_HOME": str(cache),
    }
    used, started = _used(), time.perf_counter()
    done = subprocess.run(
        words, cwd=place, env=environment, input=given, capture_output=True, text=True, check=False
    )
    processor, wall = _used() - used, time.perf_counter() - started
    if done.returncode not in (0, 1):
        raise ValueError(f"{words} ended with {done.returncode}: {done.stderr}")
    return Done(done.stdout, processor, wall)


def _used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def say(text: str = "") -> None:
    """Print one line."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
