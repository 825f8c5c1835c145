"""`grader release`: what it writes, what it refuses, and a student with nothing else."""

import zipfile
from pathlib import Path

import pytest

from grader.cli.main import run
from grader.course.manifest import load_course
from grader.sandbox.isolation import best_isolation
from tests.integration.judge.tiny_course import write_files

pytestmark = [pytest.mark.jail, pytest.mark.process, pytest.mark.slow]

HIDDEN_CASES = '''
import pytest
from sums import add


@pytest.mark.visibility("hidden")
def test_the_odd_ones():
    """Odd numbers are added up in silence."""
    assert add([5, 7, 19, 23]) == 54


@pytest.mark.reveal("values")
def test_known():
    assert add([1, 2, 3]) == 6
'''
COURSE: dict[str, str | bytes] = {
    "exercises/course.toml": 'format_version = 1\ntitle = "Small | *course*"\n# a note\n\n'
    '[[lessons]]\nid = "sums"\ntitle = "Adding up"\nminutes = 5\n\n'
    '[[lessons]]\nid = "means"\ntitle = "Means"\nfiles = ["data.csv"]\n',
    "exercises/sums/sums.py": "def add(values):\n    raise NotImplementedError\n",
    "exercises/sums/README.md": "# Adding up\n\nAdd up.\n",
    "exercises/sums/run.py": "from sums import add\n\nprint('six:', add([1, 2, 3]))\n",
    "exercises/sums/test_sums.py": "from sums import add\n\n\n"
    "def test_small():\n    assert add([1, 2, 3]) == 6\n",
    "exercises/means/means.py": "def mean(values):\n    raise NotImplementedError\n",
    "exercises/means/data.csv": "1,2\n",
    "solutions/sums/sums.py": "def add(values):\n    return sum(values)\n",
    "solutions/sums/hints.md": "## One\n\nUse sum.\n",
    "solutions/sums/mistakes/first.py": '"""Only the first."""\n\n\n'
    "def add(values):\n    return values[0]\n",
    "solutions/means/means.py": "def mean(values):\n    return sum(values) / len(values)\n",
    "tests/hidden/sums/test_sums.py": HIDDEN_CASES,
    "tests/hidden/means/test_means.py": "from means import mean\n\n\n"
    "def test_mean():\n    assert mean([4, 4]) == 4\n",
}
OTHERS = {"exercises/sums/__pycache__/sums.pyc": b"", "exercises/sums/.secret": b"x"}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a course."""
    write_files(tmp_path / "course", {**COURSE, **OTHERS})
    monkeypatch.chdir(tmp_path / "course")
    return tmp_path


def release(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> tuple[str, str]:
    """Run `grader release`; give stdout and stderr."""
    assert run(["release", *words]) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return captured.out, captured.err


def everything(folder: Path) -> dict[str, bytes]:
    """Read all files below a folder."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_the_handout_and_nothing_else(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder and a zip hold the same: exercises/, byte for byte."""
    said, _ = release(capsys, "--out", "../out")
    release(capsys, "--out", "../out.zip")

    found = everything(here / "out")
    asked = {name for name in COURSE if name.startswith("exercises/")}
    assert set(found) == asked
    for name in asked - {"exercises/course.toml"}:
        assert found[name] == (here / "course" / name).read_bytes()
    with zipfile.ZipFile(here / "out.zip") as packed:
        assert {name: packed.read(name) for name in packed.namelist()} == found
    assert load_course(here / "out").lessons == load_course(here / "course").lessons
    assert "2 of the course's lessons, 7 files" in said
    assert b"a note" not in found["exercises/course.toml"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--lesson", "sum"), "Did you mean sums?"),
        (("--out", "../full"), "is there already"),
    ],
)
def test_wrong_use(
    words: tuple[str, ...], sentence: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be done is said in a sentence, and nothing is changed."""
    write_files(here / "full", {"a.txt": "mine"})

    _, errors = release(capsys, *words, code=2)

    assert sentence in " ".join(errors.split())
    assert everything(here / "full") == {"a.txt": b"mine"}


@pytest.mark.skipif(best_isolation() == "none", reason="this machine cannot isolate code")
def test_a_student_with_nothing_else(
    here: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a release all lessons can be worked on; submit says where the work belongs."""
    assert run(["release", "--out", "../out"]) == 0
    monkeypatch.chdir(here / "out")
    assert run(["lessons"]) == 0
    assert "Locked" not in capfd.readouterr().out

    assert run(["start", "means"]) == 0
    assert run(["start", "sums"]) == 0
    assert run(["test", "sums"]) == 1
    (here / "out/sums/sums.py").write_text("def add(values):\n    return sum(values)\n")
    capfd.readouterr()

    assert run(["run", "sums"]) == 0
    assert "six: 6" in capfd.readouterr().out
    assert run(["test", "sums"]) == 0
    assert "1 passed" in capfd.readouterr().out
    assert run(["submit", "sums"]) == 1
    said = " ".join(capfd.readouterr().err.split())
    assert "no hidden cases" in said
    assert "submit sums/sums.py where your instructor says" in said
    assert run(["hint", "sums"]) != 3
    assert "Traceback" not in capfd.readouterr().err
