"""The process that examiners are forked from: it has pytest and a lesson's hidden cases loaded.

It holds no submission, and no descriptor but its line to the supervisor. What an examiner is to
do, and with which submission, comes over descriptors that only the fork reads, and the fork has
closed all others: there is nothing of another submission that it could be talked into telling.
"""

import contextlib
import gc
import importlib
import os
import random
import signal
import socket
import sys
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import NoReturn, TypeVar

import msgspec
import pytest

from grader.cases.events import write_event
from grader.ground.children import die_with, print_nowhere
from grader.ground.folders import keep_to_ourselves
from grader.jail.reader import ReaderJail

from .examination import (
    Warm,
    WarmExaminer,
    confine_examiner,
    examine_afresh,
    ignore,
    run_pytest,
)
from .examiner import prepare_interpreter
from .jobs import Ask, Fault, Knowledge, RunCases, Task
from .plain_cases import plain_arguments
from .stage import Stage
from .template import NotInAdvance, TemplateClient

_MESSAGE_BYTES = 1 << 16
_MOST_DESCRIPTORS = 3
_stages = msgspec.msgpack.Decoder(Stage)
_lessons = msgspec.msgpack.Decoder(Knowledge)
_tasks: msgspec.msgpack.Decoder[Task] = msgspec.msgpack.Decoder(Task)
_T = TypeVar("_T")


class ExaminerHost:
    """Does what the supervisor asks: learn a lesson, fork an examiner, end it."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._pid = os.getpid()
        self._stage: Stage
        self._interviewer: ModuleType
        self._knowledge: Knowledge | None = None
        self._collected: Warm | None = None
        self._confinement: ReaderJail | None = None
        self._examiner = 0

    def serve(self) -> None:
        """Answer until the supervisor hangs up."""
        while True:
            message, descriptors, _, _ = socket.recv_fds(
                self._line, _MESSAGE_BYTES, _MOST_DESCRIPTORS
            )
            if not message:
                self._leave()
            match msgspec.json.decode(message)["do"]:
                case "begin":
                    self._begin(_read(descriptors[0], _stages))
                case "learn":
                    self._learn(_read(descriptors[0], _lessons))
                case "fork":
                    self._fork(*descriptors)
                case "end":
                    self._end()

    def _say(self, **answer: object) -> None:
        self._line.send(msgspec.json.encode(answer))

    def _leave(self) -> NoReturn:
        if self._examiner:
            os.kill(self._examiner, signal.SIGKILL)
        os._exit(0)  # somebody waits for the end: modules need not be taken apart

    def _begin(self, stage: Stage) -> None:
        self._stage = stage
        if stage.isolation == "full" and ReaderJail.leave_machine():
            die_with(os.getppid())  # which the kernel forgot, as rights have changed
        if stage.interviewer:
            self._interviewer = importlib.import_module(stage.interviewer)  # not in each fork
        os.chdir(stage.folder)  # what hidden files import may keep files where it begins
        prepare_interpreter(stage.cache_folder, stage.plugins, stage.packages)
        random.seed(0)
        print_nowhere()  # as hidden files do

    def _learn(self, knowledge: Knowledge) -> None:
        """Collect once and go on serving from inside pytest, where that can be."""
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
            self.serve()

        examiner.loop = loop
        path = list(sys.meta_path)
        with contextlib.suppress(NotInAdvance):
            run_pytest(client, examiner, files, self._stage, set(knowledge.fixtures))
        sys.meta_path[:] = path

    def _fork(self, channel: int, events: int, task: int) -> None:
        self._confinement = self._confinement or self._made_confinement()
        self._examiner = os.fork()
        if self._examiner == 0:
            self._examine(channel, events, task)
        for descriptor in (channel, events, task):
            os.close(descriptor)
        self._say(said="forked", pid=self._examiner)

    def _made_confinement(self) -> ReaderJail | None:
        stage = self._stage
        if stage.isolation == "none":
            return None
        return ReaderJail.prepare(
            readable=(stage.hidden_folder, *handed_out(stage.hidden_folder)),
            writable=(stage.copies, str(stage.case_folder())),
        )

    def _examine(self, channel: int, events: int, task: int) -> NoReturn:
        """Be an examiner, and leave the process, whatever happens."""
        tell = partial(write_event, events)
        try:
            os.chdir(self._stage.copies)
            confine_examiner(self._confinement, self._pid, (channel, events, task))
            asked = _read(task, _tasks)
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

    def _end(self) -> None:
        """End the examiner; say how it ended, where it had by itself."""
        examiner, self._examiner = self._examiner, 0
        status = 0
        if examiner:
            os.kill(examiner, signal.SIGKILL)
            status = os.waitstatus_to_exitcode(os.waitpid(examiner, 0)[1])
        self._say(said="ended", status=status)


def _read(descriptor: int, decoder: msgspec.msgpack.Decoder[_T]) -> _T:
    """Read what a file in memory holds."""
    with open(descriptor, "rb") as file:
        file.seek(0)
        return decoder.decode(file.read())


def handed_out(hidden_folder: str) -> list[str]:
    """Name what students have of the course of a hidden folder, which its cases may read."""
    return [str(above / "exercises") for above in Path(hidden_folder).parents[2:3]]


def main() -> None:
    """Serve over an inherited socket; end with the supervisor."""
    die_with(int(sys.argv[2]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    keep_to_ourselves()
    gc.freeze()  # modules stay
    ExaminerHost(socket.socket(fileno=int(sys.argv[1]))).serve()


if __name__ == "__main__":
    main()
