"""Measures whole commands for one student beside `python -m pytest` on the same cases, in turns."""

import itertools
import shutil
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from grader.sandbox.spec import Isolation

from .graders import grader_words
from .material import LESSON, MODULE_FILE, Material, pytest_form
from .processes import Words, run, say

_DEMONSTRATION = f"from {LESSON} import ndcg_at_k\n\nprint(ndcg_at_k([3, 2, 0], 3))\n"


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
            done = run(one.words(), material.submissions[0], folder / "commands")
            if number:
                one.cpu.append(done.processor)
                one.wall.append(done.wall)
    _print(whole, rounds)


def _hand_out(material: Material) -> None:
    """Give students what `test` and `run` need: the same cases, and a demonstration."""
    place = material.course / "exercises" / LESSON
    shutil.copy(material.course / "solutions" / LESSON / MODULE_FILE, place / MODULE_FILE)
    place.joinpath(f"test_{LESSON}.py").write_text(pytest_form())
    place.joinpath("run.py").write_text(_DEMONSTRATION)


def _commands(material: Material, isolation: Isolation, folder: Path) -> Iterator[Timed]:
    right = material.submissions[0] / MODULE_FILE
    numbers = itertools.count(1)

    def new() -> Path:
        number = next(numbers)
        path = folder / f"new_{number}" / MODULE_FILE
        path.parent.mkdir()
        path.write_bytes(right.read_bytes() + f"\n# {number}\n".encode())
        return path

    def grade(file: Path, out: str) -> Words:
        words = ("grade", file, "--lesson", LESSON, "--isolation", isolation)
        return grader_words(material, *words, "--out", folder / out)

    def student(*words: str | Path, isolated: bool = True) -> Words:
        level = ("--isolation", isolation) if isolated else ()
        return grader_words(material, *words, *level, "--data", folder / "record", "--work", folder)

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
