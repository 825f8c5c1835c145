"""What is exported for a student is in its format and holds nothing that students may not read."""

import base64
from collections.abc import Callable
from typing import Any, Literal
from xml.etree import ElementTree as ET

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.exchange.junit import junit_xml
from grader.exchange.platform_results import (
    classroom_output,
    classroom_result,
    exercism_results,
    gradescope_results,
)
from grader.model.disclosure import Disclosure, disclose
from grader.model.report import (
    ALWAYS_SHOWN,
    Diagnosis,
    MistakeInPart,
    Outcome,
    Reveal,
    Verdict,
    Visibility,
)
from tests.unit.exchange.builders import ALL_KINDS, SECRET, case, report

AFTER_DUE = ALWAYS_SHOWN | {Visibility.AFTER_DUE_DATE}
Write = Callable[[Disclosure], bytes]
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


class ClassroomTest(msgspec.Struct, forbid_unknown_fields=True):
    """A test of GitHub Classroom's result."""

    name: str
    status: Literal["pass", "fail", "error"]
    score: float
    message: str | None
    filename: str
    line_no: int
    duration: float
    output: str


class Classroom(msgspec.Struct, forbid_unknown_fields=True):
    """GitHub Classroom's result."""

    version: Literal[1]
    status: Literal["pass", "fail", "error"]
    max_score: float
    tests: list[ClassroomTest]


class ExercismTest(msgspec.Struct, forbid_unknown_fields=True):
    """A test of exercism's results.json."""

    name: str
    status: Literal["pass", "fail", "error"]
    message: str | None


class Exercism(msgspec.Struct, forbid_unknown_fields=True):
    """exercism's results.json, version 3."""

    version: Literal[3]
    status: Literal["pass", "fail", "error"]
    message: str | None
    tests: list[ExercismTest]


def junit_of_one(disclosure: Disclosure) -> bytes:
    """Write one report."""
    return junit_xml([disclosure])


WRITERS: list[Write] = [gradescope_results, classroom_result, exercism_results, junit_of_one]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("shown", [ALWAYS_SHOWN, AFTER_DUE])
def test_no_secret_leaves(write: Write, shown: frozenset[Visibility]) -> None:
    """Values, hints, what was printed and what became of hidden cases stay with the instructor."""
    text = write(disclose(report("ann", *ALL_KINDS), shown=shown)).decode()

    assert SECRET not in text
    assert "feedbeef" not in text


@pytest.mark.parametrize("write", [classroom_result, exercism_results, junit_of_one])
def test_cases_of_later_are_not_worded_now(write: Write) -> None:
    """A case that is shown after the due date is worded after it, not before."""
    one = report("ann", *ALL_KINDS)

    assert "due message" not in write(disclose(one)).decode()
    assert "due message" in write(disclose(one, shown=AFTER_DUE)).decode()
    assert "published message" not in write(disclose(one, shown=AFTER_DUE)).decode()


def test_values_leave_where_they_are_known_to_be_allowed() -> None:
    """Whoever knows the reveal levels gets the values of level "values", hidden cases never."""
    levels = [Reveal.VALUES] * len(ALL_KINDS)
    shown = disclose(report("ann", *ALL_KINDS), levels)

    result = msgspec.json.decode(gradescope_results(shown), type=Gradescope)

    assert result.tests[1].output == (
        "The result is a wrong value.\n"
        f"call: add({SECRET})\nexpected: {SECRET}\ngot: {SECRET}\nhint {SECRET}"
    )
    assert result.tests[6].output == ""


def test_gradescope() -> None:
    """Each case carries its points and its visibility, and the total is exact."""
    one = report("ann", *ALL_KINDS, message="Sentence.", diagnosis=Diagnosis("sign", "Sign."))

    result = msgspec.json.decode(gradescope_results(disclose(one)), type=Gradescope)

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


def test_a_mistake_in_part_is_told_of_the_cases_that_are_shown() -> None:
    """In how many cases it shows is counted without the hidden ones."""
    ids = tuple(each.id for each in ALL_KINDS)
    parts = (MistakeInPart("sign", "Sign.", ids[1:2] + ids[6:7]),)

    told = disclose(report("ann", *ALL_KINDS, mistakes_in_part=parts))

    result = msgspec.json.decode(gradescope_results(told), type=Gradescope)
    assert result.output == "In 1 of your 4 failing cases your code behaves like this: Sign."


def test_classroom() -> None:
    """All points are in the sum that the reporter makes, hidden ones in one entry."""
    shown = disclose(report("ann", *ALL_KINDS))

    result = msgspec.json.decode(classroom_result(shown), type=Classroom)

    assert [(test.status, test.score) for test in result.tests] == [
        *(("pass", 1), ("fail", 0), ("error", 0), ("error", 0), ("error", 0)),
        ("fail", pytest.approx(1 / 3)),
    ]
    assert result.tests[-1].name == "Cases that are not shown"
    assert result.max_score == pytest.approx(8 + 1 / 3)
    assert base64.b64decode(classroom_output(shown)) == classroom_result(shown)


@pytest.mark.parametrize(
    ("verdict", "status"),
    [(Verdict.PASSED, "pass"), (Verdict.FAILED, "fail"), (Verdict.TIMED_OUT, "error")],
)
def test_status_of_classroom(verdict: Verdict, status: str) -> None:
    """The verdict becomes one of three words."""
    result = classroom_result(disclose(report(verdict=verdict)))

    assert msgspec.json.decode(result, type=Classroom).status == status


def exercism(*cases: Any, **changes: Any) -> Exercism:
    """Write a report for exercism and read it strictly."""
    written = exercism_results(disclose(report("ann", *cases, **changes)))
    return msgspec.json.decode(written, type=Exercism)


def test_exercism() -> None:
    """Cases stand in order, each that does not pass with a message; skipped ones are left out."""
    result = exercism(*ALL_KINDS)

    assert (result.status, result.message) == ("fail", None)
    assert [test.status for test in result.tests] == [
        *("pass", "fail", "error", "error", "error", "fail"),
    ]
    assert all(test.message for test in result.tests if test.status != "pass")


def test_exercism_passes_only_as_a_whole() -> None:
    """A hidden case that fails is no pass; where all pass there is nothing to say."""
    hidden = case(2, Outcome.FAILED, visibility=Visibility.HIDDEN)

    assert [test.status for test in exercism(case(1), hidden).tests] == ["pass", "fail"]
    assert exercism(case(1), hidden).status == "fail"
    assert exercism(case(1)).status == "pass"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"message": "sums.py could not be imported."}, "sums.py could not be imported."),
        ({}, "The result is a wrong value."),
        ({"verdict": Verdict.GRADER_FAULT, "message": "x"}, "The grader failed, not you."),
        ({"message": "x" * 70_000}, "x" * 65_528 + "… (cut)"),
    ],
)
def test_exercism_error(changes: dict[str, Any], message: str) -> None:
    """Where nothing ran, the report as a whole is an error with a message that fits."""
    result = exercism(case(1, Outcome.ERROR, message="The result is a wrong value."), **changes)

    assert (result.status, result.message, result.tests) == ("error", message, [])
    assert len(message) <= 65_535


def test_junit() -> None:
    """Outcomes, counts and properties are where tools look; a hidden case has no name or body."""
    root = ET.fromstring(junit_xml([disclose(report("ann", *ALL_KINDS))]))

    (suite,) = root
    found = [{child.tag for child in each} - {"properties"} for each in suite.iter("testcase")]
    assert found == [
        *(set(), {"failure"}, {"error"}, {"error"}, {"error"}, {"skipped"}),
        *({"failure"}, set(), {"failure"}, {"failure"}),
    ]
    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "10",
        "failures": "4",
        "errors": "3",
        "skipped": "1",
    }
    hidden = list(suite.iter("testcase"))[6]
    failure = hidden.find("failure")
    assert (hidden.get("classname"), hidden.get("name")) == ("not_shown", "case 7")
    assert failure is not None
    assert (failure.attrib, failure.text) == ({}, None)
    assert {each.get("name"): each.get("value") for each in hidden.iter("property")} == {
        "points": "0",
        "max_points": "1",
        "visibility": "hidden",
    }


def test_junit_of_a_fault() -> None:
    """A fault of ours is an error of each case, and tells no points."""
    one = report(verdict=Verdict.GRADER_FAULT)

    root = ET.fromstring(junit_of_one(disclose(one)))

    assert {each.get("type") for each in root.iter("error")} == {"grader_fault"}
    assert not list(root.iter("property"))
    assert root[0].get("errors") == "2"


@given(st.text(st.characters(), max_size=30))
def test_any_text_is_xml(text: str) -> None:
    """Characters that XML forbids are written out, as pytest does."""
    failed = case(1, Outcome.FAILED, message=text, sentence=text, id=text)

    root = ET.fromstring(junit_of_one(disclose(report(text, failed, message=text))))

    assert len(list(root.iter("failure"))) == 1


def test_forbidden_characters_are_seen() -> None:
    """A control character is readable afterwards."""
    failed = case(1, Outcome.FAILED, message="\x1b[2J\x00\ud800\ufffe")

    assert b"#x1B[2J#x00#xD800#xFFFE" in junit_of_one(disclose(report("ann", failed)))
