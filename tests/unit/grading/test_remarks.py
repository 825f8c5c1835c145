"""A case is found by number, id or part of it, and never by a guess."""

import pytest

from grader.errors import UsageError
from grader.grading.remarks import choose_case
from grader.model.report import CaseReport, Outcome

IDS = [
    "test_sums.py::test_add",
    "test_sums.py::test_add_large",
    "test_sums.py::test_each[1]",
    "test_sums.py::test_each[2]",
    "test_more.py::TestSums::test_add",
]
CASES = [CaseReport(one, "", Outcome.PASSED, "1", "1") for one in IDS]


@pytest.mark.parametrize(
    ("wanted", "number"),
    [
        ("1", 1),
        ("05", 5),
        ("test_sums.py::test_add", 1),
        ("large", 2),
        ("test_each[2]", 4),
        ("TestSums", 5),
    ],
)
def test_one_case_is_meant(wanted: str, number: int) -> None:
    """A number, a whole id, and a part that only one case has."""
    assert choose_case(CASES, wanted).id == IDS[number - 1]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("0", "no case 0: the lesson has cases 1 to 5"),
        ("6", "no case 6"),
        ("9" * 400, "no case 999999999999:"),
        ("²", "No case is called ²."),
        ("nothing", "No case is called nothing."),
        ("", "No case is called ."),
        ("\x1b[31m", r"No case is called \x1b[31m."),
        ("test_add", "2 cases are called test_add; name one:\n  1  test_sums.py::test_add\n  5"),
        ("each", "2 cases are called each; name one:\n  3  test_sums.py::test_each[1]\n  4"),
    ],
)
def test_what_is_not_clear_is_listed(wanted: str, said: str) -> None:
    """One sentence, and the cases that there are."""
    with pytest.raises(UsageError) as error:
        choose_case(CASES, wanted)

    assert said in str(error.value)


def test_a_lesson_without_cases() -> None:
    """There is nothing to choose from, and that is said."""
    with pytest.raises(UsageError, match="has no case"):
        choose_case([], "1")
