"""`grader gradescope`: its zip, set up and run as in a container, always leaves a result."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import run
from tests.e2e.autograder_room import Room
from tests.e2e.gradescope_format import is_without_score, read_results
from tests.integration.attack_course import (
    FILE,
    KIT,
    LESSON,
    Course,
    Sample,
    load_canaries,
    load_samples,
    needs,
    spellings,
)

pytestmark = [pytest.mark.jail, pytest.mark.slow]

# what acts on the result, the output, the environment or the folder, which are the platform's here
HOSTILE = (
    "exit_os_exit0_import forge_stdout_passed forge_fd_scan hang_catch_baseexception "
    "out_flood_stdout leak_filesystem_walk leak_environment inj_ansi_escapes "
    "inj_surrogates_everywhere art_symlink_environ art_fifo"
).split()
RIGHT = (KIT / "solution_ndcg_at_k.py").read_text(encoding="utf-8")
WRONG = "def dcg(rels):\n    return 0.0\n\n\ndef ndcg_at_k(rels, k):\n    return 0.0\n"
SUBMISSIONS = {
    "right": {FILE: RIGHT},
    "wrong": {FILE: WRONG},
    "syntax error": {FILE: "def dcg(rels)\n"},
    "empty file": {FILE: ""},
    "nothing": {},
    "another name": {"notes.txt": "I forgot."},
    "endless loop": {FILE: "while True:\n    pass\n"},
}
METADATA = {
    "id": 7,
    "created_at": "2026-03-02T12:00:00.000000-07:00",
    "assignment": {"due_date": "2026-03-01T12:00:00.000000-07:00", "id": 1},
    "users": [{"email": "ann@example.org", "id": 11, "name": "Ann Lee"}],
}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip of the samples' own course, with secrets planted in its hidden cases."""
    folder = tmp_path_factory.mktemp("zip")
    course = Course.of_the_samples(folder / "course")
    out = folder / "auto.zip"
    assert run(["gradescope", LESSON, "--course", str(course.root), "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def ready(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Room:
    """An autograder that was set up."""
    needs("reduced")
    room = Room(tmp_path_factory.mktemp("autograder"))
    room.unpack(archive)
    done = room.set_up()
    assert (done.returncode, "Ready" in done.stdout) == (0, True), done.stdout + done.stderr
    return room


@pytest.fixture
def room(ready: Room) -> Room:
    """The same without a submission."""
    for path in (ready.submission, ready.results.parent):
        shutil.rmtree(path, ignore_errors=True)
    (ready.root / "submission_metadata.json").write_text(json.dumps(METADATA), encoding="utf-8")
    ready.submission.mkdir()
    return ready


def hand_in(room: Room, files: dict[str, str]) -> dict[str, Any]:
    """Hand files in and have them judged."""
    for name, text in files.items():
        (room.submission / name).write_text(text, encoding="utf-8")
    return judged(room)


def judged(room: Room) -> dict[str, Any]:
    """Run run_autograder; the result must be one, and nothing may tell how it came about."""
    done = room.run(room.source / "run_autograder")
    result = read_results(room.results)
    shown = done.stdout + done.stderr + room.results.read_text(encoding="utf-8")
    assert done.returncode == 0
    assert "Traceback" not in shown
    assert str(room.root) not in shown
    return result


def lint(room: Room, said: str) -> set[str]:
    """Name the planted secrets in what a student could see."""
    everything = said + room.results.read_text(encoding="utf-8")
    everything += json.dumps(json.loads(room.results.read_bytes()), ensure_ascii=False)
    canaries = load_canaries()
    secrets = [text for group in ("text", "env", "file", "expected") for text in canaries[group]]
    return {text for text in secrets if any(word in everything for word in spellings(text))}


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_every_submission_has_a_score(room: Room, name: str) -> None:
    """Right work has all points, wrong work fewer, and what cannot be judged none; with words."""
    result = hand_in(room, SUBMISSIONS[name])

    most = sum(test["max_score"] for test in result["tests"])
    if name == "right":
        assert result["score"] == most > 0
        return
    assert result["score"] < most
    assert result["score"] == 0 or name == "wrong"
    assert result["output"] or any(test["output"] for test in result["tests"])
    # where nothing was judged one entry stands for all cases
    is_judged = name not in ("empty file", "nothing", "another name")
    assert (len(result["tests"]) > 1) == is_judged


@pytest.mark.parametrize("sample", [s for s in load_samples() if s.name in HOSTILE], ids=str)
def test_hostile_submissions_gain_nothing(room: Room, sample: Sample, tmp_path: Path) -> None:
    """An attack gets no more points than it is worth, and no secret into what a student sees."""
    sample.hand_in(tmp_path / "made")
    room.submission.rmdir()
    (tmp_path / "made").rename(room.submission)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRADER_SECRET", load_canaries()["env"][0])
        done = room.run(room.source / "run_autograder", GRADER_SECRET=os.environ["GRADER_SECRET"])

    result = read_results(room.results)
    most = sum(test["max_score"] for test in result["tests"])
    assert result["score"] / most <= sample.max_score
    assert lint(room, done.stdout + done.stderr) == set()


def test_a_link_where_the_result_goes_is_replaced(room: Room) -> None:
    """What an earlier run left there is gone, and nothing is written through it."""
    lesson = room.source / "lesson.txt"
    before = lesson.read_bytes()
    room.results.parent.mkdir()
    room.results.symlink_to(lesson)

    result = hand_in(room, SUBMISSIONS["wrong"])

    assert (lesson.read_bytes(), room.results.is_symlink()) == (before, False)
    assert len(result["tests"]) > 1


def test_the_course_is_closed_to_others(ready: Room) -> None:
    """No other user of the container reads the course's files."""
    course = ready.source / "course"

    assert [path for path in (course, *course.rglob("*")) if path.stat().st_mode & 0o077] == []


def test_the_bytes_are_always_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packed a second time, of other files with the same content, the zip is the same."""
    package = tmp_path / "package"  # the grader itself may be edited while this runs
    package.mkdir()
    (package / "one.py").write_text("", encoding="utf-8")
    monkeypatch.setattr("grader.platforms.autograder_zip._PACKAGE", package)
    packed = []
    for name in ("first", "second"):
        course = Course.of_the_samples(tmp_path / name)
        os.utime(course.root / "exercises" / LESSON / FILE, (0, 0))
        out = tmp_path / f"{name}.zip"
        assert run(["gradescope", LESSON, "--course", str(course.root), "--out", str(out)]) == 0
        packed.append(out.read_bytes())

    assert packed[0] == packed[1]


@pytest.mark.parametrize("break_it", ["venv", "course", "reference"])
def test_a_fault_of_ours_costs_nobody_anything(
    archive: Path, ready: Room, tmp_path: Path, break_it: str
) -> None:
    """Whatever of the autograder is broken, there is a result with a sentence and no score."""
    broken = Room(tmp_path)
    broken.unpack(archive)
    shutil.copytree(ready.root / "venv", broken.root / "venv")
    reference = broken.source / "course" / "solutions" / LESSON / FILE
    target = {
        "venv": broken.root / "venv" / "bin" / "python",
        "course": reference,
        "reference": reference,
        "package": broken.source / "package" / "grader" / "cli" / "autograder.py",
        "lesson": broken.source / "lesson.txt",
    }[break_it]
    target.unlink()
    if break_it == "reference":
        target.write_text(WRONG, encoding="utf-8")
    broken.submission.mkdir()
    (broken.submission / FILE).write_text(RIGHT, encoding="utf-8")

    result = judged(broken)

    assert is_without_score(result)
    assert result["output"].startswith("The grader failed, not you")
    assert result["output"].count(".") == 1


def test_a_folder_that_was_not_brought_costs_nothing(room: Room) -> None:
    """Where the platform brings no submission/, that is no empty submission."""
    room.submission.rmdir()

    assert is_without_score(judged(room))


def test_setup_says_what_failed(archive: Path, tmp_path: Path) -> None:
    """Where packages cannot be had, the last line says so and the image is not made."""
    room = Room(tmp_path)
    room.unpack(archive)

    done = room.set_up(pip_code=1)

    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("SETUP FAILED: the packages in requirements.txt")


@pytest.mark.parametrize(
    ("reference", "said"),
    [(WRONG, "is left out: the reference solution does not pass it"), ("def dcg(", "reference")],
)
def test_setup_judges_the_reference(
    archive: Path, tmp_path: Path, reference: str, said: str
) -> None:
    """A case that the reference fails stops the set-up, and is named."""
    needs("reduced")
    room = Room(tmp_path)
    room.unpack(archive)
    (room.source / "course" / "solutions" / LESSON / FILE).write_text(reference, encoding="utf-8")

    done = room.set_up()

    assert done.returncode == 1
    assert said in done.stdout
