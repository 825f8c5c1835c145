"""A hidden folder of several files is judged file by file, and tells nothing of itself."""

import msgspec
import pytest

from grader.errors import ContentError
from grader.grading.grade_class import GradedClass
from grader.model.report import Verdict
from grader.model.student_report import student_report
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, HIDDEN, SUBTRACT, case_of, of, outcomes

pytestmark = [pytest.mark.jail, pytest.mark.slow]

BOTH = ADD + "\n\ndef sub(a, b):\n    return a - b\n"
CASES = """
    from oracle import expected
    from sums import add

    def test_add():
        assert add(1, 2) == expected(1, 2)
"""
FOLDER = {
    f"{HIDDEN}oracle.py": "def expected(a, b):\n    return a + b\n",
    f"{HIDDEN}test_sub.py": """
        import json
        from pathlib import Path
        from oracle import expected
        from sums import sub

        def test_sub():
            data = json.loads((Path(__file__).parent / "data.json").read_text())
            assert sub(*data) == 1
    """,
    f"{HIDDEN}data.json": "[3, 2]",
    f"{HIDDEN}test_without_cases.py": "SHARED = 3\n",
}
SECRET = "the answer is 4711"
CANNOT_IMPORT = {
    "syntax": "def add(:\n",
    "missing": "import nothing_of_this_name\n",
    "raising": "def add(a, b):\n    return a + b\n\nraise ValueError('too early')\n",
    "leaving": "import sys\nsys.exit('done')\n",
    "interrupting": "raise KeyboardInterrupt\n",
}
TOLD = {
    "syntax": "SyntaxError in line 1",
    "missing": "ModuleNotFoundError in line 1: No module named 'nothing_of_this_name'",
    "raising": "ValueError in line 4: too early",
    "leaving": "SystemExit in line 2: done",
    "interrupting": "KeyboardInterrupt in line 1",
}
LEAKING = """
    from sums import add

    TOTAL = add(4711, 1234)

    def test_total():
        assert TOTAL == 5945
"""


@pytest.fixture(scope="module")
def graded(level: Isolation, write: Write) -> GradedClass:
    """Judge submissions of which one lacks what one file needs."""
    course = write(BOTH, CASES).add(FOLDER)
    submissions = {"right": BOTH, "half": ADD, "near": BOTH.replace("sub", "sbu")}
    return course.grade(level, submissions)


def test_helpers_and_data_are_found(graded: GradedClass) -> None:
    """Helper modules, data and files without cases lie beside the hidden files."""
    assert of(graded, "right").report.verdict is Verdict.PASSED
    assert outcomes(graded, "right") == {"test_sub": "passed", "test_add": "passed"}
    assert graded.warnings == ()


def test_a_missing_function_costs_its_own_cases(graded: GradedClass) -> None:
    """It is one that is not written yet: what is there keeps its points."""
    report = of(graded, "half").report

    assert outcomes(graded, "half") == {"test_sub": "failed", "test_add": "passed"}
    assert (report.points, report.max_points, report.verdict) == ("1", "2", Verdict.FAILED)
    assert case_of(graded, "half", "test_sub").message == (
        "sub is not written yet. sums.py does not define it. It defines: add."
    )


@pytest.fixture(scope="module")
def broken(level: Isolation, write: Write) -> GradedClass:
    """Judge with a hidden file that not even the reference can load."""
    course = write(ADD, CASES).add({
        **{name: text for name, text in FOLDER.items() if "oracle" in name},
        f"{HIDDEN}test_bad.py": f"raise RuntimeError({SECRET!r})\n",
    })  # fmt: skip
    students = {"right": ADD, "nameless": "x = 1\n"}
    with pytest.raises(ContentError, match=r"not judged[^\0]*test_bad\.py cannot be imported"):
        course.grade(level, students)
    return course.grade(level, students, allows_left_out=True)


def test_a_broken_hidden_file_is_the_authors(broken: GradedClass) -> None:
    """The author is warned, and the other files are judged."""
    assert of(broken, "right").report.verdict is Verdict.PASSED
    assert any("test_bad.py" in warning for warning in broken.warnings)


def test_a_broken_hidden_file_tells_students_nothing(broken: GradedClass) -> None:
    """What a hidden file itself raises reaches no student."""
    for judged in broken.judged:
        assert SECRET.encode() not in msgspec.json.encode(student_report(judged))


def test_calls_while_collecting_tell_no_inputs(level: Isolation, write: Write) -> None:
    """An exception of a call at the top of a hidden file is not shown with its text."""
    code = "def add(a, b):\n    raise ValueError(f'{a} and {b}')\n"

    graded = write(ADD, LEAKING).grade(level, {"teller": code})

    assert b"4711" not in msgspec.json.encode(student_report(of(graded, "teller")))


@pytest.fixture(scope="module")
def through_conftest(level: Isolation, write: Write) -> GradedClass:
    """Judge where conftest.py itself imports the submission."""
    cases = "def test_three(three):\n    assert three == 3\n"
    conftest = """
        import pytest
        from sums import add

        @pytest.fixture
        def three():
            return add(1, 2)
    """
    course = write(ADD, cases).add({f"{HIDDEN}conftest.py": conftest})
    return course.grade(level, {"right": ADD, "wrong": SUBTRACT, **CANNOT_IMPORT})


def test_a_conftest_may_import_the_submission(through_conftest: GradedClass) -> None:
    """Fixtures that call the submission are part of their case."""
    assert outcomes(through_conftest, "right") == {"test_three": "passed"}
    assert outcomes(through_conftest, "wrong") == {"test_three": "failed"}


@pytest.mark.parametrize("name", CANNOT_IMPORT)
def test_a_conftest_that_cannot_import_says_why(name: str, through_conftest: GradedClass) -> None:
    """What keeps a file from being imported is told in full, wherever the import stands."""
    report = of(through_conftest, name).report

    assert (report.message or "").startswith(f"sums.py could not be imported: {TOLD[name]}")
    assert report.verdict is Verdict.ERROR
    assert outcomes(through_conftest, name) == {"test_three": "error"}


def test_a_conftest_below_breaks_its_own_folder_only(level: Isolation, write: Write) -> None:
    """The cases of other folders keep their points."""
    course = write(f"{BOTH}LIMIT = 3\n", CASES).add({
        f"{HIDDEN}oracle.py": "def expected(a, b):\n    return a + b\n",
        f"{HIDDEN}deep/conftest.py": "from sums import LIMIT\n",
        f"{HIDDEN}deep/test_deep.py": "def test_deep():\n    assert True\n",
    })  # fmt: skip

    graded = course.grade(level, {"right": f"{BOTH}LIMIT = 3\n", "half": ADD})

    assert outcomes(graded, "right") == {"test_add": "passed", "test_deep": "passed"}
    assert outcomes(graded, "half") == {"test_add": "passed", "test_deep": "error"}
    assert (of(graded, "half").report.message or "").startswith("sums.py does not define LIMIT")


@pytest.mark.parametrize(
    ("cases", "told"),
    [
        ("x = 1\n", "gives no case with the reference solution. Write a function there"),
        ("import nothing_of_this_name\n", "ModuleNotFoundError"),
        ("from sums import add\ndef test_a():\n    assert add(1, 1) == 3\n", "No hidden case"),
        (
            "import pytest\n@pytest.mark.reveal('value')\ndef test_a():\n    pass\n",
            "reveal('value') is unknown",
        ),
    ],
)
def test_a_folder_without_a_usable_case_is_refused(
    cases: str, told: str, level: Isolation, write: Write
) -> None:
    """The author is told what is wrong before anyone is judged."""
    with pytest.raises(ContentError) as caught:
        write(ADD, cases).grade(level, {"right": ADD})

    assert told in str(caught.value)


def test_an_expected_value_stays_here(graded: GradedClass) -> None:
    """Of a call a student reads no values."""
    case = case_of(graded, "half", "test_sub")

    assert "3, 2" not in (case.message or "")
