"""A record is read and written in whole transactions, in a file and on a server."""

import contextlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

import pytest

from grader.errors import UsageError
from grader.record.attempts import (
    list_attempts,
    record_attempt,
)
from grader.record.people import write_audit
from grader.record.store import Store, open_store
from tests.unit.record.records import (
    NOW,
    SUMS,
    everything,
    fill,
    read_audit,
    record,
    submission,
)


def test_a_record_is_of_one_course(address: str) -> None:
    """Who opens it first says of which course it is; another course is refused by name."""
    open_store(address).close()  # a place that nobody has claimed
    open_store(address, "Rankings").close()

    with pytest.raises(UsageError, match='of the course "Rankings", and this one is called "Sets"'):
        open_store(address, "Sets")
    open_store(address, "Rankings").close()


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
    before = everything(store)
    with contextlib.suppress(KeyError), store.writing() as writing:
        record_attempt(writing, submission("ada"), SUMS, "v1", NOW, NOW)
        raise KeyError

    assert everything(store) == before


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
    store = open_store(address)
    fill(store, "ada")
    before = everything(store)
    store.close()

    again = open_store(address)

    assert everything(again) == before
    again.close()
