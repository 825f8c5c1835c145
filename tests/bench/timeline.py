"""Says where the time of one submission goes, from notes that the worker's own processes make."""

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from grader.jail.isolation import why_not
from grader.jail.jail import Jail
from grader.jail.spec import Isolation, JailSpec
from grader.judge import pool
from grader.judge.jobs import Job, Learn, Run, receive_answer, send
from grader.judge.learning import Learned, learn_lesson
from grader.model.course import Limits

from .material import CASES, MODULE_FILE, ROOT, BenchSubmission, Material
from .ours import BenchLesson, Reporter
from .table import print_missing, say

_WARM_UP = 5
Spans = dict[str, list[tuple[float, float]]]


@dataclass(frozen=True)
class Marks:
    """When one submission was sent, came back and was reported, and the worker's own notes."""

    sent: float
    received: float
    reported: float
    spans: Spans


# In the order of time; they add up to the whole.
ROWS = (
    "to the worker",
    "copies of the files",
    "open a jail child",
    "start the examiner",
    "bind: import the submission",
    "cases: questions to the jail",
    "cases: pytest and our notes",
    "see the end, back to the pool",
    "report and diagnosis",
)


def print_profile(material: Material, isolation: Isolation, folder: Path, rounds: int) -> None:
    """Judge one correct submission again and again; print the median of each step."""
    reason = why_not(isolation)
    if reason is not None:
        print_missing("ours", reason)
        return
    bench = BenchLesson.load(material, isolation, folder / "cache")
    with pool.Pool(bench.stage, 1) as plain:
        learned = learn_lesson(plain, bench.lesson, bench.files, folder / "cache")
        marks, unnoted = _judge_in_turns(bench, learned, plain, material.one, rounds + _WARM_UP)
    steps = [_steps(one) for one in marks[_WARM_UP:]]
    whole = [one.reported - one.sent for one in marks[_WARM_UP:]]
    say(f"One submission, {len(CASES)} cases, isolation {isolation}: median of {rounds}.\n")
    say("| step | ms |\n| --- | ---: |")
    for row in ROWS:
        say(f"| {row} | {_median_ms(one[row] for one in steps)} |")
    say(f"| the whole | {_median_ms(whole)} |")
    say(f"\nThe same without notes, in turns with it: {_median_ms(unnoted[_WARM_UP:])} ms.")
    say(f"{len(_asked(marks[-1]))} questions to the jail in the cases.")
    say(f"An empty jail child: {_median_ms(_empty_children(isolation, rounds))} ms.")


def _median_ms(seconds: Iterable[float]) -> str:
    return f"{1000 * statistics.median(seconds):.2f}"


def _judge_in_turns(
    bench: BenchLesson,
    learned: Learned,
    plain: pool.Pool,
    submission: BenchSubmission,
    rounds: int,
) -> tuple[list[Marks], list[float]]:
    """Judge on a worker that notes its steps and on one that does not, in turns."""
    reporter = Reporter(bench, learned)
    marks, unnoted, told = [], [], 0
    with tempfile.TemporaryFile() as notes:
        connection, process = _start_worker(bench, notes.fileno())
        with connection:
            send(connection, Learn(learned.knowledge))
            for number in range(rounds):
                job = Job(number, {MODULE_FILE: submission.source})
                sent = time.perf_counter()
                send(connection, job)
                run = receive_answer(connection)
                received = time.perf_counter()
                if not isinstance(run, Run) or run.fault is not None:
                    raise RuntimeError("The worker that notes its steps failed.")
                reporter.report(submission, run)
                reported = time.perf_counter()
                spans, told = _take_notes(notes.fileno(), told)
                marks.append(Marks(sent, received, reported, spans))
                began = time.perf_counter()
                reporter.report(submission, next(iter(plain.judge([job]))))
                unnoted.append(time.perf_counter() - began)
        process.wait()
    return marks, unnoted


def _start_worker(bench: BenchLesson, notes: int) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Start a worker as the pool does, but from the module that notes its steps."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [
                *(sys.executable, "-P", "-m", "tests.bench.profiled_worker"),
                *(str(theirs.fileno()), str(notes)),
            ],
            pass_fds=[theirs.fileno(), notes],
            stdin=subprocess.DEVNULL,
            env={**pool._environment(), "PYTHONPATH": str(ROOT)},
        )
    data = msgspec.msgpack.encode(bench.stage)
    ours.sendall(len(data).to_bytes(8, "little") + data)
    return ours, process


def _take_notes(descriptor: int, told: int) -> tuple[Spans, int]:
    """Read what was noted after a place in the notes; gives the place to go on from."""
    data = os.pread(descriptor, os.fstat(descriptor).st_size - told, told)
    spans: Spans = {}
    for line in data.splitlines():
        step, begin, end = json.loads(line)
        if step == "gone":
            if begin:
                say(f"Not found in the harness, so left out: {', '.join(begin)}.")
            continue
        spans.setdefault(step, []).append((begin, end))
    return spans, told + len(data)


def _steps(marks: Marks) -> dict[str, float]:
    """Measure each step of one submission; from the first to the last."""
    judge, copies = _span(marks, "judge"), _span(marks, "copies")
    opened, bind, cases = (_span(marks, step) for step in ("open", "bind", "cases"))
    waiting = sum(end - begin for begin, end in _asked(marks))
    return {
        "to the worker": judge[0] - marks.sent,
        "copies of the files": copies[1] - judge[0],
        "open a jail child": opened[1] - copies[1],
        "start the examiner": bind[0] - opened[1],
        "bind: import the submission": bind[1] - bind[0],
        "cases: questions to the jail": waiting,
        "cases: pytest and our notes": cases[1] - bind[1] - waiting,
        "see the end, back to the pool": marks.received - cases[1],
        "report and diagnosis": marks.reported - marks.received,
    }


def _asked(marks: Marks) -> list[tuple[float, float]]:
    begin, end = _span(marks, "cases")
    return [span for span in marks.spans.get("ask", []) if begin <= span[0] <= end]


def _span(marks: Marks, step: str) -> tuple[float, float]:
    if step not in marks.spans:
        raise RuntimeError(f"The step {step} was not noted: the harness has changed there.")
    return marks.spans[step][0]


def _empty_children(isolation: Isolation, rounds: int) -> list[float]:
    """Measure the jail alone: a child that is killed as soon as it is confined."""
    seconds = []
    with tempfile.TemporaryDirectory(prefix="grader-bench-") as name:
        folder = Path(name)
        spec = JailSpec(isolation=isolation, scratch=folder / "scratch", limits=Limits())
        with Jail(spec) as jail:
            for _ in range(rounds):
                started = time.perf_counter()
                child = jail.open()
                child.kill()
                child.finish(1)
                child.close()
                seconds.append(time.perf_counter() - started)
    return seconds
