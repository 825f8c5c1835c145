"""The command line ends with the exit code that says who must act, and with one sentence."""

from itertools import chain
from pathlib import Path
from typing import Any

import click
import pytest

from grader.cli import isolation, main
from grader.cli.main import run
from grader.errors import ContentError, GraderError, JailError, SubmissionRefused, UsageError
from grader.sandbox.spec import Isolation

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
    can_isolate(monkeypatch, "full")
    return tmp_path


def can_isolate(monkeypatch: pytest.MonkeyPatch, best: Isolation) -> None:
    """Decide what the machine can isolate."""
    monkeypatch.setattr(isolation, "best_isolation", lambda: best)


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
    ["grade", "class", "--lesson"],
    ["grade", "class", "--lesson", "sums", "--colour"],
    ["grade", "class", "--lesson", "sums", "--jobs", "0"],
    ["grade", "class", "--lesson", "sums", "--jobs", "many"],
    ["grade", "class", "--lesson", "sums", "--isolation", "some"],
    ["grade", "class", "more", "--lesson", "sums"],
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


@pytest.mark.usefixtures("here")
def test_an_unknown_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    """A lesson that is not there is answered with the nearest name."""
    code = run(["grade", "class", "--lesson", "sum"])

    assert code != 0
    assert told(capsys) == "The course has no lesson sum. Did you mean sums?"


def test_a_folder_without_a_course(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Outside a course the sentence says how to name one."""
    code = run(["grade", "class", "--lesson", "sums", "--course", str(here / "class")])

    assert code != 0
    assert told(capsys).endswith("Name another with --course.")


@pytest.mark.parametrize("more", [["--lesson", "sum"], ["--lesson", "sums", "--course", "class"]])
@pytest.mark.usefixtures("here")
def test_an_argument_that_does_not_fit_is_wrong_use(more: list[str]) -> None:
    """A lesson or course that does not exist is the mistake of whoever typed it."""
    assert run(["grade", "class", *more]) == main.WRONG_USE


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


@pytest.mark.parametrize(
    ("best", "arguments", "part"),
    [
        ("none", [], "This machine cannot isolate submissions"),
        ("reduced", ["--isolation", "full"], "Isolation full cannot be had here"),
    ],
)
def test_isolation_that_cannot_be_had(
    best: Isolation,
    arguments: list[str],
    part: str,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where too little isolation can be had, nothing is judged or written: exit code 3."""
    can_isolate(monkeypatch, best)

    assert run(["grade", "class", "--lesson", "sums", *arguments]) == main.OUR_FAULT

    assert part in told(capsys)
    assert not (here / "grades").exists()


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

    def fail(*_args: Any, **_named: Any) -> None:
        raise error

    monkeypatch.setattr(main.cli, "main", fail)

    assert run([]) == code

    captured = capsys.readouterr()
    assert captured.out == ""
    if isinstance(error, GraderError | click.UsageError):
        assert "Lesson loops is locked." in captured.err


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Have every command raise."""

    def fail(*_args: Any, **_named: Any) -> None:
        raise error

    monkeypatch.setattr(main.cli, "main", fail)


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


def test_the_traceback_is_there_when_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With GRADER_DEBUG=1 the traceback stands before the sentence."""
    monkeypatch.setenv("GRADER_DEBUG", "1")
    failing(monkeypatch, RuntimeError("no such thing"))

    assert run([]) == main.OUR_FAULT

    said = capsys.readouterr().err
    assert said.startswith("Traceback (most recent call last):")
    assert said.splitlines()[-1].startswith("The grader itself failed (RuntimeError: ")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (PermissionError(13, "Permission denied", "out/x.csv"), "out/x.csv cannot be used: "),
        (OSError(28, "No space left on device", "out"), "out cannot be written: No space left"),
        (OSError(28, "No space left on device"), "standard output cannot be written: No space"),
        (OSError(30, "Read-only file system", b"out"), "out cannot be written: Read-only file"),
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


def test_a_full_disk_names_its_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The system names no file when a disk is full; the sentence does."""

    def fail(*_args: Any, **_named: Any) -> None:
        Path("/dev/full").write_text("x", encoding="utf-8")

    monkeypatch.setattr(main.cli, "main", fail)

    assert run([]) == main.OUR_FAULT

    assert told(capsys).startswith("/dev/full cannot be written: No space left on device. ")


def test_an_unwritable_out(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An output folder that cannot be made is named."""
    (here / "taken").write_text("a file", encoding="utf-8")
    (here / "class" / "ann" / "sums.py").unlink()  # what is submitted is read by another process
    monkeypatch.setenv("XDG_CACHE_HOME", str(here / "cache"))

    code = run(["grade", "class", "--lesson", "sums", "--out", "taken/deeper"])

    assert code == main.OUR_FAULT
    assert told(capsys).startswith("taken/deeper")


@pytest.mark.parametrize(("result", "code"), [(None, 0), (0, 0), (1, 1), (3, 3), ("text", 0)])
def test_a_commands_answer_is_the_code(
    result: object, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a command returns is the exit code, where it is one."""
    monkeypatch.setattr(main.cli, "main", lambda *_args, **_named: result)

    assert run([]) == code
