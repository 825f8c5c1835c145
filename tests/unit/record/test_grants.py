"""Hints, grants and histories do the same in a file and on a server."""

from datetime import timedelta
from fractions import Fraction

from grader.model.deadlines import Attempt, Grant
from grader.record.grants import add_grant, hints_taken, read_history, take_hint
from grader.record.store import Store
from tests.unit.record.records import (
    LOOPS,
    NOW,
    SUMS,
    read_audit,
    record,
    settle,
    submission,
)


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
