"""The forked half of a pair: one examiner over one submission, warm or from scratch."""

import contextlib
import gc
import linecache
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.border.client import CONTROL, Client
from grader.border.connection import Connection
from grader.border.contract import Contract, Terms
from grader.border.guards import Guards, install_guards
from grader.border.modules import ExaminerFinder, module_name
from grader.border.surroundings import Surroundings
from grader.cases.events import Finished
from grader.model.course import MIB

from .examiner import Examiner, pytest_arguments
from .jobs import Knowledge, Met, Recorded, RunCases, Tell
from .plain_cases import plain_arguments
from .stage import Stage
from .template import NotInAdvance, RecordingClient, TemplateClient, Unbound

_OBJECTS_TO_COLLECT = 100_000  # far beyond what most runs make
_SINK = os.fdopen(1, "w", closefd=False)  # which leads nowhere in an examiner


def begin_examiner() -> None:
    """Have this process end by no one's Ctrl-C but its own end, and print to no one."""
    os.umask(0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.stack_size(MIB)  # a test's many threads must fit into the memory limit
    sys.stdout = sys.stderr = _SINK


@dataclass(frozen=True)
class Warm:
    """Cases collected in advance, waiting for a submission to be bound to."""

    client: TemplateClient
    examiner: Examiner
    stage: Stage
    items: list[pytest.Item]

    def examine(self, connection: socket.socket, tell: Tell, task: RunCases) -> None:
        """Judge one submission, in a fork of the process that collected."""
        gc.set_threshold(_OBJECTS_TO_COLLECT)  # once in a run would differ from run to run
        gc.freeze()  # which begins the count anew, and touches nothing
        client, examiner = self.client, self.examiner
        examiner.until_failure = task.until_failure
        examiner.send = tell
        try:
            client.connection = Connection(connection)
            tell(Met())
            turn_to(client, task.sources, self.stage)
            client.bind()
            examiner.run_items(examiner.choose(self.items, task.todo))
        except Unbound:
            tell(Finished("unbound"))
            return
        except CONTROL:  # of what was submitted as it is imported; no case lets it through
            pass
        tell(_ending(client))


def collect(knowledge: Knowledge, stage: Stage, serve: Callable[[Warm], object]) -> None:
    """Collect a lesson's cases, and serve from inside pytest, where that can be."""
    files = dict.fromkeys((*stage.course_files, *stage.hand_in), b"")
    most_printed = stage.limits.printed_stop_bytes
    client = TemplateClient(knowledge.early, knowledge.contract, most_printed)
    examiner = Examiner(client, lambda _: None, stage.hidden_folder)

    def loop(items: list[pytest.Item]) -> None:
        known = [case.id for case in knowledge.cases]
        if [*examiner.ids.values()] != known or not client.is_ready():
            return
        for item in items:  # what is worked out when it is asked for; once, not in each fork
            _ = item.location
            linecache.getlines(str(item.path))  # whose lines a failure shows
            examiner.plain[item] = plain_arguments(item, examiner)
        gc.collect()
        gc.freeze()  # what is shared with the forks stays shared
        serve(Warm(client, examiner, stage, items))

    examiner.loop = loop
    path = list(sys.meta_path)
    with contextlib.suppress(NotInAdvance):
        _run_pytest(client, examiner, files, stage, set(knowledge.fixtures))
    sys.meta_path[:] = path


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
    _run_pytest(client, examiner, task.sources, stage, asked)
    examiner.end_collecting()
    if isinstance(client, RecordingClient):
        tell(Recorded(Contract(), client.early, client.hidden))
    tell(_ending(client))


def _ending(client: Client) -> Finished:
    """Say how it ended; a frame that nobody asked for is a breach."""
    if client.broken is None and client.connection.has_waiting():
        client.broken = "breach"
    printed = "".join(client.surroundings.printed)
    return Finished(client.broken or "done", printed, client.breach_reason)


def _run_pytest(
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


def turn_to(client: Client, sources: dict[str, bytes], stage: Stage) -> None:
    """Have the jail begin with a submission, and this process's hooks speak of it."""
    tempfile.tempdir = cases = str(stage.case_folder())
    install_guards(Guards(client, sources, stage.hidden_folder))  # which patch names themselves
    client.surroundings.begin({"work": str(Path.cwd()), "cases": cases})
    client.ask("begin()", "begin", sources, "submission", cases)
