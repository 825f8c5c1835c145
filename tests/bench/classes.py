"""Measures whole classes, `grader grade` from its start to the last page, beside bare pytest."""

import itertools
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from grader.jail.spec import Isolation

from .contestant import cores
from .material import (
    LESSON,
    MODULE_FILE,
    ROOT,
    BenchSubmission,
    Material,
    answering_otherwise,
    written_otherwise,
)
from .peers import BarePytest
from .table import say

_OF_PYTEST = 24  # submissions of which its rate is taken
_EACH, _UNWRITTEN = 10, 8  # a tenth of a class shares behaviours that no known mistake has

Make = Callable[[int, BenchSubmission], bytes]  # the source of a submission, by its number


def measure_classes(material: Material, isolation: Isolation, folder: Path, rounds: int) -> None:
    """Print how many submissions a second a class of each kind is, and how that compares."""
    classes = {name: _class(material, make, folder / name) for name, make in _KINDS.items()}
    learned = _learn(material, isolation, folder)
    pytest, numbers = BarePytest(material), itertools.count()
    plain: list[float] = []
    ours: dict[str, list[float]] = {name: [] for name in classes}
    for _ in range(rounds):
        plain.append(_rate(_OF_PYTEST, lambda: pytest.judge_all(material.batch[:_OF_PYTEST])))
        for name, place in classes.items():
            out = folder / f"out_{next(numbers)}"
            cache = Path(shutil.copytree(learned, folder / f"cache_{next(numbers)}"))
            count = len(material.batch)
            grade = _grade(material, isolation, place, out, cache)
            ours[name].append(_rate(count, grade))
    _print(plain, ours, len(material.batch), rounds)


def _new(number: int, one: BenchSubmission) -> bytes:
    return answering_otherwise(one.source, number + 1)


def _half_new(number: int, one: BenchSubmission) -> bytes:
    return _new(number, one) if number % 4 < 2 else one.source  # of right and wrong ones alike


def _few_behaviours(number: int, one: BenchSubmission) -> bytes:
    if number % _EACH:
        return one.source
    return answering_otherwise(one.source, number // _EACH % _UNWRITTEN + 1)


def _few_programs(number: int, one: BenchSubmission) -> bytes:
    return _few_behaviours(number, replace(one, source=written_otherwise(one.source, number)))


_KINDS: dict[str, Make] = {
    "each answers otherwise": _new,
    "half of them are known": _half_new,
    "few behaviours": _few_behaviours,
    "few behaviours, few programs": _few_programs,
}


def _class(material: Material, make: Make, place: Path) -> Path:
    for number, one in enumerate(material.batch):
        own = place / one.name
        own.mkdir(parents=True)
        (own / MODULE_FILE).write_bytes(make(number, one))
    return place


def _learn(material: Material, isolation: Isolation, folder: Path) -> Path:
    """Have the lesson learned; give the cache that holds it, and no submission but one."""
    cache = folder / "cache"
    _grade(material, isolation, material.one.folder / MODULE_FILE, folder / "first", cache)()
    return cache


def _grade(
    material: Material, isolation: Isolation, submissions: Path, out: Path, cache: Path
) -> Callable[[], object]:
    words: list[str | Path] = [
        *(sys.executable, "-P", "-m", "grader.cli", "grade", submissions, "--lesson", LESSON),
        *("--course", material.course, "--out", out, "--isolation", isolation),
        *("--jobs", str(cores())),
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache)}
    return lambda: subprocess.run(
        words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True
    )


def _rate(count: int, act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return count / (time.perf_counter() - started)


def _print(plain: list[float], ours: dict[str, list[float]], count: int, rounds: int) -> None:
    say(f"A class of {count}, the whole process on all cores: median of {rounds}.")
    say()
    say("| class | submissions a second | times pytest's |")
    say("| --- | ---: | ---: |")
    say(f"| `python -m pytest`, a process each | {statistics.median(plain):.1f} | 1.0 x |")
    for name, rates in ours.items():
        times = statistics.median(one / other for one, other in zip(rates, plain, strict=True))
        say(f"| {name} | {statistics.median(rates):.0f} | {times:.1f} x |")
