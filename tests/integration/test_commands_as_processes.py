"""What only a process of its own shows of a command: its output's end and what it loads."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli import main
from tests.integration.judge.tiny_course import ADD, TinyCourse

CASES = "from sums import add\n\ndef test_one():\n    assert add(1, 2) == 3\n"

pytestmark = pytest.mark.process


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["doctor"]])
def test_output_that_nobody_reads(arguments: list[str]) -> None:
    """When a reader such as `head` has gone, the command ends and says nothing."""
    reading, writing = os.pipe()
    os.close(reading)

    ended = subprocess.run(
        [sys.executable, "-m", "grader.cli", *arguments],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        cwd=Path(main.__file__).parents[2],
    )
    os.close(writing)

    assert (ended.returncode, ended.stderr) == (main.UNREAD, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written(unbuffered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk behind standard output is no success, whenever that shows."""
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "grader.cli", "--help"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=Path(main.__file__).parents[2],
        )

    assert ended.returncode == main.OUR_FAULT
    assert ended.stderr.startswith("Standard output or a file cannot be used or written: No space")


SQLALCHEMY = {"cython_runtime", "sqlalchemy", "typing_extensions"}
LOOKS = {"click", "msgspec", "rich", *SQLALCHEMY}
READS = {
    *LOOKS,
    "markdown_it",
    "markupsafe",
    "math_core",
    "mdit_py_plugins",
    "mdurl",
    "pygments",
}
ROOMS = {"cli", "course", "feedback", "ground", "intake", "model", "record", "sandbox", "study"}
LOADS = {  # what a command loads beyond Python's own library, and of the grader's rooms
    "--version": ({"click", "typing_extensions"}, {"cli", "ground", "model"}),
    "lessons": (LOOKS, ROOMS),
    "history": (LOOKS, ROOMS),
    "hint sums": ({*READS, "nh3"}, ROOMS),
    "start sums": ({*READS, "jinja2", "nh3"}, ROOMS),
    "run sums": (LOOKS, {*ROOMS, "border", "cases", "judge"}),
}
HEAVY = {  # in rooms that the above may use: what reads classes, finds isolation out, or judges
    "grader.intake.file_reader": set(),
    "grader.intake.layouts": {"run sums"},
    "grader.sandbox.isolation": {"run sums"},
    "grader.record.database": {*LOADS} - {"--version"},  # with SQLAlchemy, which takes its time
    "grader.border.libraries": {"run sums"},
    "sqlite3": {*LOADS} - {"--version"},
}

JUDGES = (
    "grader.judge",
    "grader.border",
    "grader.sandbox.sandbox",
    "pytest",
    "packaging",
    "jinja2",
)
STARTED = "subprocess.Popen"  # what Python's audit calls a process that is started


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with a record, which a first command makes."""
    root = tmp_path_factory.mktemp("loads")
    files = {
        "exercises/sums/README.md": "# Sums\n\nAdd.\n",
        "exercises/sums/run.py": "print(1)\n",
        "solutions/sums/hints.md": "## First\n\nUse a plus.\n",
    }
    TinyCourse.write(root, ADD, CASES).add(files)
    loaded_by(root / "course", "start sums")
    return root / "course"


def loaded_by(course: Path, words: str) -> set[str]:
    """Run a command in a process of its own; name what it has loaded, and STARTED if it has."""
    code = (
        "import sys; from grader.cli.main import run; seen = set();"
        "sys.addaudithook(lambda event, _: seen.add(event)); run(sys.argv[1:]);"
        f"print('LOADED', *sys.modules, *seen & {{'{STARTED}'}}, file=sys.stderr)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, *words.split()],
        cwd=course,
        env=os.environ | {"PYTHONPATH": str(Path(main.__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(ended.stderr.partition("LOADED ")[2].split())


@pytest.mark.parametrize("words", LOADS)
def test_what_a_command_loads(course: Path, words: str) -> None:
    """A student waits for what a command loads, so what each may load is listed here."""
    loaded = loaded_by(course, words)

    packages, rooms = LOADS[words]
    ours = {name.split(".")[1] for name in loaded if name.startswith("grader.")}
    others = {name.partition(".")[0] for name in loaded} - {"__main__", "grader"}
    assert ours - {"errors"} <= rooms
    assert {name for name in others - sys.stdlib_module_names if name[0] != "_"} <= packages
    assert {name for name, users in HEAVY.items() if name in loaded and words not in users} == set()


@pytest.mark.jail
@pytest.mark.slow
def test_what_bytes_load_that_were_judged(course: Path) -> None:
    """Submitted again, the same bytes load nothing that judges, jails or renders."""
    course.joinpath("sums.py").write_text(ADD)
    first = loaded_by(course, "submit sums sums.py")

    loaded = loaded_by(course, "submit sums sums.py")

    assert STARTED in first
    assert not {name for name in loaded if name.startswith((STARTED, *JUDGES))}


def test_what_a_command_writes_is_its_users_alone(tmp_path: Path) -> None:
    """Whatever the shell's umask is, others read no page and enter no folder that is made."""
    root = Path(main.__file__).parents[2]
    words = ["start", "--data", str(tmp_path / "data"), "--work", str(tmp_path)]

    subprocess.run(
        [sys.executable, "-m", "grader.cli", *words],
        capture_output=True,
        check=True,
        cwd=root,
        umask=0o022,
    )

    written = [path for path in tmp_path.rglob("*") if path.stat().st_mode & 0o077]
    assert list(tmp_path.glob("*/lesson.html"))
    assert written == []
