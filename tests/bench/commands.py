"""Measures whole commands for one student beside `python -m pytest` on the same cases, in turns."""

import itertools
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from grader.sandbox.spec import Isolation

from .material import LESSON, MODULE_FILE, ROOT, Material, pytest_form
from .table import say

_DEMONSTRATION = f"from {LESSON} import ndcg_at_k\n\nprint(ndcg_at_k([3, 2, 0], 3))\n"
Words = list[str | Path]


@dataclass
class Timed:
    """One command, and what its runs took in seconds."""

    name: str
    words: Callable[[], Words]  # made anew for each run
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)


def measure_commands(material: Material, isolation: Isolation, folder: Path, rounds: int) -> None:
    """Print how long each command takes, and how that compares with pytest's own process."""
    _hand_out(material)
    whole = list(_commands(material, isolation, folder))
    for number in range(rounds + 1):  # the first teaches, and fills caches
        for one in whole:
            cpu, wall = _run(one.words(), material.one.folder, folder)
            if number:
                one.cpu.append(cpu)
                one.wall.append(wall)
    _print(whole, rounds)


def _hand_out(material: Material) -> None:
    """Give students what `test` and `run` need: the same cases, and a demonstration."""
    place = material.course / "exercises" / LESSON
    shutil.copy(material.course / "solutions" / LESSON / MODULE_FILE, place / MODULE_FILE)
    place.joinpath(f"test_{LESSON}.py").write_text(pytest_form())
    place.joinpath("run.py").write_text(_DEMONSTRATION)


def _commands(material: Material, isolation: Isolation, folder: Path) -> Iterator[Timed]:
    right = material.one.folder / MODULE_FILE
    numbers = itertools.count(1)

    def new() -> Path:
        number = next(numbers)
        path = folder / f"new_{number}" / MODULE_FILE
        path.parent.mkdir()
        path.write_bytes(material.one.source + f"\n# {number}\n".encode())
        return path

    def grade(file: Path, out: str) -> Words:
        words = ("grade", file, "--lesson", LESSON, "--isolation", isolation)
        return _grader(material, *words, "--out", folder / out)

    def student(*words: str | Path, isolated: bool = True) -> Words:
        level = ("--isolation", isolation) if isolated else ()
        return _grader(material, *words, *level, "--data", folder / "record", "--work", folder)

    plain: Words = [sys.executable, "-m", "pytest", "-q", "--tb=short", material.plain]
    yield Timed("python -m pytest", lambda: plain)
    yield Timed("grade", lambda: grade(right, f"out_{next(numbers)}"))
    yield Timed("grade, the same bytes", lambda: grade(right, "out"))
    yield Timed("submit, new bytes", lambda: student("submit", LESSON, new()))
    yield Timed("submit, the same bytes", lambda: student("submit", LESSON, right))
    yield Timed("test", lambda: student("test", LESSON, right))
    yield Timed("run", lambda: student("run", LESSON, right))
    yield Timed("lessons", lambda: student("lessons", isolated=False))
    yield Timed("history", lambda: student("history", isolated=False))


def _grader(material: Material, *words: str | Path) -> Words:
    return [sys.executable, "-P", "-m", "grader.cli", *words, "--course", material.course]


def _run(words: Words, place: Path, folder: Path) -> tuple[float, float]:
    """Run one command; give the CPU time of it and all that it waited for, and the wall time."""
    environment = {
        **os.environ,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": str(ROOT),
        "XDG_CACHE_HOME": str(folder / "commands"),
    }
    used, started = _used(), time.perf_counter()
    done = subprocess.run(
        words,
        cwd=place,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    taken = _used() - used, time.perf_counter() - started
    if done.returncode not in (0, 1):
        raise ValueError(f"{words} ended with {done.returncode}: {done.stderr!r}")
    return taken


def _used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _print(whole: list[Timed], rounds: int) -> None:
    yardstick = whole[0]
    say(f"Whole commands for one student, from start to end: median of {rounds}.")
    say()
    say("| command | CPU | of pytest's | wall | of pytest's |")
    say("| --- | ---: | ---: | ---: | ---: |")
    for one in whole:
        cpu, wall = _ratio(one.cpu, yardstick.cpu), _ratio(one.wall, yardstick.wall)
        say(f"| {one.name} | {_ms(one.cpu)} | {cpu} | {_ms(one.wall)} | {wall} |")


def _ms(seconds: list[float]) -> str:
    return f"{statistics.median(seconds) * 1000:.0f} ms"


def _ratio(ours: list[float], theirs: list[float]) -> str:
    pairs = zip(ours, theirs, strict=True)
    return f"{statistics.median(one / other for one, other in pairs):.2f} x"
