"""A class over several lessons."""

import csv
import io

from grader.grading.gradebook import class_table, class_table_csv
from grader.model.report import Verdict
from tests.unit.platforms.builders import case, report

CLASS = [
    report("zoe", case(1), points_counted="1/2", counted_because="1 day late, 50 % a day"),
    report("=ann", lesson="loops"),
    report("=ann"),
    report("ben", verdict=Verdict.GRADER_FAULT),
]


def test_table_of_lessons() -> None:
    """Students stand by name, lessons in order, with points that count; a fault counts nothing."""
    text = class_table_csv(class_table(CLASS, ["loops", "sums"]))

    assert list(csv.reader(io.StringIO(text))) == [
        ["student", "loops", "sums", "points", "max_points", "lessons_passed"],
        ["'=ann", "1", "1", "2", "4", "0"],
        ["ben", "", "", "0", "4", "0"],
        ["zoe", "", "0.5", "0.5", "4", "1"],
    ]
