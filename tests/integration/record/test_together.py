"""Processes that write at the same time lose nothing and wait for one another."""

from collections.abc import Callable

import pytest

from grader.errors import StoreError
from grader.record import database
from grader.record.attempts import AttemptRow, list_attempts, record_attempt
from grader.record.in_progress import hints_taken, take_hint
from grader.record.store import open_store
from tests.integration.record.children import in_children
from tests.unit.record.records import (
    LOOPS,
    NOW,
    SUMS,
    record,
    settle,
    submission,
)

pytestmark = pytest.mark.process

ROUNDS = 25


def record_many(address: str, who: int) -> list[int]:
    """Record one submission after the other, some that the other process records too."""
    store = open_store(address)
    numbers = []
    for step in range(ROUNDS):
        numbers.append(record(store, "ada", f"{who} {step}").number)
        record(store, "ada", f"both {step}", LOOPS)
        with store.writing() as writing:
            take_hint(writing, "ada", SUMS, step + 1, NOW)
    store.close()
    return numbers


def test_two_processes_recording_for_one_student_lose_nothing(address: str) -> None:
    """Every attempt is on record once, numbered from 1 without a gap."""
    mine, theirs = in_children((record_many, (address, 1)), (record_many, (address, 2)))

    store = open_store(address)
    with store.reading() as reading:
        sums, loops = (list_attempts(reading, "ada", lesson) for lesson in (SUMS, LOOPS))
        steps = hints_taken(reading, "ada", SUMS)
    store.close()
    assert sorted(mine + theirs) == list(range(1, 2 * ROUNDS + 1))
    assert [row.number for row in sums] == list(range(1, 2 * ROUNDS + 1))
    assert [row.number for row in loops] == list(range(1, ROUNDS + 1))
    assert len({row.submission_sha256 for row in loops}) == ROUNDS
    assert steps == list(range(1, ROUNDS + 1))


def settle_all(address: str, rows: list[AttemptRow]) -> int:
    """Judge all attempts; count those that this process was first at."""
    store = open_store(address)
    first = sum(settle(store, row) for row in rows)
    store.close()
    return first


def test_two_processes_judging_the_same_settle_each_once(address: str) -> None:
    """Each attempt gets one verdict, whoever was faster."""
    store = open_store(address)
    waiting = [record(store, "ada", str(step)) for step in range(ROUNDS)]
    store.close()

    firsts = in_children((settle_all, (address, waiting)), (settle_all, (address, waiting)))

    store = open_store(address)
    with store.reading() as reading:
        rows = list_attempts(reading)
    store.close()
    assert sum(firsts) == ROUNDS
    assert [row.tries for row in rows] == [2] * ROUNDS


def add_unless_full(address: str, who: int) -> None:
    """Record attempts as long as there are fewer than five: read first, then write."""
    store = open_store(address)
    for step in range(ROUNDS):
        with store.writing() as writing:
            if len(list_attempts(writing, "ada")) < 5:
                mine = submission("ada", f"{who} {step}")
                record_attempt(writing, mine, SUMS, "v1", NOW)
    store.close()


def test_a_limit_that_is_read_first_holds(address: str) -> None:
    """Whoever reads within a write reads what stands, so a limit is never passed by two."""
    in_children((add_unless_full, (address, 1)), (add_unless_full, (address, 2)))

    store = open_store(address)
    with store.reading() as reading:
        assert len(list_attempts(reading, "ada")) == 5
    store.close()


def open_and_record(address: str, name: str) -> str:
    """Open what may not be there yet, and write."""
    store = open_store(address)
    record(store, name)
    store.close()
    return name


def test_processes_that_open_a_new_record_at_once_share_it(
    new_address: Callable[[], str],
) -> None:
    """A record is made once; nobody's first attempt goes to one that is thrown away."""
    for _ in range(3):
        address = new_address()
        names = ["ada", "bob", "eve"]

        opened = in_children(*((open_and_record, (address, name)) for name in names))

        store = open_store(address)
        with store.reading() as reading:
            assert [row.student for row in list_attempts(reading)] == names
        store.close()
        assert opened == names


def test_a_record_that_is_held_too_long_says_so(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting for a writer ends, with a sentence."""
    open_store(address).close()
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)
    holder, store = open_store(address), open_store(address)

    with (
        holder.writing(),
        pytest.raises(StoreError, match=r"in use by another process for over 0\.2 s"),
    ):
        record(store, "ada")

    assert record(store, "ada").number == 1
    holder.close()
    store.close()


def test_who_reads_does_not_wait(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one writes, others read what stood before."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)
    writer, reader = open_store(address), open_store(address)

    with writer.writing() as writing:
        record_attempt(writing, submission("ada"), SUMS, "v1", NOW)
        with reader.reading() as reading:
            assert list_attempts(reading) == []

    with reader.reading() as reading:
        assert len(list_attempts(reading)) == 1
    writer.close()
    reader.close()
