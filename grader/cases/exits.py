"""Keeps pytest running where the code that it tests says that Python should end."""

import os
from collections.abc import Generator
from typing import Any

import pytest

from .case_info import CONFTEST

LEAVING = (KeyboardInterrupt, SystemExit)  # pytest itself would end on these


class StudentInterrupt(BaseException):
    """Carries a KeyboardInterrupt that a submission raised past pytest, which would stop on it."""


class PastPytest:
    """A pytest plugin: has each phase of a case end with StudentInterrupt in its place."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self) -> Generator[None, Any, Any]:
        try:
            return (yield)
        except KeyboardInterrupt as error:
            raise StudentInterrupt from error

    pytest_runtest_call = pytest_runtest_teardown = pytest_runtest_setup


def collected(
    collector: pytest.Collector, folder: str
) -> Generator[None, Any, tuple[Any, str, BaseException | None]]:
    """Wrap pytest_make_collect_report: give the report, and which file is broken and by what."""
    error: BaseException | None = None
    try:
        report = yield
    except LEAVING as leaving:
        report = pytest.CollectReport(collector.nodeid, "failed", None, None)
        error = leaving
    if not (report.failed and isinstance(collector, pytest.File | pytest.Directory)):
        return report, "", None
    is_folder = isinstance(collector, pytest.Directory)
    path = collector.path / CONFTEST if is_folder else collector.path
    return report, os.path.relpath(path, folder), error or report.call.excinfo.value
