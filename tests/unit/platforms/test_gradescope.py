"""What is written for Gradescope is in its format, with nothing that students may not read."""

from typing import Literal

import msgspec
import pytest

from grader.model.report import (
    ALWAYS_SHOWN,
    TOGETHER,
    Diagnosis,
    MistakeInPart,
    Report,
    Reveal,
    Visibility,
)
from grader.model.student_report import disclose
from grader.platforms.gradescope import gradescope_results
from tests.unit.platforms.builders import ALL_KINDS, SECRET, report

AFTER_DUE = ALWAYS_SHOWN | {Visibility.AFTER_DUE_DATE}
Seen = Literal["visible", "hidden", "after_due_date", "after_published"]
Format = Literal["text", "html", "simple_format", "md", "ansi"]


class GradescopeTest(msgspec.Struct, forbid_unknown_fields=True):
    """A test of Gradescope's results.json."""

    name: str
    number: str
    output: str
    visibility: Seen
    score: float | None = None
    max_score: float | None = None
    status: Literal["passed", "failed"] | None = None


class Gradescope(msgspec.Struct, forbid_unknown_fields=True):
    """Gradescope's results.json, as far as it is used."""

    score: float
    output: str
    output_format: Format
    test_output_format: Format
    test_name_format: Format
    visibility: Seen
    stdout_visibility: Seen
    tests: list[GradescopeTest]


def written(disclosure: Report) -> bytes:
    """Write a report."""
    return msgspec.json.encode(gradescope_results(disclosure))


@pytest.mark.parametrize("shown", [ALWAYS_SHOWN, AFTER_DUE])
def test_no_secret_leaves(shown: frozenset[Visibility]) -> None:
    """Values, hints, what was printed and what became of hidden cases stay with the instructor."""
    text = written(disclose(report("ann", *ALL_KINDS), shown=shown)).decode()

    assert SECRET not in text
    assert "feedbeef" not in text


def test_values_leave_where_they_are_known_to_be_allowed() -> None:
    """Whoever knows the reveal levels gets the values of level "values", hidden cases never."""
    levels = [Reveal.VALUES] * len(ALL_KINDS)
    shown = disclose(report("ann", *ALL_KINDS), levels)

    result = msgspec.json.decode(written(shown), type=Gradescope)

    assert result.tests[1].output == (
        "The result is a wrong value.\n"
        f"call: add({SECRET})\nexpected: {SECRET}\ngot: {SECRET}\nhint {SECRET}"
    )
    assert result.tests[6].output == ""


def test_gradescope() -> None:
    """Each case carries its points and its visibility, and the total is exact."""
    one = report("ann", *ALL_KINDS, message="Sentence.", diagnosis=Diagnosis("sign", "Sign."))

    result = msgspec.json.decode(written(disclose(one)), type=Gradescope)

    assert result.output == "Sentence.\n\nSign."
    assert result.score == pytest.approx(4 / 3)
    assert [test.status for test in result.tests] == [
        *("passed", "failed", "failed", "failed", "failed"),
        *(None, "failed", "passed", "failed", "failed"),
    ]
    assert [test.visibility for test in result.tests[5:]] == [
        *("visible", "hidden", "hidden", "after_due_date", "after_published"),
    ]
    assert [test.output for test in result.tests[-2:]] == ["due message", "published message"]
    assert sum(test.score or 0 for test in result.tests) == pytest.approx(result.score)


def test_a_caveat_stands_above_the_tests() -> None:
    """What a report's reader may not overlook begins the output."""
    one = msgspec.structs.replace(report("ann", *ALL_KINDS), caveat=TOGETHER)

    assert gradescope_results(disclose(one))["output"].startswith(TOGETHER)


def test_a_mistake_in_part_is_told_where_a_case_shows_it() -> None:
    """One that shows in hidden cases alone is not told."""
    ids = tuple(each.id for each in ALL_KINDS)
    parts = (
        MistakeInPart("sign", "Sign.", ids[1:2] + ids[6:7]),
        MistakeInPart("cut", "Cut.", ids[6:7]),
    )

    told = disclose(report("ann", *ALL_KINDS, mistakes_in_part=parts))

    result = msgspec.json.decode(written(told), type=Gradescope)
    assert result.output == "Sign."
