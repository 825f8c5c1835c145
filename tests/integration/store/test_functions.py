"""Every function of the record does the same in a file and on a server."""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction

import msgspec
import pytest

from grader.model.progress import Attempt, Grant, History
from grader.model.report import Verdict
from grader.store.attempts import (
    facts,
    list_attempts,
    read_judged,
    read_submission,
    record_attempt,
    waiting_attempts,
)
from grader.store.audit import read_audit, write_audit
from grader.store.grants import add_grant, hints_taken, read_history, take_hint
from grader.store.people import all_students, enrol, export_person, forget_person, is_known
from grader.store.store import Store, open_store
from tests.integration.store.records import (
    LOOPS,
    NOW,
    SUMS,
    everything,
    fill,
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
    """Handing in again what is on record adds nothing, however many others came between."""
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


def test_lists_are_in_the_same_order_everywhere(store: Store) -> None:
    """Names sort by code point in every database, whatever its language."""
    names = ["Zoe", "a", "ab", "a b", "A", "_", "é", "z", "ß", "10", "9"]
    for name in names:
        record(store, name)

    with store.reading() as reading:
        assert all_students(reading) == sorted(names)
        assert [row.student for row in list_attempts(reading)] == sorted(names)


def test_history_is_in_the_order_in_which_it_came(store: Store) -> None:
    """The rules read attempts and grants as they happened, not lesson by lesson."""
    for source, lesson in (("1", SUMS), ("2", LOOPS), ("3", SUMS)):
        settle(store, record(store, "ada", source, lesson))
    record(store, "ada", "waits")
    due = NOW + timedelta(days=1)
    with store.writing() as writing:
        add_grant(writing, "ada", Grant(SUMS, due=due), "teacher", "ill", NOW)
        add_grant(writing, "ada", Grant(LOOPS, opens=True, attempts=2), "teacher", "asked", NOW)
        add_grant(writing, "bob", Grant(LOOPS, opens=True), "teacher", "asked", NOW)

    with store.reading() as reading:
        history = read_history(reading, "ada")

    assert [(one.lesson, one.number) for one in history.attempts] == [
        ("sums", 1),
        ("loops", 1),
        ("sums", 2),
    ]
    assert history.attempts[0] == Attempt(
        SUMS, 1, str(submission("ada", "1").sha256()), Fraction(1), Fraction(1), True, NOW
    )
    assert history.grants == (Grant(SUMS, due=due), Grant(LOOPS, opens=True, attempts=2))


def test_a_hint_is_taken_once(store: Store) -> None:
    """Reading a step again changes nothing, and steps are listed in order."""
    with store.writing() as writing:
        for step, later in ((2, 0), (1, 1), (2, 2)):
            take_hint(writing, "ada", SUMS, step, NOW + timedelta(later))
        take_hint(writing, "bob", LOOPS, 1, NOW)

    with store.reading() as reading:
        taken = hints_taken(reading, "ada", SUMS)
        assert [(one.step, one.taken_at) for one in taken] == [(1, NOW + timedelta(1)), (2, NOW)]
        assert [one.student for one in hints_taken(reading, lesson=LOOPS)] == ["bob"]
        assert len(hints_taken(reading)) == 3
        assert [entry.event for entry in read_audit(reading)] == ["hint"] * 3


def test_the_trail_names_people_until_they_are_forgotten(store: Store) -> None:
    """After forgetting, the trail still says what happened, but no longer of whom."""
    fill(store, "ada")
    with store.writing() as writing:
        write_audit(writing, "backup", NOW, detail="by hand")
    with store.reading() as reading:
        before = read_audit(reading)

    with store.writing() as writing:
        erased = forget_person(writing, "ada", NOW)

    with store.reading() as reading:
        after = read_audit(reading)
        assert not is_known(reading, "ada")
    assert {entry.student for entry in before} == {"ada", None}
    assert after[:-1] == [replace(entry, student=None) for entry in before]
    assert (after[-1].event, after[-1].student) == ("forgotten", None)
    assert erased == 1 + 3 + 2 + 1 + 2 + 1


def test_forgetting_one_leaves_the_others(store: Store) -> None:
    """Nothing of another student is erased, and who comes back begins anew."""
    fill(store, "ada")
    fill(store, "bob")
    with store.reading() as reading:
        bob = export_person(reading, "bob")

    with store.writing() as writing:
        forget_person(writing, "ada", NOW)

    again = record(store, "ada")
    with store.reading() as reading:
        assert export_person(reading, "bob") == bob
        assert [entry.event for entry in read_audit(reading) if entry.student == "ada"] == [
            "submitted"
        ]
    assert again.number == 1


def test_a_verdict_never_reaches_another_student(store: Store) -> None:
    """What is judged while its student is forgotten is dropped, though its id is another's now."""
    old = record(store, "ada", "secret")
    with store.writing() as writing:
        forget_person(writing, "ada", NOW)
    new = record(store, "bob", "own")

    settled = settle(store, replace(old, id=new.id))

    with store.reading() as reading:
        assert list_attempts(reading) == [new]
    assert not settled


def test_export_holds_all_and_is_plain(store: Store) -> None:
    """What is handed over names every table and can be written as JSON."""
    fill(store, "ada")
    fill(store, "bob")

    with store.reading() as reading:
        export = export_person(reading, "ada")
        nobody = export_person(reading, "eve")

    text = msgspec.json.encode(export).decode()
    counts = {name: len(rows) for name, rows in export.items()}
    assert counts == {
        "students": 1,
        "attempts": 3,
        "earlier_verdicts": 2,
        "hints": 1,
        "grants": 2,
        "remarks": 1,
        "audit": 3 + 2 + 1 + 2,
    }
    assert "well done, ada" in text
    assert "bob" not in text
    assert set(map(len, nobody.values())) == {0}


def test_enrolling_twice_is_enrolling_once(store: Store) -> None:
    """A student is on record once, since the first time."""
    with store.writing() as writing:
        enrol(writing, "ada", NOW)
        enrol(writing, "ada", NOW + timedelta(1))

    assert [(row[0], row[2]) for row in everything(store)["students"]] == [("ada", NOW)]


def test_moments_come_back_in_utc(store: Store) -> None:
    """A time is the same instant in every database, and one without a zone is refused."""
    there = timezone(timedelta(hours=5, minutes=30))
    exact = datetime(2027, 3, 1, 17, 30, 0, 123456, there)
    with store.writing() as writing:
        write_audit(writing, "backup", exact)

    with store.reading() as reading:
        at = read_audit(reading)[0].at
    assert at == exact
    assert at.tzinfo == UTC
    with pytest.raises(Exception, match="time zone"), store.writing() as writing:
        write_audit(writing, "backup", exact.replace(tzinfo=None))


def test_a_transaction_is_all_or_nothing(store: Store) -> None:
    """What was written before an error is not on record."""
    with contextlib.suppress(KeyError), store.writing() as writing:
        record_attempt(writing, submission("ada"), SUMS, "v1", NOW, NOW)
        raise KeyError

    assert set(map(len, everything(store).values())) == {0}


def test_a_reader_sees_one_moment(store: Store) -> None:
    """What is written while one reads is not seen until the next time."""
    record(store, "ada", "1")
    with store.reading() as reading:
        before = list_attempts(reading)

        record(store, "ada", "2")

        assert list_attempts(reading) == before
    with store.reading() as reading:
        assert len(list_attempts(reading)) == 2


def test_a_record_opens_again_as_it_was(new_address: Callable[[], str]) -> None:
    """Closing and opening changes nothing."""
    address = new_address()
    store = open_store(address, NOW)
    fill(store, "ada")
    before = everything(store)
    store.close()

    again = open_store(address, NOW)

    assert everything(again) == before
    again.close()
