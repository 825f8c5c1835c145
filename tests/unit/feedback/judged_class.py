"""An invented class: one submission for each way to end."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from grader.model.report import (
    REPORT_VERSION,
    CaseReport,
    CaseTrace,
    Diagnosis,
    Example,
    Frame,
    JudgedSubmission,
    MistakeInPart,
    Outcome,
    Place,
    Report,
    ReportedFailure,
    Reveal,
    Shown,
    Verdict,
    Visibility,
)

CASES = (  # id, sentence, points; all are passed but the last, which is skipped
    ("test_dcg.py::test_empty", "adds up an empty list to zero", "1"),
    ("test_dcg.py::test_hand_check", "gives 4.0 for the gains 3, 0, 2", "2"),
    ("test_dcg.py::test_log_base", "divides by the logarithm to the base 2", "2"),
    ("test_ndcg.py::test_perfect", "rates a perfect ranking as 1.0", "1"),
    (
        "test_ndcg.py::test_ideal_sees_whole_list",
        "sorts the whole list before it cuts the ideal at k",
        "3",
    ),
    ("test_ndcg.py::test_all_zero", "gives 0.0 where no item is relevant", "1"),
    ("test_ndcg.py::test_long_list", "handles a list of 100,000 items within two seconds", "2"),
    (
        "test_ndcg.py::test_k_beyond[7-0.976239]",
        "accepts a k beyond the end of the list (number 2)",
        "1",
    ),
    ("test_ndcg.py::test_numpy", "takes a numpy array too", "0"),
)
SOURCE = '''\
"""NDCG at k."""

from math import log


def dcg(rels):
    total = 0.0
    for rank, rel in enumerate(rels, start=1):
        total += rel / log(rank + 1)
    return total


def ndcg_at_k(ranked_rels, k):
    ideal = sorted(ranked_rels[:k], reverse=True)
    return dcg(ranked_rels[:k]) / dcg(ideal)
'''
BROKEN = '"""NDCG."""\n\n\ndef dcg(rels)\n    return sum(rels)\n'
FAILURE = """    def test():
>       assert dcg([3, 0, 2]) == pytest.approx(4.0)
E       assert 5.770780163555854 == 4.0 ± 4.0e-06
"""
WRONG = "Your function returned a wrong value."
IDEAL = "test_ndcg.py::test_ideal_sees_whole_list"
ZERO = "test_ndcg.py::test_all_zero"
LONG = "test_ndcg.py::test_long_list"
NATURAL_LOG: dict[str, dict[str, Any]] = {
    "test_dcg.py::test_hand_check": {
        "outcome": Outcome.FAILED,
        "message": WRONG,
        "hint": "The first gain is divided by log2(2), which is 1.",
        "shown": Shown("dcg([3, 0, 2])", "4.0", "5.770780163555854"),
        "failure": ReportedFailure("wrong_value"),
    },
    "test_dcg.py::test_log_base": {
        "outcome": Outcome.FAILED,
        "message": WRONG,
        "hint": "math.log without a second argument is the natural logarithm.",
        "shown": Shown("dcg([1, 1, 1, 1])", "2.5615953", "3.6956008"),
        "failure": ReportedFailure("wrong_value"),
    },
}
TWO_MISTAKES: dict[str, dict[str, Any]] = {
    IDEAL: {
        "outcome": Outcome.FAILED,
        "message": WRONG,
        "hint": "Cut after sorting: a good document below rank k still belongs into the ideal.",
        "failure": ReportedFailure("wrong_value"),
    },
    ZERO: {
        "outcome": Outcome.ERROR,
        "message": "Line 15 of ndcg_at_k.py raised ZeroDivisionError.\n"
        "    return dcg(ranked_rels[:k]) / dcg(ideal)\n"
        "           ~~~~~~~~~~~~~~~~~~~~~^~~~~~~~~~~~",
        "hint": "What does the ideal sum up to here?",
        "failure": ReportedFailure(
            "raised", type="ZeroDivisionError", place=Place("ndcg_at_k.py", 15)
        ),
    },
}
SYNTAX = ReportedFailure(
    "import",
    type="SyntaxError",
    text="expected ':'",
    place=Place("ndcg_at_k.py", 4, 14),
)
DIAGNOSIS = Diagnosis(
    "natural_log",
    "You divide by the natural logarithm; DCG divides by the logarithm to the base 2. "
    "Both give the same NDCG, so the ratio hides it, but dcg itself is off.",
)


def _judged(
    student: str,
    verdict: Verdict,
    points: str,
    changes: Mapping[str, dict[str, Any]] | None = None,
    *,
    source: str | None = SOURCE,
    **fields: Any,
) -> JudgedSubmission:
    cases = tuple(_case(row, (changes or {}).get(row[0], {})) for row in CASES)
    report = Report(
        report_version=REPORT_VERSION,
        student=student,
        lesson="ndcg_at_k",
        submission_sha256=sha256(student.encode()).hexdigest() if source is not None else None,
        grader_version="0.1.0",
        course_version="2026-09",
        isolation="full",
        verdict=verdict,
        points=points,
        max_points="13",
        share=round((9.5 if points == "19/2" else int(points)) / 13, 6),
        lesson_passed=verdict is Verdict.PASSED,
        cases=cases,
    )
    sentence, values = Reveal.SENTENCE, Reveal.VALUES
    return JudgedSubmission(
        replace(report, **fields),
        tuple(map(_trace, cases)) if source == SOURCE else (),
        (sentence, values, values, *(sentence,) * 4, Reveal.NOTHING, sentence),
        source,
        0.021,
    )


def _case(row: tuple[str, str, str], changes: Mapping[str, Any]) -> CaseReport:
    name, sentence, points = row
    case = CaseReport(name, sentence, Outcome.PASSED, points, points)
    if "k_beyond" in name:
        case = replace(case, visibility=Visibility.HIDDEN)
    if "numpy" in name:
        case = replace(case, outcome=Outcome.SKIPPED, visibility=Visibility.AFTER_DUE_DATE)
    return replace(case, **({"points": "0"} if "outcome" in changes else {}), **changes)


def _trace(case: CaseReport) -> CaseTrace:
    dcg = (("dcg([3, 0, 2])", "5.770780163555854"), ("dcg([])", "0.0"))
    calls = dcg if "test_dcg" in case.id else (("ndcg_at_k([3, 2, 0, 0, 1], 5)", "0.976239"),)
    file, function = case.id.split("::")
    line = [name for name, *_ in CASES].index(case.id) + 12
    frame = Frame(file, line, function, "assert dcg([3, 0, 2]) == pytest.approx(4.0)")
    is_open = case.outcome not in (Outcome.PASSED, Outcome.SKIPPED)
    return CaseTrace(
        id=case.id,
        calls=calls,
        calls_left_out=40 if case.id == LONG else 0,
        frames=(frame,) if is_open else (),
        text=FAILURE if is_open else None,
        seconds=0.0012,
    )


CLASS = (
    _judged(
        "amara_okafor",
        Verdict.PASSED,
        "13",
    ),
    _judged(
        "ben_kowalski",
        Verdict.FAILED,
        "9",
        NATURAL_LOG,
        diagnosis=DIAGNOSIS,
        group="9f31c0aa",
        example=Example(
            "dcg([1]) should give 1.0; your code gives 1.4427.",
            *("dcg([1])", "1.0", "1.4427", tuple(NATURAL_LOG)),
        ),
    ),
    _judged(
        "chiara_rossi",
        Verdict.ERROR,
        "9",
        TWO_MISTAKES,
        group="51d20b77",
        printed="k = 5\nideal = [3, 2, 1]\n" * 3,
        has_printed=True,
        mistakes_in_part=(
            MistakeInPart(
                "cut_before_sort",
                "You cut the list at k before you sort it, so the ideal misses good items "
                "that stand further down.",
                (IDEAL,),
            ),
            MistakeInPart(
                "divides_by_zero",
                "Your code divides by the ideal without a look at it. What is it where no "
                "result is relevant?",
                (ZERO,),
            ),
        ),
    ),
    _judged(
        "daniel_schmidt",
        Verdict.ERROR,
        "0",
        {name: {"outcome": Outcome.ERROR, "failure": SYNTAX} for name, *_ in CASES},
        source=BROKEN,
        message="ndcg_at_k.py could not be imported: SyntaxError in line 4: expected ':'.\n"
        "    def dcg(rels)\n                 ^",
        failure=SYNTAX,
    ),
    _judged(
        "elif_yilmaz",
        Verdict.TIMED_OUT,
        "19/2",
        {
            "test_dcg.py::test_hand_check": {"points": "1/2"},
            LONG: {
                "outcome": Outcome.TIMED_OUT,
                "message": "Your code ran longer than 2 seconds and was stopped. It was in "
                "line 9 of ndcg_at_k.py.\n    while rank < len(rels):",
                "failure": ReportedFailure("timed_out", place=Place("ndcg_at_k.py", 9)),
            },
        },
    ),
    _judged(
        *("farid_haddad", Verdict.FAILED, "9", NATURAL_LOG),
        diagnosis=DIAGNOSIS,
        group="9f31c0aa",
    ),
    _judged("grace_nakamura", Verdict.GRADER_FAULT, "0", source=None),
)
