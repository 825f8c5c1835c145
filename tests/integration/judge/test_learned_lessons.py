"""What the reference and the known mistakes do decides what counts, and what is named."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from grader.advice import lesson_judge
from grader.advice.lesson_judge import LessonJudge
from grader.errors import ContentError, JailError
from grader.grading.grade_class import GradedClass
from grader.model.report import Diagnosis, Verdict
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, MISTAKES, SUBTRACT, TinyCourse, of, outcomes

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = """
    import os
    from sums import add

    def test_random():
        number = int.from_bytes(os.urandom(4), "little")
        assert add(number, 2) == number + 2

    def test_fixed():
        assert add(1, 2) == 3

    def test_seeded():
        import random
        number = random.randint(10, 10**9)
        assert add(number, 1) == number + 1

    def test_nobody_passes():
        assert add(1, 2) == 4
"""
KNOWN = {
    f"{MISTAKES}minus.py": f'"""You subtract\n    where the lesson adds."""\n\n\n{SUBTRACT}',
    f"{MISTAKES}hangs.py": '"""Your loop never ends."""\nwhile True:\n    pass\n',
    f"{MISTAKES}right_after_all.py": f'"""Not a mistake."""\n\n\n{ADD}',
}
SUBMISSIONS = {
    "right": ADD,
    "minus": SUBTRACT,
    "minus_too": "def add(first, second):\n    first -= second\n    return first\n",
    "times": "def add(a, b):\n    return a * b\n",
    "times_too": "def add(a, b):\n    return b * a\n",
    "float": "def add(a, b):\n    return float(a) + b\n",
    "loops": "x = 1\nwhile x:\n    x += 1\n",
    "syntax": "def add(:\n",
    "syntax_too": "def add(:\n",
}


@pytest.fixture(scope="module")
def course(write: Write) -> TinyCourse:
    """A lesson with known mistakes."""
    return write(ADD, CASES, "seconds_per_case = 0.5").add(KNOWN)


@pytest.fixture(scope="module")
def graded(level: Isolation, course: TinyCourse) -> GradedClass:
    """Judge submissions of which some behave alike."""
    return course.grade(level, SUBMISSIONS, jobs=2, allows_left_out=True)


def test_a_case_that_the_reference_fails_is_left_out(graded: GradedClass) -> None:
    """It is skipped for all, counts nothing, and its author is warned."""
    assert {outcomes(graded, name)["test_nobody_passes"] for name in SUBMISSIONS} == {"skipped"}
    assert of(graded, "right").report.max_points == "3"
    assert of(graded, "right").report.lesson_passed
    (warning,) = graded.warnings
    assert (
        "test_nobody_passes is left out: the reference solution does not pass it "
        "(add(1, 2) gave 3, expected was 4; "
    ) in warning


def test_a_lesson_with_a_case_left_out_is_not_graded(level: Isolation, write: Write) -> None:
    """Unless it is allowed, nobody is judged by fewer cases than there are, and nothing is kept."""
    course = write(ADD, CASES)
    with pytest.raises(ContentError) as refusal:
        course.grade(level, {"newcomer": ADD})

    first, *others = str(refusal.value).splitlines()
    assert first.startswith("sums was not judged: ")
    assert first.endswith("or judge without them by --allow-left-out.")
    assert [line.partition(" is left out")[0] for line in others] == [
        "test_sums.py::test_nobody_passes"
    ]
    assert not list((course.root / "out" / level).glob("*/newcomer.html"))


@pytest.mark.parametrize("student", ["minus", "minus_too"])
def test_a_known_mistake_is_named(student: str, graded: GradedClass) -> None:
    """Code that behaves like a known mistake gets its sentence, whatever it looks like."""
    assert of(graded, student).report.diagnosis == Diagnosis(
        "minus", "You subtract where the lesson adds."
    )


def test_a_mistake_that_hangs_is_named(graded: GradedClass) -> None:
    """How a file fails to be imported is behaviour, too."""
    assert of(graded, "loops").report.diagnosis == Diagnosis("hangs", "Your loop never ends.")


@pytest.mark.parametrize("student", ["right", "times", "float", "syntax"])
def test_other_submissions_are_not_named(student: str, graded: GradedClass) -> None:
    """What is right, or wrong in another way, has no diagnosis."""
    assert of(graded, student).report.diagnosis is None


GROUPS = [{"right", "float"}, {"minus", "minus_too"}, {"times", "times_too"}, {"loops"}]


def test_groups_behave_alike(graded: GradedClass) -> None:
    """Equal behaviour is one group: int like float, and whatever the random inputs were."""
    groups: dict[str | None, set[str]] = {}
    for one in graded.judged:
        groups.setdefault(one.report.group, set()).add(one.report.student)

    assert None not in groups
    found = list(groups.values())
    assert all(group in found for group in (*GROUPS, {"syntax", "syntax_too"}))
    assert len(found) == 5


def test_any_number_of_workers_writes_the_same(level: Isolation, write: Write) -> None:
    """Results are the same bytes from one worker and from two."""
    cases = "from sums import add\ndef test_one():\n    assert add(1, 2) == 3\n"
    course = write(ADD, cases).add(KNOWN)
    students = {name: code for name, code in SUBMISSIONS.items() if name != "loops"}
    results = course.root / "out" / level / "results.jsonl"

    course.grade(level, students, jobs=1)
    first = results.read_bytes()
    shutil.rmtree(course.root / "record")
    course.grade(level, students, jobs=2)

    assert results.read_bytes() == first


def test_a_class_that_lacks_a_verdict_is_no_result(
    level: Isolation, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whom it lacks is named, and nothing is written that looks whole."""
    judge = LessonJudge.judge

    def losing(self: LessonJudge, submissions: Any) -> Iterator[Any]:
        return (one for one in judge(self, submissions) if one[1].report.student != "lost")

    monkeypatch.setattr(LessonJudge, "judge", losing)
    course = write(ADD, "from sums import add\ndef test_one():\n    assert add(1, 2) == 3\n")

    with pytest.raises(JailError, match=r"No verdict came for lost\."):
        course.grade(level, {"lost": ADD, "other": SUBTRACT})

    assert not (course.root / "out" / level / "results.jsonl").exists()


def test_a_report_that_cannot_be_made_costs_nobody_else(
    level: Isolation, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a submission brings about while its report is written is told of it alone."""
    make = lesson_judge.explained_report

    def failing(submission: Any, run: Any, *known: Any) -> Any:
        if submission.student == "odd" and run.verdict is None:
            raise ValueError("a number of too many digits")
        return make(submission, run, *known)

    monkeypatch.setattr(lesson_judge, "explained_report", failing)
    course = write(ADD, "from sums import add\ndef test_one():\n    assert add(1, 2) == 3\n")

    graded = course.grade(level, {"odd": ADD, "other": SUBTRACT})

    verdicts = {one.report.student: one.report.verdict for one in graded.judged}
    assert verdicts == {"odd": Verdict.GRADER_FAULT, "other": Verdict.FAILED}
