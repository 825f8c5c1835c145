"""Runs hidden cases in the jail, beside the student's code.

The jail and its limits are those of other lessons. What a case came to is told by the process
that the submission runs in, so that it can be whatever the submission wants.
"""

import contextlib
from collections.abc import Collection
from functools import cached_property
from pathlib import Path

import msgspec

from grader.cases.events import CaseEvent, EventReader, Finished
from grader.cases.task import Task as CasesTask
from grader.course.course_file import files_below
from grader.jail.child import JailedChild
from grader.model.course import MIB, Limits

from .events import RunCases, Task
from .pairs import Pairs
from .stage import Stage
from .supervision import PairOutcome, Watch

_ENTRY = "grader.inside.together:main"
# what pytest is made of, in this jail alone
_PYTEST = ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments")
_MOST_BYTES = 32 * MIB  # of all that one run tells: thousands of cases that fail at length
_decoder: msgspec.msgpack.Decoder[CaseEvent] = msgspec.msgpack.Decoder(CaseEvent)
_TO_SEND_SECONDS = 10.0


class JailWatch(Watch):
    """Watches a jailed child that runs hidden cases itself."""

    first_seconds = 5.0  # pytest begins, and the hidden files are imported, in the child

    def __init__(self, child: JailedChild, limits: Limits) -> None:
        reader = EventReader(_decoder, _MOST_BYTES)
        super().__init__(child, child.channel.detach(), reader, limits)
        self._outcome.why = "ended"  # unless something else is heard of

    def _mistrust(self, reason: str) -> None:
        self._note(Finished("breach", "", reason))


class PairsInJail(Pairs):
    """Has pytest loaded in the warm jail; there is no examiner."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        plugins = (module.partition(".")[0] for module in stage.plugins)
        packages = tuple(dict.fromkeys((*self._spec.packages, *_PYTEST, *plugins)))
        self._spec = msgspec.structs.replace(self._spec, packages=packages, entry=_ENTRY)

    def begin(self) -> None:
        """Start the jail, which is all."""
        self._begin_jail()

    @cached_property
    def _hidden(self) -> dict[str, bytes]:
        folder = Path(self._stage.hidden_folder)
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in files_below(folder)
            if path.is_file()
        }

    def run(self, task: Task, deadline: float, cases: Collection[str] | None = None) -> PairOutcome:
        """Run cases in a fresh process of the jail; raises JailError."""
        assert isinstance(task, RunCases)  # noqa: S101 # there are no fair calls without examiners
        child = self.open_child()
        stage, folder = self._stage, str(self._stage.case_folder())
        asked = CasesTask(
            task.sources, self._hidden, folder, task.todo, task.until_failure, stage.plugins
        )
        data = msgspec.msgpack.encode(asked)
        child.channel.settimeout(_TO_SEND_SECONDS)
        with contextlib.suppress(OSError):  # its end is seen when it is watched
            child.channel.sendall(len(data).to_bytes(8, "little") + data)
        return self.watched(JailWatch(child, stage.limits), deadline, cases)
