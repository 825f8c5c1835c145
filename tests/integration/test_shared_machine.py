"""Another user of the machine reads nothing, forges nothing, and keeps nobody from judging."""

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grader.sandbox.spec import Isolation
from tests.integration.attack_course import (
    LESSON,
    Course,
    Graded,
    environment_for,
    grade,
    needs,
    read,
    record_of,
)

STRANGER = 4711
SECRET = "S3CRET"
HIDDEN = f"""
from {LESSON} import double

def test_double():
    "{SECRET} of the case"
    assert double(4) == 8
"""
RIGHT = f"""
import time

def double(n):
    time.sleep(0.3)  # {SECRET} of the solution
    return 2 * n
"""
WRONG = RIGHT.replace("2 * n", "2 + n")
# Looks at everything that lies there, again and again.
LOOK = """
until [ -e "$2" ]; do
    for folder in "$1"/out-home/temp/grader-*; do
        [ -e "$folder" ] && echo "met $folder"
    done
    find "$1" -type f -exec grep -s "$3" {} +
    find "$1" -mindepth 1 -type d -writable 2>/dev/null
    sleep 0.05
done
"""

pytestmark = [pytest.mark.second_user, pytest.mark.jail, pytest.mark.slow]


@pytest.fixture(params=["full", "reduced"])
def level(request: pytest.FixtureRequest) -> Isolation:
    """Each level that isolates."""
    level: Isolation = request.param
    needs(level)
    return level


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A lesson in a folder that is closed to others."""
    return Course.build(tmp_path / "course", {"test_double.py": HIDDEN}, RIGHT)


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    """Two submissions, in a closed folder too."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "ann.py").write_text(RIGHT)
    (folder / "ben.py").write_text(WRONG)
    return folder


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user may enter, as a machine's own are.

    What an instructor's command is told to write, and its temporary folder, lie in it.
    """
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@contextmanager
def looked_at(folder: Path) -> Iterator[Path]:
    """Have another user look around in a folder; gives the file with all that was seen."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        seen, stop = Path(name, "seen"), Path(name, "stop")
        with seen.open("wb") as file:
            command = ["sh", "-c", LOOK, "sh", str(folder), str(stop), SECRET]
            looking = subprocess.Popen(
                command, stdout=file, user=STRANGER, group=STRANGER, extra_groups=[]
            )
            with looking:
                try:
                    yield seen
                finally:
                    stop.touch()


def give(path: Path) -> None:
    """Make a file, folder or link the other user's."""
    os.chown(path, STRANGER, STRANGER, follow_symlinks=False)


def shares(graded: Graded) -> dict[str, float]:
    """Say what each student has."""
    return {name: report["share"] for name, report in graded.reports.items()}


def open_to_others(*folders: Path) -> list[str]:
    """Name what lies below folders that others have any right to."""
    return [
        str(path)
        for folder in folders
        for path in (folder, *folder.rglob("*"))
        if stat.S_IMODE(path.lstat().st_mode) & 0o077 and not path.is_symlink()
    ]


def test_others_read_nothing_while_a_class_is_judged(
    level: Isolation, course: Course, handed_in: Path, public: Path
) -> None:
    """No copy of a submission, nothing learned of the reference, no result; nothing is writable."""
    with looked_at(public) as seen:
        graded = grade(course, handed_in, public / "out", level)
        said = read(seen)

    assert shares(graded) == {"ann": 1.0, "ben": 0.0}, graded.said
    assert "/temp/grader-worker-" in said
    assert SECRET not in said
    assert not [line for line in said.splitlines() if not line.startswith("met ")]


def test_a_pipe_of_another_user_stops_nobody(
    level: Isolation, course: Course, handed_in: Path, public: Path
) -> None:
    """A folder named like a worker's, with a pipe for a lock, is passed by."""
    trap = public / "out-home" / "temp" / "grader-worker-trap"
    trap.mkdir(parents=True)
    os.mkfifo(trap / "lock")
    give(trap)

    graded = grade(course, handed_in, public / "out", level)

    assert shares(graded) == {"ann": 1.0, "ben": 0.0}, graded.said
    assert graded.temp_left == [trap.name]


def test_results_go_into_no_folder_of_another_user(
    course: Course, handed_in: Path, public: Path, tmp_path: Path
) -> None:
    """A folder that was made beforehand is refused by name of its owner; links stay unused."""
    needs("reduced")
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "page.html").write_text("kept")
    out = public / "out"
    out.mkdir()
    for name, meant in (("feedback", kept), ("index.html", kept / "page.html")):
        (out / name).symlink_to(meant)
        give(out / name)
    give(out)

    graded = grade(course, handed_in, out, "reduced")

    assert graded.code == 2
    assert f"{out} belongs to user {STRANGER}, who could read and forge" in graded.said
    assert "--out" in graded.said
    assert [path.name for path in kept.iterdir()] == ["page.html"]
    assert (kept / "page.html").read_text() == "kept"
    assert sorted(path.name for path in out.iterdir()) == ["feedback", "index.html"]


def test_a_link_below_the_results_is_not_followed(
    course: Course, handed_in: Path, public: Path, tmp_path: Path
) -> None:
    """In a folder of ours too, a folder that a link leads to is neither emptied nor written."""
    needs("reduced")
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "page.html").write_text("kept")
    (public / "out").mkdir()
    (public / "out" / "feedback").symlink_to(kept)

    graded = grade(course, handed_in, public / "out", "reduced")

    assert graded.code == 2
    assert "feedback is a link" in graded.said
    assert [path.name for path in kept.iterdir()] == ["page.html"]


def test_what_is_written_is_nobody_elses_to_read(
    level: Isolation, course: Course, handed_in: Path, public: Path
) -> None:
    """Pages, gradebook, what was learned, the record and its backups, whatever the umask."""
    out, record, home = public / "out", record_of(public / "out"), public / "out-home"
    grade(course, handed_in, out, level)
    command = [sys.executable, "-m", "grader.cli", "backup", "--course", str(course.root)]
    command += ["--data", str(record)]
    subprocess.run(command, env=environment_for(home), check=True)
    folders = (out, record, home / "cache" / "grader")

    assert open_to_others(*folders) == []
