"""Results come from the folder that is named, else from the record, else from grades/."""

import csv
import io
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from grader.cli.main import run
from grader.flows.grading.class_reports import RecordPlace, Source, load_reports
from grader.model.course import LessonId, StudentId
from grader.model.deadlines import Grant
from grader.model.report import Verdict
from grader.model.submission import Submission
from grader.store.attempts import record_attempt, settle_attempt
from grader.store.grants import add_grant
from grader.store.store import open_store
from tests.unit.flows.builders import judged

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
        row = record_attempt(writing, handed_in, LessonId(lesson), "v1", DUE, when)
        if points is not None:
            verdict = judged(student, points=points, max_points="4", lesson=lesson)
            settle_attempt(writing, row, verdict, DUE)
    store.close()


def graded(folder: Path, *students: str, lesson: str = "sums") -> None:
    """Leave behind what `grader grade` does."""
    folder.mkdir(parents=True)
    lines = [msgspec.json.encode(judged(one, lesson=lesson).report) for one in students]
    (folder / "results.jsonl").write_bytes(b"\n".join(lines))


def source(course: Path, lesson: str | None = None) -> Source:
    return Source(lesson=lesson, record=RecordPlace(str(course / ".grader"), course))


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


def test_an_extension_counts(course: Path) -> None:
    """A late attempt of whoever was given more time loses nothing."""
    hand_in(course, "ben", "4", LATE)
    store = open_store(str(course / ".grader"))
    with store.writing() as writing:
        add_grant(writing, "ben", Grant(LessonId("sums"), due=LATE), "teacher", "ill", DUE)
    store.close()

    (report,) = load_reports(source(course))
    assert (report.submitted_at, report.due, report.days_late) == (LATE, LATE, 0)
    assert report.points_counted == "4"


def test_what_is_named_goes_first(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that is named is the source, whatever the record holds, and nothing is said."""
    hand_in(course, "ann", "1")
    graded(course / "out", "zoe")

    assert run(["gradebook", "--from", "out"]) == 0

    printed = capsys.readouterr()
    assert ("zoe" in printed.out, "ann" in printed.out, printed.err) == (True, False, "")


def test_the_record_goes_before_the_folder(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a name the record is the source, from a folder below the course too."""
    hand_in(course, "ann", "3", LATE)
    graded(course / "grades" / "sums", "zoe")
    os.chdir(course / "exercises")

    assert run(["gradebook", "--csv"]) == 0

    printed = capsys.readouterr()
    (row,) = csv.DictReader(io.StringIO(printed.out))
    assert (row["student"], row["points"], row["points_counted"]) == ("ann", "3", "1.5")
    assert printed.err == f"Results from the record {course / '.grader' / 'grader.db'}.\n"


@pytest.mark.parametrize("is_waiting", [False, True])
def test_a_record_without_results(
    is_waiting: bool, course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nothing on record has been judged the folder is the source; no record is made."""
    if is_waiting:
        hand_in(course, "ann", None)
    graded(course / "grades" / "sums", "zoe")

    assert run(["gradebook"]) == 0

    printed = capsys.readouterr()
    assert "zoe" in printed.out
    assert printed.err == "Results from the folder grades.\n"
    assert (course / ".grader").exists() == is_waiting


def test_a_lesson_that_only_the_folder_has(course: Path) -> None:
    """A lesson that was never recorded is looked for in the folder."""
    hand_in(course, "ann", "1")
    graded(course / "grades" / "loops", "zoe", lesson="loops")

    assert list(points(source(course, lesson="loops"))) == [("zoe", "loops")]


def test_nobody_of_that_name(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who is not on record is said in a sentence that names who is."""
    hand_in(course, "ann", "1")

    assert run(["export", "json", "--student", "zoe"]) == 2

    where = course / ".grader" / "grader.db"
    said = f"The record {where} has no report of student zoe. It has: ann.\n"
    assert capsys.readouterr().err == said


def test_a_damaged_record(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged record is an error, and never passed over for the folder."""
    hand_in(course, "ann", "1")
    graded(course / "grades" / "sums", "zoe")
    (course / ".grader" / "grader.db").write_bytes(b"no database" * 500)

    assert run(["gradebook"]) == 3

    assert "grader.db is damaged" in capsys.readouterr().err


def test_everything_is_settled_with_its_own_version(course: Path) -> None:
    """An attempt is settled under the version of the course that judged it."""
    store = open_store(str(course / ".grader"))
    handed_in = Submission(StudentId("ann"), {"sums.py": b""})
    with store.writing() as writing:
        row = record_attempt(writing, handed_in, LessonId("sums"), "v1", DUE, DUE)
        verdict = judged("ann", course_version="v2", verdict=Verdict.PASSED)
        settle_attempt(writing, row, verdict, DUE)
        again = record_attempt(writing, handed_in, LessonId("sums"), "v2", DUE, DUE)
    store.close()

    assert (again.id, again.course_version) == (row.id, "v2")
