"""A class is put on record once, whatever is on record of it already."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from grader.record.attempts import HandedIn, list_attempts, record_attempt, record_handed_in
from grader.record.store import Store
from tests.unit.record.records import NOW, SUMS, record, settle, submission

LATER = NOW + timedelta(hours=1)


def hand_in(store: Store, when: datetime | None = NOW) -> HandedIn:
    """Put a class of one on record."""
    handed_in = replace(submission("ada"), submitted_at=when)
    with store.writing() as writing:
        (one,) = record_handed_in(writing, [handed_in], SUMS, "v1", LATER)
    return one


def test_the_same_bytes_are_one_attempt(store: Store) -> None:
    """Also what its student has submitted, and nobody has judged, becomes no second attempt."""
    waiting = record(store, "ada")

    found = hand_in(store)

    assert (found.row.id, found.is_new) == (waiting.id, False)
    with store.reading() as reading:
        assert len(list_attempts(reading)) == 1


def test_a_verdict_goes_before_what_waits(store: Store) -> None:
    """Of equal bytes under several versions the judged one is meant, of these the last."""
    rows = []
    for version in ("v1", "v2", "v3"):
        with store.writing() as writing:
            rows.append(record_attempt(writing, submission("ada"), SUMS, version, NOW, NOW))
    settle(store, rows[0])
    settle(store, rows[1])

    assert hand_in(store).row.id == rows[1].id


def test_a_time_is_corrected(store: Store) -> None:
    """A time that comes later dates what is on record, also another; without one it stays."""
    later = NOW.replace(year=2030)
    first = hand_in(store, None)

    found = [hand_in(store, when).is_retimed for when in (NOW, NOW, later, None)]

    assert (first.is_new, found) == (True, [True, False, True, False])
    with store.reading() as reading:
        assert {row.submitted_at for row in list_attempts(reading)} == {later}
