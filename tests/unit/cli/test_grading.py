"""`grader grade` says what came of a class, and nothing that a terminal would obey."""

from pathlib import Path

import pytest

from grader.cli import grading as commands
from grader.cli.main import run
from grader.grading import grade_class
from grader.grading.grade_class import GradedClass, GradeRequest, Progress, TellShape
from grader.intake.layouts import Unplaced
from grader.model.course import Course, Lesson, LessonId
from grader.model.report import JudgedSubmission, Verdict
from grader.sandbox import isolation
from tests.unit.judged_builders import judged

SUMS = Lesson(LessonId("sums"), "Sums", hand_in=("sums.py",), module="sums")


class Grading:
    """Stands for the flow: notes what was asked, tells of progress, gives a class back."""

    def __init__(self) -> None:
        self.judged: list[JudgedSubmission] = [judged("ann", verdict=Verdict.PASSED), judged("ben")]
        self.judged_now = 2
        self.warnings: tuple[str, ...] = ()
        self.ignored: dict[str, tuple[str, ...]] = {}
        self.unplaced: tuple[Unplaced, ...] = ()
        self.error: BaseException | None = None
        self.asked: GradeRequest | None = None

    def __call__(self, request: GradeRequest, tell: Progress, tell_shape: TellShape) -> GradedClass:
        """Grade a class that is made up."""
        self.asked = request
        tell_shape("Plain class, 2 of 2 entries")
        tell(1, 2)
        if self.error is not None:
            raise self.error
        whole = tuple(self.judged)
        told = self.warnings, self.ignored, self.unplaced
        return GradedClass(SUMS, whole, self.judged_now, *told)


@pytest.fixture
def grading(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Grading:
    """Put the made-up flow in the place of the real one."""
    monkeypatch.setenv("GRADER_DATA", str(tmp_path / "record"))
    flow = Grading()
    monkeypatch.setattr(grade_class, "grade_class", flow)
    monkeypatch.setattr(commands, "load_named", lambda root, *_: Course(root, "Tiny", (SUMS,)))
    monkeypatch.setattr(isolation, "best_isolation", lambda: "full")
    return flow


def test_arguments_reach_the_flow(grading: Grading, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is typed is what is asked for."""
    monkeypatch.setenv("XDG_CACHE_HOME", "/kept")
    words = "class --lesson sums --course c --out o --jobs 3 --isolation reduced --student s1"

    assert run(["grade", *words.split(), "--layout", "one"]) == 0

    asked = grading.asked
    assert asked is not None
    places = Path("c"), "sums", Path("class"), Path("o"), Path("/kept/grader")
    assert asked == GradeRequest(*places, "reduced", 3, asked.record, asked.now, "s1", layout="one")


def test_a_class_is_summed_up(grading: Grading, capsys: pytest.CaptureFixture[str]) -> None:
    """Verdicts are counted, the best first, and the files are named."""
    run(["grade", "class", "--lesson", "sums", "--out", "o"])

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 submissions to sums: 1 passed, 1 failed."
    assert [line.split()[-1] for line in lines[1:]] == [
        *("o/index.html", "o/gradebook.csv", "o/feedback", "o/instructor"),
    ]


def test_the_first_line_says_how_the_class_was_read(
    grading: Grading, capsys: pytest.CaptureFixture[str]
) -> None:
    """On stderr, before anyone is judged; then the level of isolation is named."""
    run(["grade", "class", "--lesson", "sums", "--json"])

    first, second, *_ = capsys.readouterr().err.splitlines()
    assert first == "Plain class, 2 of 2 entries."
    assert second == "Isolation: full."


def test_what_is_undecided_is_named(grading: Grading, capsys: pytest.CaptureFixture[str]) -> None:
    """Each entry with its reason; the command ends with 1 although everyone has a verdict."""
    grading.unplaced = (Unplaced("x.py", "it fits several"),)

    assert run(["grade", "class", "--lesson", "sums"]) == 1

    assert capsys.readouterr().err.splitlines()[-1] == "Undecided: x.py: it fits several."


def test_who_cannot_be_read_is_named(grading: Grading, capsys: pytest.CaptureFixture[str]) -> None:
    """Each reason once, with those whom it concerns; a long list ends in the table's name."""
    same = [judged(name, verdict=Verdict.UNREADABLE, message="It is empty.") for name in "ab"]
    odd = [judged(n, verdict=Verdict.UNREADABLE, message=f"No {n}.") for n in "cdefghijk"]
    grading.judged = [*same, *odd]

    run(["grade", "class", "--lesson", "sums", "--out", "o"])

    said = [line for line in capsys.readouterr().err.splitlines() if "Unreadable" in line]
    assert (said[0], len(said)) == ("Unreadable: a and b: It is empty.", 9)
    assert said[-1] == "Unreadable: and 2 more reasons, which o/intake.csv names."


def test_a_fault_of_ours_is_loud(grading: Grading) -> None:
    """A grader_fault ends with 3, although everyone has a verdict."""
    grading.judged.append(judged("cleo", verdict=Verdict.GRADER_FAULT))

    assert run(["grade", "class", "--lesson", "sums"]) == 3


def test_warnings_are_printable(grading: Grading, capsys: pytest.CaptureFixture[str]) -> None:
    """Warnings and ignored files are told on stderr, with nothing that a terminal obeys."""
    grading.warnings = ("test_a is left out [bold]\x1b[31m.",)
    grading.ignored = {f"s{m}": tuple(f"\x1b]0;{n}" for n in range(10)) for m in range(9)}

    run(["grade", "class", "--lesson", "sums"])

    captured = capsys.readouterr()
    assert r"Warning: test_a is left out [bold]\x1b[31m." in captured.err
    (ignored,) = (line for line in captured.err.splitlines() if line.startswith("Ignored: "))
    assert ignored.startswith(r"Ignored: \x1b]0;0, \x1b]0;1, ")
    assert "\\x1b]0;7 and 2 more of s0; \\x1b]0;0, " in ignored
    assert ignored.endswith("; and 1 more.")
    assert "\x1b" not in captured.err + captured.out


def test_an_interrupted_run_says_how_to_go_on(
    grading: Grading, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends with 130, and says what is kept."""
    grading.error = KeyboardInterrupt()

    assert run(["grade", "class", "--lesson", "sums", "--out", "o"]) == 130

    said = " ".join(capsys.readouterr().err.split())
    assert "Stopped after 1 of 2. What is judged is on record in" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nosuch", "--lesson", "sums"), "nosuch cannot be read: No such file or directory."),
        (("course", "--lesson", "sum"), "Did you mean sums?"),
        (("course", "--lesson", "sums", "--roster", "r.csv"), "r.csv cannot be read: No such"),
        (("course", "--lesson", "sums", "--course", "c"), "c holds no course"),
    ],
)
def test_what_is_mistyped_is_told_at_once(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    said: str,
) -> None:
    """Nothing is tried of the machine before the course, the lesson and all files are there."""
    monkeypatch.chdir(tmp_path)
    write_course(tmp_path / "course")
    monkeypatch.setattr(isolation, "best_isolation", lambda: pytest.fail("it was tried"))

    assert run(["grade", "--course", "course", *words]) == 2

    assert said in capsys.readouterr().err


def write_course(root: Path) -> None:
    """Write a manifest."""
    (root / "exercises").mkdir(parents=True)
    text = 'format_version = 1\ntitle = "T"\n[[lessons]]\nid = "sums"\ntitle = "Sums"\n'
    (root / "exercises" / "course.toml").write_text(text, encoding="utf-8")
