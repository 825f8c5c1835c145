"""A worker for lessons whose hidden cases run in the jail, beside the student's code.

The jail and its limits are those of other lessons. What a case came to is told by the process
that the submission runs in, so that it can be whatever the submission wants.
"""

import contextlib
import dataclasses
from functools import cached_property
from pathlib import Path

import msgspec

from grader.cases.messages import Task
from grader.jail.child import JailedChild
from grader.jail.reader import ReaderJail
from grader.jail.spec import JailSpec
from grader.model.course import Limits

from .jobs import Job, Knowledge
from .pair_maker import PairMaker
from .supervision import PairOutcome, Watch
from .together_events import ToldEvents
from .worker import Worker

_ENTRY = "grader.inside.together:main"
# what pytest is made of, in this jail alone
_PYTEST = ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments")
_TO_SEND_SECONDS = 10.0
_TO_END_SECONDS = 1.0  # for a process that has closed its channel


class JailWatch(Watch):
    """Watches a jailed child that runs hidden cases itself."""

    first_seconds = 5.0  # pytest begins, and the hidden files are imported, in the child

    def __init__(self, child: JailedChild, reader: ToldEvents, limits: Limits) -> None:
        super().__init__(child, child.channel.detach(), reader, limits)
        self._outcome.why = "ended"  # unless something else is heard of


class JailRuns(PairMaker):
    """Holds the warm jail of a worker, with pytest loaded in it; there is no examiner."""

    def run_task(self, task: Task, deadline: float) -> PairOutcome:
        """Run cases in a fresh process of the jail."""
        self._over = child = self._open()
        data = msgspec.msgpack.encode(task)
        child.channel.settimeout(_TO_SEND_SECONDS)
        with contextlib.suppress(OSError):  # its end is seen when it is watched
            child.channel.sendall(len(data).to_bytes(8, "little") + data)
        watch = JailWatch(child, ToldEvents(task.hidden), self._limits)
        watch.tell = self.tell
        outcome = watch.watch(deadline, self.case_limits)
        if outcome.why != "done":  # how the child ended is part of what happened
            outcome.ending = child.finish(_TO_END_SECONDS)
        return outcome

    def _spec(self) -> JailSpec:
        spec = super()._spec()
        plugins = (module.partition(".")[0] for module in self._stage.plugins)
        packages = tuple(dict.fromkeys((*spec.packages, *_PYTEST, *plugins)))
        return dataclasses.replace(spec, packages=packages, entry=_ENTRY)

    def _confine_examiners(self) -> ReaderJail | None:
        return None


class TogetherWorker(Worker):
    """Judges with the hidden cases in the jail."""

    def _make_pairs(self) -> PairMaker:
        self._runs = JailRuns(self._stage, self._limits, self._copies)
        return self._runs

    @cached_property
    def _hidden(self) -> dict[str, bytes]:
        folder = Path(self._stage.hidden_folder)
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts
        }

    def _pair(
        self,
        job: Job,
        sources: dict[str, bytes],
        knowledge: Knowledge | None,
        todo: list[str] | None,
        deadline: float,
    ) -> PairOutcome:
        folder = str(Path(self._stage.scratch) / "cases")
        plugins = self._stage.plugins
        task = Task(sources, self._hidden, folder, todo, job.until_failure, plugins)
        return self._runs.run_task(task, deadline)
