"""What a known mistake explains is said in the same words everywhere."""

import pytest

from grader.model.report import Diagnosis, MistakeInPart
from grader.model.student_report import ToldMistake, named_mistakes, told_mistakes
from tests.unit.model.planted_class import planted


@pytest.mark.parametrize(
    ("cases", "of", "heading"),
    [
        (None, 0, "Your code behaves like a known mistake"),
        (7, 9, "In 7 of your 9 failing cases your code behaves like this"),
        (3, 3, "In all 3 of your failing cases your code behaves like this"),
        (1, 1, "In your failing case your code behaves like this"),
    ],
)
def test_headings(cases: int | None, of: int, heading: str) -> None:
    """A heading says how much a mistake explains."""
    assert ToldMistake("Look.", cases, of).heading == heading


def test_a_report_is_told_of() -> None:
    """Failing cases are counted; passed ones are not."""
    parts = (MistakeInPart("sign", "Add.", ("a",)), MistakeInPart("cut", "Cut.", ("b",)))
    part = planted("ann", "pffs", mistakes_in_part=parts)
    whole = planted("ann", "pf", diagnosis=Diagnosis("sign", "Add."))

    assert told_mistakes(part) == (ToldMistake("Add.", 1, 2), ToldMistake("Cut.", 1, 2))
    assert told_mistakes(whole) == (ToldMistake("Add."),)
    assert [named_mistakes(one) for one in (part, whole, planted("ann", "pf"))] == [
        "sign and cut (in part)",
        "sign",
        None,
    ]
