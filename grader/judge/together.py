"""A worker for lessons whose hidden cases run in the jail, beside the student's code.

The jail and its limits are those of other lessons. What a case came to is told by the process
that the submission runs in, so that it can be whatever the submission wants: what cannot be is
refused, the rest becomes events.
"""

import contextlib
import hashlib
import socket
import time
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

import msgspec

from grader.cases.comparison import ORDERS, expectation, not_raised_text
from grader.cases.messages import (
    Began,
    Compared,
    Found,
    Over,
    Task,
    Told,
    ToldReader,
    Trouble,
    UnreadableTold,
    Went,
)
from grader.cases.value_kinds import PLAIN_KINDS
from grader.course.course_file import files_below
from grader.jail.child import JailedChild
from grader.jail.jail import Jail
from grader.model.course import Limits
from grader.model.report import FailureKind
from grader.model.text import cut_pair, cut_text, mask_run, printable, source_lines

from .events import CaseResult, Collected, Ended, Event, Failure, Finished, Started
from .failure import Shown
from .jobs import Job, Knowledge
from .pair_maker import PairMaker
from .stage import Stage
from .supervision import PairOutcome, Watch
from .worker import Worker

_WHOLE_FILE = "<module>"


class ToldEvents:
    """Cuts the bytes of a jail's channel into events; what breaks the form is a breach."""

    def __init__(self, hidden: Mapping[str, bytes]) -> None:
        self._hidden = hidden
        self._reader = ToldReader()
        self._running: str | None = None
        self._has_found = False
        self._to_begin: set[str] = set()  # each starts a clock, so that it begins once
        self._began = time.monotonic()

    def feed(self, data: bytes) -> list[Event]:
        """Take bytes in; give back the events that are complete."""
        events: list[Event] = []
        try:
            for told in self._reader.feed(data):
                events.append(self._event(told))
        except UnreadableTold as error:
            events.append(Finished("breach", "", str(error)))
        return events

    def _event(self, told: Told) -> Event:
        match told:
            case Found() if not self._has_found:
                self._has_found = True
                self._to_begin.update(case.id for case in told.cases)
                broken = {file: _import_failure(trouble) for file, trouble in told.broken.items()}
                return Collected(told.cases, broken, [])
            case Began() if told.case in self._to_begin:
                self._to_begin.remove(told.case)
                self._running = told.case  # one before it that never went has no result
                return Started(told.case)
            case Went() if told.case == self._running:
                self._running = None
                return Ended(self._result(told))
            case Over():
                return Finished("memory" if told.is_full else "done", "")
        raise UnreadableTold(f"{type(told).__name__} was told out of turn")

    def _result(self, told: Went) -> CaseResult:
        result = CaseResult(told.case, told.outcome, share=told.share)
        result.seconds = told.seconds if 0 <= told.seconds <= self._went_by() else 0.0
        result.fingerprint = told.outcome
        if told.trouble is not None:
            result.failure, result.shown = _explain(told.trouble)
            text = f"{_name(told.trouble)}: {told.trouble.text}"
            result.text = mask_run(cut_text(text, 4000))
            whole = f"{_types(told.trouble)}|{mask_run(told.trouble.text)}{told.trouble.compared!r}"
            result.fingerprint = hashlib.sha256(whole.encode()).hexdigest()
            for line in told.trouble.lines:
                data = self._hidden.get(line.file)
                if line.is_hidden and data is not None:
                    lines = dict(enumerate(source_lines(data), start=1))
                    source = lines.get(line.number, "").strip()[:200]
                    name = printable(line.function, lines=False)
                    result.frames.append((line.file, line.number, name, source))
        return result

    def _went_by(self) -> float:
        return time.monotonic() - self._began


def _import_failure(trouble: Trouble) -> Failure:
    line = trouble.lines[-1] if trouble.lines else None
    is_theirs = line is not None and not line.is_hidden
    if not is_theirs and not trouble.is_import:  # an assert of the hidden file, say
        return Failure("test_error", _types(trouble))
    # a function that a hidden file called got something of the file's
    is_whole = trouble.is_import or any(
        line.function == _WHOLE_FILE for line in trouble.lines if not line.is_hidden
    )
    file, number = (line.file, line.number) if line is not None and is_theirs else ("", 0)
    kind: FailureKind = "import" if is_whole else "raised"
    return Failure(kind, _types(trouble), "", trouble.text, file, number, trouble.column)


def _explain(trouble: Trouble) -> tuple[Failure, Shown]:
    line = trouble.lines[-1] if trouble.lines else None
    if line is not None and not line.is_hidden:
        failure = Failure(
            "raised", _types(trouble), text=trouble.text[:2000], file=line.file, line=line.number
        )
        return failure, (None, None, f"{_name(trouble)}: {trouble.text}")
    if trouble.compared is not None:
        return _compared(trouble.compared)
    missed = not_raised_text(trouble.text)
    if missed is not None:
        return Failure("not_raised"), (None, missed, None)
    text = cut_text(trouble.text, 2000)
    if trouble.is_assertion:
        return Failure("asserted", text=text), (None, None, None)
    return Failure("unusable", _name(trouble), text=text), (None, None, None)


def _compared(found: Compared) -> tuple[Failure, Shown]:
    expected = expectation(found.operator, found.expected.text)
    shown = (None, *cut_pair(expected, found.got.text))
    kinds = {found.got.kind, found.expected.kind}
    is_alike = found.operator in ("==", "is", *ORDERS)
    if is_alike and len(kinds) == 2 and kinds <= PLAIN_KINDS:
        return Failure("wrong_type", found.got.kind, found.expected.kind), shown
    return Failure("wrong_value"), shown


def _name(trouble: Trouble) -> str:
    return trouble.types[0].rpartition(".")[2] if trouble.types else ""


def _types(trouble: Trouble) -> str:
    return "|".join(trouble.types[:10])


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
        child = self.open_child()
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
