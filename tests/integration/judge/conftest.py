"""Levels of isolation that this machine can keep, and courses to judge at each."""

import sys
from collections.abc import Callable

import pytest

from grader.sandbox.isolation import why_not
from grader.sandbox.spec import Isolation
from tests.integration.judge.tiny_course import TinyCourse

collect_ignore = [] if sys.platform == "linux" else ["."]

Write = Callable[..., TinyCourse]


@pytest.fixture(scope="session", params=["full", "reduced"])
def level(request: pytest.FixtureRequest) -> Isolation:
    """Name a level; one that this machine cannot keep is skipped with the reason."""
    chosen: Isolation = request.param
    if problem := why_not(chosen):
        pytest.skip(problem)
    return chosen


@pytest.fixture(scope="session")
def write(tmp_path_factory: pytest.TempPathFactory) -> Write:
    """Return a function that writes a course into a folder of its own."""

    def write_course(reference: str, hidden: str, settings: str = "") -> TinyCourse:
        return TinyCourse.write(tmp_path_factory.mktemp("tiny"), reference, hidden, settings)

    return write_course
