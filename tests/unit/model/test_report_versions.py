"""Reports of version 1, as a grader of that version wrote them, are read as today's."""

import base64
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from grader.exchange.report_lines import read_lines
from grader.flows.grading.outputs import JOURNAL, Entry, read_journal
from grader.ground.seal import Seal
from grader.model.report import REPORT_VERSION, Place, Report, ReportedFailure
from grader.model.report_versions import UnknownVersion, read_report
from grader.model.student_report import student_report
from grader.store.packing import unpack_judged

MATERIAL = Path(__file__).parents[2] / "material" / "report_version_1"
AT = Place("sums.py", 2)
UNKNOWN = ReportedFailure("unknown", place=AT)


def test_lines_of_a_class_are_read() -> None:
    """A results.jsonl keeps its messages, and the line that each of them names."""
    raised, not_imported = read_lines(MATERIAL / "results.jsonl")

    assert [one.report_version for one in (raised, not_imported)] == [REPORT_VERSION] * 2
    told = [case.failure for case in raised.cases]
    assert told == [UNKNOWN, UNKNOWN, ReportedFailure("unknown"), UNKNOWN]
    assert "in line 2 of sums.py" in str(raised.cases[0].message)
    assert raised.failure is None
    assert not_imported.failure == ReportedFailure("unknown")


def from_the_journal(folder: Path) -> Report:
    """Read a journal of version 1, which bore the seal of somebody else."""
    seal = Seal(b"a secret")
    entry = msgspec.json.decode((MATERIAL / "journal.jsonl").read_bytes(), type=Entry)
    ours = msgspec.structs.replace(entry, seal=seal.mark(entry.sealed_bytes()))
    (folder / JOURNAL).write_bytes(msgspec.json.encode(ours))

    return student_report(read_journal(folder, seal)[entry.key])


def from_the_record(_folder: Path) -> Report:
    """Read what the record's row of an attempt holds."""
    row = base64.b64decode((MATERIAL / "attempt.base64").read_bytes())

    return student_report(unpack_judged(row, "ben's attempt"))


@pytest.mark.parametrize("read", [from_the_journal, from_the_record])
def test_what_was_judged_is_read(read: Callable[[Path], Report], tmp_path: Path) -> None:
    """A journal and a record give a student what the cases' reveal levels allow."""
    report = read(tmp_path)

    assert report.report_version == REPORT_VERSION
    assert [case.failure for case in report.cases] == [UNKNOWN, UNKNOWN, None]


def test_a_report_of_a_later_version_is_refused() -> None:
    """What a later grader wrote is not guessed at."""
    with pytest.raises(UnknownVersion, match="has version 3, and this grader reads 1 and 2"):
        read_report(b'{"report_version": 3}')


def test_a_place_that_is_none_is_no_report() -> None:
    """A version 1 report whose place is broken is refused as other broken reports are."""
    line = (MATERIAL / "results.jsonl").read_bytes().splitlines()[0]

    with pytest.raises(msgspec.ValidationError):
        read_report(line.replace(b'"line":2', b'"line":"2"'))
