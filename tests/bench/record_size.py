"""`python -m tests.bench.record_size`: does a record with 100 000 attempts slow a student down?

Two records hold the same student with the same attempts, one of them among many others.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from grader.model.course import LessonId, StudentId
from grader.model.report import (
    REPORT_VERSION,
    CaseReport,
    JudgedSubmission,
    Outcome,
    Report,
    Reveal,
    Verdict,
)
from grader.model.submission import Submission
from grader.store.attempts import (
    begin_judging,
    list_attempts,
    read_judged,
    record_attempt,
    settle_attempt,
    waiting_attempts,
)
from grader.store.backups import restore
from grader.store.forgetting import forget_everywhere
from grader.store.grants import read_history
from grader.store.place import FILE
from grader.store.store import Store, open_store
from tests.unit.store.schema import attempts, audit, students

from .table import print_machine, say

NOW = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
ME = StudentId("student0")
LESSONS = [LessonId(f"lesson{number}") for number in range(10)]
EACH = 20  # attempts of a student at a lesson
ROUNDS = 40
_chance = Random(1)
_fresh = count()


def main(arguments: Sequence[str]) -> int:
    """Fill two records, measure both by turns and print a row for each thing done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attempts", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, help="where to make them; on the disk to measure")
    options = parser.parse_args(arguments)
    print_machine()
    with tempfile.TemporaryDirectory(prefix="grader-bench-", dir=options.folder) as name:
        small, large = Path(name, "small"), Path(name, "large")
        fill(small, 1)
        fill(large, options.attempts // (EACH * len(LESSONS)))
        for folder in (small, large):
            say(f"{folder.name}: {rows_in(folder)} attempts, {size_of(folder / FILE)}")
        compare(small, large)
        whole(large, Path(name))
    return 0


def fill(folder: Path, people: int) -> None:
    """Write what a course would have written, in large blocks."""
    store = open_store(str(folder), NOW)
    for number in range(people):
        student = f"student{number}"
        with store.engine.begin() as writing:
            row = {"id": student, "token": f"{number:032}", "added_at": NOW}
            writing.execute(students.insert(), row)
            writing.execute(attempts.insert(), list(rows_of(student)))
            line = {"at": NOW, "person": row["token"], "lesson": LESSONS[0], "detail": ""}
            lines = [{**line, "event": event} for event in ("submitted", "judged")]
            writing.execute(audit.insert(), lines * EACH * len(LESSONS))
    store.close()


def rows_of(student: str) -> Iterator[dict[str, Any]]:
    """Make attempts as they lie in the table, about 3 kB each."""
    for lesson in LESSONS:
        for number in range(1, EACH + 1):
            mine, verdict = submission(student), judged(student)
            yield {
                "student": student,
                "lesson": lesson,
                "number": number,
                "submission_sha256": mine.sha256(),
                "submitted_at": NOW,
                "tries": 1,
                "judged_at": NOW,
                "course_version": "v1",
                "verdict": verdict.report.verdict.value,
                "points": "3",
                "max_points": "12",
                "lesson_passed": False,
                "seconds": 0.1,
                "sources": zlib.compress(msgspec.msgpack.encode(mine.sources), 1),
                "judged": zlib.compress(msgspec.msgpack.encode(verdict), 1),
            }


def submission(student: str) -> Submission:
    """Make a file that nobody submitted before, of some forty lines."""
    lines = [f"    total_{_chance.getrandbits(40)} = {_chance.random()}" for _ in range(40)]
    source = f"def solve(values):  # {next(_fresh)}\n" + "\n".join(lines)
    return Submission(StudentId(student), {"lesson.py": source.encode()})


def judged(student: str) -> JudgedSubmission:
    """Make a verdict with twelve cases and their sentences."""
    cases = tuple(
        CaseReport(
            f"test_lesson.py::test_{number}",
            f"adds up the gains of the first {number} results",
            Outcome.FAILED if number % 4 else Outcome.PASSED,
            "0",
            "1",
            message=f"solve({_chance.random()}) gave {_chance.random()}: look at the sum again.",
        )
        for number in range(12)
    )
    report = Report(
        report_version=REPORT_VERSION,
        student=student,
        lesson=LESSONS[0],
        submission_sha256="ab" * 32,
        grader_version="1",
        course_version="v1",
        isolation="full",
        verdict=Verdict.FAILED,
        points="3",
        max_points="12",
        share=0.25,
        lesson_passed=False,
        cases=cases,
    )
    source = "".join(f"x{_chance.getrandbits(64)} = 1\n" for _ in range(20))
    return JudgedSubmission(report, (), (Reveal.SENTENCE,) * 12, source, 0.1)


@dataclass(frozen=True)
class Done:
    """One thing that a command does with the record."""

    what: str
    act: Callable[[Path, Store], object]


def open_anew(folder: Path, _store: Store) -> None:
    """Open and close, as each command does."""
    open_store(str(folder), NOW).close()


def read_states(_folder: Path, store: Store) -> None:
    """Read what the map of lessons is made from."""
    with store.reading() as reading:
        read_history(reading, ME)


def list_mine(_folder: Path, store: Store) -> None:
    """List one student's attempts, and read the last one's verdict."""
    with store.reading() as reading:
        read_judged(reading, list_attempts(reading, ME)[-1])


def look_for_waiting(_folder: Path, store: Store) -> None:
    """Look for what waits to be judged."""
    with store.reading() as reading:
        waiting_attempts(reading, ME, 3)


def submit(_folder: Path, store: Store) -> None:
    """Record a new submission and settle it, in three transactions as `submit` does."""
    mine, verdict = submission(ME), judged(ME)
    with store.writing() as writing:
        row = record_attempt(writing, mine, LESSONS[3], "v1", NOW, NOW)
    with store.writing() as writing:
        begin_judging(writing, row)
    with store.writing() as writing:
        settle_attempt(writing, row, verdict, NOW)


STEPS = (
    Done("open and close", open_anew),
    Done("read_history of one student", read_states),
    Done("list_attempts of one student, one verdict", list_mine),
    Done("waiting_attempts of one student", look_for_waiting),
    Done("record, begin and settle", submit),
)


def compare(small: Path, large: Path) -> None:
    """Do each thing in both records by turns; the median of each counts."""
    say("\n| what | small | large | large takes |\n| --- | --- | --- | --- |")
    for step in STEPS:
        stores = {folder: open_store(str(folder), NOW) for folder in (small, large)}
        if step.act is open_anew:
            for store in stores.values():
                store.close()  # nobody else holds the file then
        times: dict[Path, list[float]] = {small: [], large: []}
        for turn in range(ROUNDS + 3):
            for folder, store in stores.items():
                seconds = timed(step.act, folder, store)
                if turn >= 3:  # the first ones warm up
                    times[folder].append(seconds)
        one, other = (statistics.median(times[folder]) for folder in (small, large))
        say(f"| {step.what} | {one * 1e3:.2f} ms | {other * 1e3:.2f} ms | {other / one:.2f} x |")
        for store in stores.values():
            store.close()


def whole(folder: Path, place: Path) -> None:
    """Time what works on a whole record."""
    store = open_store(str(folder), NOW)
    say("\n| of the large record | takes |\n| --- | --- |")
    made: list[Path] = []
    say(f"| backup | {timed(lambda: made.append(store.back_up(NOW))):.1f} s |")
    say(f"| restore | {timed(restore, str(place / 'other'), made[0], NOW):.1f} s |")
    shutil.rmtree(place / "other")
    seconds = timed(forget_everywhere, store, ME, NOW)
    say(f"| forget one student, with one backup | {seconds:.1f} s |")
    store.close()


def timed(act: Callable[..., object], *arguments: object) -> float:
    """Return the seconds that a call takes."""
    begin = time.perf_counter()
    act(*arguments)
    return time.perf_counter() - begin


def rows_in(folder: Path) -> int:
    """Count the attempts."""
    store = open_store(str(folder), NOW)
    with store.reading() as reading:
        found = len(list_attempts(reading))
    store.close()
    return found


def size_of(path: Path) -> str:
    """Say how large a file is."""
    return f"{path.stat().st_size / 2**20:.0f} MiB"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
