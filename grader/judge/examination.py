"""The forked half of a pair: one examiner over one submission, warm or from scratch."""

import gc
import os
import resource
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from grader.border.client import CONTROL, Client
from grader.border.connection import Connection
from grader.border.contract import Contract, Terms
from grader.border.guards import Guards, install_guards
from grader.border.modules import ExaminerFinder, module_name
from grader.border.surroundings import Surroundings
from grader.cases.events import Finished, write_event
from grader.ground.children import die_with
from grader.jail.reader import ReaderJail
from grader.model.course import MIB

from .events import Event, Fault, Met, Recorded
from .examiner import Examiner, pytest_arguments
from .jobs import Knowledge
from .stage import Stage
from .template import RecordingClient, TemplateClient, Unbound

_OUR_MEMORY = 1024 * MIB  # beyond what an examiner holds when it starts
_OBJECTS_TO_COLLECT = 100_000  # far beyond what most runs make
# Open for the whole life of the process; a file that closed itself would warn at its end.
_SINK = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", closefd=False)
Tell = Callable[[Event], None]


def confine_examiner(copies: Path, confinement: ReaderJail | None, worker: int) -> None:
    """Give this process a folder, limits, no one to print to and a jail of its own.

    It ends with the worker, whatever it is at.
    """
    os.chdir(copies)
    os.umask(0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.stack_size(MIB)  # a test's many threads must fit into the memory limit
    sys.stdout = sys.stderr = _SINK
    # by the plainest calls: in a fork, each page that is touched for the first time costs
    statm = os.open("/proc/self/statm", os.O_RDONLY)
    pages = int(os.read(statm, 100).split()[0])
    os.close(statm)
    most = pages * resource.getpagesize() + _OUR_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if confinement is None:
        die_with(worker)
    else:
        confinement.put_on(worker)


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
        self, client: TemplateClient, examiner: WarmExaminer, stage: Stage, knowledge: Knowledge
    ) -> None:
        self.client = client
        self.stage = stage
        self.knowledge = knowledge
        self.examiner = examiner
        self.items: list[pytest.Item] = []

    def examine(
        self,
        connection: socket.socket,
        tell: Tell,
        sources: dict[str, bytes],
        todo: list[str] | None,
        until_failure: bool,
    ) -> None:
        """Judge one submission, in a fork of the process that collected."""
        gc.set_threshold(_OBJECTS_TO_COLLECT)  # once in a run would differ from run to run
        gc.freeze()  # which begins the count anew, and touches nothing
        client, examiner = self.client, self.examiner
        examiner.until_failure = until_failure
        examiner.send = tell
        try:
            client.connection = Connection(connection)
            tell(Met())
            turn_to(client, sources, self.stage)
            client.bind()
        except Unbound:
            tell(Finished("unbound"))
            return
        except CONTROL:
            tell(_ending(client))
            return
        examiner.run_items(examiner.choose(self.items, todo))
        _check_quiet(client)
        tell(_ending(client))


def examine_afresh(
    connection: socket.socket,
    tell: Tell,
    sources: dict[str, bytes],
    stage: Stage,
    knowledge: Knowledge | None,
    todo: list[str] | None,
) -> None:
    """Collect and judge in this process; without knowledge the run is recorded."""
    contract = Contract() if knowledge is None else knowledge.contract
    terms = Terms(contract, is_recording=knowledge is None)
    make = RecordingClient if knowledge is None else Client
    surroundings = Surroundings(terms, stage.limits.printed_stop_bytes)
    client = make(Connection(connection), terms, surroundings)
    asked = set(knowledge.fixtures) if knowledge is not None else None
    examiner = Examiner(client, tell, stage.hidden_folder)
    examiner.todo = todo
    if knowledge is not None:  # the reference came through, so what follows is not the cases' doing
        tell(Met())
    run_pytest(client, examiner, sources, stage, asked)
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


def turn_to(client: Client, sources: dict[str, bytes], stage: Stage) -> None:
    """Have the jail begin with a submission, and this process's hooks speak of it."""
    tempfile.tempdir = cases = str(stage.case_folder())
    install_guards(Guards(client, sources, stage.hidden_folder))  # which patch names themselves
    client.surroundings.begin({"work": str(Path.cwd()), "cases": cases})
    client.ask("begin()", "begin", sources, "submission", cases)


def in_fork(
    copies: Path,
    confinement: ReaderJail | None,
    worker: int,
    events: int,
    *,
    work: Callable[[Tell], None],
) -> None:
    """Run the examiner's work and leave the process, whatever happens."""
    tell: Tell = partial(write_event, events)
    try:
        confine_examiner(copies, confinement, worker)
        work(tell)
    except BaseException as error:
        tell(Fault(f"{type(error).__name__}: {error}"))
    finally:
        os.close(events)  # which is seen at once; that a process is gone takes longer
        os._exit(0)
