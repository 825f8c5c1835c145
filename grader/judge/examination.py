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

from grader.bridge import policy
from grader.bridge.contract import Contract, Learned
from grader.bridge.exceptions import CONTROL
from grader.bridge.file_guard import RUN
from grader.bridge.guards import Guards
from grader.bridge.modules import StudentFinder, forget_modules
from grader.bridge.session import Session
from grader.bridge.surroundings import Surroundings
from grader.cases.exits import PastPytest
from grader.ground.children import die_with
from grader.jail.reader import ReaderJail
from grader.model.course import MIB
from grader.wire.channel import Channel

from .events import Event, Fault, Finished, Met, write_event
from .examiner import Examiner, pytest_arguments
from .jobs import Knowledge
from .stage import Stage
from .template import RecordingSession, TemplateSession, Unbound

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
        self, session: TemplateSession, examiner: WarmExaminer, stage: Stage, knowledge: Knowledge
    ) -> None:
        self.session = session
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
        session, examiner = self.session, self.examiner
        examiner.until_failure = until_failure
        examiner.send = tell
        try:
            session.connect(Channel(connection))
            turn_to(session, sources, self.stage)
            tell(Met())
            session.bind(self.knowledge.contract, sources, self.stage.folder_to_copy())
        except Unbound:
            tell(Finished("unbound", ""))
            return
        except CONTROL:
            tell(_ending(session))
            return
        examiner.run_items(examiner.choose(self.items, todo))
        _check_quiet(session)
        tell(_ending(session))


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
    learned = Learned(contract, is_recording=knowledge is None)
    make = RecordingSession if knowledge is None else Session
    stop_at = stage.limits.printed_stop_bytes
    session = make(Channel(connection), learned, stage.hidden_folder, stop_at)
    asked = set(knowledge.fixtures) if knowledge is not None else None
    examiner = Examiner(session, tell, stage.hidden_folder)
    examiner.todo = todo
    if knowledge is not None:  # the reference came through, so what follows is not the cases' doing
        tell(Met())
    run_pytest(session, examiner, sources, stage, asked)
    examiner.end_collecting()
    _check_quiet(session)
    event = _ending(session)
    if isinstance(session, RecordingSession):
        event.early, event.hidden = session.early, session.hidden
    tell(event)


def _check_quiet(session: Session) -> None:
    """Count a frame that nobody asked for as a breach."""
    if session.broken is None and session.channel.has_waiting():
        session.broken = "breach"


def _ending(session: Session) -> Finished:
    return Finished(session.broken or "done", session.output.text(), session.breach_reason)


def run_pytest(
    session: Session,
    examiner: Examiner,
    sources: dict[str, bytes],
    stage: Stage,
    asked: set[str] | None,
) -> None:
    """Have pytest collect, and run what the examiner's loop runs."""
    finder = StudentFinder(session, sources)
    sys.meta_path.insert(0, finder)
    below = stage.hidden_folder + os.sep
    # a fork of a process that has collected holds the hidden modules of that collection
    modules = ((name, getattr(module, "__file__", None)) for name, module in [*sys.modules.items()])
    hidden = {name for name, file in modules if str(file or "").startswith(below)}
    forget_modules(finder.names() | hidden)
    cases = stage.case_folder() / RUN
    try:
        if not isinstance(session, TemplateSession):
            turn_to(session, sources, stage)
            session.ask("begin", (sources, "submission", stage.folder_to_copy()))
        arguments = pytest_arguments(stage.hidden_folder, str(cases), asked)
        pytest.main(arguments, plugins=[examiner, examiner.collecting, PastPytest()])
    except CONTROL:
        return


SURROUNDINGS = Surroundings()


def turn_to(session: Session, sources: dict[str, bytes], stage: Stage) -> None:
    """Have this process's hooks speak to a session."""
    cases = stage.case_folder()
    tempfile.tempdir = str(cases)
    folders = (str(Path.cwd()), stage.scratch)
    guards = Guards(session, sources, stage.hidden_folder, folders)
    session.heard, session.sources = guards.heard, sources
    policy.offer_classes_below(stage.hidden_folder)
    SURROUNDINGS.turn_to(guards, Path.cwd(), cases, not stage.folder_to_copy())


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
