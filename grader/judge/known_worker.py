"""Judges by what is known, in a process that has loaded no pytest; the rest is left to a worker."""

import contextlib
import socket
import time
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from grader.errors import JailError

from .call_choice import found_in, what_to_ask
from .conversation_memory import Followed, KnownExamples, Remembering, known_outcome, outcome_of
from .conversations import Over
from .jail_children import JailChildren
from .jobs import Grow, Job, Knowledge, Learn, Order, Run, Unjudged, receive_order, send
from .opening import Opening
from .stage import Stage
from .submission_run import Chosen, judge_in_pairs
from .supervision import PairOutcome


class Left(Struct):
    """What a worker that has pytest goes on with."""

    children: JailChildren
    remembering: Remembering
    orders: list[Order] = field(default_factory=list)  # that are not carried out yet
    way: Followed | None = None  # how far the child that waits has come with the job among them
    run: Run | None = None  # what became of that job, which lacks only an example
    used: float = 0.0  # seconds by the clock on the wall, with that job
    left_at: float = 0.0  # by time.monotonic

    def go_on(self, now: float) -> float:
        """Have no clock count the time since it was left; return when the job began, so seen."""
        if self.way is not None:
            self.way.pause(now - self.left_at)
        return now - self.used


class _NotKnown(Exception):
    """A submission has left what is known."""

    def __init__(self, way: Followed) -> None:
        super().__init__()
        self.way = way


class KnownWorker:
    """Carries out orders as long as these need no examiner."""

    def __init__(self, stage: Stage, children: JailChildren) -> None:
        self._stage = stage
        self._limits = stage.limits
        self._children = children
        self._remembering = Remembering(stage)
        self._examples = KnownExamples(stage, children, self._remembering)
        self._learned: Learn | None = None

    def serve(self, connection: socket.socket) -> Left | None:
        """Judge until an answer is new whose job may not be given back; None: the pool hung up."""
        while (order := receive_order(connection)) is not None:
            done: Run | Left | Unjudged | None = self.carry_out(order)
            if (
                isinstance(done, Left)
                and isinstance(order, Job)
                and order.may_return
                and order.known == "follow"
            ):
                self._discard()
                done = Unjudged(order.number)
            if isinstance(done, Left):
                return done
            if done is not None:
                with contextlib.suppress(OSError):  # that the pool hung up is seen next
                    send(connection, done)
            if isinstance(order, Job):  # until one comes the jail may still be starting
                self._get_ready()
        return None

    def carry_out(self, order: Order) -> Run | Left | None:
        """Judge a job or take in what is known; what needs an examiner is left."""
        if isinstance(order, Grow):
            self._remembering.take(order)
        elif isinstance(order, Learn):
            self._learned = order
            self._remembering.learn(order.knowledge)
            self._examples.opening = order.openings.calls
            if order.openings.cases is None:
                return self._left()
        elif order.known == "follow" and self._learned and self._learned.openings.cases:
            return self._judge(order, self._learned.knowledge, self._learned.openings.cases)
        else:
            return self._left(order)
        return None

    def _discard(self) -> None:
        try:
            self._children.discard()
        except JailError:  # the next submission gets a new jail, or meets the fault itself
            self._children.close()

    def _left(self, *orders: Order) -> Left:
        learned = [self._learned] if self._learned is not None else []
        return Left(self._children, self._remembering, [*learned, *orders])

    def _judge(self, job: Job, knowledge: Knowledge, opening: Opening) -> Run | Left:
        since = time.monotonic()
        self._remembering.turn_to(job)
        sources = {**self._stage.course_files, **job.sources}
        ask = partial(self._ask, opening, sources)
        chosen = Chosen(job.every_case, job.until_failure, job.gives_up)
        try:
            run = judge_in_pairs(ask, knowledge, self._limits, chosen)
        except _NotKnown as gone:
            now = time.monotonic()
            return replace(self._left(job), way=gone.way, used=now - since, left_at=now)
        except JailError:  # a worker gets a new jail, or meets the fault itself
            self._children.close()
            self._learned = Learn(knowledge)  # the opening may be what is wrong
            return self._left(job)
        run.number = job.number
        run.isolation = self._stage.isolation
        run.seconds = round(time.monotonic() - since, 6)
        if not self._finds_example(job, sources, knowledge, run):
            return replace(self._left(job), run=run)
        self._remembering.tell(run)
        return run

    def _finds_example(
        self, job: Job, sources: dict[str, bytes], knowledge: Knowledge, run: Run
    ) -> bool:
        """Add the example that is wanted; False where nobody knows whether there is one."""
        if not job.with_example:
            return True
        asked = what_to_ask(knowledge, run, thoroughly=job.every_case)
        try:
            over = self._examples.look(sources, asked) if asked.calls else Over((), "")
        except JailError:  # a worker gets a new jail
            self._children.close()
            return False
        if over is not None:
            run.example = found_in(knowledge, run, asked, over.differs)
        return over is not None

    def _ask(
        self,
        opening: Opening,
        sources: dict[str, bytes],
        todo: list[str] | None,
        deadline: float,
    ) -> PairOutcome:
        beginning = self._remembering.of_cases(opening, sources, todo)
        if (same := self._remembering.recall(beginning)) is not None:
            return outcome_of(same)
        child = self._children.ready(opening)
        way = self._remembering.follow(child, beginning, deadline)
        if way.over is None:
            raise _NotKnown(way)
        return known_outcome(self._children.take(opening), way, way.over, self._limits)

    def _get_ready(self) -> None:
        """Have the next child waiting."""
        opening = self._learned.openings.cases if self._learned else None
        if opening is None:
            return
        try:
            self._children.tidy()
            self._children.ready(opening)
        except JailError:  # the next submission gets a new jail, or meets the fault itself
            self._children.close()
