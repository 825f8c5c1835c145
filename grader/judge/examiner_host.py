"""What runs in the sandbox of examiners: it has pytest and a lesson's hidden cases loaded.

The warm process holds no submission. What an examiner is to
do, and with which submission, comes over descriptors that only the fork reads, and the fork has
closed all others: there is nothing of another submission that it could be talked into telling.
"""

import contextlib
import gc
import importlib
import os
import random
import socket
import sys
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import NoReturn

import msgspec
import pytest

from grader.cases.events import write_event
from grader.ground.children import print_nowhere
from grader.ground.folders import keep_to_ourselves

from .examination import (
    Warm,
    WarmExaminer,
    begin_examiner,
    examine_afresh,
    ignore,
    run_pytest,
)
from .examiner import prepare_interpreter
from .jobs import Ask, Fault, Knowledge, RunCases, Task
from .plain_cases import plain_arguments
from .stage import Stage
from .template import NotInAdvance, TemplateClient

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
        knowledge = _lessons.decode(packed)
        self._knowledge, self._collected = knowledge, None
        if not knowledge.early.can_wait:
            return
        files = dict.fromkeys((*self._stage.course_files, *self._stage.hand_in), b"")
        most_printed = self._stage.limits.printed_stop_bytes
        client = TemplateClient(knowledge.early, knowledge.contract, most_printed)
        examiner = WarmExaminer(client, ignore, self._stage.hidden_folder)

        def loop(items: list[pytest.Item]) -> None:
            known = [case.id for case in knowledge.cases]
            if [*examiner.ids.values()] != known or not client.is_ready():
                return
            for item in items:  # what is worked out when it is asked for; once, not in each fork
                _ = item.location
                examiner.plain[item] = plain_arguments(item, examiner)
            self._collected = Warm(client, examiner, self._stage, items)
            gc.collect()
            gc.freeze()  # what is shared with the forks stays shared
            serve()

        examiner.loop = loop
        path = list(sys.meta_path)
        with contextlib.suppress(NotInAdvance):
            run_pytest(client, examiner, files, self._stage, set(knowledge.fixtures))
        sys.meta_path[:] = path

    def examine(self, channel: int, events: int, task: int) -> NoReturn:
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
