"""A worker for lessons whose hidden cases run in the jail, beside the student's code.

The jail and its limits are those of other lessons. What a case came to is told by the process
that the submission runs in, so that it can be whatever the submission wants.
"""

import contextlib
import socket
from functools import cached_property
from pathlib import Path

import msgspec

from grader.cases.events import CaseEvent, EventReader, Finished
from grader.cases.task import Task
from grader.course.course_file import files_below
from grader.jail.child import JailedChild
from grader.jail.jail import Jail
from grader.model.course import MIB, Limits

from .jobs import Job, Knowledge
from .pair_maker import PairMaker
from .stage import Stage
from .supervision import PairOutcome, Watch
from .worker import Worker

_ENTRY = "grader.inside.together:main"
# what pytest is made of, in this jail alone
_PYTEST = ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments")
_MOST_BYTES = 32 * MIB  # of all that one run tells: thousands of cases that fail at length
_decoder: msgspec.msgpack.Decoder[CaseEvent] = msgspec.msgpack.Decoder(CaseEvent)
_TO_SEND_SECONDS = 10.0
_TO_END_SECONDS = 1.0  # for a process that has closed its channel


class JailWatch(Watch):
    """Watches a jailed child that runs hidden cases itself."""

    first_seconds = 5.0  # pytest begins, and the hidden files are imported, in the child

    def __init__(self, child: JailedChild, limits: Limits) -> None:
        reader = EventReader(_decoder, _MOST_BYTES)
        super().__init__(child, child.channel.detach(), reader, limits)
        self._outcome.why = "ended"  # unless something else is heard of

    def _mistrust(self, reason: str) -> None:
        self._note(Finished("breach", "", reason))


class JailRuns(PairMaker):
    """Holds the warm jail of a worker, with pytest loaded in it; there is no examiner."""

    def run_task(self, task: Task, deadline: float) -> PairOutcome:
        """Run cases in a fresh process of the jail."""
        child = self.open_child()
        data = msgspec.msgpack.encode(task)
        child.channel.settimeout(_TO_SEND_SECONDS)
        with contextlib.suppress(OSError):  # its end is seen when it is watched
            child.channel.sendall(len(data).to_bytes(8, "little") + data)
        watch = JailWatch(child, self._limits)
        watch.tell = self.tell
        outcome = watch.watch(deadline, self.case_limits, task.todo)
        if outcome.why != "done":  # how the child ended is part of what happened
            outcome.ending = child.finish(_TO_END_SECONDS)
        return outcome


class TogetherWorker(Worker):
    """Judges with the hidden cases in the jail."""

    def __init__(self, connection: socket.socket, stage: Stage, folder: Path) -> None:
        spec = stage.jail_spec()
        plugins = (module.partition(".")[0] for module in stage.plugins)
        packages = tuple(dict.fromkeys((*spec.packages, *_PYTEST, *plugins)))
        jail = Jail(msgspec.structs.replace(spec, packages=packages, entry=_ENTRY))
        self._runs = JailRuns(stage, jail, folder / "copies")
        super().__init__(connection, stage, self._runs)

    @cached_property
    def _hidden(self) -> dict[str, bytes]:
        folder = Path(self._stage.hidden_folder)
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in files_below(folder)
            if path.is_file()
        }

    def _pair(
        self,
        job: Job,
        sources: dict[str, bytes],
        knowledge: Knowledge | None,
        todo: list[str] | None,
        deadline: float,
    ) -> PairOutcome:
        folder = str(self._stage.case_folder())
        plugins = self._stage.plugins
        task = Task(sources, self._hidden, folder, todo, job.until_failure, plugins)
        return self._runs.run_task(task, deadline)
