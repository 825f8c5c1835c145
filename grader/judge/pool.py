"""Judges submissions of one lesson by several workers at once, each in a thread of its own."""

import contextlib
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from queue import SimpleQueue
from typing import Self

from msgspec.structs import replace

from grader.errors import JailError
from grader.ground.temporary import lasting_folder, temporary_place
from grader.sandbox.packages import refuse_missing

from .jobs import Ask, Job, Knowledge, Run, RunCases
from .pairs import Pairs
from .stage import Stage
from .submission_run import judge_in_pairs
from .supervision import PairEnd, Stopped

_PREFIX = "grader-worker-"
_TRIES = 2
Heard = str | Run | BaseException  # a case that takes its time, a run, or what is wrong with us


class Pool:
    """Use it as a context manager."""

    def __init__(self, stage: Stage, count: int) -> None:
        self._stage = stage
        self._count = count
        self._workers: list[Worker] = []
        self._knowledge: Knowledge | None = None
        self._folders = contextlib.ExitStack()
        self._threads: list[threading.Thread] = []
        self._is_stopped = threading.Event()
        self.on_case: Callable[[str], object] = lambda _: None  # told which case takes its time

    @property
    def isolation(self) -> str:
        """How well submissions are isolated."""
        return self._stage.isolation

    def start(self) -> None:
        """Start all workers, so that they get ready side by side.

        Raises JailError for a Python that is not judged with, UsageError for an unsafe TMPDIR.
        """
        if sys.implementation.name != "cpython":  # containers are forgotten by their references
            raise JailError(f"The grader needs CPython, and this is {sys.implementation.name}.")
        temporary_place()
        refuse_missing(self._stage.packages)
        while len(self._workers) < self._count:
            self._workers.append(self._new_worker())

    def _new_worker(self) -> "Worker":
        folder = self._folders.enter_context(lasting_folder(_PREFIX))
        stage = replace(self._stage, folder=str(folder))
        pairs = Pairs(stage)
        pairs.is_stopped = self._is_stopped.is_set
        with contextlib.suppress(JailError):  # the first submission meets the fault
            pairs.begin()
        if self._knowledge is not None:
            pairs.learn(self._knowledge)
        return Worker(stage, pairs)

    def learn(self, knowledge: Knowledge) -> None:
        """Teach all workers, those of later too."""
        self._knowledge = knowledge
        for worker in self._workers:
            worker.pairs.learn(knowledge)

    def judge(self, jobs: Iterable[Job]) -> Iterator[Run]:
        """Judge jobs; runs come as they are ready, in no order, one for each job."""
        self.start()
        waiting, heard = deque(jobs), SimpleQueue[Heard]()
        left = {job.number for job in waiting}
        self._is_stopped.clear()
        self._threads = [
            threading.Thread(target=self._work, args=(worker, waiting, heard))
            for worker in self._workers[: len(waiting)]
        ]
        for thread in self._threads:
            thread.start()
        try:
            while left:
                match heard.get():
                    case str(case):
                        self.on_case(case)
                    case Run() as run:
                        left.remove(run.number)
                        yield run
                    case error:
                        raise error
        finally:  # the runs of what is still judged nobody waits for
            waiting.clear()
            self._stop()

    def _stop(self) -> None:
        self._is_stopped.set()
        for thread in self._threads:
            thread.join()

    def _work(self, worker: "Worker", waiting: deque[Job], heard: SimpleQueue[Heard]) -> None:
        try:
            while waiting:
                heard.put(worker.judge(waiting.popleft(), heard.put))
        except (IndexError, Stopped):  # another was faster, or nobody waits
            return
        except BaseException as error:  # or the thread that waits would never know
            heard.put(error)

    def close(self) -> None:
        """End all workers, also in the midst of judging."""
        self._stop()
        for worker in self._workers:
            worker.pairs.close()
        self._workers = []
        self._folders.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Worker:
    """Judges submissions, one after the other, with the pairs of one warm jail."""

    def __init__(self, stage: Stage, pairs: Pairs) -> None:
        self._stage = stage
        self.pairs = pairs

    def judge(self, job: Job, on_case: Callable[[str], object]) -> Run:
        """Judge one submission, once more where that fails through us; raises Stopped."""
        self.pairs.tell = on_case if job.tells else None
        for _ in range(_TRIES):
            try:
                run = self._judge(job)
            except Stopped:
                raise
            except Exception as error:
                fault = f"{type(error).__name__}: {error}"
                run = Run(job.number, verdict="grader_fault", fault=fault)
            if run.verdict != "grader_fault":
                break
            self.pairs.close()
        return run

    def _judge(self, job: Job) -> Run:
        sources, limits = {**self._stage.course_files, **job.sources}, self._stage.limits
        started = time.monotonic()
        if job.question is not None:
            run, task = Run(job.number), Ask(sources, job.question, is_of_reference=True)
            end = self.pairs.run(task, run, started + limits.seconds_in_all)
            run.fault = end.fault or end.why
            return run
        knowledge = None if job.is_recording else self.pairs.knowledge
        run = judge_in_pairs(partial(self._pair, job, sources), knowledge, limits, job)
        run.isolation = self._stage.isolation
        run.seconds = round(time.monotonic() - started, 6)
        if job.follow_up is not None and (question := job.follow_up(run)) is not None:
            run.question, run.reply = question, self._ask(sources, question)
        return run

    def _pair(
        self,
        job: Job,
        sources: dict[str, bytes],
        run: Run,
        todo: list[str] | None,
        deadline: float,
    ) -> PairEnd:
        task = RunCases(sources, todo, job.until_failure, job.is_recording)
        end = self.pairs.run(task, run, deadline)
        if end.why == "unbound":  # it does not fit what was collected in advance
            task.is_afresh = True
            end = self.pairs.run(task, run, deadline)
        return end

    def _ask(self, sources: dict[str, bytes], question: bytes) -> bytes | None:
        """Ask a submission that was judged; what goes wrong there costs no more than the reply."""
        asked, until = Run(0), time.monotonic() + self._stage.limits.seconds_per_case
        try:
            self.pairs.run(Ask(sources, question), asked, until)
        except JailError:
            self.pairs.close()
        return asked.reply
