"""A student's attempts can be read on a terminal of any width."""

import io
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from grader.feedback.history import print_attempts
from grader.feedback.screen import Screen


@dataclass(frozen=True)
class Row:
    """An attempt on record."""

    lesson: str = "cumulative_gain_of_a_long_name"
    number: int = 12
    submitted_at: datetime | None = datetime(2026, 9, 1, 12, tzinfo=UTC)
    verdict: str | None = "failed"
    points: str | None = "19"
    max_points: str | None = "20"
    lesson_passed: bool | None = False
    is_marked: bool = False


def printed(width: int, *rows: Row) -> str:
    """Print attempts on a terminal of this width."""
    written = io.StringIO()
    screen = Screen(written, width, is_terminal=False)
    print_attempts(rows, screen, ZoneInfo("Europe/Berlin"))
    return written.getvalue()


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_every_width_says_the_same(width: int) -> None:
    """Where the table has no room, each attempt takes two lines, and no word is broken."""
    text = printed(width, Row(), Row(verdict=None, points=None))

    assert max(map(len, text.splitlines())) <= width
    words = " ".join(text.replace(",", "").split())
    for part in ("cumulative_gain_of_a_long_name", "12", "not all passed", "2026-09-01 14:00 CEST"):
        assert part in words
    assert "19 of 20" in words
    assert "19 of 20 points" not in words  # the heading says what they are
    assert "not judged yet" in words
