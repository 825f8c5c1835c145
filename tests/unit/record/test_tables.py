"""A row that holds what no grader writes is damage, said in a sentence and in no time."""

import zlib
from collections.abc import Callable

import msgspec
import pytest
from sqlalchemy import Connection, text

from grader.errors import StoreError
from grader.model.course import StudentId
from grader.model.submission import Submission
from grader.record import tables
from grader.record.attempts import list_attempts, read_judged, read_submission
from grader.record.grants import read_grants
from grader.record.remarks import list_remarks
from grader.record.store import Store
from tests.unit.record.records import fill

Read = Callable[[Connection], object]


def _all_judged(reading: Connection) -> object:
    rows = list_attempts(reading)
    return [(read_judged(reading, row), read_submission(reading, row)) for row in rows]


def _handed_in(name: str) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(Submission(StudentId("ada"), {name: b"x"})))


DEEP = zlib.compress(b"\x82\xa1x\x01\xa1y" + b"\x91" * 100_000)
DAMAGED: list[tuple[str, object, Read]] = [
    *(("attempts.points", value, list_attempts) for value in ("1e999999999", "1/0", b"1")),
    ("attempts.verdict", "splendid", list_attempts),
    ("attempts.number", "one", list_attempts),
    *(("attempts.judged_at", value, list_attempts) for value in ("soon", "2027-01-01")),
    *(("attempts.sources", value, _all_judged) for value in (b"x", DEEP, zlib.compress(bytes(9)))),
    *(("attempts.sources", _handed_in(name), _all_judged) for name in ("../x.py", "/x.py", "")),
    *(("attempts.judged", value, _all_judged) for value in (b"x", DEEP)),
    ("remarks.points", "1/0", list_remarks),
    ("remarks.written_at", "soon", list_remarks),
    ("grants.due", "later", read_grants),
]


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)  # a server refuses such values
@pytest.mark.parametrize(("place", "value", "read"), DAMAGED)
def test_a_row_that_no_grader_writes(store: Store, place: str, value: object, read: Read) -> None:
    """SQLite keeps any value in any column; what is read of a row is of the type that it says."""
    fill(store, "ada", rounds=1)
    table, _, column = place.partition(".")
    with store.writing() as writing:
        writing.execute(text(f"UPDATE {table} SET {column} = :value"), {"value": value})

    with pytest.raises(StoreError, match="is damaged"), store.reading() as reading:
        read(reading)


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_row_that_grows_without_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a packed submission comes to is bounded, however small it is packed."""
    fill(store, "ada", rounds=1)
    monkeypatch.setattr(tables, "_MOST_BYTES", 1 << 4)

    with pytest.raises(StoreError, match="too large"), store.reading() as reading:
        _all_judged(reading)
