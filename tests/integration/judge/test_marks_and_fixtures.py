"""An ordinary hidden file with marks, parameters and fixtures is judged as its author meant it."""

import pytest

from grader.grading.grade_class import GradedClass
from grader.model.report import Outcome, Reveal, Shown, Verdict
from grader.model.student_report import student_report
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, HIDDEN, SUBTRACT, case_of, of, outcomes

pytestmark = pytest.mark.jail

CASES = """
    import pytest
    from sums import add

    @pytest.mark.points(3)
    @pytest.mark.hint("Look at the sign.")
    @pytest.mark.parametrize("a, b, total", [(4711, 2, 4713), (0, 0, 0)])
    def test_sets(a, b, total):
        '''adds two numbers'''
        assert add(a, b) == total

    @pytest.mark.reveal("values")
    def test_values():
        assert add(2, 5) == 7

    @pytest.mark.reveal("nothing")
    @pytest.mark.hint("never shown")
    def test_nothing():
        assert add(2, 6) == 8

    @pytest.mark.visibility("hidden")
    def test_hidden():
        assert add(2, 7) == 9

    @pytest.mark.timeout(0.3)
    def test_brief():
        assert add(7, 7) == 14

    def test_fixture(three, log):
        log.append(three)
        assert three == 3

    def test_temp_folder(tmp_path, monkeypatch, capsys):
        (tmp_path / "x.txt").write_text(str(add(1, 1)))
        assert (tmp_path / "x.txt").read_text() == "2"

    @pytest.mark.skip(reason="not yet")
    def test_skipped():
        assert False

    @pytest.mark.xfail
    def test_expected_to_fail():
        assert add(1, 1) == 3
"""
CONFTEST = """
    import pytest

    @pytest.fixture(scope="session")
    def log():
        return []

    @pytest.fixture
    def three():
        from sums import add
        yield add(1, 2)
"""
SUBMISSIONS = {
    "right": ADD,
    "wrong": SUBTRACT,
    "slow": "def add(a, b):\n    while a == 7:\n        pass\n    return a + b\n",
    "skipper": "import unittest\n\n\ndef add(a, b):\n    raise unittest.SkipTest('no')\n",
}


@pytest.fixture(scope="module")
def graded(level: Isolation, write: Write) -> GradedClass:
    """Judge a small class."""
    course = write(ADD, CASES).add({f"{HIDDEN}conftest.py": CONFTEST})
    return course.grade(level, SUBMISSIONS)


def test_all_points(graded: GradedClass) -> None:
    """The right submission has all points of the cases that count, in written order."""
    report = of(graded, "right").report

    assert report.verdict is Verdict.PASSED
    assert (report.points, report.max_points, report.lesson_passed) == ("12", "12", True)
    assert [case.id.partition("::")[2] for case in report.cases] == [
        *("test_sets[1]", "test_sets[2]", "test_values", "test_nothing", "test_hidden"),
        *("test_brief", "test_fixture", "test_temp_folder"),
        *("test_skipped", "test_expected_to_fail"),
    ]
    assert graded.warnings == ()


def test_parameter_sets_are_numbered(graded: GradedClass) -> None:
    """A parameter set is shown by number, with its points; the values stay hidden."""
    first, second = (case_of(graded, "wrong", f"test_sets[{n}]") for n in (1, 2))

    assert (first.sentence, second.sentence) == ("adds two numbers (1)", "adds two numbers (2)")
    assert (first.outcome, second.outcome) == (Outcome.FAILED, Outcome.PASSED)
    assert (first.points, first.max_points, second.points) == ("0", "3", "3")
    assert first.hint == "Look at the sign."
    assert "4711" not in repr(student_report(of(graded, "wrong")))


def test_values_are_shown_where_the_author_says_so(graded: GradedClass) -> None:
    """Call, expected and got reach the student at `values` only."""
    judged = of(graded, "wrong")
    seen = {case.id.partition("::")[2]: case for case in student_report(judged).cases}

    assert seen["test_values"].shown == Shown("add(2, 5)", "7", "-3")
    assert seen["test_nothing"].message == "This case did not pass."
    assert seen["test_nothing"].hint is None
    assert "test_hidden" not in seen
    assert [r for r in judged.reveals if r is not Reveal.SENTENCE] == [
        Reveal.VALUES,
        Reveal.NOTHING,
    ]


def test_an_authors_timeout(graded: GradedClass) -> None:
    """A case with a limit of its own is stopped at that limit, and the sentence names it."""
    brief = case_of(graded, "slow", "test_brief")

    assert brief.outcome is Outcome.TIMED_OUT
    assert brief.message is not None
    assert "longer than 0.3 seconds" in brief.message
    assert of(graded, "slow").report.points == "11"
    assert of(graded, "slow").report.verdict is Verdict.TIMED_OUT


def test_skips_of_the_author_count_nothing(graded: GradedClass) -> None:
    """What the reference skips or is expected to fail is skipped for all."""
    for student in SUBMISSIONS:
        found = outcomes(graded, student)
        assert (found["test_skipped"], found["test_expected_to_fail"]) == ("skipped", "skipped")


def test_a_skip_of_the_submission_gains_nothing(graded: GradedClass) -> None:
    """A submission that raises SkipTest fails its cases."""
    report = of(graded, "skipper").report

    assert report.points == "0"
    assert outcomes(graded, "skipper")["test_values"] in ("failed", "error")


def test_fixtures_work(graded: GradedClass) -> None:
    """Fixtures of conftest.py and of pytest call the submission, too."""
    assert outcomes(graded, "wrong")["test_fixture"] == "failed"
    assert outcomes(graded, "wrong")["test_temp_folder"] == "failed"
    assert outcomes(graded, "slow")["test_fixture"] == "passed"


BY_NAME = """
    import logging
    import warnings
    import pytest
    from sums import add

    def test_by_name(request):
        capsys = request.getfixturevalue("capsys")
        caplog = request.getfixturevalue("caplog")
        assert add(1, 2) == 3
        print("seen")
        logging.warning("noted")
        assert capsys.readouterr().out == "seen\\n"
        assert caplog.messages == ["noted"]

    def test_warns():
        with pytest.warns(UserWarning, match="old"):
            warnings.warn("old", stacklevel=1)
        assert add(1, 2) == 3
"""


def test_fixtures_may_be_asked_for_by_name(level: Isolation, write: Write) -> None:
    """What a case asks `request` for is there, for the reference and for everybody else."""
    graded = write(ADD, BY_NAME).grade(level, {"right": ADD, "wrong": SUBTRACT})

    assert outcomes(graded, "right") == {"test_by_name": "passed", "test_warns": "passed"}
    assert outcomes(graded, "wrong") == {"test_by_name": "failed", "test_warns": "failed"}
