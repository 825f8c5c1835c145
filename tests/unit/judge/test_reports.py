"""Outcomes, points and verdict follow from what happened in the cases."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from grader.cases.events import CaseResult, Failure
from grader.judge.jobs import Run
from grader.judge.reports import Judging, make_report
from grader.model.course import StudentId
from grader.model.report import JudgedSubmission, Place, Report, Verdict
from grader.model.student_report import student_report
from grader.model.submission import Submission
from tests.unit.judge.builders import TEST_FILE, a_case, a_result, a_run, judging_of

ONE, TWO, THREE = a_case("one"), a_case("two"), a_case("three")
SUBMISSION = Submission(StudentId("ann"), {"sums.py": b"def add(a, b):\n    return a\n"})


def report_of(run: Run, judging: Judging) -> Report:
    """Report on a run."""
    return make_report(SUBMISSION, run, judging).report


def outcomes(report: Report) -> list[str]:
    """List the outcomes in the order of the report."""
    return [case.outcome.value for case in report.cases]


def test_a_perfect_submission_is_passed() -> None:
    """All cases passed give all points, a share of 1 and no message."""
    report = report_of(a_run(a_result("one"), a_result("two")), judging_of(ONE, TWO))

    assert report.verdict is Verdict.PASSED
    assert (report.points, report.max_points, report.share) == ("2", "2", 1.0)
    assert report.lesson_passed
    assert report.message is None
    assert [case.message for case in report.cases] == [None, None]


WORST_FIRST = [
    *("grader_fault", "timed_out", "out_of_memory", "too_much_output", "error", "failed"),
    "passed",
]


OF_THE_RUN = ("grader_fault", "too_much_output")  # no case has such an outcome


@pytest.mark.parametrize(("worse", "better"), list(combinations(WORST_FIRST, 2)))
def test_the_worst_is_named(worse: str, better: str) -> None:
    """When several verdicts apply, the worst is named."""
    of_cases = ["passed" if one in OF_THE_RUN else one for one in (better, worse)]
    of_run = next((one for one in (worse, better) if one in OF_THE_RUN), None)
    run = a_run(*map(a_result, ("one", "two"), of_cases), verdict=of_run)

    assert report_of(run, judging_of(ONE, TWO)).verdict.value == worse


@pytest.mark.parametrize(
    ("passed", "failed", "points", "most", "share"),
    [
        ("1", "2", "1", "3", 0.333333),
        ("2", "1", "2", "3", 0.666667),
        ("1/3", "1/6", "1/3", "1/2", 0.666667),
        ("23/2", "5/2", "23/2", "14", 0.821429),
        ("1/10", "2/10", "1/10", "3/10", 0.333333),
        ("999999", "1", "999999", "1000000", 0.999999),
        ("99999999", "1", "99999999", "100000000", 1.0),
        ("0", "3", "0", "3", 0.0),
    ],
)
def test_points_are_fractions(
    passed: str, failed: str, points: str, most: str, share: float
) -> None:
    """Points add up exactly, and the share has six places."""
    cases = (a_case("one", points=passed), a_case("two", points=failed))

    report = report_of(a_run(a_result("one"), a_result("two", "failed")), judging_of(*cases))

    assert (report.points, report.max_points, report.share) == (points, most, share)
    assert not report.lesson_passed


@pytest.mark.parametrize(
    ("pass_score", "is_passed"),
    [(1.0, False), (0.7, False), (0.67, False), (0.66, True), (0.5, True)],
)
def test_a_share_passes_a_lesson(pass_score: float, is_passed: bool) -> None:
    """A lesson is passed from its pass_score on, while the verdict speaks of cases."""
    run = a_run(a_result("one"), a_result("two"), a_result("three", "failed"))

    report = report_of(run, judging_of(ONE, TWO, THREE, lesson={"pass_score": pass_score}))

    assert report.lesson_passed is is_passed
    assert report.verdict is Verdict.FAILED


def test_a_pass_score_is_met_exactly() -> None:
    """A share that a rounded number would miss or meet by luck is compared as a fraction."""
    cases = [a_case(f"c{n}") for n in range(10)]
    run = a_run(*(a_result(f"c{n}", "passed" if n < 7 else "failed") for n in range(10)))

    assert report_of(run, judging_of(*cases, lesson={"pass_score": 0.7})).lesson_passed


def test_a_fault_of_ours_passes_nothing() -> None:
    """A grader_fault passes no lesson, whatever its cases came to."""
    report = report_of(a_run(a_result("one"), verdict="grader_fault"), judging_of(ONE))

    assert report.verdict is Verdict.GRADER_FAULT
    assert not report.lesson_passed
    assert report.message == "The grader failed, not you. This attempt does not count."


@pytest.mark.parametrize("pass_score", [1.0, 0.0])
def test_nought_of_nought_is_no_pass(pass_score: float) -> None:
    """A lesson whose cases count nothing is passed by nobody."""
    judging = judging_of(ONE, outcomes={ONE.id: "skipped"}, lesson={"pass_score": pass_score})

    report = report_of(a_run(a_result("one")), judging)

    assert (report.points, report.max_points, report.share) == ("0", "0", 0.0)
    assert not report.lesson_passed
    assert report.verdict is Verdict.ERROR


@pytest.mark.parametrize("of_the_reference", ["skipped", "xfailed", "xpassed", "failed", "error"])
def test_what_the_reference_does_not_pass_counts_nothing(of_the_reference: str) -> None:
    """A case that the reference does not pass is skipped for all, and worth nothing."""
    judging = judging_of(ONE, TWO, outcomes={TWO.id: of_the_reference})

    report = report_of(a_run(a_result("one"), a_result("two")), judging)

    assert outcomes(report) == ["passed", "skipped"]
    assert (report.points, report.max_points) == ("1", "1")
    assert report.verdict is Verdict.PASSED
    assert report.cases[1].message is None


@pytest.mark.parametrize("outcome", ["skipped", "xfailed", "xpassed"])
def test_a_skip_of_the_submission_is_an_error(outcome: str) -> None:
    """A skip or xfail that the reference does not have is an error, and says so."""
    report = report_of(a_run(a_result("one", outcome)), judging_of(ONE))

    assert outcomes(report) == ["error"]
    assert report.points == "0"
    assert report.cases[0].message == "Your code skipped this case, which a submission cannot do."


IMPORT = Failure("import", "builtins.SyntaxError", "", "bad", "sums.py", 1, 1)


@pytest.mark.parametrize(
    ("whole", "outcome"),
    [
        (IMPORT, "error"),
        (Failure("no_file", text="sums.py is empty."), "error"),
        (Failure("exited", text="0"), "error"),
        (Failure("signal", text="9"), "error"),
        (Failure("breach"), "error"),
        (Failure("import_timed_out"), "timed_out"),
        (Failure("memory"), "out_of_memory"),
    ],
)
def test_every_case_is_listed(whole: Failure, outcome: str) -> None:
    """Where nothing could be run, each known case is there, with no points of its whole."""
    report = report_of(a_run(whole=whole), judging_of(ONE, a_case("two", points="5/2")))

    assert outcomes(report) == [outcome, outcome]
    assert [case.points for case in report.cases] == ["0", "0"]
    assert report.max_points == "7/2"
    assert report.verdict.value == outcome
    assert report.message


def test_a_broken_test_file_costs_its_own_cases() -> None:
    """Cases of a file that could not be imported are errors; those of others keep their points."""
    other = a_case("two", id="test_more.py::test_two", file="test_more.py")
    run = a_run(a_result("one"), broken={"test_more.py": IMPORT})

    report = report_of(run, judging_of(ONE, other))

    assert outcomes(report) == ["passed", "error"]
    assert report.message is not None
    assert report.message.startswith("sums.py could not be imported: SyntaxError")
    assert report.cases[1].message == "sums.py could not be imported: SyntaxError in line 1: bad"


def test_memory_while_importing_is_out_of_memory() -> None:
    """A MemoryError of the import is a limit, not an error."""
    failure = Failure("import", "builtins.MemoryError|builtins.Exception")

    report = report_of(a_run(broken={TEST_FILE: failure}), judging_of(ONE))

    assert outcomes(report) == ["out_of_memory"]


def test_a_case_that_was_not_seen_is_an_error() -> None:
    """A known case without a result does not vanish."""
    report = report_of(a_run(a_result("one")), judging_of(ONE, TWO))

    assert outcomes(report) == ["passed", "error"]
    assert report.cases[1].message == "This case could not be run with your code."


def test_a_case_that_was_seen_twice_spoils_the_run() -> None:
    """A breach of the protocol is not passed, even where every case has a result."""
    report = report_of(a_run(a_result("one"), whole=Failure("breach")), judging_of(ONE))

    assert report.verdict is Verdict.ERROR
    assert not report.lesson_passed


@pytest.mark.parametrize(
    ("share", "outcome", "points"),
    [
        (1e-300, "passed", "0"),
        (0.874, "passed", "437/125"),
        (7 / 19, "passed", "28/19"),
        (2 / 3, "passed", "8/3"),
        (None, "passed", "4"),
        (None, "failed", "0"),
        (0.5, "passed", "2"),
        (0.25, "failed", "1"),
        (0.1, "passed", "2/5"),
        (7.0, "passed", "4"),
        (-1.0, "passed", "0"),
        (1.0, "error", "0"),
        (1.0, "timed_out", "0"),
        (0.0, "passed", "0"),
        (float("nan"), "passed", "0"),
    ],
)
def test_partial_credit(share: float | None, outcome: str, points: str) -> None:
    """A test may give a share of its points, never more than all and never less than none."""
    run = a_run(a_result("one", outcome, share=share))

    report = report_of(run, judging_of(a_case("one", points="4")))

    assert report.points == points
    assert report.max_points == "4"


def test_many_shares_add_up_to_a_short_number() -> None:
    """Whatever shares a submission has, its points are no number of hundreds of digits."""
    shares = [1 / prime for prime in (23, 29, 31, 37, 41, 43, 47, 53, 59, 61)]
    names = [str(number) for number in range(len(shares))]
    results = [a_result(name, share=share) for name, share in zip(names, shares, strict=True)]

    report = report_of(a_run(*results), judging_of(*map(a_case, names)))

    assert Fraction(report.points).denominator < 10**10
    assert report.share == pytest.approx(sum(shares) / len(shares), abs=1e-6)


def only_case(result: CaseResult, **marks: Any) -> JudgedSubmission:
    """Report on a submission with one case."""
    return make_report(SUBMISSION, a_run(result), judging_of(a_case("one", **marks)))


def test_marks_reach_the_report() -> None:
    """Sentence, hint, visibility and reveal level of the author stand beside the case."""
    marks = {"hint": "Look.", "visibility": "hidden", "reveal": "values", "points": "2"}

    judged = only_case(a_result("one", "failed"), **marks)

    case = judged.report.cases[0]
    assert (case.sentence, case.hint, case.visibility.value) == (
        "Sentence of one",
        "Look.",
        "hidden",
    )
    assert [reveal.value for reveal in judged.reveals] == ["values"]


RAISED = Failure("raised", "builtins.KeyError", file="sums.py", line=2)


@pytest.mark.parametrize(
    ("failure", "reveal", "place"),
    [
        (RAISED, "sentence", Place("sums.py", 2)),
        (RAISED, "nothing", None),
        (Failure("raised", "builtins.KeyError", file="sums.py", line=9), "sentence", None),
        (Failure("timed_out", file="sums.py", line=1), "sentence", Place("sums.py", 1)),
        # of a call that the function does not take the line is a number of values
        (Failure("arguments", expected_type="add", line=7), "sentence", Place("sums.py", 1)),
        (Failure("wrong_value"), "sentence", None),
    ],
)
def test_a_message_and_its_place_name_the_same_line(
    failure: Failure, reveal: str, place: Place | None
) -> None:
    """The line that the sentence names stands beside it as data, and no other does."""
    judged = only_case(a_result("one", "failed", failure=failure), reveal=reveal)

    (case,) = student_report(judged).cases
    told = None if case.failure is None else case.failure.place
    assert told == place
    assert (place is not None) == ("line " in str(case.message))
    assert place is None or f"line {place.line} of {place.file}" in str(case.message)


@pytest.mark.parametrize(
    ("result", "hint"),
    [
        (a_result("one", "failed"), "Look."),
        (a_result("one", "timed_out", failure=Failure("timed_out")), "Look."),
        (a_result("one"), None),
        (a_result("one", "error", failure=Failure("import")), None),
        (a_result("one", "error", failure=Failure("missing")), None),
    ],
)
def test_a_hint_is_for_a_case_that_ran(result: CaseResult, hint: str | None) -> None:
    """A hint stands by a case that ran and did not pass."""
    assert only_case(result, hint="Look.").report.cases[0].hint == hint


@pytest.mark.parametrize(
    ("last", "expected", "message"),
    [
        ("f|list", "f|number", "The result is a list where a number was expected."),
        ("f|number", "f|number", "Your code does not do what this case asks for."),
        ("f|Made", "f|number", "Your code does not do what this case asks for."),
        ("g|text", "f|number", "Your code does not do what this case asks for."),
        ("f|text", "f|None", "Your code does not do what this case asks for."),
        ("", "f|number", "Your code does not do what this case asks for."),
    ],
)
def test_an_assert_without_sides_is_told_by_kind(last: str, expected: str, message: str) -> None:
    """An assert that compares nothing is explained by the kind of the last result."""
    result = a_result("one", "failed", failure=Failure("asserted"), last_kind=last)
    judging = judging_of(ONE, kinds={ONE.id: expected})

    assert report_of(a_run(result), judging).cases[0].message == message


def test_shown_values_are_the_instructors() -> None:
    """Call, expected and got are filled at every reveal level, printable, the call cut."""
    shown = ("add(" + "1" * 5000 + ")", "3", "\x1b[31m")

    case = only_case(a_result("one", "failed", shown=shown), reveal="nothing").report.cases[0]

    assert case.shown is not None
    assert case.shown.call is not None
    assert len(case.shown.call) < 400
    assert (case.shown.expected, case.shown.got) == ("3", r"\x1b[31m")


@pytest.mark.parametrize(
    ("text", "steady"),
    [
        ("'<sums.Card object at 0x7f72b410>'", "'<sums.Card object>'"),
        ("save(<Mock id='1403985761'>, 3)", "save(<Mock>, 3)"),
        ("load('/tmp/grader-worker-x9_t2/scratch/cases/a.csv')", "load('/cases/a.csv')"),
        ("load('/tmp/grader-jail-x9_t2/scratch/cases/a.csv')", "load('/cases/a.csv')"),
        ("tag('p', id='5')", "tag('p', id='5')"),
    ],
)
def test_what_differs_from_run_to_run_is_left_out(text: str, steady: str) -> None:
    """Addresses and folders of the moment stand nowhere: two runs give the same bytes."""
    failure = Failure("raised", "builtins.ValueError", text=text)
    values = {"shown": (text, text, text), "calls": [(text, text)], "text": text}
    result = a_result("one", "failed", failure=failure, **values)

    judging = judging_of(a_case("one", reveal="values"))
    judged = make_report(SUBMISSION, a_run(result), judging)

    assert judged.report.cases[0].message == f"Your code raised ValueError: {steady}."
    shown = judged.report.cases[0].shown
    assert shown is not None
    assert (shown.call, shown.expected, shown.got) == (steady, steady, steady)
    assert judged.traces[0].calls == ((steady, steady),)
    assert judged.traces[0].text == steady


def test_printed_output_is_kept_and_cut() -> None:
    """64 KiB of output are kept, and the cut is announced with its size."""
    report = report_of(a_run(a_result("one"), printed="é" * 40_000), judging_of(ONE))

    assert report.printed is not None
    assert report.printed.endswith("\n[cut: 14464 bytes more]")
    assert report.printed.count("é") == 32 * 1024


def test_traces_match_the_cases() -> None:
    """Calls, frames and text are kept for the instructor, one trace for each case."""
    result = a_result(
        "one",
        "failed",
        calls=[("add(1)", "1\x1b")],
        frames=[("test_sums.py", 3, "test_one", "assert x")],
        text="AssertionError",
    )

    judged = make_report(SUBMISSION, a_run(result), judging_of(ONE, TWO))

    assert [trace.id for trace in judged.traces] == [ONE.id, TWO.id]
    assert judged.traces[0].calls == (("add(1)", r"1\x1b"),)
    assert judged.traces[0].frames[0].function == "test_one"
    assert judged.source == "def add(a, b):\n    return a\n"
