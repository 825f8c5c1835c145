"""Whatever Gradescope tells of a submission, nobody goes without a verdict for it."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.model.course import Lesson, LessonId
from grader.model.report import JudgedSubmission
from grader.platforms.autograder_run import HandedIn, read_metadata, results_json
from tests.unit.platforms.builders import report

DUE = datetime(2026, 3, 1, 12, tzinfo=UTC)
SUMS = Lesson(LessonId("sums"), "Sums", due=DUE, grace_minutes=60, late_penalty=0.25)
LATE = b'{"created_at": "2026-03-02T12:30:00Z", "users": [{"name": %b}]}'


def told(data: bytes, folder: Path) -> HandedIn:
    """Read metadata of these bytes."""
    path = folder / "submission_metadata.json"
    path.write_bytes(data)
    return read_metadata(path)


@pytest.mark.parametrize(
    "name",
    [b'"\xff\xfe"', b'"\\ud800"', b"9" * 5000, b"NaN", b"1e999", b"true", b"[[]]", b'"Ann"'],
    ids=["no text", "half a pair", "a long number", "no number", "endless", "a flag", "a list", ""],
)
def test_a_name_costs_no_date(name: bytes, tmp_path: Path) -> None:
    """Whatever stands for a name, what came late is late."""
    found = told(LATE % name, tmp_path)

    assert found.at == datetime(2026, 3, 2, 12, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "data", [b"\xff", b"[" * 100_000, b'{"users": ' + b"[" * 100_000, b'"\xff"', b"\0"]
)
def test_what_is_no_metadata_says_nothing(data: bytes, tmp_path: Path) -> None:
    """Bytes that are no text, and what is nested without end, are as if they were not there."""
    assert told(data, tmp_path) == HandedIn()


@pytest.mark.parametrize("due", ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59-12:00"])
def test_a_date_that_never_comes(due: str, tmp_path: Path) -> None:
    """An extension to the last of all dates is one."""
    about: dict[str, Any] = {"created_at": "2026-09-01T00:00:00Z", "assignment": {"due_date": due}}
    handed_in = told(json.dumps(about).encode(), tmp_path)

    result = json.loads(results_json(JudgedSubmission(report()), SUMS, handed_in))

    assert result["extra_data"]["days_late"] == 0


def test_a_number_names_a_student(tmp_path: Path) -> None:
    """Where there is no address, the number on the platform is the id."""
    found = told(b'{"users": [{"id": 1234567, "name": "Ann"}]}', tmp_path)

    assert found.students == ("1234567",)
