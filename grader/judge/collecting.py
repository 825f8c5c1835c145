"""Notes the hidden files that cannot be imported with a submission, and why."""

import os
from collections.abc import Generator
from typing import Any

import pytest

from grader.bridge.session import Session
from grader.cases.case_info import CONFTEST
from grader.cases.exits import LEAVING, collected
from grader.model.report import FailureKind

from .events import Failure
from .failure import frames_of, shown_type


class Collecting:
    """A pytest plugin; a broken conftest.py breaks every file of its folder."""

    def __init__(self, session: Session, hidden_folder: str) -> None:
        self._session = session
        self._hidden = hidden_folder
        self.broken: dict[str, Failure] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_load_initial_conftests(self) -> Generator[None, Any, Any]:
        try:
            return (yield)
        except (Exception, *LEAVING) as error:
            self.broken[CONFTEST] = self._failure(CONFTEST, _cause(error))
            raise pytest.UsageError("a conftest.py cannot be imported") from None

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, Any]:
        report, file, error = yield from collected(collector, self._hidden)
        if error is not None:
            self.broken[file] = self._failure(file, _cause(error))
        return report

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Note what a hook of the hidden files raised, which ends pytest."""
        self.broken.setdefault(CONFTEST, self._failure(CONFTEST, _cause(excinfo.value)))

    def _failure(self, broken: str, error: BaseException) -> Failure:
        is_theirs = hasattr(error, "_grader_where")
        file, line = getattr(error, "_grader_where", None) or self._own_place(broken, error)
        text = _import_text(error)
        if not is_theirs and not isinstance(error, ImportError):
            # an assert of the hidden file, say, whose text holds what it expects
            is_told = self._session.learned.is_recording and isinstance(error, SyntaxError)
            return Failure("test_error", shown_type(error), "", text * is_told, file, line)
        column = error.offset or 0 if isinstance(error, SyntaxError) else 0
        # once something was handed over, the text may hold an input
        kind: FailureKind = "raised" if self._session.has_given else "import"
        return Failure(kind, shown_type(error), "", text, file, line, column)

    def _own_place(self, broken: str, error: BaseException) -> tuple[str, int]:
        """Say where in the hidden files it was raised, for their author alone."""
        if not self._session.learned.is_recording:
            return "", 0
        if isinstance(error, SyntaxError):
            path = error.filename or ""
            name = os.path.relpath(path, self._hidden) if path.startswith(self._hidden) else broken
            return name, error.lineno or 0
        frames = frames_of(error, self._hidden)
        return frames[-1][:2] if frames else (broken, 0)


def _cause(error: BaseException) -> BaseException:
    # pytest wraps what an import raised; the student's own exception is the first of the chain
    while error.__cause__ is not None and not hasattr(error, "_grader_where"):
        error = error.__cause__
    return error


def _import_text(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return str(error.msg)[:2000]
    try:
        return str(error)[:4000].encode("utf-8", "backslashreplace").decode()
    except Exception:
        return ""
