"""Checks exports by the rules of those who read them, from what those rules say alone."""

import base64
import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

Reports = Mapping[str, Mapping[str, Any]]
_VISIBILITIES = {"visible", "hidden", "after_due_date", "after_published"}
_NBGRADER = (
    "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,"
    "late_submission_penalty,score,max_score"
)


def check_gradescope(folder: Path, reports: Reports) -> None:
    """Read a results.json for each student: a score, and statuses and visibilities that exist."""
    results = [json.loads(path.read_text(encoding="utf-8")) for path in folder.iterdir()]
    assert len(results) == len(reports)
    for result in results:
        assert result["visibility"] in _VISIBILITIES
        assert result["stdout_visibility"] in _VISIBILITIES
        assert sum(test["score"] for test in result["tests"]) == result["score"]
        for test in result["tests"]:
            assert test["status"] in ("passed", "failed")
            assert test["visibility"] in _VISIBILITIES
            assert isinstance(test["number"], str)
    scores = sorted(result["score"] for result in results)
    assert scores == sorted(int(report["points"]) for report in reports.values())


def check_junit(data: str, reports: Reports) -> None:
    """Read a suite for each student, whose counts are those of its cases."""
    suites = ET.fromstring(data).findall("testsuite")
    assert [suite.get("name") for suite in suites] == [f"sums: {name}" for name in sorted(reports)]
    for suite, student in zip(suites, sorted(reports), strict=True):
        cases = suite.findall("testcase")
        counts = {name: int(suite.get(name, "-1")) for name in ("tests", "failures", "errors")}
        assert counts == {
            "tests": len(cases),
            "failures": len(suite.findall("testcase/failure")),
            "errors": len(suite.findall("testcase/error")),
        }
        told = {each.get("name"): each.get("value") for each in suite.findall("properties/*")}
        assert told["points"] == reports[student]["points"]


def check_classroom(data: str, report: Mapping[str, Any]) -> None:
    """Read the result that a workflow hands on: what the reporter adds up is the points."""
    result = json.loads(base64.b64decode(data, validate=False))
    assert result["version"] == 1
    assert result["status"] in ("pass", "fail", "error")
    assert sum(test["score"] for test in result["tests"]) == int(report["points"])
    assert result["max_score"] == int(report["max_points"])
    for test in result["tests"]:
        assert {"name", "status", "score", "filename", "line_no", "duration", "output"} <= set(test)


def check_exercism(data: str, report: Mapping[str, Any]) -> None:
    """Read version 3: a message with every error, and tests with everything else."""
    result = json.loads(data)
    assert result["version"] == 3
    assert result["status"] in ("pass", "fail", "error")
    assert (result["status"] == "pass") == (report["verdict"] == "passed")
    if result["status"] == "error":
        assert 0 < len(result["message"]) <= 65_535
        return
    assert result.get("message") is None
    assert result["tests"]
    for test in result["tests"]:
        assert test["status"] in ("pass", "fail", "error")
        assert test["status"] == "pass" or test["message"]
        assert len(test.get("output") or "") <= 500


def check_nbgrader(data: str, reports: Reports) -> None:
    """Read the columns of nbgrader's export; the score is what the penalty leaves."""
    assert data.splitlines()[0] == _NBGRADER
    rows = list(csv.DictReader(io.StringIO(data, newline="")))
    assert len(rows) == len(reports)
    for row in rows:
        left = float(row["raw_score"]) - float(row["late_submission_penalty"])
        assert float(row["score"]) == max(0, left)


def rows_of(data: bytes, delimiter: str = ",") -> Sequence[Sequence[str]]:
    """Read a CSV file."""
    text = data.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
