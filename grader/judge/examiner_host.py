"""What runs in the sandbox of examiners: it has pytest and a lesson's hidden cases loaded.

The warm process holds no submission. What an examiner is to do, and with which submission, comes
over descriptors that only the fork reads, and the fork has closed all others: there is nothing of
another submission that it could be talked into telling.
"""

import importlib
import os
import random
import socket
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import NoReturn

import msgspec

from grader.cases.events import write_event
from grader.ground.children import print_nowhere
from grader.ground.folders import keep_to_ourselves

from .examination import Warm, begin_examiner, collect, examine_afresh
from .examiner import prepare_interpreter
from .jobs import Ask, Fault, Knowledge, RunCases, Task
from .stage import Stage

_stages = msgspec.msgpack.Decoder(Stage)
_lessons = msgspec.msgpack.Decoder(Knowledge)
_tasks: msgspec.msgpack.Decoder[Task] = msgspec.msgpack.Decoder(Task)
Serve = Callable[[], object]


class ExaminerHost:
    """What the warm process does for its forks, and what each fork is."""

    def __init__(self) -> None:
        self._stage: Stage
        self._interviewer: ModuleType
        self._knowledge: Knowledge | None = None
        self._collected: Warm | None = None

    def begin(self, packed: bytes, _serve: Serve) -> None:
        """Make this process fit to run the hidden cases of a lesson."""
        self._stage = stage = _stages.decode(packed)
        keep_to_ourselves()
        if stage.interviewer:
            self._interviewer = importlib.import_module(stage.interviewer)  # not in each fork
        os.chdir(stage.folder)  # what hidden files import may keep files where it begins
        prepare_interpreter(stage.cache_folder, stage.plugins, stage.packages)
        random.seed(0)
        print_nowhere()  # as hidden files do

    def learn(self, packed: bytes, serve: Serve) -> None:
        """Collect once and go on serving from inside pytest, where that can be."""
        self._knowledge, self._collected = _lessons.decode(packed), None

        def serve_collected(collected: Warm) -> None:
            self._collected = collected
            serve()

        if self._knowledge.early.can_wait:
            collect(self._knowledge, self._stage, serve_collected)

    def examine(self, events: int, channel: int, task: int) -> NoReturn:
        """Be an examiner, and leave the process, whatever happens."""
        tell = partial(write_event, events)
        try:
            begin_examiner()
            with open(task, "rb") as file:
                file.seek(0)
                asked = _tasks.decode(file.read())
            connection = socket.socket(fileno=channel)
            match asked:
                case RunCases() if self._collected and not asked.is_afresh | asked.is_recording:
                    self._collected.examine(connection, tell, asked)
                case RunCases():
                    knowledge = None if asked.is_recording else self._knowledge
                    examine_afresh(connection, tell, asked, self._stage, knowledge)
                case Ask():
                    self._interviewer.reply(connection, tell, asked, self._stage)
        except BaseException as error:
            tell(Fault(f"{type(error).__name__}: {error}"))
        finally:
            os.close(events)  # which is seen at once; that a process is gone takes longer
            os._exit(0)


HOST = ExaminerHost()  # of this process
