"""The jail of a single submission, begun before it is known whether a worker is needed.

While all that a submission answers is known, the pool's own process asks it, and no worker is
started. Anything else is for a worker, which goes on with this jail. A command begins one as soon
as it knows the lesson, and loads what judges while the jail starts.
"""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Self

from msgspec.structs import replace

from grader.errors import JailError
from grader.ground.temporary import lasting_folder
from grader.jail.spec import JailSpec

from .jail_children import JailChildren
from .stage import Stage

if TYPE_CHECKING:
    from .conversations import Row
    from .jobs import Job, Learn, Run
    from .scripts import Hear, Script, ScriptEnd

_PREFIX = "grader-jail-"


class EarlyJail:
    """Holds the jail and its folder until it is closed."""

    def __init__(self, spec: JailSpec) -> None:
        """Begin to start a jail, which is given a scratch folder of its own.

        Where that fails, whoever waits for the jail meets the fault.
        """
        with ExitStack() as held:
            folder = held.enter_context(lasting_folder(_PREFIX))
            self._spec = replace(spec, scratch=folder / "scratch")
            self._children = JailChildren(self._spec)
            held.callback(self._children.close)
            self._children.begin()
            self._held = held.pop_all()

    def run(self, script: "Script", hear: "Hear") -> "ScriptEnd":
        """Run a script beside a submission until it ends or a limit is reached; raises JailError.

        `hear` is given what it prints, as it comes.
        """
        from .scripts import run_script

        end = run_script(script, self._children.open(), self._spec.limits, hear)
        self._children.tidy()
        return end

    def judge(self, stage: Stage, job: "Job", learn: "Learn", rows: "Iterable[Row]") -> "Run | Job":
        """Judge by what is known, or give the job of a worker that judges from the start.

        Bytes that a submission answers are compared, as in a worker, and none is decoded.
        """
        from .jobs import Grow, Run
        from .known_worker import KnownWorker

        worker = KnownWorker(self._stage(stage), self._children)
        for order in (learn, Grow(list(rows))):
            worker.carry_out(order)
        done = worker.carry_out(job)
        if isinstance(done, Run):
            return done
        if done is None or (done.way is None and done.run is None):
            return job  # the jail broke down: a worker finds out why
        return replace(job, known="grow")

    @contextmanager
    def handed_over(self, stage: Stage) -> Iterator[Stage | None]:
        """Give the stage of a worker that inherits the jail; None where it needs a new one."""
        try:
            with self._children.handed_over() as jail:
                yield replace(self._stage(stage), jail=jail)
        except JailError:
            self.close()
            yield None

    def _stage(self, stage: Stage) -> Stage:
        return replace(stage, scratch=str(self._spec.scratch))

    def close(self) -> None:
        """End the jail with all in it, and remove its folder."""
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close()
