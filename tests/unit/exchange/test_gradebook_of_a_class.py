"""A class over several lessons, and the lines that reports are read from."""

import csv
import io
from pathlib import Path

import msgspec
import pytest

from grader.errors import UsageError
from grader.exchange.gradebook import class_table, class_table_csv
from grader.exchange.report_lines import read_folder, read_lines, report_lines
from grader.model.report import Report, Verdict
from tests.unit.exchange.builders import case, report

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


def write(folder: Path, *reports: Report) -> Path:
    """Write an out folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.jsonl").write_bytes(report_lines(list(reports)))
    return folder


def test_folders_are_read(tmp_path: Path) -> None:
    """A folder is one lesson's, or holds those of several."""
    write(tmp_path / "b", *CLASS[:1])
    write(tmp_path / "a", *CLASS[1:])

    assert read_folder(tmp_path / "a") == CLASS[1:]
    assert read_folder(tmp_path) == [*CLASS[1:], CLASS[0]]


@pytest.mark.parametrize(
    ("line", "part"),
    [
        (b"{}\n", "results.jsonl, line 2: this is no report"),
        (b"{\n", "results.jsonl, line 2: this is no report"),
        (b"\xff\n", "results.jsonl, line 2: this is no report"),
        (b'{"report_version": 1}\n', "results.jsonl, line 2: this is no report"),
        (b'{"report_version": 2}\n', "line 2: this is no report of version 1, which"),
    ],
)
def test_a_line_that_is_no_report(line: bytes, part: str, tmp_path: Path) -> None:
    """A line that cannot be read is named."""
    path = tmp_path / "results.jsonl"
    path.write_bytes(msgspec.json.encode(CLASS[0]) + b"\n" + line)

    with pytest.raises(UsageError, match=part):
        read_lines(path)


def test_new_fields_are_passed_over(tmp_path: Path) -> None:
    """A report of a later grader with one more field is read."""
    path = tmp_path / "results.jsonl"
    path.write_bytes(msgspec.json.encode(msgspec.to_builtins(CLASS[0]) | {"late_days": None}))

    assert read_lines(path) == CLASS[:1]


def test_folders_without_results(tmp_path: Path) -> None:
    """What is missing is told, with what to do."""
    with pytest.raises(UsageError, match=r"nowhere cannot be read: .* --from\.$"):
        read_folder(tmp_path / "nowhere")
    with pytest.raises(UsageError, match=r"holds no results\.jsonl\..*--from\.$"):
        read_folder(tmp_path)
