"""The jail of a pool that has one worker, begun before it is known whether one is needed.

While all that a submission answers is known, the pool's own process asks it, and no worker is
started. Anything else is for a worker, which goes on with this jail.
"""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from grader.errors import JailError
from grader.ground.temporary import lasting_folder

from .conversations import Row
from .jail_children import JailChildren
from .jobs import Grow, Job, Learn, Run, Stage
from .known_worker import KnownWorker

_PREFIX = "grader-jail-"


class EarlyJail:
    """Holds the jail and its folder until the pool is closed."""

    def __init__(self, stage: Stage) -> None:
        """Begin to start the jail."""
        self._folder = lasting_folder(_PREFIX)
        self._stage = msgspec.structs.replace(stage, scratch=str(self._folder / "scratch"))
        self._children = JailChildren(self._stage.jail_spec())
        self._children.begin()

    def judge(self, job: Job, learn: Learn, rows: Iterable[Row]) -> Run | Job:
        """Judge by what is known, or give the job of a worker that judges from the start.

        Bytes that a submission answers are compared, as in a worker, and none is decoded.
        """
        worker = KnownWorker(self._stage, self._children)
        for order in (learn, Grow(list(rows))):
            worker.carry_out(order)
        done = worker.carry_out(job)
        if isinstance(done, Run):
            return done
        if done is None or (done.way is None and done.run is None):
            return job  # the jail broke down: a worker finds out why
        return msgspec.structs.replace(job, known="grow")

    @contextmanager
    def handed_over(self) -> Iterator[Stage | None]:
        """Give the stage of a worker that inherits the jail; None where it needs a new one."""
        try:
            with self._children.handed_over() as jail:
                yield msgspec.structs.replace(self._stage, jail=jail)
        except JailError:
            self.close()
            yield None

    def close(self) -> None:
        """End the jail with all in it, and remove its folder."""
        self._children.close()
        shutil.rmtree(self._folder, ignore_errors=True)
