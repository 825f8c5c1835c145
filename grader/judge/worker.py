"""Judges submissions of one lesson, one after the other, in a process with pytest loaded."""

import contextlib
import gc
import random
import shutil
import socket
import sys
import time
from functools import partial

import pytest

from grader.errors import JailError

from .events import Drawn, HiddenParts
from .examination import (
    Warm,
    WarmExaminer,
    examine_afresh,
    ignore,
    run_pytest,
)
from .examiner import prepare_interpreter
from .fair_inputs import FILE
from .interview import find_difference, found_in, learn_answers, what_to_ask
from .jobs import Found, Job, Knowledge, Run, Trying, receive_order, send
from .pair_maker import PairMaker
from .stage import Stage
from .submission_run import Chosen, judge_in_pairs
from .supervision import PairOutcome
from .template import NotInAdvance, TemplateClient


class Worker:
    """Holds a warm jail and what the reference taught; judges what it is given."""

    def __init__(self, connection: socket.socket, stage: Stage, pairs: PairMaker) -> None:
        self._connection = connection
        self._stage = stage
        self._limits = stage.limits
        self._pairs = pairs
        self._knowledge: Knowledge | None = None
        self._warm: Warm | None = None

    def work(self) -> None:
        """Make this process fit to judge, and judge until the pool hangs up."""
        stage = self._stage
        prepare_interpreter(stage.cache_folder, stage.plugins, stage.packages)
        random.seed(0)
        try:
            self.serve()
        finally:
            self._pairs.close()

    def serve(self) -> None:
        """Judge what the pool sends, until it hangs up."""
        while (order := receive_order(self._connection)) is not None:
            if isinstance(order, Job):
                run = self._judge_safely(order)
                try:
                    send(self._connection, run)
                except OSError:  # the pool hung up
                    return
                continue
            self._learn(order.knowledge)
            if self._serve_warm():
                return

    # -- what the reference taught

    def _learn(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._pairs.case_limits = {
            c.id: c.seconds for c in knowledge.cases if c.seconds is not None
        }

    def _serve_warm(self) -> bool:
        """Collect once and go on serving from inside pytest; False where that cannot be."""
        knowledge = self._knowledge
        if knowledge is None or not knowledge.early.can_wait:
            return False
        files = dict.fromkeys((*self._stage.course_files, *self._stage.hand_in), b"")
        most_printed = self._limits.printed_stop_bytes
        session = TemplateClient(knowledge.early, knowledge.contract, most_printed)
        examiner = WarmExaminer(session, ignore, self._stage.hidden_folder)
        warm = Warm(session, examiner, self._stage, knowledge)

        def loop(items: list[pytest.Item]) -> None:
            known = [case.id for case in knowledge.cases]
            if [*examiner.ids.values()] != known or not session.is_ready():
                return
            for item in items:
                _ = item.location  # worked out when it is asked for; better once than in each fork
            warm.items = items
            self._warm = warm
            gc.collect()
            gc.freeze()  # what is shared with the forks stays shared
            self.serve()

        examiner.loop = loop
        path = list(sys.meta_path)
        with contextlib.suppress(NotInAdvance):
            run_pytest(session, examiner, files, self._stage, set(knowledge.fixtures))
        sys.meta_path[:] = path
        served, self._warm = self._warm is not None, None
        return served

    # -- judging

    def _judge_safely(self, job: Job) -> Run:
        try:
            return self._judge(job)
        except Exception as error:
            self._pairs.close()
            return Run(job.number, verdict="grader_fault", fault=f"{type(error).__name__}: {error}")

    def _judge(self, job: Job) -> Run:
        sources = {**self._stage.course_files, **job.sources}
        if job.hidden is not None:
            return self._draw(job.number, sources, job.hidden)
        knowledge = None if job.is_recording else self._knowledge
        started = time.monotonic()
        self._pairs.tell = self._tell if job.tells else None
        open_pair = partial(self._pair, job, sources, knowledge)
        chosen = Chosen(job.every_case, job.until_failure, job.gives_up)
        run = judge_in_pairs(open_pair, knowledge, self._limits, chosen)
        run.number = job.number
        run.isolation = self._stage.isolation
        run.seconds = round(time.monotonic() - started, 6)
        if job.with_example and knowledge is not None:
            run.example = self._example(job, sources, knowledge, run)
        return run

    def _tell(self, case: str) -> None:
        with contextlib.suppress(OSError):  # that the pool hung up is seen when it gets the run
            send(self._connection, Trying(case))

    def _draw(self, number: int, sources: dict[str, bytes], hidden: HiddenParts) -> Run:
        """Have the reference answer the calls that the author calls fair."""
        self._write_copies(sources)
        work = partial(learn_answers, sources=sources, stage=self._stage, hidden=hidden)
        outcome = self._pairs.run(work, time.monotonic() + self._limits.seconds_in_all)
        why = f"{FILE} cannot be used: {outcome.fault or outcome.why}."
        return Run(number, drawn=outcome.drawn or Drawn([], [why]))

    def _example(
        self, job: Job, sources: dict[str, bytes], knowledge: Knowledge, run: Run
    ) -> Found | None:
        """Ask a submission that was judged; what goes wrong there costs no more than the answer."""
        asked = what_to_ask(knowledge, run, thoroughly=job.every_case)
        if not asked.calls:
            return None
        work = partial(find_difference, sources=sources, stage=self._stage, asked=asked)
        try:
            self._pairs.tidy()
            self._write_copies(sources)
            outcome = self._pairs.run(work, time.monotonic() + self._limits.seconds_per_case)
        except JailError:
            self._pairs.close()
            return None
        return found_in(knowledge, run, asked, outcome.differs)

    def _pair(
        self,
        job: Job,
        sources: dict[str, bytes],
        knowledge: Knowledge | None,
        todo: list[str] | None,
        deadline: float,
    ) -> PairOutcome:
        self._pairs.tidy()  # so that nobody else is at work in the folder
        self._write_copies(sources)
        if self._warm is not None and knowledge is not None:
            warm = partial(
                self._warm.examine, sources=sources, todo=todo, until_failure=job.until_failure
            )
            outcome = self._pairs.run(warm, deadline, todo)
            if outcome.why != "unbound":
                return outcome
            self._pairs.tidy()
            self._write_copies(sources)
        afresh = partial(
            examine_afresh, sources=sources, stage=self._stage, knowledge=knowledge, todo=todo
        )
        return self._pairs.run(afresh, deadline, todo)

    def _write_copies(self, sources: dict[str, bytes]) -> None:
        # hidden cases that read the student's file as text find a copy in their folder, which
        # stays the same folder: what confines an examiner knows it by more than its name
        copies = self._pairs.copies
        copies.mkdir(exist_ok=True)
        for path in copies.iterdir():  # an examiner may have left a link where a copy goes
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        for name, data in sources.items():
            path = copies / name
            if "/" in name:
                path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(data)
