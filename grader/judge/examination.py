"""The forked half of a pair: one examiner over one submission, warm or from scratch."""

import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable

import pytest

from grader.border.client import CONTROL, Client
from grader.border.connection import Connection
from grader.border.contract import Contract, Terms
from grader.border.modules import ExaminerFinder, module_name
from grader.border.surroundings import Surroundings
from grader.cases.events import Finished
from grader.model.course import MIB

from .examiner import Examiner, pytest_arguments
from .jobs import Event, Knowledge, Met, Recorded, RunCases, Tell
from .opening import turn_to
from .stage import Stage
from .template import RecordingClient, TemplateClient, Unbound

_OBJECTS_TO_COLLECT = 100_000  # far beyond what most runs make
_SINK = os.fdopen(1, "w", closefd=False)  # which leads nowhere in an examiner


def begin_examiner() -> None:
    """Have this process end by no one's Ctrl-C but its own end, and print to no one."""
    os.umask(0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.stack_size(MIB)  # a test's many threads must fit into the memory limit
    sys.stdout = sys.stderr = _SINK


class WarmExaminer(Examiner):
    """Collects, then waits in its loop for submissions."""

    loop: Callable[[list[pytest.Item]], None]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.loop(session.items)
        return True


def ignore(event: Event) -> None:
    """Drop an event that nobody waits for."""


class Warm:
    """Cases collected in advance, waiting for a submission to be bound to."""

    def __init__(
        self, client: TemplateClient, examiner: WarmExaminer, stage: Stage, items: list[pytest.Item]
    ) -> None:
        self._client = client
        self._examiner = examiner
        self._stage = stage
        self._items = items

    def examine(self, connection: socket.socket, tell: Tell, task: RunCases) -> None:
        """Judge one submission, in a fork of the process that collected."""
        gc.set_threshold(_OBJECTS_TO_COLLECT)  # once in a run would differ from run to run
        gc.freeze()  # which begins the count anew, and touches nothing
        client, examiner = self._client, self._examiner
        examiner.until_failure = task.until_failure
        examiner.send = tell
        try:
            client.connection = Connection(connection)
            tell(Met())
            turn_to(client, task.sources, self._stage)
            client.bind()
        except Unbound:
            tell(Finished("unbound"))
            return
        except CONTROL:
            tell(_ending(client))
            return
        examiner.run_items(examiner.choose(self._items, task.todo))
        _check_quiet(client)
        tell(_ending(client))


def examine_afresh(
    connection: socket.socket,
    tell: Tell,
    task: RunCases,
    stage: Stage,
    knowledge: Knowledge | None,
) -> None:
    """Collect and judge in this process; without knowledge the run is recorded."""
    contract = Contract() if knowledge is None else knowledge.contract
    terms = Terms(contract, is_recording=knowledge is None)
    make = RecordingClient if knowledge is None else Client
    surroundings = Surroundings(terms, stage.limits.printed_stop_bytes)
    client = make(Connection(connection), terms, surroundings)
    asked = set(knowledge.fixtures) if knowledge is not None else None
    examiner = Examiner(client, tell, stage.hidden_folder)
    examiner.todo = task.todo
    if knowledge is not None:  # the reference came through, so what follows is not the cases' doing
        tell(Met())
    run_pytest(client, examiner, task.sources, stage, asked)
    examiner.end_collecting()
    _check_quiet(client)
    if isinstance(client, RecordingClient):
        tell(Recorded(Contract(), client.early, client.hidden))
    tell(_ending(client))


def _check_quiet(client: Client) -> None:
    """Count a frame that nobody asked for as a breach."""
    if client.broken is None and client.connection.has_waiting():
        client.broken = "breach"


def _ending(client: Client) -> Finished:
    return Finished(
        client.broken or "done", "".join(client.surroundings.printed), client.breach_reason
    )


def run_pytest(
    client: Client,
    examiner: Examiner,
    sources: dict[str, bytes],
    stage: Stage,
    asked: set[str] | None,
) -> None:
    """Have pytest collect, and run what the examiner's loop runs."""
    finder = ExaminerFinder(client, sources)
    sys.meta_path.insert(0, finder)
    below = stage.hidden_folder + os.sep
    # a fork of a process that has collected holds the hidden modules of that collection
    modules = ((name, getattr(module, "__file__", None)) for name, module in [*sys.modules.items()])
    hidden = {name for name, file in modules if str(file or "").startswith(below)}
    for name in hidden.union(map(module_name, sources)):
        sys.modules.pop(name, None)
    cases = stage.case_folder() / "run"
    try:
        if not isinstance(client, TemplateClient):
            turn_to(client, sources, stage)
        arguments = pytest_arguments(stage.hidden_folder, str(cases), asked)
        pytest.main(arguments, plugins=[examiner])
    except CONTROL:
        return
