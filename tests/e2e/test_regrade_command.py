"""`grader regrade` from the edit of a case to the new results of a class."""

import csv
import io
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from grader.advice.lesson_judge import LessonJudge
from grader.cli.main import run
from grader.model.report import JudgedSubmission, Verdict
from grader.model.submission import Submission
from tests.integration.regrade.recorded_class import MORE, ClassOnRecord, record_a_class
from tests.integration.study.terminal import skip_unless_judging
from tests.unit.record.records import everything

pytestmark = [pytest.mark.jail, pytest.mark.slow]

UNCHANGED = "Nothing has been changed."


class Typist(io.StringIO):
    """A terminal at which somebody types an answer."""

    def isatty(self) -> bool:
        """Claim to be a terminal."""
        return True


@pytest.fixture(scope="module")
def judged_class(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with a class on record."""
    if sys.platform != "linux":
        pytest.skip("submissions are judged on Linux")
    skip_unless_judging()
    return record_a_class(tmp_path_factory.mktemp("command"))


@pytest.fixture
def edited(judged_class: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ClassOnRecord:
    """Stand in a copy whose first lesson has a new case."""
    monkeypatch.delenv("GRADER_COURSE", raising=False)
    monkeypatch.delenv("GRADER_DATA", raising=False)
    shutil.copytree(judged_class, tmp_path / "desk")
    made = ClassOnRecord(tmp_path / "desk" / "course")
    made.add_cases(MORE)
    monkeypatch.chdir(made.root)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    return made


def rows(made: ClassOnRecord) -> object:
    """Read all that is on record."""
    with made.record() as store:
        found = everything(store)
    found["attempts"] = [row[:-1] for row in found["attempts"]]  # what is proposed is no verdict
    return found


@pytest.mark.parametrize("words", [[], ["--dry-run"]])
def test_nothing_is_taken_unasked(
    words: list[str], edited: ClassOnRecord, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --dry-run, or without a terminal, the changes are shown and nothing is changed."""
    before = rows(edited)

    assert run(["regrade", *words]) == 0

    printed = capsys.readouterr()
    assert "first: 2 attempts, because of\n" in printed.out
    assert "test_first_hidden.py::test_of_another_kind: new, passed" in printed.out
    assert "5 attempts of 5 students would change: 2 up, 0 down, 3 with" in printed.out
    assert UNCHANGED in printed.err
    assert rows(edited) == before


def test_what_a_dry_run_judged_is_not_judged_again(
    edited: ClassOnRecord, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """--yes takes what --dry-run has shown; after another edit all is judged again."""
    judged: list[int] = []
    judge = LessonJudge.judge

    def counted(
        self: LessonJudge, submissions: Sequence[Submission], **named: bool
    ) -> Iterator[tuple[int, JudgedSubmission]]:
        judged.append(len(submissions))
        return judge(self, submissions, **named)

    monkeypatch.setattr(LessonJudge, "judge", counted)
    assert run(["regrade", "--dry-run"]) == 0
    shown = capsys.readouterr().out
    assert run(["regrade", "--yes"]) == 0

    assert capsys.readouterr().out == shown
    assert (sum(judged[:1]) > 0, judged[1:]) == (True, [0])
    edited.add_cases(MORE.replace("test_of_another_kind", "test_of_a_third_kind"))
    assert run(["regrade", "--dry-run"]) == 0
    assert judged[2] == judged[0]


def test_yes_takes_all(edited: ClassOnRecord, capsys: pytest.CaptureFixture[str]) -> None:
    """--yes takes all; the gradebook shows the new points, and a second run has nothing to do."""
    assert run(["regrade", "--yes"]) == 0
    assert "Taken: 5 new reports" in capsys.readouterr().err

    assert run(["gradebook", "--lesson", "first", "--csv"]) == 0
    points = {each["student"]: each["points"] for each in _csv(capsys)}
    assert points == {"ann": "3", "ben": "3", "cleo": "0", "dan": "1", "eve": "0"}
    assert run(["regrade"]) == 0
    assert "Nothing to judge again: all is judged" in capsys.readouterr().out


def _csv(capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


@pytest.mark.parametrize(("answer", "is_taken"), [("y\n", True), ("n\n", False), ("\n", False)])
def test_an_answer(
    answer: str,
    is_taken: bool,
    edited: ClassOnRecord,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """At a terminal it asks once; whatever is not yes changes nothing."""
    monkeypatch.setattr(sys, "stdin", Typist(answer))
    before = rows(edited)

    assert run(["regrade"]) == 0

    assert "Take this as a whole? [y/N]" in capsys.readouterr().err
    assert (rows(edited) != before) == is_taken


def test_ctrl_c_changes_nothing(
    edited: ClassOnRecord, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stopped while it judges, it says that nothing has been changed: code 130."""
    judge = LessonJudge.judge

    def stopped(
        self: LessonJudge, submissions: Sequence[Submission], **options: bool
    ) -> Iterator[tuple[int, JudgedSubmission]]:
        yield next(iter(judge(self, submissions, **options)))
        raise KeyboardInterrupt

    monkeypatch.setattr(LessonJudge, "judge", stopped)
    before = rows(edited)

    assert run(["regrade", "--yes"]) == 130

    assert UNCHANGED in capsys.readouterr().err
    assert rows(edited) == before


def test_a_fault_of_the_graders(
    edited: ClassOnRecord, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the grader fails on one submission the whole is refused: code 3."""
    judge = LessonJudge.judge

    def failing(
        self: LessonJudge, submissions: Sequence[Submission], **options: bool
    ) -> Iterator[tuple[int, JudgedSubmission]]:
        for number, judged in judge(self, submissions, **options):
            verdict = Verdict.GRADER_FAULT if number else judged.report.verdict
            report = msgspec.structs.replace(judged.report, verdict=verdict)
            yield number, msgspec.structs.replace(judged, report=report)

    monkeypatch.setattr(LessonJudge, "judge", failing)
    before = rows(edited)

    assert run(["regrade", "--yes"]) == 3

    assert "The grader failed on" in capsys.readouterr().err
    assert rows(edited) == before


@pytest.mark.usefixtures("edited")
def test_grading_again_judges_anew(
    edited: ClassOnRecord, capsys: pytest.CaptureFixture[str]
) -> None:
    """A class that is graded after the edit is judged by the lesson as it is, and says so."""
    words = ["--lesson", "first", "--out", "out"]
    assert run(["grade", str(edited.root.parent / "class"), *words]) == 0

    said = capsys.readouterr().err
    assert (
        "Judged anew, since the lesson, the grader or the isolation is no longer the same:" in said
    )
    assert "because of" in said


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--lesson", "frist"], 2, "Did you mean first"),
        (["--dry-run", "--yes"], 2, "--dry-run changes nothing"),
        (["--data", "elsewhere"], 2, "There is no record at elsewhere"),
        (["--course", "elsewhere"], 2, "elsewhere"),
    ],
)
@pytest.mark.usefixtures("edited")
def test_wrong_use(
    words: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is not there is said in a sentence, and nothing is made in its place."""
    assert run(["regrade", *words]) == code

    assert said in capsys.readouterr().err
    assert not Path("elsewhere").exists()
