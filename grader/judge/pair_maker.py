"""Makes pairs of examiner and jailed child: one ahead of need, and tidied up behind."""

import contextlib
import math
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from grader.errors import JailError
from grader.jail.child import JailedChild
from grader.jail.jail import Jail
from grader.jail.reader import ReaderJail
from grader.jail.spec import JailSpec
from grader.model.course import Limits
from grader.wire.tape import Turn

from .examination import Tell, case_folder, in_fork
from .jobs import Stage
from .opening import Opening
from .pair import Pair, kill_and_wait, start_examiner
from .supervision import PairOutcome, Spent

_FINISH_SECONDS = 10.0
Work = Callable[[socket.socket, Tell], None]


class Waiting(Protocol):
    """What an examiner that is made ahead does, before and after it has its order."""

    opening: Opening | None

    def get_ready(self) -> None:
        """Do what needs no order."""

    def examine(self, connection: socket.socket, tell: Tell, data: bytes) -> None:
        """Carry the order out, with the child at the other end."""


@dataclass
class Prepared:
    """An examiner that waits for its order, and whom it is to hear."""

    examiner: int
    events: int
    order: socket.socket  # what is written here, up to its end, is the order


class PairMaker:
    """Holds the warm jail of a worker, the pair that is ready and the one that is over."""

    def __init__(
        self, stage: Stage, limits: Limits, copies: Path, jail: Jail | None = None
    ) -> None:
        """`jail` is one for the same stage that is starting already."""
        self._stage = stage
        self._limits = limits
        self._copies = copies
        self._jail = jail
        self._prepared: Prepared | None = None
        self._waiting: JailedChild | None = None  # one that has held the opening
        self._over: JailedChild | None = None
        self._ending: int | None = None  # an examiner that was told to end
        self._confinement: ReaderJail | None = None
        self.case_limits: dict[str, float] = {}
        self.tell: Callable[[str], object] | None = None  # is told which case takes its time

    def warm_up(self) -> Jail:
        """Start the jail, unless it runs."""
        if self._jail is None:
            self._jail = Jail(self._spec())
        self._jail.start()
        if self._confinement is None and self._stage.isolation != "none":
            self._confinement = self._confine_examiners()
        return self._jail

    def _spec(self) -> JailSpec:
        return self._stage.jail_spec()

    def _confine_examiners(self) -> ReaderJail | None:
        return ReaderJail.prepare(
            readable=(self._stage.hidden_folder, *handed_out(self._stage.hidden_folder)),
            writable=(str(self._copies), str(case_folder(self._stage))),
            in_namespaces=self._stage.isolation == "full",
        )

    def run(self, work: Work, deadline: float) -> PairOutcome:
        """Judge with a pair made for this work."""
        self._discard()
        child = self._open()
        pair = Pair(child, *self._fork(partial(work, child.channel)), self._limits)
        return self._watch(child, pair, deadline)

    def rehearse(self, work: Work) -> list[Turn]:
        """Have the opening held once, with a child of nobody's; give what was said."""
        outcome = self.run(work, math.inf)
        if not outcome.turns:
            raise JailError(f"The opening could not be held: {outcome.fault or outcome.why}.")
        return outcome.turns

    def prepare(self, work: Waiting) -> None:
        """Have a child ready that has held the opening, and an examiner that has heard it."""
        if self._waiting is None:
            self._waiting = self._open()
            if work.opening is None or not work.opening.is_held_with(self._waiting):
                raise JailError("A jail child does not answer as the one before it did.")
        if self._prepared is None:
            reading, order = socket.socketpair()
            with reading:
                pair = self._fork(partial(_when_ordered, work, reading, order))
            self._prepared = Prepared(*pair, order)

    def take_child(self, work: Waiting) -> JailedChild:
        """Give the child that is ready, or one made now; it is ended as one that was judged."""
        self.prepare(work)
        assert self._waiting is not None  # noqa: S101 # just prepared
        self._over, self._waiting = self._waiting, None
        return self._over

    def run_prepared(
        self, child: JailedChild, order: bytes, deadline: float, begun: Spent | None
    ) -> PairOutcome:
        """Judge a child with the examiner that is ready."""
        ready, self._prepared = self._prepared, None
        assert ready is not None  # noqa: S101 # by whom the child was taken
        with ready.order, contextlib.suppress(OSError):  # its end is seen when it is watched
            socket.send_fds(ready.order, [b"\0"], [child.channel.fileno()])
            ready.order.sendall(order)
        pair = Pair(child, ready.examiner, ready.events, self._limits)
        pair.begun = begun
        return self._watch(child, pair, deadline)

    def tidy(self) -> None:
        """Wait until nothing of the last submission is left; raises JailError."""
        ending, self._ending = self._ending, None
        if ending is not None:
            kill_and_wait(ending)
        over, self._over = self._over, None
        if over is not None:
            over.finish(_FINISH_SECONDS)
            over.close()

    def close(self) -> None:
        """Stop the jail and whatever is in it."""
        with contextlib.suppress(JailError):
            self._discard()
        if self._jail is not None:
            with contextlib.suppress(JailError):
                self._jail.close()
        self._jail = self._over = None
        if self._confinement is not None:
            self._confinement.close()
            self._confinement = None

    def _open(self) -> JailedChild:
        self.tidy()
        return self.warm_up().open()

    def _fork(self, work: Callable[[Tell], None]) -> tuple[int, int]:
        return start_examiner(partial(in_fork, self._copies, self._confinement, work=work))

    def _watch(self, child: JailedChild, pair: Pair, deadline: float) -> PairOutcome:
        child.channel.close()
        self._over = child
        pair.tell = self.tell
        outcome = pair.watch(deadline, self.case_limits)
        self._ending = None if pair.is_waited_for else pair.examiner
        if outcome.why != "done":  # how the child ended is part of what happened
            outcome.ending = child.finish(_FINISH_SECONDS)
        return outcome

    def _discard(self) -> None:
        ready, self._prepared = self._prepared, None
        if ready is not None:
            ready.order.close()
            os.close(ready.events)
            kill_and_wait(ready.examiner)
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.kill()
            self._over = waiting
            self.tidy()


def handed_out(hidden_folder: str) -> list[str]:
    """Name what students have of the course of a hidden folder, which its cases may read."""
    return [str(above / "exercises") for above in Path(hidden_folder).parents[2:3]]


def _when_ordered(work: Waiting, order: socket.socket, theirs: socket.socket, tell: Tell) -> None:
    theirs.close()
    work.get_ready()
    _, descriptors, _, _ = socket.recv_fds(order, 1, 1)
    with order.makefile("rb") as reader:
        data = reader.read()
    if data:
        work.examine(socket.socket(fileno=descriptors[0]), tell, data)
