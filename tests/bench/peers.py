"""The other graders, each at its quickest: nothing is copied for them, caches stay warm."""

import contextlib
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .contestant import cores
from .material import BenchSubmission, Material

_NOTHING = "none"
_PASSED = re.compile(rb"(\d+) passed")


class ProcessEach:
    """A grader that is started again for every submission, in the submission's folder."""

    name = ""
    isolation = _NOTHING
    package = ""

    def __init__(self, material: Material) -> None:
        self.material = material

    def missing(self) -> str | None:
        """Name the package that is not installed."""
        return why_not(self.package)

    def start(self) -> None:
        """Nothing is kept from one submission to the next."""

    def close(self) -> None:
        """Nothing is left."""

    def command(self) -> list[str | Path]:
        """Give the command line."""
        raise NotImplementedError

    def passed(self, printed: bytes) -> int:
        """Read from what was printed how many cases passed."""
        raise NotImplementedError

    def judge_one(self, submission: BenchSubmission) -> int:
        """Run the command and read what it prints."""
        # Plugins that happen to be installed beside pytest would slow it down.
        environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        done = subprocess.run(
            self.command(),
            cwd=submission.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        return self.passed(done.stdout)

    def judge_all(self, submissions: Sequence[BenchSubmission]) -> list[int]:
        """Keep one process on each core."""
        with ThreadPoolExecutor(cores()) as pool:
            return list(pool.map(self.judge_one, submissions))


class BarePytest(ProcessEach):
    """What most instructors begin with."""

    name = "python -m pytest, a process each"
    package = "pytest"

    def command(self) -> list[str | Path]:
        return [sys.executable, "-m", "pytest", "-q", "--tb=short", self.material.plain]

    def passed(self, printed: bytes) -> int:
        found = _PASSED.search(printed)
        return int(found[1]) if found else 0


class Gradescope(ProcessEach):
    """The runner that Gradescope's own Python examples start for each submission."""

    name = "gradescope-utils, a process each"
    package = "gradescope_utils"

    def command(self) -> list[str | Path]:
        return [sys.executable, self.material.unit / "grade.py"]

    def passed(self, printed: bytes) -> int:
        with contextlib.suppress(ValueError):
            return sum(test["status"] == "passed" for test in json.loads(printed)["tests"])
        return 0


class Pedal:
    """A class in one process, or in one on each core; the imports are done before."""

    isolation = _NOTHING

    def __init__(self, material: Material, processes: int) -> None:
        self.name = "pedal, a class in one process"
        if processes > 1:
            self.name = f"pedal, split over {processes} processes"
        self._material = material
        self._count = processes
        self._workers: list[subprocess.Popen[str]] = []

    def missing(self) -> str | None:
        """Name the package that is not installed."""
        return why_not("pedal")

    def start(self) -> None:
        """Import pedal in every process."""
        command: list[str | Path] = [sys.executable, Path(__file__).with_name("pedal_worker.py")]
        command.append(self._material.pedal)
        for _ in range(self._count):
            worker = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            self._workers.append(worker)

    def judge_one(self, submission: BenchSubmission) -> int:
        """Have the first process grade it."""
        return self._grade(0, [submission])[0]

    def judge_all(self, submissions: Sequence[BenchSubmission]) -> list[int]:
        """Give each process its share of the class at once."""
        shares = [submissions[i :: self._count] for i in range(self._count)]
        with ThreadPoolExecutor(self._count) as pool:
            answers = list(pool.map(self._grade, range(self._count), shares))
        ordered = [0] * len(submissions)
        for number, answer in enumerate(answers):
            ordered[number :: self._count] = answer
        return ordered

    def _grade(self, number: int, submissions: Sequence[BenchSubmission]) -> list[int]:
        worker = self._workers[number]
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(json.dumps([s.source.decode() for s in submissions]) + "\n")
        worker.stdin.flush()
        answer: list[int] = json.loads(worker.stdout.readline())
        return answer

    def close(self) -> None:
        """Hang up on every process and wait for it."""
        for worker in self._workers:
            worker.communicate()
        self._workers = []


def why_not(package: str) -> str | None:
    """Say that a package is not installed."""
    if importlib.util.find_spec(package) is not None:
        return None
    return f"{package.replace('_', '-')} is not installed: it comes with the extra `bench`"
