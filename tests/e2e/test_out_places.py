"""`grader grade --out` is refused where its results would be taken for something else."""

import subprocess
import sys
from pathlib import Path

import pytest

from grader.sandbox.isolation import best_isolation
from tests.e2e.test_grade_command import CASES, Desk
from tests.integration.judge.tiny_course import ADD, TinyCourse
from tests.unit.intake.handed_in import write

pytestmark = [pytest.mark.process]

NOT_THERE = "nosuch.csv cannot be read: No such file or directory."


@pytest.fixture
def desk(tmp_path: Path, checkout: Path) -> Desk:
    """Lay out a course and a class, and a link that leads into the class."""
    TinyCourse.write(tmp_path, ADD, CASES)
    write(tmp_path, {"class/ann.py": ADD.encode(), "class/ben.py": ADD.encode(), "file": b""})
    (tmp_path / "link").symlink_to("class")
    return Desk(tmp_path, checkout)


def grade(desk: Desk, out: str) -> subprocess.CompletedProcess[str]:
    """Grade into a place, whether this machine isolates or not."""
    words = desk.command("--isolation", "none" if best_isolation() == "none" else "reduced")
    return desk.run([out if one == "out" else one for one in words])


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ("class", "lies among the submissions in class"),
        ("class/out", "lies among the submissions in class"),
        ("link/out/deep", "lies among the submissions in class"),
        ("course/exercises/sums/out", "lies in the course's own exercises/"),
        ("course/tests/hidden", "lies in the course's own tests/"),
        ("file", "file is no folder."),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux judges")
def test_a_place_that_is_refused(out: str, said: str, desk: Desk) -> None:
    """The code is 2, the sentence says why and what to do, and nothing is written."""
    before = desk.files("class", "course")

    done = grade(desk, out)

    told = " ".join(done.stderr.split())
    assert (done.returncode, said in told) == (2, True), done.stderr
    assert "Name another folder with --out." in told
    assert desk.files("class", "course") == before


def test_the_codes_are_said_alike(desk: Desk, checkout: Path) -> None:
    """README and --help give every exit code the same meaning."""
    done = desk.run([sys.executable, "-m", "grader.cli", "grade", "--help"])
    readme = (checkout / "README.md").read_text(encoding="utf-8")

    (told,) = [line for line in readme.splitlines() if line.startswith("The command ends with 0 ")]
    codes = told.removeprefix("The command ends with ")
    assert f"Ends with {codes}" in " ".join(done.stdout.split())
