"""A student's report holds no more than its student may read."""

from datetime import UTC, datetime
from typing import Any, get_args

import msgspec
import pytest

from grader.model.report import (
    CaseReport,
    CaseTrace,
    Diagnosis,
    Example,
    FailureKind,
    JudgedSubmission,
    LookAt,
    MistakeInPart,
    Outcome,
    Place,
    Remark,
    Report,
    ReportedFailure,
    Reveal,
    Shown,
    Verdict,
    Visibility,
)
from grader.model.student_report import disclose, look_at, student_report
from tests.unit.judged_builders import judged as build

_NOT_WRITTEN = ReportedFailure("raised", "NotImplementedError")
SHOWN = Shown("add(1, 2)", "3", "4711")


def a_case(name: str = "one", **changes: Any) -> CaseReport:
    """A failed case with all that an instructor sees."""
    case = CaseReport(
        id=f"test_sums.py::test_{name}",
        sentence="adds up",
        outcome=Outcome.FAILED,
        points="0",
        max_points="1",
        message="The result is a wrong value.",
        hint="Look.",
        shown=SHOWN,
        failure=ReportedFailure("raised", "KeyError", text="4711"),
    )
    return msgspec.structs.replace(case, **changes)


def judged(*cases: CaseReport, reveal: Reveal = Reveal.SENTENCE) -> JudgedSubmission:
    """A submission with these cases, all at one reveal level."""
    changes: dict[str, Any] = {"cases": cases, "printed": "expected 4711", "group": "abcd"}
    report = build("ann", diagnosis=Diagnosis("sign", "You subtract."), **changes).report
    trace = CaseTrace("test_sums.py::test_one", calls=(("add(1, 2)", "4711"),))
    return JudgedSubmission(report, (trace,), (reveal,) * len(cases), "source")


def test_what_was_printed_in_public_cases_stays() -> None:
    """Public cases pass in what the student can read, and so can what was printed there be."""
    assert student_report(judged(a_case()), is_public=True).printed == "expected 4711"


def test_what_is_the_instructors_is_taken_out() -> None:
    """Printed output and the group go; the diagnosis and the points stay."""
    report = student_report(judged(a_case()))

    assert (report.printed, report.group) == (None, None)
    assert report.diagnosis == Diagnosis("sign", "You subtract.")
    assert (report.points, report.max_points, report.verdict) == ("0", "1", Verdict.FAILED)


def test_a_mistake_in_part_is_counted_in_what_is_shown() -> None:
    """Of a mistake that shows in hidden cases, too, only the others are told; alone, nothing."""
    shown, hidden = a_case("one"), a_case("two", visibility=Visibility.HIDDEN)
    parts = (
        MistakeInPart("sign", "You subtract.", (shown.id, hidden.id)),
        MistakeInPart("cut", "You cut.", (hidden.id,)),
    )
    whole = judged(shown, hidden)
    whole = msgspec.structs.replace(
        whole, report=msgspec.structs.replace(whole.report, mistakes_in_part=parts)
    )

    told = (MistakeInPart("sign", "You subtract.", (shown.id,)),)
    assert student_report(whole).mistakes_in_part == told
    assert disclose(whole.report).mistakes_in_part == told


@pytest.mark.parametrize(
    ("reveal", "hint", "shown"),
    [
        (Reveal.SENTENCE, "Look.", None),
        (Reveal.VALUES, "Look.", SHOWN),
        (Reveal.NOTHING, None, None),
    ],
)
def test_reveal_levels(reveal: Reveal, hint: str | None, shown: Shown | None) -> None:
    """Values are shown at `values` only, and at `nothing` not even a hint."""
    (case,) = student_report(judged(a_case(), reveal=reveal)).cases

    assert (case.hint, case.shown) == (hint, shown)
    assert case.message == "The result is a wrong value."


AT = Place("sums.py", 2)


@pytest.mark.parametrize("kind", get_args(FailureKind))
def test_a_failure_is_shown_as_its_sentence(kind: FailureKind) -> None:
    """Below `values` it has no text, and at `nothing` there is none, unless it is told whole."""
    failure = ReportedFailure(kind, "list", "number", "add", 2, "4711", AT)
    one = a_case(failure=failure)

    told = {
        reveal: student_report(judged(one, reveal=reveal)).cases[0].failure for reveal in Reveal
    }

    is_whole = kind in ("import", "no_file")
    without = msgspec.structs.replace(failure, text=None)
    assert told[Reveal.VALUES] == failure
    assert told[Reveal.SENTENCE] == (failure if is_whole or kind == "object" else without)
    assert told[Reveal.NOTHING] == (failure if is_whole else None)


def test_what_an_import_raised_of_an_input_is_not_told() -> None:
    """Where hidden files handed something over before the import, its text may hold that."""
    one = judged(a_case())
    failures = [
        ReportedFailure("raised", "KeyError", text="4711"),
        ReportedFailure("import", "KeyError", text="4711"),
    ]

    told = [
        student_report(msgspec.structs.replace(one, report=report)).failure
        for report in (msgspec.structs.replace(one.report, failure=each) for each in failures)
    ]

    assert told == [ReportedFailure("raised", "KeyError"), failures[1]]


@pytest.mark.parametrize("visibility", [Visibility.HIDDEN, Visibility.AFTER_DUE_DATE])
def test_no_export_has_the_failure_of_a_case_whose_level_is_not_known(
    visibility: Visibility,
) -> None:
    """Reports on disk do not say the reveal levels, so that their failures stay where they are."""
    one = a_case(visibility=visibility, failure=ReportedFailure("raised", text="4711"))

    whole = judged(one).report
    said = Remark(one.id, "1", "Well.", "Dr. Lee", datetime(2026, 9, 1, tzinfo=UTC))

    told = disclose(msgspec.structs.replace(whole, remarks=(said,)))

    assert told.cases[0].failure is None
    assert told.remarks == ()


@pytest.mark.parametrize("visibility", Visibility)
def test_visibility(visibility: Visibility) -> None:
    """A student's report has the cases of the visibilities that are shown now, and no other."""
    one = judged(a_case(visibility=visibility))

    assert len(student_report(one).cases) == (visibility is Visibility.VISIBLE)
    assert len(student_report(one, frozenset((visibility,))).cases) == 1
    assert student_report(one, frozenset(Visibility) - {visibility}).cases == ()


def test_absent_values_are_null() -> None:
    """A line of results.jsonl names every field, and null is what is absent."""
    bare = msgspec.structs.replace(judged(a_case(hint=None, shown=None)).report, printed=None)

    written = msgspec.to_builtins(bare)

    assert set(written) == {field.name for field in msgspec.structs.fields(Report)}
    assert written["printed"] is None
    assert written["cases"][0]["shown"] is None


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"message": "It has no end.", "diagnosis": Diagnosis("sign", "You add.")}, "error"),
        ({"diagnosis": Diagnosis("sign", "You add.")}, "mistake"),
        ({"example": Example("", "f()", "1", "2", ("test_sums.py::test_open",))}, "example"),
        ({"example": Example("", "f()", "1", "2", ("test_sums.py::test_later",))}, "case"),
        ({"example": Example("", "f()", "1", "2")}, "case"),
        ({}, "case"),
        ({"cases": ()}, None),
        ({"verdict": Verdict.PASSED}, None),
        ({"verdict": Verdict.GRADER_FAULT, "message": "We failed."}, None),
    ],
)
def test_one_thing_is_looked_at_first(changes: dict[str, Any], what: str | None) -> None:
    """An error comes first, then a known mistake, an example of the first open case, that case."""
    settled = a_case("settled", outcome=Outcome.PASSED)
    cases = (settled, a_case("open", shown=None), a_case("later"))
    plain = msgspec.structs.replace(judged(*cases).report, diagnosis=None)

    found = look_at(msgspec.structs.replace(plain, **changes))

    assert (found.what if found else None) == what
    assert found is None or what == "error" or found.case_id == cases[1].id


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({}, "case"),
        ({"verdict": Verdict.ERROR}, "case"),
        ({"diagnosis": Diagnosis("sign", "You add.")}, "mistake"),
        ({"example": Example("", "f()", "1", "2", ("test_sums.py::test_wrong",))}, "example"),
    ],
)
def test_what_is_wrong_is_looked_at_before_what_is_not_written(
    changes: dict[str, Any], what: str
) -> None:
    """A case of a written function comes first, whichever gave the verdict."""
    unwritten = a_case("todo", outcome=Outcome.ERROR, failure=_NOT_WRITTEN)
    wrong = a_case("wrong", outcome=Outcome.FAILED, shown=None)
    report = msgspec.structs.replace(judged(unwritten, wrong).report, diagnosis=None)

    found = look_at(msgspec.structs.replace(report, **changes))

    assert found is not None
    assert (found.what, found.case_id) == (what, wrong.id)


def test_what_to_look_at_first_is_no_case_that_is_hidden() -> None:
    """The student's report says what to look at, of what that student may see."""
    shown = student_report(judged(a_case("hidden", visibility=Visibility.HIDDEN), a_case("seen")))

    assert shown.look_at == LookAt("mistake", "You subtract.", a_case("seen").id)


@pytest.mark.parametrize(
    ("behind", "kept"),
    [
        (("test_sums.py::test_one", "test_sums.py::test_two"), ("test_sums.py::test_one",)),
        (("test_sums.py::test_two",), None),
        ((), None),
    ],
)
def test_an_example_is_kept_where_a_case_behind_it_is_shown(
    behind: tuple[str, ...], kept: tuple[str, ...] | None
) -> None:
    """Of cases that a student does not see, and where all are passed, nothing is told."""
    made = judged(a_case("one"), a_case("two", visibility=Visibility.HIDDEN))
    example = Example("add([1]) should give 1; your code gives 2.", "add([1])", "1", "2", behind)
    report = msgspec.structs.replace(made.report, example=example)

    shown = student_report(msgspec.structs.replace(made, report=report)).example

    assert (shown and shown.cases) == kept
