"""Judges submissions of one lesson by several supervisors at once, each in a thread of its own."""

import contextlib
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from queue import SimpleQueue
from typing import Self

from msgspec.structs import replace

from grader.errors import JailError
from grader.ground.temporary import lasting_folder, temporary_place
from grader.sandbox.packages import refuse_missing

from .jobs import Job, Knowledge, Run
from .pair import Stopped
from .stage import Stage
from .supervisor import Supervisor

_PREFIX = "grader-worker-"
Heard = Run | BaseException  # a run, or what is wrong with us


class Pool:
    """Use it as a context manager."""

    def __init__(self, stage: Stage, count: int) -> None:
        self._stage = stage
        self._count = count
        self._supervisors: list[Supervisor] = []
        self._knowledge: Knowledge | None = None
        self._folders = contextlib.ExitStack()
        self._threads: list[threading.Thread] = []
        self._is_stopped = threading.Event()

    @property
    def isolation(self) -> str:
        """How well submissions are isolated."""
        return self._stage.isolation

    def start(self) -> None:
        """Start all supervisors, so that they get ready side by side.

        Raises JailError for a Python that is not judged with, UsageError for an unsafe TMPDIR.
        """
        if sys.implementation.name != "cpython":  # containers are forgotten by their references
            raise JailError(f"The grader needs CPython, and this is {sys.implementation.name}.")
        temporary_place()
        refuse_missing(self._stage.packages)
        while len(self._supervisors) < self._count:
            folder = self._folders.enter_context(lasting_folder(_PREFIX))
            supervisor = Supervisor(
                replace(self._stage, folder=str(folder)), self._is_stopped.is_set
            )
            with contextlib.suppress(JailError):  # the first submission meets the fault
                supervisor.begin()
            if self._knowledge is not None:
                supervisor.learn(self._knowledge)
            self._supervisors.append(supervisor)

    def learn(self, knowledge: Knowledge) -> None:
        """Teach all supervisors, those of later too."""
        self._knowledge = knowledge
        for supervisor in self._supervisors:
            supervisor.learn(knowledge)

    def judge(self, jobs: Iterable[Job]) -> Iterator[Run]:
        """Judge jobs; runs come as they are ready, in no order, one for each job."""
        self.start()
        waiting, heard = deque(jobs), SimpleQueue[Heard]()
        left = {job.number for job in waiting}
        self._is_stopped.clear()
        self._threads = [
            threading.Thread(target=self._work, args=(supervisor, waiting, heard))
            for supervisor in self._supervisors[: len(waiting)]
        ]
        for thread in self._threads:
            thread.start()
        try:
            while left:
                run = heard.get()
                if isinstance(run, BaseException):
                    raise run
                left.remove(run.number)
                yield run
        finally:  # the runs of what is still judged nobody waits for
            waiting.clear()
            self._stop()

    def _stop(self) -> None:
        self._is_stopped.set()
        for thread in self._threads:
            thread.join()

    def _work(self, supervisor: Supervisor, waiting: deque[Job], heard: SimpleQueue[Heard]) -> None:
        try:
            while waiting:
                heard.put(supervisor.judge(waiting.popleft()))
        except (IndexError, Stopped):  # another was faster, or nobody waits
            return
        except BaseException as error:  # or the thread that waits would never know
            heard.put(error)

    def close(self) -> None:
        """End all supervisors, also in the midst of judging."""
        self._stop()
        for supervisor in self._supervisors:
            supervisor.close()
        self._supervisors = []
        self._folders.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
