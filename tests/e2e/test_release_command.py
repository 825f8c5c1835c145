"""`grader release`: what it writes, what it refuses, and a student with nothing else."""

import hashlib
import zipfile
from pathlib import Path

import pytest

from grader.cli.main import run
from grader.course.manifest import load_course
from grader.jail.isolation import best_isolation
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
    """A folder and a zip hold the same: exercises/ and a README, byte for byte."""
    said, _ = release(capsys, "--out", "../out")
    release(capsys, "--out", "../out.zip")

    found = everything(here / "out")
    asked = {name for name in COURSE if name.startswith("exercises/")}
    assert set(found) == asked | {"README.md"}
    for name in asked - {"exercises/course.toml"}:
        assert found[name] == (here / "course" / name).read_bytes()
    with zipfile.ZipFile(here / "out.zip") as packed:
        assert {name: packed.read(name) for name in packed.namelist()} == found
    assert load_course(here / "out").lessons == load_course(here / "course").lessons
    assert "2 of the course's lessons, 8 files" in said
    assert b"a note" not in found["exercises/course.toml"]


def test_the_readme(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It names the course, its lessons in order, the commands and what to submit."""
    release(capsys, "--out", "../out")

    text = (here / "out" / "README.md").read_text("utf-8")
    assert r"# Small \| \*course\*" in text
    assert text.index("1. [Adding up]") < text.index("2. [Means]")
    for word in ("lessons", "start", "run", "test"):
        assert f"$ grader {word}" in text
    assert "`means`: `means/means.py`" in text
    assert "5 minutes" in text


def test_the_same_course_gives_the_same_bytes(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A zip is the same again, and of a copy of the course elsewhere, and replaces the first."""
    digests = []
    write_files(here / "elsewhere", dict(reversed(COURSE.items())))
    for root in (".", ".", "../elsewhere"):
        release(capsys, "--course", root, "--out", "../out.zip")
        digests.append(hashlib.sha256((here / "out.zip").read_bytes()).hexdigest())

    assert len(set(digests)) == 1


def test_some_lessons(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --lesson the others stay at home."""
    release(capsys, "--out", "../out", "--lesson", "means")

    found = everything(here / "out")
    assert not any("sums" in name for name in found)
    assert "sums" not in found["README.md"].decode() + found["exercises/course.toml"].decode()


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("exercises/sums/run.py", "\n\nprint([5, 7, 19, 23])\n", "run.py:3"),
        ("exercises/sums/README.md", "Odd numbers are added up in silence.\n", "README.md:1"),
        ("exercises/sums/run.py", "# see hidden/sums\n", "run.py:1"),
        ("exercises/sums/sums.py", COURSE["solutions/sums/sums.py"], "sums.py:1"),
        ("exercises/sums/test_more.py", HIDDEN_CASES, "test_more.py"),
        (
            "exercises/course.toml",
            (
                '# one\n# two\nformat_version = 1\ntitle = "Odd numbers are added up in silence."\n'
                '[[lessons]]\nid = "sums"\ntitle = "Sums"\n'
            ),
            "exercises/course.toml:4",
        ),
    ],
    ids=["literal", "sentence", "name", "reference", "hidden file", "manifest"],
)
def test_leaks_are_refused(
    name: str, text: str, told: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is hidden stops the release with file and line; the earlier one stays as it was."""
    release(capsys, "--out", "../out")
    before = everything(here / "out")
    write_files(here / "course", {name: text.encode()})

    for out in ("../out", "../new.zip"):
        said, errors = release(capsys, "--out", out, code=1)
        assert (said, told in errors) == ("", True)
        assert "Nothing was written" in errors

    assert everything(here / "out") == before
    assert sorted(path.name for path in here.iterdir()) == ["course", "out"]


def test_leaks_are_found_where_nothing_can_be_judged(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no case can be collected, the hidden files are read as they are written."""
    monkeypatch.setattr("grader.cli.author_options.IS_JAILED", False)
    release(capsys, "--out", "../out")
    (here / "course/exercises/sums/run.py").write_text(
        "# Odd numbers are added up in silence.\nprint([5, 7, 19, 23], [1, 2, 3])\n"
    )

    _, errors = release(capsys, "--out", "../out", code=1)

    assert "run.py:1" in errors
    assert "run.py:2" in errors
    assert "[1, 2, 3]" not in errors


def test_a_lesson_in_the_making(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A lesson without a reference and hidden cases has nothing to hide, and is released."""
    (here / "course/tests/hidden/means/test_means.py").unlink()

    release(capsys, "--out", "../out")

    assert (here / "out/exercises/means/means.py").is_file()


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--lesson", "sum"), 2, "Did you mean sums?"),
        (("--course", "../nowhere"), 2, "holds no course"),
        (("--out", "exercises/new"), 2, "exercises/"),
        (("--out", "../full"), 2, "no earlier release"),
        (("--out", "../full/a.txt/b"), 2, "cannot be"),
        (("--force",), 2, "No such option"),
    ],
)
def test_wrong_use(
    words: tuple[str, ...],
    code: int,
    sentence: str,
    here: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What cannot be done is said in a sentence, and nothing is changed."""
    write_files(here / "full", {"a.txt": "mine"})

    _, errors = release(capsys, *words, code=code)

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
