"""What a known mistake explains is said in the same words everywhere."""

import pytest

from grader.model.report import Diagnosis, MistakeInPart
from grader.model.student_report import ToldMistake, named_mistakes, told_mistakes
from tests.unit.model.planted_class import planted


@pytest.mark.parametrize(
    ("cases", "of", "heading", "to_instructor"),
    [
        (None, 0, "Your code behaves like a known mistake", "Behaves like a known mistake"),
        (
            7,
            9,
            "In 7 of your 9 failing cases your code behaves like this",
            "Behaves like a known mistake in 7 of 9 failing cases",
        ),
        (
            3,
            3,
            "In all 3 of your failing cases your code behaves like this",
            "Behaves like a known mistake in 3 of 3 failing cases",
        ),
        (
            1,
            1,
            "In your failing case your code behaves like this",
            "Behaves like a known mistake in 1 of 1 failing cases",
        ),
    ],
)
def test_headings(cases: int | None, of: int, heading: str, to_instructor: str) -> None:
    """A heading says how much a mistake explains."""
    told = ToldMistake("Look.", cases, of)

    assert (told.heading, told.to_instructor) == (heading, to_instructor)
    assert told.text == ("Look." if cases is None else f"{heading}: Look.")


def test_a_report_is_told_of() -> None:
    """Failing cases are counted, of the ones that may be spoken of; passed ones are not."""
    parts = (MistakeInPart("sign", "Add.", ("a",)), MistakeInPart("cut", "Cut.", ("b",)))
    part = planted("ann", "pffs", mistakes_in_part=parts)
    whole = planted("ann", "pf", diagnosis=Diagnosis("sign", "Add."))

    assert told_mistakes(part) == (ToldMistake("Add.", 1, 2), ToldMistake("Cut.", 1, 2))
    assert told_mistakes(part, part.cases[:2])[0] == ToldMistake("Add.", 1, 1)
    assert told_mistakes(whole) == (ToldMistake("Add."),)
    assert [named_mistakes(one) for one in (part, whole, planted("ann", "pf"))] == [
        "sign and cut (in part)",
        "sign",
        None,
    ]
