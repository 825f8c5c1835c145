"""Runs hidden cases beside the student's code, in one plain pytest; tells how each went.

What is to run comes over the channel, and what became of it goes back over it. The submission is
not handed the channel, but nothing here could keep it from finding it.
"""

import hashlib
import importlib
import os
import random
import site
import sys
import traceback
from functools import partial

import msgspec
import pytest
from _pytest.config import default_plugins

from grader.border.modules import write_files
from grader.cases.comparison import compared, is_approx, mirrored, refuted, unittest_sides
from grader.cases.events import CaseResult, Failure, Finished, Shown, TogetherTask, write_event
from grader.cases.gradescope import install
from grader.cases.plugin import CasePlugin, frames_of, text_of, whole
from grader.model.text import cut_text, mask_run

for _name in default_plugins:  # once in the warm jail, and not in each child
    importlib.import_module(f"_pytest.{_name}")

_SETTINGS = "pytest.ini"
_LONGEST_TEXT, _LONGEST_NAME = 2_000, 400
_MOST_TYPES = 10
_WHOLE_FILE = "<module>"


class Beside(CasePlugin):
    """Runs hidden cases in the process of the submission."""

    def __init__(self, channel: int, folder: str, hidden_folder: str) -> None:
        super().__init__(partial(write_event, channel), hidden_folder)
        self._folder = folder

    def failure_of_file(self, file: str, error: BaseException) -> Failure:
        line, column, text = 0, 0, self._bare(text_of(error))
        is_import = isinstance(error, ImportError | SyntaxError)
        own, is_innermost = frames_of(error, self._folder), self._is_of_submission(error)
        if isinstance(error, SyntaxError):
            file, line = os.path.relpath(str(error.filename), self._folder), error.lineno or 0
            is_innermost = not file.startswith("..")
            text, column = whole(str(error.msg)), max(error.offset or 0, 0)
        elif own:
            file, line = own[-1][:2]
        if not is_innermost and not is_import:  # an assert of the hidden file, say
            return Failure("test_error", _types(error))
        # a function that a hidden file called got something of the file's
        is_whole = is_import or any(function == _WHOLE_FILE for _, _, function, _ in own)
        place = (file, max(line, 0)) if is_innermost else ("", 0)
        text = text[:_LONGEST_TEXT]
        return Failure("import" if is_whole else "raised", _types(error), "", text, *place, column)

    def explain(self, error: BaseException) -> tuple[Failure, Shown]:
        text = cut_text(self._bare(text_of(error)), _LONGEST_TEXT)
        if self._is_of_submission(error):
            file, line = frames_of(error, self._folder)[-1][:2]
            failure = Failure("raised", _types(error), text=text, file=file, line=line)
            return failure, (None, None, f"{type(error).__name__}: {text}")
        sides = self.sides or unittest_sides(error.__traceback__)
        if not isinstance(error, AssertionError) or sides is None:
            return refuted(error, text)
        left, right, operator = sides
        if is_approx(left):
            sides = right, left, mirrored(operator)
        return compared(sides, _show)

    def begin(self, case: str) -> None:
        random.seed(case)

    def end(self, result: CaseResult) -> None:
        result.text = result.text and self._bare(result.text)
        did = f"{result.outcome}|{result.failure}|{result.shown}|{result.text}"
        result.fingerprint = hashlib.sha256(mask_run(did).encode()).hexdigest()[:16]
        super().end(result)

    def run_items(self, items: list[pytest.Item]) -> None:
        super().run_items(items)
        self.finish()

    def finish(self) -> None:
        """Say that no case follows: all are done, or the process is full."""
        self.send(Finished("memory" if self.is_over(self.result) else "done"))

    def _is_of_submission(self, error: BaseException) -> bool:
        """Whether the innermost of the lines that are known is the submission's."""
        files = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
        own, hidden = self._folder + os.sep, self.hidden + os.sep
        known = [file.startswith(own) for file in files if file.startswith((own, hidden))]
        return bool(known) and known[-1]

    def _bare(self, text: str) -> str:
        """Name files as their authors know them."""
        return text.replace(f"{self._folder}/", "").replace(f"{self.hidden}/", "")


def _types(error: BaseException) -> str:
    """Name an exception's type and its bases."""
    kinds = [kind for kind in type(error).__mro__ if issubclass(kind, BaseException)]
    names = [f"{kind.__module__}.{kind.__qualname__}"[:_LONGEST_NAME] for kind in kinds]
    return whole("|".join(names[:_MOST_TYPES]))


def _show(value: object) -> str:
    return whole(mask_run(cut_text(repr(value), _LONGEST_TEXT)))


def main(channel: int) -> None:
    """Run what the other side sends, in this process, which has loaded pytest before."""
    with open(channel, "rb", closefd=False) as sent:
        packed = sent.read(int.from_bytes(sent.read(8), "little"))
    task = msgspec.msgpack.decode(packed, type=TogetherTask)
    work, hidden = os.getcwd(), os.path.join(task.folder, "hidden")
    write_files(task.sources)
    os.makedirs(hidden, exist_ok=True)
    write_files(task.hidden, hidden)
    site.setquit()  # the jail's interpreter is started without site's additions
    install()
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ["PYTEST_PLUGINS"] = ",".join(task.plugins)
    sys.path.insert(0, work)
    beside = Beside(channel, work, hidden)
    beside.todo = task.todo
    settings = os.path.join(hidden, _SETTINGS)
    arguments = [
        *("-c", settings if os.path.exists(settings) else os.devnull),
        *(f"--rootdir={hidden}", f"--confcutdir={hidden}"),
        f"--basetemp={os.path.join(task.folder, 'run')}",
        "--capture=no",  # what is printed is counted outside, and reaches a test that asks for it
        "-pno:terminal",
        hidden,
    ]
    pytest.main(arguments, plugins=[beside])
    if beside.end_collecting():
        beside.finish()
