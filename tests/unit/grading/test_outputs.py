"""A graded class leaves whole files behind, and none of a student who is gone."""

import csv
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO

import msgspec
import pytest
from msgspec.structs import replace

from grader.grading.outputs import write_outputs
from grader.model.course import Course, Lesson, LessonId
from grader.model.report import CaseReport, Outcome, Visibility
from grader.record.grants import ByHand
from tests.unit.judged_builders import judged

SUMS = Lesson(LessonId("sums"), "Sums", hand_in=("sums.py",), module="sums")
LOOPS = Lesson(LessonId("loops"), "Loops without end", requires=(LessonId("sums"),))
COURSE = Course(Path("course"), "Arithmetic", (SUMS, LOOPS))
NOW = datetime(2026, 9, 1, tzinfo=UTC)
BY_HAND = ByHand()


def names(folder: Path) -> list[str]:
    """List what lies below a folder."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_everything_is_written(tmp_path: Path) -> None:
    """Results, timings, gradebook, index, and two pages for each student."""
    write_outputs(tmp_path, COURSE, SUMS, [judged("ann"), judged("ben")], BY_HAND, NOW)

    assert names(tmp_path) == [
        *("feedback", "feedback/ann.html", "feedback/ben.html", "gradebook.csv"),
        "index.html",
        *("instructor", "instructor/ann.html", "instructor/ben.html"),
        *("results.jsonl", "timings.jsonl"),
    ]


def test_results_hold_no_time(tmp_path: Path) -> None:
    """Seconds stand in timings.jsonl, so that results are the same bytes each time."""
    write_outputs(tmp_path, COURSE, SUMS, [judged("ann", seconds=0.25)], BY_HAND, NOW)
    first = (tmp_path / "results.jsonl").read_bytes()
    write_outputs(tmp_path, COURSE, SUMS, [judged("ann", seconds=9.75)], BY_HAND, NOW)

    assert (tmp_path / "results.jsonl").read_bytes() == first
    (timing,) = (tmp_path / "timings.jsonl").read_text().splitlines()
    assert json.loads(timing)["seconds"] == 9.75
    assert b"seconds" not in first


def test_pages_of_those_who_left_are_removed(tmp_path: Path) -> None:
    """A student who is no longer there has no page; other files stay."""
    write_outputs(tmp_path, COURSE, SUMS, [judged("ann"), judged("ben")], BY_HAND, NOW)
    (tmp_path / "feedback" / "notes.txt").write_text("mine", encoding="utf-8")

    write_outputs(tmp_path, COURSE, SUMS, [judged("ben")], BY_HAND, NOW)

    assert names(tmp_path / "feedback") == ["ben.html", "notes.txt"]
    assert names(tmp_path / "instructor") == ["ben.html"]
    with (tmp_path / "gradebook.csv").open(encoding="utf-8", newline="") as file:
        assert [row["student"] for row in csv.DictReader(file)] == ["ben"]


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader sees the old file or the new one; a write that fails leaves the old one."""
    write_outputs(tmp_path, COURSE, SUMS, [judged("ann")], BY_HAND, NOW)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}

    def full_disk(handle: int, _mode: str) -> BinaryIO:
        os.close(handle)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", full_disk)
    with pytest.raises(OSError, match="No space left"):
        write_outputs(tmp_path, COURSE, SUMS, [judged("ben")], BY_HAND, NOW)

    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*")} == before


def test_pages_are_the_students(tmp_path: Path) -> None:
    """A feedback page is made from the student's report: hidden cases are not in it."""
    case = CaseReport("test_sums.py::test_h", "told by nobody", Outcome.FAILED, "0", "1")
    hidden = CaseReport(
        case.id, case.sentence, case.outcome, "0", "1", visibility=Visibility.HIDDEN
    )

    write_outputs(
        tmp_path, COURSE, SUMS, [judged("ann", cases=(hidden,), printed="secret")], BY_HAND, NOW
    )

    feedback = (tmp_path / "feedback" / "ann.html").read_text(encoding="utf-8")
    instructor = (tmp_path / "instructor" / "ann.html").read_text(encoding="utf-8")
    assert "told by nobody" not in feedback
    assert "secret" not in feedback
    assert "told by nobody" in instructor


def test_what_a_pass_opens_is_named(tmp_path: Path) -> None:
    """A student who passed reads which lessons are open now."""
    write_outputs(tmp_path, COURSE, SUMS, [judged("ann", lesson_passed=True)], BY_HAND, NOW)

    page = (tmp_path / "feedback" / "ann.html").read_text(encoding="utf-8")
    assert "Loops without end" in page


@pytest.mark.parametrize(
    ("due", "is_past"),
    [
        (None, False),
        (datetime(2001, 1, 1, tzinfo=UTC), True),
        (datetime(2999, 1, 1, tzinfo=UTC), False),
    ],
)
def test_the_due_date_is_looked_at(due: datetime | None, is_past: bool, tmp_path: Path) -> None:
    """A case of visibility after_due_date is on a student's page from then on."""
    case = CaseReport("test_sums.py::test_h", "told later", Outcome.FAILED, "0", "1")
    case = msgspec.structs.replace(case, visibility=Visibility.AFTER_DUE_DATE)
    lesson = replace(SUMS, due=due)

    write_outputs(tmp_path, COURSE, lesson, [judged("ann", cases=(case,))], BY_HAND, NOW)

    feedback = (tmp_path / "feedback" / "ann.html").read_text(encoding="utf-8")
    assert ("told later" in feedback) is is_past


def test_published_results(tmp_path: Path) -> None:
    """A case of visibility after_published is on a student's page once its lesson is published."""
    case = CaseReport("test_sums.py::test_h", "told when out", Outcome.FAILED, "0", "1")
    case = msgspec.structs.replace(case, visibility=Visibility.AFTER_PUBLISHED)
    out = ByHand(published=frozenset({"sums"}))
    pages = []

    for by_hand in (BY_HAND, out, ByHand(published=frozenset({"loops"}))):
        write_outputs(tmp_path, COURSE, SUMS, [judged("ann", cases=(case,))], by_hand, NOW)
        pages.append((tmp_path / "feedback" / "ann.html").read_text(encoding="utf-8"))

    assert ["told when out" in page for page in pages] == [False, True, False]


@pytest.mark.parametrize("days", [-1, 1])
def test_a_page_follows_the_date(tmp_path: Path, days: int) -> None:
    """A lesson that opened since is told, though no report has changed."""
    begins = datetime(2026, 9, 1, tzinfo=UTC)
    course = replace(COURSE, lessons=(SUMS, replace(LOOPS, opens=begins)))

    for now in (begins, begins + timedelta(days=days)):
        whole = [judged("ann", lesson_passed=True)]
        write_outputs(tmp_path, course, SUMS, whole, BY_HAND, now)

    page = (tmp_path / "feedback" / "ann.html").read_text(encoding="utf-8")
    assert ("Loops without end" in page) is (days > 0)
