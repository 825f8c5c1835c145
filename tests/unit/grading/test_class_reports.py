"""What counts of a class is read from the record, by one rule."""

import csv
import io
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from grader.cli.main import run
from grader.grading.class_reports import Source, load_reports
from grader.model.course import LessonId, StudentId
from grader.model.report import Verdict
from grader.model.submission import Submission
from grader.record.attempts import put_not_judged, record_attempt, settle_attempt
from grader.record.store import open_store
from tests.unit.judged_builders import judged

DUE = datetime(2026, 9, 1, 12, tzinfo=UTC)
LATE = DUE + timedelta(hours=1)
MANIFEST = """
format_version = 1
title = "Tiny"
[[lessons]]
id = "sums"
title = "Sums"
due = 2026-09-01T12:00:00Z
late_penalty = 0.5
[[lessons]]
id = "loops"
title = "Loops"
"""


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a course without a record."""
    monkeypatch.delenv("GRADER_DATA", raising=False)
    monkeypatch.delenv("GRADER_COURSE", raising=False)
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "course.toml").write_text(MANIFEST, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def hand_in(
    course: Path,
    student: str,
    points: str | None,
    when: datetime | None = DUE,
    lesson: str = "sums",
) -> None:
    """Put an attempt on record, out of 4 points; without points it waits to be judged."""
    store = open_store(str(course / ".grader"))
    data = f"{student} {points} {when}".encode()
    handed_in = Submission(StudentId(student), {"sums.py": data})
    with store.writing() as writing:
        row = record_attempt(writing, handed_in, LessonId(lesson), "v1", when)
        if points is not None:
            verdict = judged(student, points=points, max_points="4", lesson=lesson)
            settle_attempt(writing, row, verdict, DUE)
    store.close()


def source(course: Path, lesson: str | None = None) -> Source:
    return Source(str(course / ".grader"), course, lesson)


def points(found: Source) -> dict[tuple[str, str], str]:
    return {(one.student, one.lesson): one.points for one in load_reports(found)}


def test_the_best_attempt_counts(course: Path) -> None:
    """Of a student's attempts that one counts which has most left after the late penalty."""
    hand_in(course, "ann", "1")
    hand_in(course, "ann", "2")
    hand_in(course, "ann", "3", LATE)
    hand_in(course, "ben", "4", LATE)
    hand_in(course, "ben", None)
    hand_in(course, "ann", "1", lesson="loops")

    found = source(course)

    expected = {("ann", "sums"): "2", ("ben", "sums"): "4", ("ann", "loops"): "1"}
    assert points(found) == expected
    (late,) = (one for one in load_reports(found) if one.student == "ben")
    assert (late.points_counted, late.counted_because) == ("2", "1 day late, 50 % a day")


@pytest.mark.parametrize("is_known", [True, False])
def test_the_last_attempt_counts(
    is_known: bool, course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With counts = "last" it is the one that came last, or the last on record."""
    path = course / "exercises" / "course.toml"
    path.write_text(MANIFEST.replace("late_penalty", 'counts = "last"\nlate_penalty'), "utf-8")
    hand_in(course, "ann", "4", DUE)
    hand_in(course, "ann", "3", DUE - timedelta(days=1) if is_known else None)

    assert run(["gradebook", "--csv", "--lesson", "sums"]) == 0

    printed = capsys.readouterr()
    (row,) = csv.DictReader(io.StringIO(printed.out))
    assert row["points"] == ("4" if is_known else "3")
    assert ("recorded last counts as the last of ann." in printed.err) is not is_known


def test_no_record_is_made_by_looking(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where there is none a sentence says what puts a class on record."""
    assert run(["gradebook"]) == 2

    assert "`grader grade` puts a class on record" in capsys.readouterr().err
    assert not (course / ".grader").exists()


def test_what_waits_is_named(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An attempt without a verdict counts for nothing, which is said."""
    hand_in(course, "ann", "1")
    hand_in(course, "ann", None)

    assert run(["gradebook"]) == 0

    assert "An attempt of ann has no verdict yet" in capsys.readouterr().err


def test_why_there_is_no_verdict_is_on_record(course: Path) -> None:
    """Of whom nothing came, or nothing that can be read, until an attempt is there."""
    store = open_store(str(course / ".grader"))
    missing = judged("ben", verdict=Verdict.MISSING, cases=(), points="0")
    with store.writing() as writing:
        put_not_judged(writing, "sums", missing)
    store.close()
    before = load_reports(source(course))
    hand_in(course, "ben", "1")

    assert [(one.student, one.verdict) for one in before] == [("ben", Verdict.MISSING)]
    assert points(source(course)) == {("ben", "sums"): "1"}


def test_nobody_of_that_name(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who is not on record is said in a sentence that names who is."""
    hand_in(course, "ann", "1")

    assert run(["export", "json", "--student", "zoe"]) == 2

    where = course / ".grader" / "grader.db"
    said = f"The record {where} has no report on zoe. It has reports on sums, of ann.\n"
    assert capsys.readouterr().err == said
