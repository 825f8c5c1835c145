"""Makes pairs of examiner and jailed child: one ahead of need, and tidied up behind."""

import contextlib
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

from .examination import Tell, case_folder, in_fork
from .jobs import Stage
from .pair import Pair, kill_and_wait, start_examiner
from .watching import PairOutcome

_FINISH_SECONDS = 10.0
# what a package imports when some function of its first runs: once here, and not in each child
_IMPORTED_LATE = {"numpy": ("numpy.ma",)}
Work = Callable[[socket.socket, Tell], None]


class Waiting(Protocol):
    """What a pair that is made ahead does, before and after it has its order."""

    def get_ready(self, connection: socket.socket) -> None:
        """Do what needs no order."""

    def examine(self, tell: Tell, order: bytes) -> None:
        """Carry the order out."""


@dataclass
class Prepared:
    """A pair that waits for its order."""

    child: JailedChild
    examiner: int
    events: int
    order: int  # what is written here, up to its end, is the order


class PairMaker:
    """Holds the warm jail of a worker, the pair that is ready and the one that is over."""

    def __init__(self, stage: Stage, limits: Limits, copies: Path) -> None:
        self._stage = stage
        self._limits = limits
        self._copies = copies
        self._jail: Jail | None = None
        self._prepared: Prepared | None = None
        self._over: JailedChild | None = None
        self._ending: int | None = None  # an examiner that was told to end
        self._confinement: ReaderJail | None = None
        self.case_limits: dict[str, float] = {}

    def warm_up(self) -> Jail:
        """Start the jail, unless it runs."""
        if self._jail is None:
            self._jail = Jail(self._spec())
            self._jail.start()
        if self._confinement is None and self._stage.isolation != "none":
            self._confinement = self._confine_examiners()
        return self._jail

    def _spec(self) -> JailSpec:
        return JailSpec(
            isolation=self._stage.isolation,
            limits=self._limits,
            scratch=Path(self._stage.scratch),
            packages=self._stage.packages,
            preload=("logging", "warnings", *_with_late_parts(self._stage.packages)),
        )

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
        pair = self._fork(child, work)
        return self._watch(child, *pair, deadline)

    def prepare(self, work: Waiting) -> None:
        """Have a pair ready that reads its order from a descriptor."""
        if self._prepared is not None:
            return
        child = self._open()
        waiting, order = os.pipe()
        examiner, events = self._fork(child, partial(_when_ordered, work, waiting, order))
        os.close(waiting)
        self._prepared = Prepared(child, examiner, events, order)

    def run_prepared(self, work: Waiting, order: bytes, deadline: float) -> PairOutcome:
        """Judge with the pair that is ready, or with one made now."""
        self.prepare(work)
        ready, self._prepared = self._prepared, None
        assert ready is not None  # noqa: S101 - just prepared
        with contextlib.suppress(BrokenPipeError):  # its end is seen when it is watched
            while order:
                order = order[os.write(ready.order, order) :]
        os.close(ready.order)
        return self._watch(ready.child, ready.examiner, ready.events, deadline)

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

    def _fork(self, child: JailedChild, work: Work) -> tuple[int, int]:
        def examine(events: int) -> None:
            in_fork(self._copies, self._confinement, events, partial(work, child.channel))

        pair = start_examiner(examine)
        child.channel.close()
        return pair

    def _watch(
        self, child: JailedChild, examiner: int, events: int, deadline: float
    ) -> PairOutcome:
        self._over = child
        pair = Pair(child, examiner, events, self._limits)
        outcome = pair.watch(deadline, self.case_limits)
        self._ending = None if pair.is_waited_for else pair.examiner
        if outcome.why != "done":  # how the child ended is part of what happened
            outcome.ending = child.finish(_FINISH_SECONDS)
        return outcome

    def _discard(self) -> None:
        ready, self._prepared = self._prepared, None
        if ready is not None:
            os.close(ready.order)
            os.close(ready.events)
            kill_and_wait(ready.examiner)
            ready.child.kill()
            self._over = ready.child
            self.tidy()


def _with_late_parts(packages: tuple[str, ...]) -> list[str]:
    return [name for package in packages for name in (package, *_IMPORTED_LATE.get(package, ()))]


def handed_out(hidden_folder: str) -> list[str]:
    """Name what students have of the course of a hidden folder, which its cases may read."""
    return [str(above / "exercises") for above in Path(hidden_folder).parents[2:3]]


def _when_ordered(
    work: Waiting, waiting: int, order: int, connection: socket.socket, tell: Tell
) -> None:
    os.close(order)
    work.get_ready(connection)
    with os.fdopen(waiting, "rb") as reader:
        data = reader.read()
    if data:
        work.examine(tell, data)
