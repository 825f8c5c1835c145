"""Attempts and their verdicts on record do the same in a file and on a server."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from grader.model.deadlines import History
from grader.model.report import Verdict
from grader.record.attempts import (
    facts,
    list_attempts,
    read_judged,
    read_submission,
    record_attempt,
    waiting_attempts,
)
from grader.record.forgetting import forget_person
from grader.record.grants import read_history
from grader.record.store import Store
from tests.unit.record.records import (
    LOOPS,
    NOW,
    SUMS,
    everything,
    read_audit,
    record,
    settle,
    submission,
    verdict_on,
)


def test_a_submission_is_read_back_as_it_was_handed_in(store: Store) -> None:
    """Bytes of every kind come back, of several files too."""
    files = {"sums.py": bytes(range(256)), "räder.py": b"", "last.py": "€\r\n".encode()}
    handed_in = replace(submission("ada"), sources=files)
    with store.writing() as writing:
        attempt = record_attempt(writing, handed_in, SUMS, "v1", NOW, None)

    with store.reading() as reading:
        assert read_submission(reading, attempt) == handed_in
        assert read_judged(reading, attempt) is None
    assert attempt.submitted_at is None
    assert attempt.number == 1


def test_nothing_is_no_attempt(store: Store) -> None:
    """A submission without a file cannot be recorded."""
    with pytest.raises(ValueError, match="without a file"), store.writing() as writing:
        record_attempt(writing, replace(submission("ada"), sources={}), SUMS, "v1", NOW, NOW)

    assert everything(store)["attempts"] == []


def test_the_same_bytes_give_the_same_attempt(store: Store) -> None:
    """Submitting again what is on record adds nothing, however many others came between."""
    first = record(store, "ada", "a")
    second = record(store, "ada", "b")

    again = record(store, "ada", "a")

    assert again == first
    assert (first.number, second.number) == (1, 2)
    with store.reading() as reading:
        assert [entry.event for entry in read_audit(reading)] == ["submitted", "submitted"]


def test_the_same_bytes_of_another_are_another_attempt(store: Store) -> None:
    """Student, lesson and version of the course tell attempts apart."""
    record(store, "ada")
    record(store, "bob")
    record(store, "ada", lesson=LOOPS)
    with store.writing() as writing:
        later = record_attempt(writing, submission("ada"), SUMS, "v2", NOW, NOW)

    with store.reading() as reading:
        listed = list_attempts(reading)
    assert later.number == 2
    assert [(one.student, one.lesson, one.number) for one in listed] == [
        ("ada", "loops", 1),
        ("ada", "sums", 1),
        ("ada", "sums", 2),
        ("bob", "sums", 1),
    ]


def test_a_verdict_is_read_back_whole(store: Store) -> None:
    """What was judged comes back, with its columns filled."""
    attempt = record(store, "ada")
    verdict = verdict_on("ada", Verdict.FAILED, "7/3")

    assert settle(store, attempt, verdict)

    with store.reading() as reading:
        row = list_attempts(reading, "ada")[0]
        assert read_judged(reading, row) == verdict
        assert facts([row])[0].points == Fraction(7, 3)
    assert (row.verdict, row.points, row.lesson_passed, row.tries) == ("failed", "7/3", False, 1)
    assert row.judged_at == NOW
    assert row.seconds == verdict.seconds


def test_the_first_verdict_stands(store: Store) -> None:
    """An attempt that two processes judged keeps what the faster one found."""
    attempt = record(store, "ada")
    settle(store, attempt, verdict_on("ada", Verdict.FAILED, "0"))
    before = everything(store)

    with_another = settle(store, attempt, verdict_on("ada"))

    with store.reading() as reading:
        assert list_attempts(reading, "ada")[0].verdict == "failed"
    assert not with_another
    assert everything(store)["audit"] == before["audit"]


def test_a_fault_of_ours_settles_nothing(store: Store) -> None:
    """An attempt that the grader failed on goes on waiting and counts for nothing."""
    attempt = record(store, "ada")

    settled = settle(store, attempt, verdict_on("ada", Verdict.GRADER_FAULT, "0"))

    with store.reading() as reading:
        assert [one.id for one in waiting_attempts(reading)] == [attempt.id]
        assert read_history(reading, "ada") == History()
    assert not settled


def test_what_waits_is_listed_oldest_first(store: Store) -> None:
    """Attempts wait until they are settled or have been tried too often."""
    one, two, three = record(store, "bob", "1"), record(store, "ada", "2"), record(store, "bob")
    settle(store, two)
    settle(store, three, verdict_on("bob", Verdict.GRADER_FAULT))

    with store.reading() as reading:
        assert [row.id for row in waiting_attempts(reading)] == [one.id, three.id]
        assert [row.id for row in waiting_attempts(reading, "ada")] == []
        assert [row.id for row in waiting_attempts(reading, "bob", 1)] == [one.id]
        assert [row.id for row in waiting_attempts(reading, None, 2)] == [one.id, three.id]


def test_a_verdict_never_reaches_another_student(store: Store) -> None:
    """What is judged while its student is forgotten is dropped, though its id is another's now."""
    old = record(store, "ada", "secret")
    with store.engine.begin() as writing:
        forget_person(writing, "ada", NOW)
    new = record(store, "bob", "own")

    settled = settle(store, replace(old, id=new.id))

    with store.reading() as reading:
        assert list_attempts(reading) == [new]
    assert not settled
