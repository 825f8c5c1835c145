"""A student's attempts can be read on a terminal of any width."""

import io
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace
from rich.console import Console

from grader.cli.commands.history import print_attempts
from grader.feedback.pen import Pen
from grader.model.course import LessonId, StudentId
from grader.model.report import Verdict
from grader.store.attempts import AttemptRow

ROW = AttemptRow(
    id=1,
    student=StudentId("ann"),
    lesson=LessonId("cumulative_gain_of_a_long_name"),
    number=12,
    submission_sha256="0" * 64,
    submitted_at=datetime(2026, 9, 1, 12, tzinfo=UTC),
    tries=1,
    judged_at=None,
    course_version="",
    verdict=Verdict.FAILED,
    points="19",
    max_points="20",
    lesson_passed=False,
    seconds=None,
)


@pytest.fixture
def _in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("_in_berlin")
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_every_width_says_the_same(width: int) -> None:
    """Where the table has no room, each attempt takes two lines, and no word is broken."""
    written = io.StringIO()

    print_attempts(
        Pen(Console(file=written, width=width)), [ROW, replace(ROW, verdict=None, points=None)]
    )

    assert max(map(len, written.getvalue().splitlines())) <= width
    words = " ".join(written.getvalue().replace(",", "").split())
    for part in ("cumulative_gain_of_a_long_name", "12", "not all passed", "2026-09-01 14:00 CEST"):
        assert part in words
    assert "19 of 20" in words
    assert "19 of 20 points" not in words  # the heading says what they are
    assert "not judged yet" in words
