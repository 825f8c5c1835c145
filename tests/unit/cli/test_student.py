"""A student's attempts fit a terminal of any width; the course's own page is printed."""

import io
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console

from grader.cli.main import run
from grader.cli.student import print_attempts
from grader.cli.trying import show
from grader.feedback.pen import Pen
from grader.model.course import LessonId, StudentId
from grader.model.report import Verdict
from grader.record.attempts import AttemptRow
from grader.study.submit import Submitted
from tests.unit.feedback.judged_class import CLASS
from tests.unit.feedback.map_builders import attempt, chain, states

ROW = AttemptRow(
    id=1,
    student=StudentId("ann"),
    lesson=LessonId("cumulative_gain_of_a_long_name"),
    number=12,
    submission_sha256="0" * 64,
    submitted_at=datetime(2026, 9, 1, 12, tzinfo=UTC),
    tries=1,
    judged_at=None,
    course_version="",
    verdict=Verdict.FAILED,
    points="19",
    max_points="20",
    lesson_passed=False,
    seconds=None,
)


@pytest.fixture
def _in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("_in_berlin")
@pytest.mark.parametrize("width", [40, 80, 120])
def test_every_width_says_the_same(width: int) -> None:
    """Where the table has no room, its cells take several lines."""
    written = io.StringIO()

    pen = Pen(Console(file=written, width=width))
    print_attempts(pen, [ROW, replace(ROW, verdict=None, points=None)])

    assert max(map(len, written.getvalue().splitlines())) <= width
    if width < 120:
        return
    words = " ".join(written.getvalue().split())
    for part in ("cumulative_gain_of_a_long_name", "12", "not all passed", "2026-09-01 14:00 CEST"):
        assert part in words
    assert "19 of 20" in words
    assert "19 of 20 points" not in words  # the heading says what they are
    assert "not judged yet" in words


MANIFEST = 'format_version = 1\ntitle = "Tiny"\n[[lessons]]\nid = "sums"\ntitle = "Sums"\n'


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a student's folder beside a course."""
    root = tmp_path / "course"
    (root / "exercises" / "sums").mkdir(parents=True)
    (root / "exercises" / "course.toml").write_text(MANIFEST, encoding="utf-8")
    (root / "exercises" / "sums" / "sums.py").write_text("def add(a, b): ...\n", encoding="utf-8")
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("GRADER_COURSE", str(root))
    monkeypatch.setenv("GRADER_DATA", str(tmp_path / "data"))
    return root


def test_the_page_of_the_course(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is printed as a lesson's text is, and `start` tells how to read it."""
    (course / "exercises" / "README.md").write_text("# All lessons\n\nCount from 1.\n")

    codes = run(["start", "sums"]), run(["lessons", "--about"])

    said = capsys.readouterr().out
    assert codes == (0, 0)
    assert "grader lessons --about" in said
    assert "All lessons" in said
    assert "Count from 1." in said


def test_a_course_without_a_page(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sentence names the file that is not there, and `start` does not speak of it."""
    codes = run(["start", "sums"]), run(["lessons", "--about"])

    said = capsys.readouterr()
    assert codes == (0, 2)
    assert "--about" not in said.out
    assert "exercises/README.md is not there" in " ".join(said.err.split())


def test_a_watched_lesson_that_is_passed_leads_on(capsys: pytest.CaptureFixture[str]) -> None:
    """The keys take the place of what to type only until then."""
    judged = next(one.report for one in CLASS if one.report.lesson_passed)
    report = replace(judged, lesson="cg")
    before, after = states(chain()), states(chain(), attempt("cg", 5))

    for is_passed in (True, False):
        one = replace(report, lesson_passed=is_passed)
        show(
            Submitted(chain().lessons[0], 1, one, False, before, after, True), is_here=True, below=3
        )

    assert capsys.readouterr().out.count("grader start dcg") == 1
