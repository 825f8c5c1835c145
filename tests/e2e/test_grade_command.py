"""`grader grade` from end to end: a class of three, judged by the command as it is installed."""

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.sandbox.isolation import best_isolation
from tests import warm
from tests.integration.judge.tiny_course import ADD, SUBTRACT, TinyCourse, write_files

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = """
    from sums import add

    def test_small():
        assert add(1, 2) == 3

    def test_large():
        assert add(10**9, 1) == 10**9 + 1
"""
CLASS = {"ann.py": ADD, "ben.py": SUBTRACT, "cleo/sums.py": "def add(:\n", "cleo/notes.md": "x"}
WRITTEN = [
    *("feedback/ann.html", "feedback/ben.html", "feedback/cleo.html"),
    *("gradebook.csv", "index.html"),
    *("instructor/ann.html", "instructor/ben.html", "instructor/cleo.html"),
    *("intake.csv", "results.jsonl", "timings.jsonl"),
]


@pytest.fixture(scope="module", autouse=True)
def can_judge() -> None:
    """Skip where this machine cannot isolate submissions."""
    if sys.platform != "linux" or best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")


@dataclass(frozen=True)
class Desk:
    """An instructor's folder: a course, a class, and a home of its own."""

    root: Path
    checkout: Path

    def command(self, *words: str) -> list[str]:
        """Word a `grader grade` of the class, by one worker: each costs more than the class."""
        place = ["--course", "course", "--lesson", "sums", "--out", "out", "--jobs=1"]
        return [sys.executable, "-m", "grader.cli", "grade", "class", *place, *words]

    def environment(self) -> dict[str, str]:
        """Give the command a home and a temp folder below this one."""
        for name in ("home", "temp"):
            (self.root / name).mkdir(exist_ok=True)
        kept = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
        places = {"HOME": "home", "XDG_CACHE_HOME": "home/cache", "TMPDIR": "temp"}
        below = {name: str(self.root / place) for name, place in places.items()}
        path = {"PYTHONPATH": str(self.checkout), "PYTHONDONTWRITEBYTECODE": "1"}
        return {**kept, **below, **path, "LANG": "C.UTF-8"}

    def grade(self, *words: str, folder: str = "class") -> subprocess.CompletedProcess[str]:
        """Run the command to its end."""
        return self.run([folder if word == "class" else word for word in self.command(*words)])

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        """Run any command of the grader's to its end."""
        return warm.run_text(command, cwd=self.root, env=self.environment())

    def files(self, *parts: str) -> dict[str, bytes]:
        """Read all files below some folders of this one."""
        paths = (path for part in parts for path in (self.root / part).rglob("*"))
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in paths
            if path.is_file()
        }


@pytest.fixture
def desk(tmp_path: Path, checkout: Path) -> Desk:
    """Lay out a course and a class of three."""
    TinyCourse.write(tmp_path, ADD, CASES)
    write_files(tmp_path / "class", CLASS)
    return Desk(tmp_path, checkout)


def test_a_class_is_graded(desk: Desk) -> None:
    """Everyone has a verdict: results, gradebook and pages are written, and nothing elsewhere."""
    before = desk.files("course", "class")

    done = desk.grade("--data", "home/record")

    first, second, *_ = done.stderr.splitlines()
    assert (done.returncode, first) == (0, "Plain class, 3 of 3 entries.")
    assert second.startswith("Isolation: ")
    assert done.stdout.splitlines()[0] == "3 submissions to sums: 1 passed, 1 failed, 1 error."
    assert "Ignored: notes.md of cleo." in done.stderr.splitlines()
    assert sorted(desk.files("out")) == [f"out/{name}" for name in WRITTEN]
    assert desk.files("course", "class") == before
    assert desk.files("temp") == {}
    assert sorted(path.name for path in desk.root.iterdir()) == [
        *("class", "course", "home", "out", "temp"),
    ]
    assert {name.split("/")[1] for name in desk.files("home")} == {"cache", "record"}


def test_results_and_gradebook_agree(desk: Desk) -> None:
    """The three files of results say the same of each student, in the order of their names."""
    desk.grade()

    lines = (desk.root / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    reports = [json.loads(line) for line in lines]
    assert [(r["student"], r["verdict"], r["points"]) for r in reports] == [
        ("ann", "passed", "2"),
        ("ben", "failed", "0"),
        ("cleo", "error", "0"),
    ]
    with (desk.root / "out" / "gradebook.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["student"], row["verdict"]) for row in rows] == [
        (r["student"], r["verdict"]) for r in reports
    ]
    page = (desk.root / "out" / "feedback" / "cleo.html").read_text(encoding="utf-8")
    assert "SyntaxError in line 1" in page


def test_a_second_run_judges_what_is_new(desk: Desk) -> None:
    """Nothing is judged twice; a changed file is, and who left is gone from all pages."""
    desk.grade()
    results = desk.files("out")["out/results.jsonl"]

    again = desk.grade()

    assert "(3 known from before)" in again.stdout
    assert desk.files("out")["out/results.jsonl"] == results

    (desk.root / "class" / "ben.py").write_text(ADD, encoding="utf-8")
    (desk.root / "class" / "ann.py").unlink()
    changed = desk.grade()

    assert changed.stdout.startswith("2 submissions to sums (1 known from before): 1 passed")
    assert "out/feedback/ann.html" not in desk.files("out")


def test_another_course_judges_all_again(desk: Desk) -> None:
    """A hidden case that changes makes what was known worthless."""
    desk.grade()
    hidden = desk.root / "course" / "tests" / "hidden" / "sums" / "test_sums.py"
    hidden.write_text(hidden.read_text().replace("10**9", "10**8"), encoding="utf-8")

    assert "known from before" not in desk.grade().stdout


def test_one_file_is_one_submission(desk: Desk) -> None:
    """A single file is graded under the name that is given."""
    done = desk.grade("--student", "s017", "--json", folder="class/ben.py")

    (line,) = done.stdout.splitlines()
    assert done.returncode == 0
    assert json.loads(line)["student"] == "s017"


@pytest.mark.parametrize(
    ("words", "folder", "code", "part"),
    [
        (["--jobs", "none"], "class", 2, "--jobs"),
        ([], "nowhere", 2, "nowhere cannot be read"),
        (["--isolation", "everything"], "class", 2, "--isolation"),
    ],
)
def test_wrong_use(words: list[str], folder: str, code: int, part: str, desk: Desk) -> None:
    """A wrong argument is a sentence on stderr, and writes nothing."""
    done = desk.grade(*words, folder=folder)

    assert (done.returncode, done.stdout) == (code, "")
    assert part in done.stderr
    assert "Traceback" not in done.stderr
    assert not (desk.root / "out").exists()


def test_a_course_that_is_not_sound(desk: Desk) -> None:
    """A reference that passes no case is the author's to fix: exit code 1."""
    (desk.root / "course" / "solutions" / "sums" / "sums.py").write_text(SUBTRACT)

    done = desk.grade()

    assert (done.returncode, done.stdout) == (1, "")
    assert "No hidden case of sums can be used." in done.stderr
    assert "Traceback" not in done.stderr


def test_a_name_of_other_bytes(desk: Desk) -> None:
    """A folder that was named on another system is a student like all others."""
    (desk.root / "class" / "jos\udce9.py").write_text(ADD, encoding="utf-8")

    assert desk.grade().returncode == 0


def is_judged(desk: Desk, count: int) -> bool:
    """Tell whether so many verdicts are on record."""
    path = desk.root / "course" / ".grader" / "grader.db"
    if not path.exists():
        return False
    with closing(sqlite3.connect(path, timeout=30)) as reading:
        if not reading.execute("SELECT 1 FROM sqlite_master").fetchone():
            return False  # it is being begun
        asked = "SELECT count(*) FROM attempts WHERE judged_at IS NOT NULL"
        return int(reading.execute(asked).fetchone()[0]) >= count


@pytest.fixture(scope="module")
def interrupted(
    tmp_path_factory: pytest.TempPathFactory, checkout: Path
) -> tuple[Desk, subprocess.CompletedProcess[str]]:
    """Stop a class of slow submissions with Ctrl-C, after a few of them."""
    root = tmp_path_factory.mktemp("interrupted")
    TinyCourse.write(root, ADD, CASES)
    slow = f"import time\ntime.sleep(0.4)\n{ADD}"
    write_files(root / "class", {f"s{number}.py": slow for number in range(8)})
    desk = Desk(root, checkout)
    running = subprocess.Popen(
        desk.command(),
        cwd=root,
        env=desk.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not is_judged(desk, 2) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)
    out, errors = running.communicate(timeout=30)
    return desk, subprocess.CompletedProcess("grade", running.returncode, out, errors)


def test_ctrl_c_stops_cleanly(
    interrupted: tuple[Desk, subprocess.CompletedProcess[str]],
) -> None:
    """Ctrl-C ends with 130, says what is kept, and leaves nothing behind."""
    desk, done = interrupted

    assert (done.returncode, done.stdout) == (130, "")
    assert "What is judged is on record in" in " ".join(done.stderr.split())
    assert desk.files("temp") == {}


def test_ctrl_c_shows_no_trace(
    interrupted: tuple[Desk, subprocess.CompletedProcess[str]],
) -> None:
    """Whoever interrupts a run reads a sentence, and no trace of a worker."""
    _, done = interrupted

    assert "Traceback" not in done.stderr


def test_an_interrupted_run_goes_on(
    interrupted: tuple[Desk, subprocess.CompletedProcess[str]],
) -> None:
    """The same command judges only the rest, and then everyone has a verdict."""
    desk, _ = interrupted

    again = desk.grade()

    assert again.returncode == 0
    assert again.stdout.startswith("8 submissions to sums (")
    assert "known from before): 8 passed." in again.stdout
    assert len((desk.root / "out" / "results.jsonl").read_bytes().splitlines()) == 8
