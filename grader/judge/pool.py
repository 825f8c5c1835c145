"""Workers for one lesson: hands out submissions, gives back runs, replaces what dies."""

import contextlib
import os
import selectors
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Self

import msgspec

from grader.errors import JailError
from grader.ground.children import has_ended
from grader.ground.temporary import temporary_place
from grader.jail.packages import refuse_missing

from .jobs import Job, Knowledge, Learn, Run, Trying, receive_answer, send
from .stage import Stage

_PROGRAM = "grader.judge.worker_process"
_PACKAGE_ROOT = Path(__file__).resolve().parents[2]
_TRIES = 2
_TO_LEAVE_SECONDS = 5.0


class Worker:
    """A worker process and its connection."""

    def __init__(self, stage: Stage) -> None:
        self.connection, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", _PROGRAM, str(theirs.fileno()), str(os.getpid())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env=_environment(),
                start_new_session=True,  # Ctrl-C is for the grader, which then ends its workers
            )
        data = msgspec.msgpack.encode(stage)
        with contextlib.suppress(OSError):  # its death is seen when its run is read
            self.connection.sendall(len(data).to_bytes(8, "little") + data)
        self.job: Job | None = None

    def hang_up(self, at_once: bool = False) -> None:
        """Let the worker end, or end it, without waiting for that."""
        self.connection.close()
        if at_once:
            self.process.terminate()

    def close(self, at_once: bool = False) -> None:
        """Let the worker end, or end it, and wait for that; it takes its jail with it."""
        self.hang_up(at_once)
        if not has_ended(self.process, _TO_LEAVE_SECONDS):
            self.process.kill()
            self.process.wait()


def _environment() -> dict[str, str]:
    # a lesson's packages are imported from where the command itself would find them
    places = f"{_PACKAGE_ROOT}{os.pathsep}{os.getenv('PYTHONPATH', '')}".split(os.pathsep)
    kept = {k: os.environ[k] for k in ("PATH", "HOME", "TMPDIR", "SYSTEMROOT") if k in os.environ}
    return {
        **kept,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",  # sets print in the same order in every run
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(filter(None, places))),
        "OPENBLAS_NUM_THREADS": "1",
    }


class Pool:
    """Judges jobs on several workers at once."""

    def __init__(self, stage: Stage, count: int) -> None:
        self._stage = stage
        self._count = count
        self._workers: list[Worker] = []
        self._knowledge: Knowledge | None = None
        self._tries: dict[int, int] = {}
        self.on_case: Callable[[str], object] = lambda _: None  # told which case takes its time

    @property
    def isolation(self) -> str:
        """How well submissions are isolated."""
        return self._stage.isolation

    def start(self) -> None:
        """Start all workers at once, so that they get ready side by side.

        Raises JailError for a Python that is not judged with, UsageError for an unsafe TMPDIR.
        """
        if sys.implementation.name != "cpython":  # containers are forgotten by their references
            raise JailError(f"The grader needs CPython, and this is {sys.implementation.name}.")
        temporary_place()  # a worker could tell nobody what is wrong with it
        refuse_missing(self._stage.packages)
        while len(self._workers) < self._count:
            self._new_worker()

    def learn(self, knowledge: Knowledge) -> None:
        """Teach all workers, those of later too."""
        self._knowledge = knowledge
        for worker in self._workers:
            self._teach(worker, knowledge)

    def _teach(self, worker: Worker, knowledge: Knowledge) -> None:
        with contextlib.suppress(OSError):  # its death is seen when its run is read
            send(worker.connection, Learn(knowledge))

    def judge(self, jobs: Iterable[Job]) -> Iterator[Run]:
        """Judge jobs; runs come as they are ready, in no order."""
        waiting = list(reversed(list(jobs)))
        with selectors.DefaultSelector() as busy:
            try:
                self._hand_out(waiting, busy)
                while busy.get_map():
                    ready = self._collect_ready(waiting, busy)
                    self._hand_out(waiting, busy)  # no worker idles while a report is made of a run
                    yield from ready
            finally:
                # the runs of those who are busy nobody waits for; the next jobs get new workers
                for worker in [one for one in self._workers if one.job is not None]:
                    self._end(worker, at_once=True)

    def _collect_ready(self, waiting: list[Job], busy: selectors.BaseSelector) -> list[Run]:
        runs = []
        for key, _ in busy.select():
            worker: Worker = key.data
            busy.unregister(worker.connection)
            answer = receive_answer(worker.connection)
            if isinstance(answer, Trying):
                self.on_case(answer.case)
                busy.register(worker.connection, selectors.EVENT_READ, worker)
            elif (run := self._collect(worker, answer, waiting)) is not None:
                runs.append(run)
        return runs

    def _end(self, worker: Worker, at_once: bool = False) -> None:
        self._workers.remove(worker)
        worker.close(at_once)

    def _hand_out(self, waiting: list[Job], busy: selectors.BaseSelector) -> None:
        idle = [worker for worker in self._workers if worker.job is None]
        while waiting and (idle or len(self._workers) < self._count):
            worker = idle.pop() if idle else self._new_worker()
            worker.job = waiting.pop()
            with contextlib.suppress(OSError):  # its death is seen when its run is read
                send(worker.connection, worker.job)
            busy.register(worker.connection, selectors.EVENT_READ, worker)

    def _new_worker(self) -> Worker:
        worker = Worker(self._stage)
        if self._knowledge is not None:
            self._teach(worker, self._knowledge)
        self._workers.append(worker)
        return worker

    def _collect(self, worker: Worker, run: Run | None, waiting: list[Job]) -> Run | None:
        """Take in a run; None for one that failed through us, whose job is tried once more."""
        job, worker.job = worker.job, None
        assert job is not None  # noqa: S101 # a worker that answers was given a job
        if run is None:
            self._end(worker)
            run = Run(job.number, verdict="grader_fault", fault="the worker process ended")
        if run.verdict == "grader_fault":
            tried = self._tries[job.number] = self._tries.get(job.number, 0) + 1
            if tried < _TRIES:
                waiting.append(job)
                return None
        return run

    def close(self, at_once: bool = False) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.hang_up(at_once)  # all of them first: they end side by side
        for worker in self._workers:
            worker.close(at_once)
        self._workers = []

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close(at_once=error is not None)
