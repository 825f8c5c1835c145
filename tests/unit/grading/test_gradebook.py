"""The gradebook says who submitted when and what counts, and runs nothing in a spreadsheet."""

import csv
import io
from fractions import Fraction
from typing import Any

import pytest

from grader.grading.gradebook import class_table, gradebook_csv
from grader.model.report import Diagnosis, Report, Verdict
from tests.unit.platforms.builders import case, report

LATE = {"points_counted": "1/2", "counted_because": "1 day late, 50 % a day", "days_late": 1}


def rows(text: str) -> list[list[str]]:
    """Read a gradebook back."""
    return list(csv.reader(io.StringIO(text)))


def only_row(given: Report) -> dict[str, str]:
    """Write the gradebook of one report."""
    (row,) = csv.DictReader(io.StringIO(gradebook_csv([given])))
    return row


def test_columns_are_fixed_then_cases() -> None:
    """Fixed columns come first, then one for each case in written order."""
    table = rows(gradebook_csv([report("s1", case(1)), report("s2", case(1), case(2))]))

    assert ",".join(table[0][:17]) == (
        "student,name,lesson,verdict,points,max_points,share,lesson_passed,mistake,group,"
        "submission_sha256,marked_by_hand,submitted_at,due,days_late,points_counted,"
        "counted_because"
    )
    assert table[0][17:] == [case(1).id, case(2).id]
    assert table[1][-1] == ""


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, {"points_counted": "", "days_late": "", "marked_by_hand": "", "mistake": ""}),
        (
            LATE,
            {
                "points_counted": "0.5",
                "days_late": "1",
                "counted_because": "1 day late, 50 % a day",
            },
        ),
        ({"diagnosis": Diagnosis("sign", "You subtract.")}, {"mistake": "sign"}),
        ({"verdict": Verdict.MISSING}, {"points": "", "share": "", "verdict": "missing"}),
        ({"verdict": Verdict.GRADER_FAULT}, {"points": "", "share": ""}),
    ],
)
def test_what_a_row_says(changes: dict[str, Any], expected: dict[str, str]) -> None:
    """Where nothing was judged there are no points, so that no average takes them for zeros."""
    row = only_row(report("s1", **changes))

    assert {name: row[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("points", "cell"),
    [("0", "0"), ("10", "10"), ("23/2", "11.5"), ("1/3", "0.333333"), ("100/1", "100")],
)
def test_points_are_decimals(points: str, cell: str) -> None:
    """A fraction would be read as a date."""
    assert only_row(report("s1", points=points))["points"] == cell


@pytest.mark.parametrize(
    ("student", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("@sum", "'@sum"),
        ("\rx", "'\\rx"),
        ("x\n=1+1", "x\n'=1+1"),
        ('quoted "name", with comma', 'quoted "name", with comma'),
        ("\udcff\x1b[2J\u202e", "\\udcff\\x1b[2J\\u202e"),
    ],
)
def test_cells_are_disarmed(student: str, cell: str) -> None:
    """A name that a spreadsheet would run as a formula is text, and control codes are seen."""
    assert only_row(report(student))["student"] == cell


def test_table_of_lessons() -> None:
    """Students stand by name, lessons in order, with points that count; a fault counts nothing."""
    class_ = [
        report("zoe", case(1), **LATE),
        report("=ann", lesson="loops"),
        report("=ann"),
        report("ben", verdict=Verdict.GRADER_FAULT),
    ]

    table = class_table(class_, ["loops", "sums"])

    assert table.lessons == ("loops", "sums")
    assert sum(table.most.values()) == 4
    assert [(row.student, row.points, row.lessons_passed) for row in table.rows] == [
        ("=ann", 2, 0),
        ("ben", 0, 0),
        ("zoe", Fraction(1, 2), 1),
    ]
