"""Judges submissions of one lesson, one after the other; knows them by their bytes alone."""

import time
from collections.abc import Callable
from functools import partial

from grader.errors import JailError

from .events import Ask, RunCases
from .jobs import Job, Knowledge, Run
from .pairs import Pairs
from .stage import Stage
from .submission_run import judge_in_pairs
from .supervision import PairEnd, Stopped

_TRIES = 2


class Worker:
    """Judges with the pairs of one warm jail."""

    def __init__(self, stage: Stage, pairs: Pairs) -> None:
        self._stage = stage
        self._pairs = pairs
        self._knowledge: Knowledge | None = None

    def learn(self, knowledge: Knowledge) -> None:
        """Take over what the reference taught."""
        self._knowledge = knowledge
        self._pairs.learn(knowledge)

    def judge(self, job: Job, on_case: Callable[[str], object]) -> Run:
        """Judge one submission, once more where that fails through us; raises Stopped."""
        self._pairs.tell = on_case if job.tells else None
        for _ in range(_TRIES):
            run = self._judge_once(job)
            if run.verdict != "grader_fault":
                break
            self._pairs.close()
        return run

    def close(self) -> None:
        """End all processes that judge."""
        self._pairs.close()

    def _judge_once(self, job: Job) -> Run:
        try:
            return self._judge(job)
        except Stopped:
            raise
        except Exception as error:
            return Run(job.number, verdict="grader_fault", fault=f"{type(error).__name__}: {error}")

    def _judge(self, job: Job) -> Run:
        sources, limits = {**self._stage.course_files, **job.sources}, self._stage.limits
        started = time.monotonic()
        if job.question is not None:
            run, task = Run(job.number), Ask(sources, job.question, is_of_reference=True)
            end = self._pairs.run(task, run, started + limits.seconds_in_all)
            run.fault = end.fault or end.why
            return run
        knowledge = None if job.is_recording else self._knowledge
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
        end = self._pairs.run(task, run, deadline)
        if end.why == "unbound":  # it does not fit what was collected in advance
            task.is_afresh = True
            end = self._pairs.run(task, run, deadline)
        return end

    def _ask(self, sources: dict[str, bytes], question: bytes) -> bytes | None:
        """Ask a submission that was judged; what goes wrong there costs no more than the reply."""
        asked, until = Run(0), time.monotonic() + self._stage.limits.seconds_per_case
        try:
            self._pairs.run(Ask(sources, question), asked, until)
        except JailError:
            self._pairs.close()
        return asked.reply
