"""The command line ends with the exit code that says who must act, and with one sentence."""

from itertools import chain
from pathlib import Path
from typing import Any

import click
import pytest

from grader.cli import main
from grader.cli.main import run
from grader.errors import ContentError, GraderError, JailError, SubmissionRefused, UsageError
from grader.sandbox import isolation

MANIFEST = 'format_version = 1\ntitle = "Tiny"\n[[lessons]]\nid = "sums"\ntitle = "Sums"\n'
FILES = {
    "exercises/course.toml": MANIFEST,
    "solutions/sums/sums.py": "def add(a, b):\n    return a + b\n",
    "tests/hidden/sums/test_sums.py": "def test_one(): pass\n",
    "class/ann/sums.py": "def add(a, b):\n    return a + b\n",
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a course's folder, on a machine that can isolate; no jail is started."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(isolation, "best_isolation", lambda: "full")
    return tmp_path


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["--version"], ["grade", "--help"]])
def test_help_is_no_mistake(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Asked for help, the command prints it on stdout and is done."""
    assert run(arguments) == 0

    captured = capsys.readouterr()
    assert "grade" in captured.out
    assert captured.err == ""


def test_all_commands_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Each stands in the whole help, and can be loaded; a student's fit on a short screen."""
    run(["--help"])
    brief = capsys.readouterr().out
    run(["--help", "--all"])
    listed = capsys.readouterr().out

    assert "submit" in brief
    assert "For instructors" not in brief
    assert brief.count("\n") < 24
    for name, (_, text) in chain(*(section.items() for section in main._SECTIONS.values())):
        assert name in listed
        assert text.split()[0] in listed
        assert main.cli.get_command(click.Context(main.cli), name) is not None


WRONG = [
    ["grad"],
    ["grade"],
    ["grade", "class"],
    ["grade", "class", "--lesson", "sums", "--colour"],
    ["grade", "class", "--lesson", "sums", "--jobs", "0"],
    ["grade", "class", "--lesson", "sums", "--isolation", "some"],
]


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
@pytest.mark.usefixtures("here")
def test_wrong_use(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """An argument that is wrong or missing ends with 2 and a sentence on stderr."""
    assert run(arguments) == main.WRONG_USE

    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(("Usage: grader", "Error: "))
    assert "Traceback" not in captured.err


def told(capsys: pytest.CaptureFixture[str]) -> str:
    """Give the last line on stderr; stdout must be empty."""
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Traceback" not in captured.err
    lines: list[str] = captured.err.strip().splitlines()
    return lines[-1]


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("nowhere", "nowhere cannot be read: No such file or directory."),
        ("solutions/sums/mistakes", "solutions/sums/mistakes holds no submission."),
    ],
)
def test_no_submissions(
    path: str, sentence: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A path without submissions is wrong use, and is named."""
    (here / "solutions" / "sums" / "mistakes").mkdir()

    assert run(["grade", path, "--lesson", "sums"]) == main.WRONG_USE

    assert told(capsys).startswith(sentence)


@pytest.mark.parametrize(
    ("broken", "part"),
    [
        ("exercises/course.toml", "course.toml cannot be read"),
        ("solutions/sums/sums.py", "solutions/sums/sums.py cannot be read"),
        ("tests/hidden/sums/test_sums.py", "holds no test_*.py"),
    ],
)
def test_a_course_that_is_not_sound(
    broken: str, part: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the author must fix ends with 1, before anyone is judged."""
    (here / broken).unlink()
    if broken.endswith(".toml"):
        (here / broken).write_text("lessons = [", encoding="utf-8")

    assert run(["grade", "class", "--lesson", "sums"]) == main.NOT_PASSED

    assert part in told(capsys)


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Have every command raise."""

    def fail(*_args: Any, **_named: Any) -> None:
        raise error

    monkeypatch.setattr(main.cli, "main", fail)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (SubmissionRefused("Lesson loops is locked."), 1),
        (ContentError("Lesson loops is locked."), 1),
        (UsageError("Lesson loops is locked."), 2),
        (JailError("Lesson loops is locked."), 3),
        (GraderError("Lesson loops is locked."), 3),
        (click.UsageError("Lesson loops is locked."), 2),
        (KeyboardInterrupt(), 130),
        (click.exceptions.Abort(), 130),
    ],
)
def test_exit_codes(
    error: BaseException,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each exception of ours is a sentence and the code of who must act."""
    failing(monkeypatch, error)

    assert run([]) == code

    captured = capsys.readouterr()
    assert captured.out == ""
    if isinstance(error, GraderError | click.UsageError):
        assert "Lesson loops is locked." in captured.err


@pytest.mark.parametrize(
    "error", [RuntimeError("no\nsuch \x1bthing"), KeyError("x"), MemoryError(), RecursionError()]
)
def test_a_fault_of_ours(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What nobody foresaw is one line that says whose fault it is and how to see more: 3."""
    monkeypatch.delenv("GRADER_DEBUG", raising=False)
    failing(monkeypatch, error)

    assert run([]) == main.OUR_FAULT

    line = told(capsys)
    assert line.startswith(f"The grader itself failed ({type(error).__name__}: ")
    for part in ("not yours", "is lost", "GRADER_DEBUG=1"):
        assert part in line
    assert "\x1b" not in line


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (PermissionError(13, "Permission denied", "out/x.csv"), "out/x.csv cannot be used or "),
        (OSError(30, "Read-only file system", b"out"), "out cannot be used or written: Read-only"),
        (OSError(28, "No space left on device"), "Standard output or a file cannot be used or "),
        (ConnectionResetError(104, "reset by peer"), "The grader itself failed ("),
        (BrokenPipeError(32, "Broken pipe"), "The grader itself failed ("),
    ],
)
def test_a_machine_that_refuses(
    error: OSError,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A full disk or a locked folder is told with its path and ends with 3."""
    failing(monkeypatch, error)

    assert run([]) == main.OUR_FAULT

    line = told(capsys)
    assert line.startswith(sentence)
    assert "is lost" in line
