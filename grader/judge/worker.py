"""Judges submissions of one lesson, one after the other, in a process with pytest loaded."""

import contextlib
import gc
import random
import shutil
import socket
import sys
import time
from functools import partial
from pathlib import Path

import msgspec
import pytest

from grader.cases.determinism import fault_of_fixtures
from grader.cases.fair_inputs import FILE
from grader.errors import JailError
from grader.jail.spec import OBJECTS_SERVER
from grader.wire.values import FUNCTIONS, OBJECTS

from .call_choice import Asked, found_in, what_to_ask
from .conversation_memory import Followed, KnownExamples, known_outcome, outcome_of
from .events import Differs, Drawn, HiddenParts
from .examination import (
    SURROUNDINGS,
    PairOrder,
    Warm,
    WarmExaminer,
    examine_afresh,
    ignore,
    run_pytest,
)
from .examiner import prepare_interpreter
from .interview import find_difference, learn_answers
from .jobs import Grow, Job, Knowledge, Learn, Order, Run, Trying, receive_order, send
from .known_worker import Left
from .opening import Opening, Openings
from .pair_maker import PairMaker
from .stage import Stage
from .submission_run import Chosen, judge_in_pairs
from .supervision import PairOutcome
from .template import NotInAdvance, TemplateSession

_IN_VAIN = ("unbound", "strayed")  # how an examiner ends that was got ready for something else


class Worker:
    """Holds a warm jail and what the reference taught; judges what it is given."""

    def __init__(self, connection: socket.socket, stage: Stage, folder: Path, left: Left) -> None:
        """`left` is what another has left to do, who needs no pytest."""
        self._connection = connection
        self._stage = stage
        self._limits = stage.limits
        self._folder = folder
        self._copies = folder / "copies"
        self._knowledge: Knowledge | None = None
        self._opening: Opening | None = None  # as it was kept
        self._copies.mkdir()
        self._children = left.children
        self._pairs = PairMaker(stage, self._limits, self._copies, left.children)
        self._warm: Warm | None = None
        self._remembering = left.remembering
        self._examples = KnownExamples(stage, left.children, left.remembering)
        self._orders = left.orders  # to be carried out first
        self._left: Left | None = left  # until the job among them is judged
        self._way: Followed | None = None  # how far the child that waits has come

    def work(self) -> None:
        """Make this process fit to judge, and judge until the pool hangs up."""
        stage = self._stage
        prepare_interpreter(stage.cache_folder, stage.plugins, stage.packages)
        SURROUNDINGS.install()
        SURROUNDINGS.hook_numpy()
        random.seed(0)
        try:
            self.serve()
        finally:
            self.close()

    def serve(self) -> None:
        """Judge what the pool sends, until it hangs up."""
        while (order := self._next_order()) is not None:
            if isinstance(order, Job):
                run = self._judge_safely(order)
                try:
                    send(self._connection, run)
                except OSError:  # the pool hung up
                    return
                self._get_ready()
                continue
            if isinstance(order, Grow):
                self._remembering.take(order)
                continue
            self._learn(order)
            if self._serve_warm():
                return

    def _next_order(self) -> Order | None:
        return self._orders.pop(0) if self._orders else receive_order(self._connection)

    def close(self) -> None:
        """Stop the warm jail."""
        self._pairs.close()

    # -- what the reference taught

    def _learn(self, order: Learn) -> None:
        knowledge = self._knowledge = order.knowledge
        self._opening = order.openings.cases
        self._examples.opening = order.openings.calls
        self._remembering.learn(knowledge)
        if knowledge.contract.needs_objects():
            self._children.load(OBJECTS_SERVER)
        self._pairs.case_limits = {
            c.id: c.seconds for c in knowledge.cases if c.seconds is not None
        }

    def _serve_warm(self) -> bool:
        """Collect once and go on serving from inside pytest; False where that cannot be."""
        knowledge = self._knowledge
        if knowledge is None or not knowledge.early.can_wait:
            return False
        files = dict.fromkeys((*self._stage.course_files, *self._stage.hand_in), b"")
        session = TemplateSession(
            knowledge.early,
            knowledge.contract,
            self._stage.hidden_folder,
            self._limits.printed_stop_bytes,
            files,
        )
        examiner = WarmExaminer(session, ignore, self._stage.hidden_folder)
        warm = Warm(session, examiner, self._stage, knowledge)

        def loop(items: list[pytest.Item]) -> None:
            if examiner.cases() != [case.id for case in knowledge.cases] or not session.is_ready():
                return
            if random.getstate() != drawn or fault_of_fixtures(items, self._stage.hidden_folder):
                self._remembering.stop()
            for item in items:
                _ = item.location  # worked out when it is asked for; better once than in each fork
            warm.items = items
            warm.opening = self._opening or self._rehearsed(warm)
            self._warm = warm
            gc.collect()
            gc.freeze()  # what is shared with the forks stays shared
            self.serve()

        examiner.loop = loop
        path, drawn = list(sys.meta_path), random.getstate()
        with contextlib.suppress(NotInAdvance):
            run_pytest(session, examiner, files, self._stage, set(knowledge.fixtures))
        sys.meta_path[:] = path
        served, self._warm = self._warm is not None, None
        return served

    def _rehearsed(self, warm: Warm) -> Opening:
        tier = OBJECTS if warm.knowledge.contract.needs_objects() else FUNCTIONS
        opening = Opening.of(tier, self._pairs.rehearse(warm.rehearse))
        self._remembering.keep(Openings(opening))
        return opening

    # -- judging

    def _judge_safely(self, job: Job) -> Run:
        try:
            return self._judge(job)
        except Exception as error:
            self.close()
            return Run(job.number, verdict="grader_fault", fault=f"{type(error).__name__}: {error}")

    def _judge(self, job: Job) -> Run:
        sources = {**self._stage.course_files, **job.sources}
        if job.hidden is not None:
            return self._draw(job.number, sources, job.hidden)
        if self._warm is not None:
            self._warm.expect_more()
        self._remembering.turn_to(job)
        left, self._left = self._left, None
        known = None if job.is_recording else self._knowledge
        if left is not None and left.run is not None:
            run = left.run
        else:
            run = self._judge_cases(job, sources, known, left)
        if job.with_example and known is not None:
            asked = what_to_ask(known, run, thoroughly=job.every_case)
            run.example = found_in(known, run, asked, self._differing(job, sources, asked))
        self._remembering.tell(run)
        return run

    def _judge_cases(
        self, job: Job, sources: dict[str, bytes], known: Knowledge | None, left: Left | None
    ) -> Run:
        started = time.monotonic()
        if left is not None:
            self._way, started = left.way, left.go_on(started)
        self._pairs.tell = self._tell if job.tells else None
        open_pair = partial(self._pair, job, sources, known)
        chosen = Chosen(job.every_case, job.until_failure, job.gives_up)
        run = judge_in_pairs(open_pair, known, self._limits, chosen, started)
        run.number = job.number
        run.isolation = self._stage.isolation
        run.seconds = round(time.monotonic() - started, 6)
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

    def _differing(self, job: Job, sources: dict[str, bytes], asked: Asked) -> Differs | None:
        """Ask a submission that was judged; what goes wrong there costs no more than the answer."""
        if not asked.calls:
            return None
        work = partial(find_difference, sources=sources, stage=self._stage, asked=asked)
        try:
            self._pairs.tidy()
            over = self._examples.look(sources, asked) if job.known == "follow" else None
            if over is not None:
                return over.differs
            self._write_copies(sources)
            outcome = self._pairs.run(work, time.monotonic() + self._limits.seconds_per_case)
        except JailError:
            self.close()
            return None
        if job.known:
            self._examples.note(sources, asked, outcome)
        return outcome.differs

    def _pair(
        self,
        job: Job,
        sources: dict[str, bytes],
        knowledge: Knowledge | None,
        todo: list[str] | None,
        deadline: float,
    ) -> PairOutcome:
        self._pairs.tidy()  # so that nobody else is at work in the folder
        if self._warm is not None and knowledge is not None:
            outcome = self._pair_ahead(self._warm, job, sources, todo, deadline)
            if outcome.why == "strayed":  # once more, without what was kept of others
                job = msgspec.structs.replace(job, known="")
                outcome = self._pair_ahead(self._warm, job, sources, todo, deadline)
            if outcome.why not in _IN_VAIN:
                return outcome
        self._write_copies(sources)
        afresh = partial(
            examine_afresh, sources=sources, stage=self._stage, knowledge=knowledge, todo=todo
        )
        return self._pairs.run(afresh, deadline)

    def _pair_ahead(
        self,
        warm: Warm,
        job: Job,
        sources: dict[str, bytes],
        todo: list[str] | None,
        deadline: float,
    ) -> PairOutcome:
        beginning = self._remembering.of_cases(warm.opening, sources, todo)
        is_fresh = job.known == "follow" and self._way is None
        if is_fresh and (same := self._remembering.recall(beginning)) is not None:
            return outcome_of(same)
        child = self._pairs.take_child(warm)
        way, self._way = self._way, None
        if way is None or way.child is not child:  # which is gone where a jail broke down
            way = Followed()
        if job.known == "follow" and not way.keys:
            way = self._remembering.follow(child, beginning, deadline)
        if way.over is not None:
            return known_outcome(child, way, way.over, self._limits)
        self._write_copies(sources)  # as they were, like those that a new jail child has
        order = PairOrder(sources, todo, job.until_failure, bytes(way.said), bytes(way.heard))
        begun = way.begun[-1] if way.begun else None
        outcome = self._pairs.run_prepared(child, order, deadline, begun)
        if outcome.why == "strayed":
            self._remembering.contradict()
            warm.opening = self._rehearsed(warm)  # what was kept may be what is wrong
        elif job.known:
            self._remembering.note(beginning, outcome)
        return outcome

    def _get_ready(self) -> None:
        """Use the time between two submissions: tidy up, and have the next pair waiting."""
        try:
            self._pairs.tidy()
            if self._warm is None:
                self._children.warm_up()
            elif self._warm.has_practised:  # else no other may follow
                self._pairs.prepare(self._warm)
        except JailError:  # the next submission gets a new jail, or meets the fault itself
            self._pairs.close()

    def _write_copies(self, sources: dict[str, bytes]) -> None:
        # hidden cases that read the student's file as text find a copy in their folder, which
        # stays the same folder: an examiner that waits for its order stands in it
        self._copies.mkdir(exist_ok=True)
        for path in self._copies.iterdir():  # an examiner may have left a link where a copy goes
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        for name, data in sources.items():
            path = self._copies / name
            if "/" in name:
                path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(data)
