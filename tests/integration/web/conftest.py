"""A small course that is served to one student."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.study.small_course import write_course
from tests.integration.study.terminal import skip_unless_judging
from tests.integration.web.served import Served

collect_ignore = [] if sys.platform == "linux" else ["."]


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two lessons in a row, and one that waits for both."""
    skip_unless_judging()
    folder = tmp_path_factory.mktemp("served") / "course"
    return write_course(folder, ("first", ""), ("second", ""), ("third", ""))


@pytest.fixture
def served(course: Path, tmp_path: Path) -> Iterator[Served]:
    """The course, served on a new record."""
    server = Served(course, tmp_path / "data", tmp_path)
    yield server
    server.end()
