"""Checks exports by the rules of those who read them, from what those rules say alone."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Reports = Mapping[str, Mapping[str, Any]]
_VISIBILITIES = {"visible", "hidden", "after_due_date", "after_published"}


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


def rows_of(data: bytes, delimiter: str = ",") -> Sequence[Sequence[str]]:
    """Read a CSV file."""
    text = data.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
