"""A class that was judged elsewhere is recorded once, whatever is on record of it already."""

from datetime import timedelta

import msgspec
import pytest
from msgspec.structs import replace

from grader.model.report import JudgedSubmission
from grader.store.attempts import ClassRecorded, list_attempts, record_attempt, record_judged
from grader.store.store import Store
from tests.unit.store.records import NOW, SUMS, record, settle, submission, verdict_on

LATER = NOW + timedelta(hours=1)


def verdict_under(version: str) -> JudgedSubmission:
    """What judging comes to under a version of the lesson."""
    verdict = verdict_on("ada")
    report = msgspec.structs.replace(verdict.report, course_version=version)
    return msgspec.structs.replace(verdict, report=report)


def record_class_of_one(store: Store, version: str = "v1") -> ClassRecorded:
    """Record what judging a submission came to."""
    handed_in = replace(submission("ada"), submitted_at=NOW)
    with store.writing() as writing:
        return record_judged(writing, SUMS, [(handed_in, verdict_under(version))], LATER)


@pytest.mark.parametrize(
    ("versions", "outdated"), [(["v1"], 1), (["v2"], 0), (["v1", "v2"], 0), (["v2", "v1"], 0)]
)
def test_bytes_are_outdated_under_other_versions_only(
    versions: list[str], outdated: int, store: Store
) -> None:
    """One verdict of this version is enough, whichever came first."""
    for version in versions:
        with store.writing() as writing:
            row = record_attempt(writing, submission("ada"), SUMS, version, NOW, NOW)
        settle(store, row, verdict_under(version))

    assert record_class_of_one(store, "v2") == ClassRecorded(known=1, outdated=outdated)


def test_an_attempt_that_waits_is_judged_by_it(store: Store) -> None:
    """What its student has submitted, and nobody has judged, becomes no second attempt."""
    waiting = record(store, "ada")

    assert record_class_of_one(store) == ClassRecorded(added=1)
    with store.reading() as reading:
        (row,) = list_attempts(reading)
    assert (row.id, row.judged_at) == (waiting.id, LATER)


def test_a_date_is_corrected(store: Store) -> None:
    """The time that comes with a class is that of the same bytes under every version."""
    with store.writing() as writing:
        undated = record_attempt(writing, submission("ada"), SUMS, "v1", NOW, None)
        dated = record_attempt(writing, submission("ada"), SUMS, "v2", NOW, LATER)
    settle(store, undated)
    settle(store, dated)

    record_class_of_one(store)

    with store.reading() as reading:
        assert {row.submitted_at for row in list_attempts(reading)} == {NOW}
