"""What forty beginners see first is true, fits the case that it stands beside, and says more.

Each file of tests/material/beginners has several faults, as files of first-year students have.
`--update-golden` rewrites what they see first; read it as somebody who wrote the file.
"""

import io
import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from grader.course.manifest import load_course
from grader.feedback.report_terminal import print_report
from grader.grading.grade_class import GradeRequest, grade_class
from grader.model.report import Example, JudgedSubmission, Report
from grader.model.student_report import student_report
from grader.record.store import open_store
from grader.sandbox.isolation import best_isolation

pytestmark = [pytest.mark.jail, pytest.mark.slow]

ROOT = Path(__file__).parents[3]
BEGINNERS = ROOT / "tests" / "material" / "beginners"
GOLDEN = ROOT / "tests" / "material" / "golden" / "first_screens.txt"
FILES = [path.relative_to(BEGINNERS) for path in sorted(BEGINNERS.glob("*/*.py"))]
# how a case's own sentence begins, where no slip stands before it
PLAIN = re.compile(
    r"The result is|Your code |This |\w+ is (called|not written)|The \w+ that your|An "
)
Answer = tuple[str, Any]  # "gives" and a value, or "raises" and the name of a type


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, JudgedSubmission]:
    """Judge all of them, lesson by lesson."""
    return {
        Path(lesson, f"{one.report.student}.py"): one
        for lesson in sorted({path.parts[0] for path in FILES})
        for one in graded(lesson, tmp_path_factory.mktemp(lesson))
    }


def graded(lesson: str, folder: Path) -> Iterator[JudgedSubmission]:
    """Judge the files of one lesson."""
    (folder / "in").mkdir()
    for path in (BEGINNERS / lesson).glob("*.py"):
        (folder / "in" / path.name).write_bytes(path.read_bytes())
    request = GradeRequest(
        course_root=ROOT,
        lesson_id=lesson,
        submissions=folder / "in",
        out=folder / "out",
        cache=Path(os.environ["XDG_CACHE_HOME"]) / "grader",
        isolation=best_isolation(),
        jobs=2,
        record=open_store(str(folder / "record")),
        now=datetime.now(UTC),
    )
    yield from grade_class(request, lambda _done, _total: None).judged


def named_case(report: Report) -> int | None:
    """Number the case that is named first, from 0."""
    ids = [case.id for case in report.cases]
    return ids.index(report.look_at.case_id) if report.look_at and report.look_at.case_id else None


def shown_example(report: Report) -> Example | None:
    """Give the example that stands on the first screen."""
    number, example = named_case(report), report.example
    if number is None or example is None or report.look_at is None:
        return None
    case = report.cases[number]
    has_own_call = case.shown is not None and case.shown.call is not None
    is_beside = report.look_at.what in ("example", "mistake") and case.id in example.cases
    return example if is_beside and not has_own_call else None


def answer_to(call: str, file: Path) -> Answer:
    """Make a call of a file, here and now."""
    names: dict[str, Any] = {}
    exec(compile(file.read_bytes(), file.name, "exec"), names)
    try:
        return "gives", eval(call, names)
    except Exception as error:  # noqa: BLE001 - whatever a beginner raises
        return "raises", type(error).__name__


def kind_of(answer: Answer) -> str:
    """Name a value by its kind, and an exception by its name."""
    how, what = answer
    is_number = isinstance(what, int | float) and not isinstance(what, bool)
    return what if how == "raises" else "number" if is_number else type(what).__name__


@pytest.mark.parametrize("file", FILES, ids=str)
def test_an_example_is_true_and_fits(file: Path, judged: dict[Path, JudgedSubmission]) -> None:
    """Reference and submission answer as it says, and as in the last call of the case beside it."""
    one = judged[file]
    report = student_report(one)
    example = shown_example(report)
    if example is None:
        return
    number = named_case(report)
    assert number is not None
    reference = ROOT / "solutions" / file.parts[0] / f"{file.parts[0]}.py"

    due, got = (answer_to(example.call, path) for path in (reference, BEGINNERS / file))
    theirs = one.traces[number].calls[-1][0]
    case_due, case_got = (answer_to(theirs, path) for path in (reference, BEGINNERS / file))

    for answer, said in ((due, example.expected), (got, example.got)):
        is_right = said == answer[1] if answer[0] == "raises" else eval(said) == about(answer[1])
        assert is_right, (example.sentence, answer)
    assert theirs.partition("(")[0] == example.call.partition("(")[0]
    assert (kind_of(due), kind_of(got)) == (kind_of(case_due), kind_of(case_got))


def about(value: Any) -> Any:
    """Compare numbers as six digits do, at any depth."""
    if isinstance(value, list | tuple):
        return type(value)(map(about, value))
    if isinstance(value, dict):
        return {key: about(item) for key, item in value.items()}
    return pytest.approx(value, rel=1e-5) if isinstance(value, int | float) else value


def says_more(report: Report) -> bool:
    """Tell more than the failing case's own sentence: a mistake, an example, its call, a slip."""
    number, look = named_case(report), report.look_at
    if look is None or number is None:
        return bool(report.message and not report.message.startswith(f"{report.lesson}.py could"))
    case = report.cases[number]
    has_own_call = case.shown is not None and case.shown.call is not None
    has_slip = bool(case.message) and not PLAIN.match(case.message or "")
    return look.what in ("mistake", "example") or has_own_call or has_slip


def test_most_say_more(judged: dict[Path, JudgedSubmission]) -> None:
    """In all but a few a student reads more than the case's own sentence."""
    silent = [str(file) for file, one in judged.items() if not says_more(student_report(one))]

    assert len(judged) == len(FILES) == 40
    assert len(silent) <= 5, silent


def test_none_speaks_of_us(judged: dict[Path, JudgedSubmission]) -> None:
    """No exit status of ours is told, and what needs too much memory is told so, with its loop."""
    told = {file.name: first_screen(one) for file, one in judged.items()}

    assert [name for name, text in told.items() if "exit status" in text] == []
    assert "more than the 512 MiB of memory" in told["grows_for_ever.py"]
    assert "the loop that begins in line 3" in told["grows_for_ever.py"]


def first_screen(one: JudgedSubmission) -> str:
    """Print what to look at next, as `grader submit` shows it at 80 columns."""
    report, written = student_report(one), io.StringIO()
    lesson = next(one for one in load_course(ROOT).lessons if one.id == report.lesson)
    print_report(report, Console(file=written, width=80), lesson=lesson)
    assert written.getvalue().count("\n") <= 24
    return written.getvalue().split("\n\n")[1]


def test_they_are_as_reviewed(
    judged: dict[Path, JudgedSubmission], pytestconfig: pytest.Config
) -> None:
    """What all forty read first."""
    text = "\n".join(f"{file}\n{first_screen(judged[file])}\n" for file in FILES)

    if pytestconfig.getoption("--update-golden"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
