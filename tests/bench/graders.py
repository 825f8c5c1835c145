"""This harness and the other graders, each at its quickest, as they judge a class."""

import importlib.util
import json
import re
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from grader.sandbox.isolation import why_not
from grader.sandbox.spec import Isolation

from .material import LESSON, MODULE_FILE, Material, write_class
from .processes import Done, Words, cores, run

_PROCESS_EACH = 10  # submissions for a grader that starts anew for each
_PASSED = re.compile(r"(\d+) passed")
# The steps of a grading script of pedal's, without what only some courses ask for.
_PEDAL = """\
import json, sys
from pathlib import Path
import pedal.resolvers.simple as simple
from pedal.assertions.runtime import assert_equal
from pedal.core.commands import contextualize_report
from pedal.sandbox.commands import call, run
from pedal.source import verify

answers, sys.stdout = sys.stdout, sys.stderr
cases = compile(Path(sys.argv[1]).read_text(), "cases", "exec")
for line in sys.stdin:
    contextualize_report(Path(line.strip()).read_text())
    if verify():
        run()
    names = {"assert_equal": assert_equal, "call": call}
    exec(cases, names)
    simple.resolve()
    answers.write(f"{sum(not failed for failed in names['failed'])}\\n")
"""


@dataclass(frozen=True)
class Grader:
    """A grader under measurement: how it judges a class, and how large one is."""

    name: str
    isolation: str
    missing: str | None  # why it cannot take part here
    size: int
    judge: Callable[[int], Iterator[tuple[Done, Sequence[int]]]]  # the first so many


def measure(grader: Grader, rounds: int) -> tuple[float, list[int]]:
    """Return the processor seconds of a further submission, and the passed cases of each."""
    further = []
    passed: list[int] = []
    for _ in range(rounds):
        used = []
        for size in (grader.size, 2 * grader.size):
            done = list(grader.judge(size))
            used.append(sum(one.processor for one, _ in done))
            passed = [number for _, numbers in done for number in numbers]
        further.append((used[1] - used[0]) / grader.size)
    return statistics.median(further), passed


def graders(material: Material, isolation: Isolation) -> list[Grader]:
    """List all graders, bare pytest first."""
    half = len(material.submissions) // 2
    pytest: Words = [sys.executable, "-m", "pytest", "-q", "--tb=short", material.plain]
    gradescope: Words = [sys.executable, material.unit / "grade.py"]
    return [
        Grader(
            "python -m pytest, a process each",
            "none",
            None,
            _PROCESS_EACH,
            lambda size: _process_each(material, pytest, _pytests_count, size),
        ),
        Grader(
            "gradescope-utils, a process each",
            "none",
            _not_installed("gradescope_utils"),
            _PROCESS_EACH,
            lambda size: _process_each(material, gradescope, _gradescopes_count, size),
        ),
        Grader(
            "pedal, a class in one process",
            "none",
            _not_installed("pedal"),
            half,
            lambda size: _pedal(material, size),
        ),
        Grader(
            "ours, `grader grade` with all its pages",
            isolation,
            why_not(isolation),
            half,
            lambda size: _ours(material, isolation, size),
        ),
    ]


def _process_each(
    material: Material, words: Words, passed: Callable[[str], int], size: int
) -> Iterator[tuple[Done, Sequence[int]]]:
    for folder in material.submissions[:size]:
        done = run(words, folder, material.folder / "cache")
        yield done, [passed(done.printed)]


def _pytests_count(printed: str) -> int:
    found = _PASSED.search(printed)
    return int(found[1]) if found else 0


def _gradescopes_count(printed: str) -> int:
    report = json.loads(printed[printed.index("{") :])
    return sum(case.get("status") == "passed" for case in report["tests"])


def _pedal(material: Material, size: int) -> Iterator[tuple[Done, Sequence[int]]]:
    paths = "\n".join(str(folder / MODULE_FILE) for folder in material.submissions[:size])
    words = [sys.executable, "-c", _PEDAL, str(material.pedal)]
    done = run(words, material.folder, material.folder / "cache", paths)
    yield done, list(map(int, done.printed.split()))


_numbers = count(1)  # of classes: a known record would be gone on with


def _ours(
    material: Material, isolation: Isolation, size: int
) -> Iterator[tuple[Done, Sequence[int]]]:
    place = material.folder / f"class_{next(_numbers)}"
    handed_in = write_class(material, place / "handed_in", size)
    words = grader_words(
        *(material, "grade", handed_in, "--lesson", LESSON, "--isolation", isolation),
        *("--jobs", str(cores()), "--out", place / "out", "--data", place / "data"),
    )
    done = run(words, material.folder, material.folder / "cache")
    reports = map(json.loads, (place / "out" / "results.jsonl").read_text().splitlines())
    yield done, [sum(case["outcome"] == "passed" for case in one["cases"]) for one in reports]


def grader_words(material: Material, *words: str | Path) -> list[str | Path]:
    """Give the command line of `grader` in the bench's course."""
    return [sys.executable, "-P", "-m", "grader.cli", *words, "--course", material.course]


def _not_installed(package: str) -> str | None:
    if importlib.util.find_spec(package) is not None:
        return None
    return f"{package.replace('_', '-')} comes with the extra `bench`"
