"""A class is recorded whole, each submission once, and nothing on record is changed by it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.flows.recording import left_unrecorded, record_class
from grader.model.course import LessonId, StudentId
from grader.model.report import JudgedSubmission, Verdict
from grader.model.submission import Submission
from grader.store.attempts import (
    AttemptRow,
    ClassRecorded,
    list_attempts,
    read_judged,
    read_submission,
    record_attempt,
)
from grader.store.store import Store, open_store
from tests.unit.flows.builders import judged

NOW = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
SUMS = LessonId("sums")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty record."""
    opened = open_store(str(tmp_path / "record"))
    yield opened
    opened.close()


def handed_in(student: str, text: str = "x = 1\n", when: datetime | None = None) -> Submission:
    return Submission(StudentId(student), {"sums.py": text.encode()}, submitted_at=when)


def record(store: Store, *pairs: tuple[Submission, JudgedSubmission]) -> ClassRecorded:
    submissions, verdicts = [one for one, _ in pairs], [one for _, one in pairs]
    return record_class(store, SUMS, submissions, verdicts, NOW)


def rows(store: Store) -> list[AttemptRow]:
    with store.reading() as reading:
        return list_attempts(reading)


def test_a_class_is_recorded(store: Store) -> None:
    """Bytes, report and time are kept, more students than a transaction takes."""
    names = [f"s{number:03}" for number in range(450)]

    counts = record(store, *((handed_in(name, when=NOW), judged(name)) for name in names))

    assert counts == ClassRecorded(added=450)
    found = rows(store)
    assert [row.student for row in found] == names
    assert {(row.number, row.submitted_at, row.verdict) for row in found} == {(1, NOW, "failed")}
    with store.reading() as reading:
        assert read_submission(reading, found[7]).sources == {"sums.py": b"x = 1\n"}
        assert read_judged(reading, found[7]) == judged("s007")


def test_the_same_class_again_adds_nothing(store: Store) -> None:
    """Equal bytes of a student are one attempt; other bytes are another one."""
    record(store, (handed_in("ann"), judged("ann")), (handed_in("ben"), judged("ben")))

    again = record(
        store, (handed_in("ann"), judged("ann")), (handed_in("ben", "x = 2\n"), judged("ben"))
    )

    assert again == ClassRecorded(added=1, known=1)
    assert [(row.student, row.number) for row in rows(store)] == [
        ("ann", 1),
        ("ben", 1),
        ("ben", 2),
    ]


def test_what_is_on_record_keeps_its_verdict(store: Store) -> None:
    """The verdict of another version of the lesson is counted, and kept: regrade is for that."""
    record(store, (handed_in("ann"), judged("ann")))

    newer = judged("ann", course_version="2", verdict=Verdict.PASSED, points="1")
    counts = record(store, (handed_in("ann"), newer))

    assert counts == ClassRecorded(known=1, outdated=1)
    assert [(row.verdict, row.course_version) for row in rows(store)] == [("failed", "1")]


def test_a_time_is_corrected(store: Store) -> None:
    """A time that comes later dates what is on record, also another; without one it stays."""
    later = NOW.replace(year=2030)
    record(store, (handed_in("ann"), judged("ann")))

    times = [
        record(store, (handed_in("ann", when=when), judged("ann"))).retimed
        for when in (NOW, NOW, later, None)
    ]

    assert times == [1, 0, 1, 0]
    assert [row.submitted_at for row in rows(store)] == [later]


def test_what_is_no_attempt(store: Store) -> None:
    """A fault of the grader's and a student without a file are not recorded."""
    without_file = Submission(StudentId("ben"), refused="There is no sums.py.")

    counts = record(
        store,
        (handed_in("ann"), judged("ann", verdict=Verdict.GRADER_FAULT)),
        (without_file, judged("ben")),
    )

    assert (counts, rows(store)) == (ClassRecorded(), [])


def test_what_a_student_left_waiting_is_judged_by_it(store: Store) -> None:
    """An attempt whose judging died takes the verdict of the class."""
    with store.writing() as writing:
        record_attempt(writing, handed_in("ann"), SUMS, "0", NOW, NOW)

    assert record(store, (handed_in("ann"), judged("ann"))) == ClassRecorded(added=1)

    (row,) = rows(store)
    assert (row.number, row.verdict, row.course_version) == (1, "failed", "1")


@pytest.mark.parametrize("name", ["n" * 201, "a\nb", ""])
def test_a_name_that_the_record_cannot_take(name: str, store: Store) -> None:
    """Nothing is recorded of that student, in a sentence that says so; others are recorded."""
    both = [handed_in(name), handed_in("ann")]

    counts = record(store, *((one, judged(one.student)) for one in both))
    (said,) = left_unrecorded(one.student for one in both)

    assert (counts, [row.student for row in rows(store)]) == (ClassRecorded(added=1), ["ann"])
    assert "is not recorded: a name on record has 1 to 200 characters" in said
