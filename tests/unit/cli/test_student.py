"""A student's commands know which lesson is meant, and list attempts with what counts of them."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.cli.options import lesson_at_hand
from grader.cli.student import _cells
from grader.errors import UsageError
from grader.model.course import LessonId, StudentId
from grader.model.report import Verdict
from grader.model.unlocking import LessonState
from grader.record.attempts import AttemptRow
from grader.study.enrolment import Workplace
from tests.unit.feedback.map_builders import attempt, chain, states

ROW = AttemptRow(
    id=1,
    student=StudentId("ann"),
    lesson=LessonId("sums"),
    number=12,
    submission_sha256="0" * 64,
    submitted_at=datetime(2026, 9, 1, 12, tzinfo=UTC),
    tries=1,
    judged_at=None,
    course_version="",
    grader_version="",
    verdict=Verdict.FAILED,
    points="19",
    max_points="20",
    lesson_passed=False,
    seconds=None,
)


@pytest.mark.parametrize(
    ("row", "verdict", "points"),
    [
        (ROW, "not all passed", "19 of 20"),
        (replace(ROW, lesson_passed=True), "lesson passed", "19 of 20"),
        (replace(ROW, verdict=None, points=None), "not judged yet", ""),
        (
            replace(ROW, points_counted="5", counted_because="2 days late", is_marked=True),
            "not all passed",
            "5 of 20 count: 2 days late, by hand",
        ),
    ],
)
def test_an_attempt_is_a_line(row: AttemptRow, verdict: str, points: str) -> None:
    """What counts, and why it is fewer, stands beside the verdict."""
    cells = _cells(row)

    assert (cells[0], cells[1], *cells[3:]) == ("sums", "12", verdict, points)
    assert cells[2].startswith("2026-09-01 ")


class Place(Workplace, frozen=True, kw_only=True):
    """A student who has passed the first lesson of three."""

    def states(self) -> tuple[LessonState, ...]:
        """Say how every lesson stands."""
        return states(self.course, attempt("cg", 5))


@pytest.mark.parametrize(
    ("typed", "folder", "meant"),
    [
        ("ndcg", "", "ndcg"),
        ("3", "", "ndcg"),
        ("0", "", "0"),
        ("4", "", "4"),
        ("nonsense", "", "nonsense"),
        (None, "", "dcg"),
        (None, "cg", "cg"),
        ("ndcg", "cg", "ndcg"),
    ],
)
def test_which_lesson_is_meant(
    typed: str | None, folder: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By id or number, else that of the folder one stands in, else the next open one."""
    lessons = tuple(replace(one, hand_in=(f"{one.id}.py",)) for one in chain().lessons)
    course = replace(chain(), root=tmp_path / "course", lessons=lessons)
    (tmp_path / "cg").mkdir()
    (tmp_path / "cg" / "cg.py").touch()
    monkeypatch.chdir(tmp_path / folder)

    place = Place(course=course, student=StudentId("ann"), work=tmp_path)

    assert lesson_at_hand(place, typed) == meant


def test_when_all_are_passed_none_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has to be named then."""
    monkeypatch.chdir(tmp_path)
    lesson = replace(chain().lessons[0], hand_in=("cg.py",))
    place = Place(
        course=replace(chain(), lessons=(lesson,)), student=StudentId("ann"), work=tmp_path
    )

    with pytest.raises(UsageError, match="No lesson is open"):
        lesson_at_hand(place, None)
