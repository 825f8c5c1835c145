"""A submission that is not passed is shown a small call of its own that goes wrong."""

import pytest

from grader.grading.grade_class import GradedClass
from grader.model.report import Example
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import HIDDEN, of

pytestmark = [pytest.mark.jail, pytest.mark.slow]

REFERENCE = """
    def total(numbers):
        if any(n > 99 for n in numbers):
            raise ValueError("too large")
        return sum(numbers)

    def secret(n):
        return n + 1
"""
CASES = """
    import pytest
    from sums import secret, total

    def test_totals():
        assert total([1, 2]) == 3
        assert total(numbers := [5, 5, 7]) == 17
        assert numbers == [5, 5, 7]

    def test_too_large():
        with pytest.raises(ValueError):
            total([100])

    @pytest.mark.reveal("nothing")
    def test_secret():
        assert secret(4) == 5
"""
INPUTS = """
    def total():
        return [([1, 2],), ([5, 5, 7],), ([2, 1],), ([3, 0, 4],), ([200],)]

    def secret():
        return [(4,), (7,)]
"""
SOUND = "def secret(n):\n    return n + 1\n"
GUARD = "    if max(numbers, default=0) > 99:\n        raise ValueError\n"


def totals(body: str) -> str:
    """Write a submission whose `total` alone is its own."""
    return f"{SOUND}def total(numbers):\n{GUARD}    {body}\n"


SUBMISSIONS = {
    "first_only": totals("return numbers[0]"),
    "never_refuses": f"{SOUND}def total(numbers):\n    return sum(numbers)\n",
    "hangs": totals(
        "import time\n    while len(numbers) == 2 and numbers[0] == 2: pass\n    return 0"
    ),
    "crashes": totals("import os\n    if numbers == [2, 1]: os._exit(0)\n    return 0"),
    "lies": "class Same(int):\n    def __eq__(self, other):\n        return True\n"
    "    __hash__ = int.__hash__\n" + totals("return Same(0)"),
    "stumbles": totals("if numbers == [2, 1]: raise KeyError\n    return 0"),
    "remembers": totals("seen.append(1)\n    return sum(numbers) + (len(seen) > 1)")
    + "seen = []\n",
    "hoards": totals("held.append(list(numbers))\n    return held[0]")
    + "import builtins\nheld = builtins.__dict__.setdefault('held', [])\n",
    "wrong_secret": f"{SOUND}def total(numbers):\n{GUARD}    return sum(numbers)\n"
    "def secret(n):\n    return n\n",
    "fits_the_cases": totals("return sum(numbers) - (numbers == [3, 0, 4])"),
    "right": totals("return sum(numbers)"),
}


@pytest.fixture(scope="module")
def graded(level: Isolation, write: Write) -> GradedClass:
    """Judge all of them."""
    course = write(REFERENCE, CASES, "seconds_per_case = 0.5")
    return course.add({f"{HIDDEN}inputs.py": INPUTS}).grade(level, SUBMISSIONS, jobs=2)


def example(graded: GradedClass, student: str) -> Example | None:
    """Give a student's example."""
    return of(graded, student).report.example


@pytest.mark.parametrize(
    ("student", "sentence"),
    [
        ("first_only", "total([2, 1]) should give 3; your code gives 2."),
        ("never_refuses", "total([200]) should raise ValueError; your code gives 200."),
        ("lies", "total([2, 1]) should give 3; your code gives 0."),
        ("stumbles", "total([3, 0, 4]) should give 7; your code gives 0."),
    ],
)
def test_the_smallest_fair_call_is_shown(graded: GradedClass, student: str, sentence: str) -> None:
    """It stands in no hidden case, is true, and comes with the cases that it is behind."""
    found = example(graded, student)

    assert found is not None
    assert found.sentence == sentence
    assert found.cases


@pytest.mark.parametrize("student", ["hangs", "crashes"])
def test_what_goes_wrong_while_asking_costs_the_example_alone(
    graded: GradedClass, student: str
) -> None:
    """A submission that hangs or ends when it is asked has its verdict all the same."""
    assert example(graded, student) is None
    assert of(graded, student).report.verdict == "failed"


def test_what_a_submission_saw_in_hidden_cases_is_not_shown(graded: GradedClass) -> None:
    """Who is asked has seen no hidden case: what it kept of one does not come out."""
    found = example(graded, "hoards")

    assert found is not None
    assert (found.call, found.got) == ("total([2, 1])", "[2, 1]")


def test_only_what_a_fresh_module_shows_is_told(graded: GradedClass) -> None:
    """A function that goes wrong only after others were called has no example of one call."""
    assert of(graded, "remembers").report.verdict == "failed"
    assert example(graded, "remembers") is None


def test_of_a_case_that_reveals_nothing_there_is_no_example(graded: GradedClass) -> None:
    """What only such a case fails is not asked."""
    assert of(graded, "wrong_secret").report.verdict == "failed"
    assert example(graded, "wrong_secret") is None


def test_who_passes_every_case_is_asked_nothing(graded: GradedClass) -> None:
    """An example stands beside a case that fails, so there is none."""
    assert of(graded, "fits_the_cases").report.verdict == "passed"
    assert example(graded, "fits_the_cases") is None
    assert example(graded, "right") is None


def test_an_author_turns_examples_off(level: Isolation, write: Write) -> None:
    """With `examples = false` the same submission has none."""
    course = write(REFERENCE, CASES, "examples = false").add({f"{HIDDEN}inputs.py": INPUTS})

    graded = course.grade(level, {"first_only": SUBMISSIONS["first_only"]})

    assert example(graded, "first_only") is None
