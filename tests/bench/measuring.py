"""Takes turns: every round measures every grader, so that a drifting machine hits all alike."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from grader.errors import GraderError

from .contestant import Contestant, cores
from .material import CASES, BenchSubmission, Material
from .memory import MemoryWatch, Peak

_FAILURES = (OSError, ValueError, LookupError, subprocess.SubprocessError, GraderError)
_T = TypeVar("_T")


@dataclass
class Result:
    """What was measured of one grader."""

    contestant: Contestant
    one_seconds: list[float] = field(default_factory=list)
    batch_seconds: list[float] = field(default_factory=list)
    batch_size: int = 0
    peak: Peak = field(default_factory=Peak)
    answers: list[int] = field(default_factory=list)  # of the last batch
    failed_right: int = 0  # how often a correct submission did not pass
    broke: str | None = None  # why it could not be measured

    @property
    def one(self) -> float:
        """Seconds of one submission, the median."""
        return statistics.median(self.one_seconds)

    @property
    def rate(self) -> float:
        """Submissions in a second, the median of the batches."""
        return self.batch_size / statistics.median(self.batch_seconds)


@dataclass(frozen=True)
class Plan:
    """How often."""

    singles: int
    batches: int


def measure_all(contestants: Sequence[Contestant], material: Material, plan: Plan) -> list[Result]:
    """Measure memory first, each grader alone; then the times, in turns."""
    whole = [Result(one, batch_size=len(material.batch)) for one in contestants]
    for result in whole:
        _say(f"memory: {result.contestant.name}")
        _measure_memory(result, material)
    results = [result for result in whole if result.broke is None]
    try:
        for result in results:
            _say(f"warm-up: {result.contestant.name}")
            result.contestant.start()
            result.contestant.judge_all(material.batch[: 2 * cores()])
            result.contestant.judge_one(material.one)
        _take_turns(results, material, plan)
    finally:
        for result in results:
            result.contestant.close()
        _say("")
    return whole


def _take_turns(results: list[Result], material: Material, plan: Plan) -> None:
    for number in range(plan.singles):
        _say(f"one at a time: round {number + 1} of {plan.singles}")
        for result in _rotated(results, number):
            _measure_one(result, material.one)
    for number in range(plan.batches):
        _say(f"batch: round {number + 1} of {plan.batches}")
        for result in _rotated(results, number):
            _measure_batch(result, material.batch)


def _measure_memory(result: Result, material: Material) -> None:
    contestant = result.contestant
    try:
        with MemoryWatch() as watch:
            contestant.start()
            contestant.judge_all(material.batch[: 6 * cores()])
        result.peak = watch.peak
    except _FAILURES as error:
        result.broke = f"{type(error).__name__}: {error}"
    finally:
        contestant.close()


def _measure_one(result: Result, submission: BenchSubmission) -> None:
    passed, seconds = _timed(lambda: result.contestant.judge_one(submission))
    result.failed_right += passed != len(CASES)
    result.one_seconds.append(seconds)


def _measure_batch(result: Result, batch: Sequence[BenchSubmission]) -> None:
    answers, seconds = _timed(lambda: result.contestant.judge_all(batch))
    result.answers = answers
    result.batch_seconds.append(seconds)


def _timed(work: Callable[[], _T]) -> tuple[_T, float]:
    started = time.perf_counter()
    answer = work()
    return answer, time.perf_counter() - started


def _rotated(results: list[Result], number: int) -> list[Result]:
    start = number % len(results)
    return results[start:] + results[:start]


def _say(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
