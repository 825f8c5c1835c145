"""What a course's marks and dates, and Gradescope's metadata, make of a result."""

import json
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import run
from tests.e2e.autograder_room import Room
from tests.e2e.gradescope_format import read_results
from tests.integration.attack_course import needs

pytestmark = [pytest.mark.jail, pytest.mark.slow]

MANIFEST = """format_version = 1
title = "Tiny"
[[lessons]]
id = "sums"
title = "Sums"
due = 2026-03-01T12:00:00Z
grace_minutes = 10
late_penalty = 0.25
[[lessons]]
id = "gone"
title = "Of which no file is here"
"""
HIDDEN = '''import pytest
from sums import add


@pytest.mark.reveal("values")
def test_shown():
    """Adds small numbers."""
    assert add(1, 2) == 3


@pytest.mark.points(3)
def test_sentence_only():
    """Adds large numbers."""
    assert add(41_000, 1_337) == 42_337


@pytest.mark.visibility("hidden")
@pytest.mark.hint("no student reads this hint")
def test_never():
    """Adds negative numbers."""
    assert add(-8_123, -1) == -8_124


@pytest.mark.visibility("after_due_date")
def test_later():
    """Adds nothing."""
    assert add(0, 0) == 0


@pytest.mark.visibility("after_published")
def test_published():
    """Adds fractions."""
    assert add(0.5, 0.25) == 0.75
'''
FILES = {
    "exercises/course.toml": MANIFEST,
    "exercises/sums/sums.py": "def add(a, b):\n    raise NotImplementedError\n",
    "solutions/sums/sums.py": "def add(a, b):\n    return a + b\n",
    "tests/hidden/sums/test_sums.py": HIDDEN,
    "tests/hidden/sums/__pycache__/left.pyc": "",
}
ANN = {"email": "ann@example.org", "id": 11, "name": "Ann Lee"}
BEN = {"email": "ben@example.org", "id": 12, "name": "Ben Ito"}
RIGHT = FILES["solutions/sums/sums.py"]
OFF_BY_ONE = "def add(a, b):\n    return a + b + 1\n"


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Room:
    """An autograder of this course, set up."""
    needs("reduced")
    folder = tmp_path_factory.mktemp("rules")
    for name, text in FILES.items():
        path = folder / "course" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    out = folder / "auto.zip"
    assert run(["gradescope", "sums", "--course", str(folder / "course"), "--out", str(out)]) == 0
    room = Room(folder / "autograder")
    room.root.mkdir()
    room.unpack(out)
    assert room.set_up().returncode == 0
    room.submission.mkdir()
    return room


def judge(room: Room, text: str, at: str = "2026-03-01T11:00:00Z", **more: Any) -> dict[str, Any]:
    """Have a submission judged that came at that time."""
    (room.submission / "sums.py").write_text(text, encoding="utf-8")
    about = {"created_at": at, "users": [ANN], "assignment": {}, **more}
    (room.root / "submission_metadata.json").write_text(json.dumps(about), encoding="utf-8")
    assert room.run(room.source / "run_autograder").returncode == 0
    return read_results(room.results)


def test_marks_are_obeyed(ready: Room) -> None:
    """Visibility is passed through, and values are shown at the level `values` only."""
    result = judge(ready, OFF_BY_ONE)

    shown = {test["name"]: (test["visibility"], test["output"]) for test in result["tests"]}
    assert [visibility for visibility, _ in shown.values()] == [
        "visible", "visible", "hidden", "after_due_date", "after_published",
    ]  # fmt: skip
    assert "expected: 3" in shown["Adds small numbers."][1]
    assert "42337" not in str(result)
    assert "8124" not in str(result)
    assert "hint" not in str(result)


@pytest.mark.parametrize(
    ("at", "share", "said"),
    [
        ("2026-03-01T12:09:00Z", 1, ""),
        ("2026-03-01T13:00:00+00:00", 0.75, "5.25 of 7 points count: 1 day late, 25 % a day."),
        (
            "2026-03-02T20:00:00.000000-07:00",
            0.5,
            "3.5 of 7 points count: 2 days late, 25 % a day.",
        ),
        ("2027-01-01T00:00:00Z", 0, "0 of 7 points count: 306 days late, 25 % a day."),
        ("soon", 1, ""),
    ],
)
def test_the_courses_late_penalty(ready: Room, at: str, share: float, said: str) -> None:
    """After due date and grace, each day takes the course's share; cases keep their points."""
    result = judge(ready, RIGHT, at)

    assert result["score"] == 7 * share
    assert sum(test["score"] for test in result["tests"]) == 7
    assert said in result["output"]
    assert ((result["extra_data"]["days_late"] or 0) > 0) == (share < 1)


def test_an_extension(ready: Room) -> None:
    """A later date of Gradescope's, of the assignment or of one student, is an extension."""
    late = "2026-03-04T11:00:00Z"
    later = {"due_date": "2026-03-04T12:00:00Z"}
    earlier = {"due_date": "2026-02-01T12:00:00Z"}

    assert judge(ready, RIGHT, late, assignment=later)["score"] == 7
    assert judge(ready, RIGHT, late, users=[ANN, BEN | {"assignment": later}])["score"] == 7
    assert judge(ready, RIGHT, assignment=earlier)["score"] == 7


def test_a_group(ready: Room) -> None:
    """Who submitted together is named by id for the instructor."""
    result = judge(ready, RIGHT, users=[ANN, BEN])

    assert result["extra_data"]["students"] == ["ann@example.org", "ben@example.org"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"users": 3, "assignment": []}', '{"created_at": "2027-01-01"}'],
)
def test_broken_metadata_costs_nothing(ready: Room, text: str) -> None:
    """Metadata that is not what it should be leaves a submission on time, judged, and says so."""
    (ready.submission / "sums.py").write_text(RIGHT, encoding="utf-8")
    (ready.root / "submission_metadata.json").write_text(text, encoding="utf-8")

    done = ready.run(ready.source / "run_autograder")

    assert "sums: passed" in done.stdout
    assert "so it counts as on time" in done.stdout
    assert read_results(ready.results)["score"] == 7


def test_the_zip_holds_one_lesson(ready: Room) -> None:
    """Of the course only that lesson is inside, without what a run leaves behind."""
    course = ready.source / "course"
    files = {path.relative_to(course).as_posix() for path in course.rglob("*") if path.is_file()}

    assert files == {name for name in FILES if "__pycache__" not in name}


def refused(capsys: pytest.CaptureFixture[str], *words: str, code: int) -> str:
    """Run `grader gradescope`, which must end with that code; give what it says."""
    assert run(["gradescope", *words]) == code
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return said


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """The same course, to be broken."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_refusals(
    course: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be packed is refused in a sentence, and nothing is written."""
    monkeypatch.chdir(course)

    assert "no lesson sum" in refused(capsys, "sum", code=2)
    assert "solutions/gone/gone.py cannot be read" in refused(capsys, "gone", code=1)
    assert "students receive" in refused(capsys, "sums", "--out", "exercises/a.zip", code=2)
    assert "cannot be written" in refused(capsys, "sums", "--out", "/proc/none/a.zip", code=2)
    (course / "there.zip").write_bytes(b"mine")
    assert "--overwrite" in refused(capsys, "sums", "--out", "there.zip", code=2)
    assert (course / "there.zip").read_bytes() == b"mine"


def test_packages_of_a_lesson(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What students may import has to be locked, too."""
    manifest = course / "exercises" / "course.toml"
    manifest.write_text(MANIFEST.replace("grace", 'packages = ["numpy"]\ngrace'), encoding="utf-8")
    lock, out = course / "lock.txt", course / "auto.zip"
    words = ["sums", "--course", str(course), "--out", str(out)]

    assert "--packages FILE" in refused(capsys, *words, code=2)
    lock.write_text("numpy==2.3.0\n", encoding="utf-8")
    assert "not locked" in refused(capsys, *words, "--packages", str(lock), code=2)
    lock.write_text(
        "numpy==2.3.0 --hash=sha256:12 --hash=sha256:34\n",
        encoding="utf-8",
    )
    assert run(["gradescope", *words, "--packages", str(lock)]) == 0
    room = Room(course / "room")
    room.root.mkdir()
    room.unpack(out)
    text = (room.source / "requirements.txt").read_text(encoding="utf-8")
    assert text.endswith("\nnumpy==2.3.0 --hash=sha256:12 --hash=sha256:34\n")
