"""What runs in the sandbox of examiners: it has pytest and a lesson's hidden cases loaded.

The warm process holds no submission. What an examiner is to do, and with which submission, comes
over descriptors that only the fork reads, and the fork has closed all others: there is nothing of
another submission that it could be talked into telling.
"""

import contextlib
import gc
import linecache
import os
import random
import signal
import socket
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest

from grader.border.client import CONTROL, Client
from grader.border.codec import unpack
from grader.border.connection import Connection
from grader.border.contract import Contract, Terms
from grader.border.guards import Guards, install_guards
from grader.border.hidden_files import HiddenFiles
from grader.border.modules import ExaminerFinder, module_name
from grader.border.proxies import RemoteFunction
from grader.border.surroundings import Surroundings, watch_patched_modules
from grader.cases.events import CaseResult, Finished, Started, write_event
from grader.ground.children import print_nowhere
from grader.ground.folders import keep_to_ourselves
from grader.model.course import MIB

from .examiner import Examiner, plain_arguments, prepare_interpreter, pytest_arguments
from .fair_calls import DataTerms, draw_calls
from .jobs import Fault, Knowledge, Met, Recorded, RunCalls, RunCases, Task, Tell
from .stage import Stage
from .template import NotInAdvance, RecordingClient, TemplateClient, Unbound

_ENOUGH_WRONG = 8  # answers of one function: the others are not asked for
_OBJECTS_TO_COLLECT = 100_000  # far beyond what most runs make
_SINK = os.fdopen(1, "w", closefd=False)  # which leads nowhere in an examiner
_stages = msgspec.msgpack.Decoder(Stage)
_lessons = msgspec.msgpack.Decoder(Knowledge)
_tasks: msgspec.msgpack.Decoder[Task] = msgspec.msgpack.Decoder(Task)
Serve = Callable[[], object]


class _Warm(msgspec.Struct):
    """Cases collected in advance, waiting for a submission to be bound to."""

    client: TemplateClient
    examiner: Examiner
    items: list[pytest.Item]


class ExaminerHost:
    """What the warm process does for its forks, and what each fork is."""

    def __init__(self) -> None:
        self._stage: Stage
        self._knowledge: Knowledge | None = None
        self._warm: _Warm | None = None

    def begin(self, packed: bytes, _serve: Serve) -> None:
        """Make this process fit to run the hidden cases of a lesson."""
        self._stage = stage = _stages.decode(packed)
        keep_to_ourselves()
        os.chdir(stage.folder)  # what hidden files import may keep files where it begins
        prepare_interpreter(stage.cache_folder, stage.plugins, stage.packages)
        random.seed(0)
        print_nowhere()  # as hidden files do

    def learn(self, packed: bytes, serve: Serve) -> None:
        """Collect once and go on serving from inside pytest, where that can be."""
        stage, knowledge = self._stage, _lessons.decode(packed)
        self._knowledge, self._warm = knowledge, None
        if not knowledge.early.can_wait:
            return
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
                linecache.getlines(str(item.path))  # of which a failure shows a line
                examiner.plain[item] = plain_arguments(item, examiner)
            watch_patched_modules()
            HiddenFiles.of(stage.hidden_folder)
            gc.collect()
            gc.freeze()  # what is shared with the forks stays shared
            self._warm = _Warm(client, examiner, items)
            serve()

        examiner.loop = loop
        path = list(sys.meta_path)
        with contextlib.suppress(NotInAdvance):
            _run_pytest(client, examiner, files, stage, set(knowledge.fixtures))
        sys.meta_path[:] = path

    def examine(self, events: int, channel: int, task: int) -> NoReturn:
        """Be an examiner, and leave the process, whatever happens."""
        tell = partial(write_event, events)
        try:
            os.umask(0)
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends by no one's Ctrl-C
            threading.stack_size(MIB)  # a test's many threads must fit into the memory limit
            sys.stdout = sys.stderr = _SINK
            with open(task, "rb") as file:
                file.seek(0)
                asked = _tasks.decode(file.read())
            connection = socket.socket(fileno=channel)
            match asked:
                case RunCases() if self._warm and not asked.is_afresh | asked.is_recording:
                    _examine_collected(self._warm, connection, tell, asked, self._stage)
                case RunCases():
                    knowledge = None if asked.is_recording else self._knowledge
                    examine_afresh(connection, tell, asked, self._stage, knowledge)
                case RunCalls():
                    _examine_calls(connection, tell, asked, self._stage)
        except BaseException as error:
            tell(Fault(f"{type(error).__name__}: {error}"))
        finally:
            os.close(events)  # which is seen at once; that a process is gone takes longer
            os._exit(0)


def _examine_collected(
    warm: _Warm, connection: socket.socket, tell: Tell, task: RunCases, stage: Stage
) -> None:
    """Judge one submission, in a fork of the process that collected."""
    gc.set_threshold(_OBJECTS_TO_COLLECT)  # once in a run would differ from run to run
    gc.freeze()  # which begins the count anew, and touches nothing
    client, examiner = warm.client, warm.examiner
    examiner.send, examiner.most_failing = tell, task.most_failing
    try:
        client.connection = Connection(connection)
        tell(Met())
        turn_to(client, task.sources, stage)
        client.bind()
        examiner.run_items(examiner.choose(warm.items, task.todo))
    except Unbound:
        tell(Finished("unbound"))
        return
    except CONTROL:  # of what was submitted as it is imported; no case lets it through
        pass
    tell(_ending(client))


def _examine_calls(connection: socket.socket, tell: Tell, task: RunCalls, stage: Stage) -> None:
    """Make fair calls, each over a module imported anew: it shows what it does alone."""
    terms = DataTerms()
    surroundings = Surroundings(terms, stage.limits.printed_stop_bytes)
    client = Client(Connection(connection), terms, surroundings)
    examiner = Examiner(client, tell, stage.hidden_folder)
    wrong: Counter[str] = Counter()
    with contextlib.suppress(*CONTROL):
        if task.draws:
            drawn = draw_calls(stage.hidden_folder)
            task.calls = drawn.calls
            tell(drawn)
        turn_to(client, task.sources, stage)
        for call in task.calls:
            if wrong[call.function] == _ENOUGH_WRONG:
                continue
            examiner.result = CaseResult(call.text, "passed")
            tell(Started(call.text))
            examiner.begin(f"{call.text}{task.seed}")
            try:
                module = client.import_module(stage.module, again=True)
                function = client.get(module, call.function)
                if type(function) is RemoteFunction:
                    function(*unpack(call.arguments))
            except BaseException as error:
                examiner.note_phase("call", error)
            examiner.end(examiner.result)
            if call.fingerprint:  # the reference's own answers are compared with nothing
                wrong[call.function] += examiner.result.fingerprint != call.fingerprint
            if examiner.is_over(examiner.result):
                break
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
    examiner.todo, examiner.most_failing = task.todo, task.most_failing
    if knowledge is not None:  # the reference came through, so what follows is not the cases' doing
        tell(Met())
    _run_pytest(client, examiner, task.sources, stage, asked)
    examiner.end_collecting()
    if isinstance(client, RecordingClient):
        tell(Recorded(Contract(), client.early))
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
    sys.meta_path.insert(0, ExaminerFinder(client, sources))
    below = stage.hidden_folder + os.sep
    # a fork of a process that has collected holds the hidden modules of that collection
    modules = ((name, getattr(module, "__file__", None)) for name, module in [*sys.modules.items()])
    hidden = {name for name, file in modules if str(file or "").startswith(below)}
    for name in hidden.union(map(module_name, sources)):
        sys.modules.pop(name, None)
    with contextlib.suppress(*CONTROL):
        if not isinstance(client, TemplateClient):
            turn_to(client, sources, stage)
        cases = str(stage.case_folder() / "run")
        pytest.main(pytest_arguments(stage.hidden_folder, cases, asked), plugins=[examiner])


def turn_to(client: Client, sources: dict[str, bytes], stage: Stage) -> None:
    """Have the jail begin with a submission, and this process's hooks speak of it."""
    tempfile.tempdir = cases = str(stage.case_folder())
    install_guards(Guards(client, sources, stage.hidden_folder))  # which patch names themselves
    client.surroundings.begin({"work": str(Path.cwd()), "cases": cases})
    client.ask("begin()", "begin", sources, "submission", cases)


HOST = ExaminerHost()  # of this process
