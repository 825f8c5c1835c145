"""The gradebook opens in a spreadsheet and runs nothing there."""

import csv
import io

import pytest

from grader.grading.gradebook import gradebook_csv
from grader.model.report import REPORT_VERSION, CaseReport, Diagnosis, Outcome, Report, Verdict


def report(student: str, *case_ids: str, points: str = "23/2") -> Report:
    """Build a report with the named cases."""
    cases = tuple(CaseReport(each, "adds", Outcome.FAILED, "1/2", "1") for each in case_ids)
    return Report(
        report_version=REPORT_VERSION,
        student=student,
        lesson="sums",
        submission_sha256=None,
        grader_version="1",
        course_version="1",
        isolation="full",
        verdict=Verdict.FAILED,
        points=points,
        max_points="14",
        share=0.821429,
        lesson_passed=False,
        cases=cases,
        diagnosis=Diagnosis("sign", "You subtract where the lesson adds."),
    )


def rows(text: str) -> list[list[str]]:
    """Read a gradebook back."""
    return list(csv.reader(io.StringIO(text)))


def test_columns_are_fixed_then_cases() -> None:
    """Fixed columns come first, then one for each case in written order."""
    table = rows(gradebook_csv([report("s1", "t.py::a"), report("s2", "t.py::a", "t.py::b")]))

    assert ",".join(table[0]) == (
        "student,lesson,verdict,points,max_points,share,lesson_passed,mistake,group,"
        "submission_sha256,t.py::a,t.py::b"
    )
    assert table[1] == [
        *("s1", "sums", "failed", "11.5", "14", "0.821429", "no", "sign", "", "", "0.5", "")
    ]
    assert table[2][-2:] == ["0.5", "0.5"]


def test_no_reports_leave_the_header() -> None:
    """An empty class still says what the columns are."""
    assert gradebook_csv([]).startswith("student,lesson,verdict,")
    assert len(rows(gradebook_csv([]))) == 1


@pytest.mark.parametrize(
    ("points", "cell"),
    [("0", "0"), ("10", "10"), ("23/2", "11.5"), ("1/3", "0.333333"), ("100/1", "100")],
)
def test_points_are_decimals(points: str, cell: str) -> None:
    """A fraction would be read as a date."""
    assert rows(gradebook_csv([report("s1", points=points)]))[1][3] == cell


@pytest.mark.parametrize(
    ("student", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@sum", "'@sum"),
        ("\tx", "'\tx"),
        ("\rx", "'\\rx"),
        ("x;=1+1", "x;'=1+1"),
        ("x\n=1+1", "x\n'=1+1"),
        ("a-b=c@d", "a-b=c@d"),
        ('quoted "name", with comma', 'quoted "name", with comma'),
        ("＝1+1", "'＝1+1"),
        ("\u200b=1+1", "'\\u200b=1+1"),
        ("\udcff\x1b[2J\u202e", "\\udcff\\x1b[2J\\u202e"),
    ],
)
def test_cells_are_disarmed(student: str, cell: str) -> None:
    """A name that a spreadsheet would run as a formula is text, and control codes are seen."""
    text = gradebook_csv([report(student)])

    assert text.encode("utf-8")
    assert rows(text)[1][0] == cell


def test_case_ids_are_disarmed_too() -> None:
    """The header is no way round."""
    assert rows(gradebook_csv([report("s1", "=cmd")]))[0][-1] == "'=cmd"
