"""Workers for one lesson: hands out submissions, gives back runs, replaces what dies."""

import contextlib
import selectors
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Self

import msgspec

from grader.errors import JailError
from grader.ground.children import has_ended
from grader.ground.temporary import temporary_place
from grader.jail.packages import refuse_missing
from grader.wire import cpython

from .conversation_cache import KeptConversations
from .conversations import Row
from .early_jail import EarlyJail
from .jobs import Grow, Job, Knowledge, Learn, Run, Trying, Unjudged, receive_answer, send
from .opening import Openings
from .stage import Stage
from .worker_start import StartedWorker

_TRIES = 2
_MOST_RETURNED = 16  # jobs that wait for an examiner, until one more worker loads pytest
_SLOW = 0.5  # seconds, for one job: another worker helps then
_TO_LEAVE_SECONDS = 5.0


class Worker:
    """A worker process and its connection."""

    def __init__(self, stage: Stage, started: StartedWorker | None = None) -> None:
        """Go on with a process that was started before, or start one."""
        inherited = stage.jail.descriptors if stage.jail is not None else ()
        self._started = started or StartedWorker(inherited)
        self.connection, self.process = self._started.connection, self._started.process
        data = msgspec.msgpack.encode(stage)
        with contextlib.suppress(OSError):  # its death is seen when its run is read
            self.connection.sendall(len(data).to_bytes(8, "little") + data)
        self.job: Job | None = None
        self.since = 0.0  # by time.monotonic, when it was given that
        self.examines = False  # what is new, too: it loads pytest then
        self.told = 0  # rows of what is known that it was sent

    def hang_up(self, at_once: bool = False) -> None:
        """Let the worker end, or end it, without waiting for that."""
        self.connection.close()
        if at_once:
            self.process.terminate()

    def close(self, at_once: bool = False) -> None:
        """Let the worker end, or end it, and wait for that; it takes its jail with it."""
        self.hang_up(at_once)
        if not has_ended(self.process, _TO_LEAVE_SECONDS):
            self._started.close()


class Pool:
    """Judges jobs on several workers at once."""

    def __init__(
        self,
        stage: Stage,
        count: int,
        *,
        asks_first: bool = False,
        jail: EarlyJail | None = None,
        started: Sequence[StartedWorker] = (),
    ) -> None:
        """One that asks first starts no worker for a single job whose answers are all known.

        Workers that were started before are used; whoever started them ends those that were not.

        A jail of the lesson's that was begun before is used, and closed, by a single worker's pool.
        """
        self._stage = stage
        self._count = count
        self._has_early_jail = count == 1 and stage.cases == "apart"
        self._asks_first = asks_first and self._has_early_jail
        self._early = jail if self._has_early_jail else None  # which is nobody's yet
        self._lent: EarlyJail | None = None  # which a worker has
        self._started = list(started)
        self._workers: list[Worker] = []
        self._knowledge: Knowledge | None = None
        self._returned: list[Job] = []  # for a worker that examines
        self._tries: dict[int, int] = {}
        self._kept: KeptConversations | None = None
        self._rows: list[Row] = []  # what is known, in the order in which it came to be
        self.on_case: Callable[[str], object] = lambda _: None  # told which case takes its time

    @property
    def isolation(self) -> str:
        """How well submissions are isolated."""
        return self._stage.isolation

    def start(self) -> None:
        """Start all workers at once, so that they get ready side by side.

        The jail of a single one is begun before it, and alone where that jail is asked first along
        what is known. Raises JailError for a Python that is not judged with, UsageError for an
        unsafe TMPDIR.
        """
        if missing := cpython.fault():
            raise JailError(missing)
        temporary_place()  # a worker could tell nobody what is wrong with it
        refuse_missing(self._stage.packages)
        if self._has_early_jail and self._early is None:
            self._early = EarlyJail(self._stage.jail_spec())
        while len(self._workers) < self._count and not self._asks_first:
            self._new_worker()

    def learn(self, knowledge: Knowledge) -> None:
        """Teach all workers, those of later too."""
        self._knowledge = knowledge
        for worker in self._workers:
            self._teach(worker, knowledge)

    def _teach(self, worker: Worker, knowledge: Knowledge) -> None:
        with contextlib.suppress(OSError):  # its death is seen when its run is read
            send(worker.connection, self._lesson(knowledge))

    def _lesson(self, knowledge: Knowledge) -> Learn:
        kept = self._kept
        return Learn(knowledge, Openings() if kept is None or kept.is_off else kept.openings)

    def remember(self, kept: KeptConversations) -> None:
        """Let workers ask along what is known of the lesson, and keep what they add to it."""
        self._kept, self._rows = kept, kept.rows()

    def judge(self, jobs: Iterable[Job]) -> Iterator[Run]:
        """Judge jobs; runs come as they are ready, in no order."""
        waiting = list(reversed(list(jobs)))
        if len(waiting) > 1:
            waiting = [msgspec.structs.replace(job, has_others=True) for job in waiting]
        if (known := self._judge_early(waiting)) is not None:
            yield known
        with selectors.DefaultSelector() as busy:
            try:
                self._returned.clear()
                self._hand_out(waiting, busy)
                while busy.get_map():
                    ready = self._collect_ready(waiting, busy)
                    self._hand_out(waiting, busy)  # no worker idles while a report is made of a run
                    yield from ready
            finally:
                self._end_busy()

    def _judge_early(self, waiting: list[Job]) -> Run | None:
        """Judge the only job by what is known, where no worker is at hand."""
        early, knowledge = self._early, self._knowledge
        if early is None or knowledge is None or len(waiting) != 1:
            return None
        lesson = self._lesson(knowledge)
        if waiting[0].known != "follow" or lesson.openings.cases is None:
            return None
        done = early.judge(self._stage, waiting.pop(), lesson, self._rows)
        if isinstance(done, Job):
            waiting.append(done)
            return None
        self._remember(done)
        return done

    def _collect_ready(self, waiting: list[Job], busy: selectors.BaseSelector) -> list[Run]:
        runs = []
        for key, _ in busy.select(_SLOW if self._returned else None):
            worker: Worker = key.data
            busy.unregister(worker.connection)
            answer = receive_answer(worker.connection)
            if isinstance(answer, Trying):
                self.on_case(answer.case)
                busy.register(worker.connection, selectors.EVENT_READ, worker)
            elif isinstance(answer, Unjudged):
                assert worker.job is not None  # noqa: S101 # which is given back
                self._returned.append(worker.job)
                worker.job = None
            elif (run := self._collect(worker, answer, waiting)) is not None:
                runs.append(run)
        return runs

    def _end_busy(self) -> None:
        """End the workers whose runs nobody waits for any more; the next jobs get new ones."""
        for worker in [one for one in self._workers if one.job is not None]:
            self._end(worker, at_once=True)

    def _end(self, worker: Worker, at_once: bool = False) -> None:
        self._workers.remove(worker)
        worker.close(at_once)
        if self._lent is not None:  # a single worker's; it does not end with that
            self._lent.close()
            self._lent = None

    def _hand_out(self, waiting: list[Job], busy: selectors.BaseSelector) -> None:
        idle = [worker for worker in self._workers if worker.job is None]
        idle.sort(key=lambda worker: worker.examines)  # who examines chooses first
        while (waiting or self._returned) and (idle or self._is_short_of_workers(waiting)):
            worker = idle.pop() if idle else self._new_worker()
            worker.job, worker.since = self._next_job(worker, waiting), time.monotonic()
            if worker.job is None:
                continue
            with contextlib.suppress(OSError):  # its death is seen when its run is read
                self._send(worker, worker.job)
            busy.register(worker.connection, selectors.EVENT_READ, worker)

    def _is_short_of_workers(self, waiting: list[Job]) -> bool:
        is_wanted = bool(waiting) or not any(one.examines for one in self._workers)
        return is_wanted and len(self._workers) < self._count

    def _next_job(self, worker: Worker, waiting: list[Job]) -> Job | None:
        """Choose what a worker does; None where only what others examine is left.

        One examines what is new, as long as there is little of it and it is quick: each that does
        loads pytest.
        """
        examining = [one.since for one in self._workers if one.examines]
        is_much = len(self._returned) >= _MOST_RETURNED
        is_slow = bool(self._returned) and time.monotonic() - max(examining, default=0.0) > _SLOW
        worker.examines |= is_much or is_slow or not examining
        jobs = (worker.examines and self._returned) or waiting
        if not jobs:
            return None
        return msgspec.structs.replace(jobs.pop(), may_return=not worker.examines)

    def _send(self, worker: Worker, job: Job) -> None:
        if self._kept is None or self._kept.is_off:
            job = msgspec.structs.replace(job, known="")
        elif job.known and worker.told < len(self._rows):
            send(worker.connection, Grow(self._rows[worker.told :]))
            worker.told = len(self._rows)
        send(worker.connection, job)

    def _new_worker(self) -> Worker:
        early, self._early = self._early, None
        if early is None:
            worker = Worker(self._stage, self._started.pop() if self._started else None)
        else:
            self._lent = early
            with early.handed_over(self._stage) as stage:
                worker = Worker(stage or self._stage)
        if self._knowledge is not None:
            self._teach(worker, self._knowledge)
        self._workers.append(worker)
        return worker

    def _collect(self, worker: Worker, run: Run | None, waiting: list[Job]) -> Run | None:
        job, worker.job = worker.job, None
        assert job is not None  # noqa: S101 # a worker that answers was given a job
        if run is None:
            self._end(worker)
            run = Run(job.number, verdict="grader_fault", fault="the worker process ended")
        self._remember(run)
        if run.verdict == "grader_fault":
            tried = self._tries[job.number] = self._tries.get(job.number, 0) + 1
            if tried < _TRIES:
                waiting.append(job)
                return None
        return run

    def _remember(self, run: Run) -> None:
        if self._kept is not None:
            self._kept.take(run.grown, run.used, run.contradicts, run.openings)
            self._rows += run.grown

    def close(self, at_once: bool = False) -> None:
        """End all workers, and write down what they have added to what is known."""
        for worker in self._workers:
            worker.hang_up(at_once)  # all of them first: they end side by side
        if self._kept is not None:
            self._kept.save()
        for worker in self._workers:
            worker.close(at_once)
        self._workers = []
        for jail in (self._early, self._lent):
            if jail is not None:
                jail.close()
        self._early = self._lent = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close(at_once=error is not None)
