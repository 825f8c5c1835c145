"""A row that holds what no grader writes is damage, said in a sentence and in no time."""

import zlib
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, text

from grader.errors import StoreError
from grader.model.course import StudentId
from grader.model.submission import Submission
from grader.record import packing
from grader.record.attempts import list_attempts, read_judged, read_submission
from grader.record.grants import find_publication, hints_taken, read_grants
from grader.record.remarks import list_remarks
from grader.record.store import Store
from tests.unit.record.records import fill

Read = Callable[[Connection], object]


def _all_judged(reading: Connection) -> object:
    rows = list_attempts(reading)
    return [(read_judged(reading, row), read_submission(reading, row)) for row in rows]


def _publication(reading: Connection) -> object:
    lesson = reading.scalar(text("SELECT lesson FROM publications"))
    return find_publication(reading, str(lesson))


DEEP = zlib.compress(b"\x82\xa1x\x01\xa1y" + b"\x91" * 100_000)
NO_TEXT = zlib.compress(b"\x81\xa1\xff\xa1\xff")
DAMAGED: list[tuple[str, object, Read]] = [
    *(("attempts.points", value, list_attempts) for value in ("1e999999999", "1/0", "many", b"1")),
    ("attempts.max_points", "9" * 5000, list_attempts),
    ("attempts.verdict", "splendid", list_attempts),
    ("attempts.number", "one", list_attempts),
    ("attempts.lesson", b"\xff", list_attempts),
    *(("attempts.judged_at", value, list_attempts) for value in ("soon", b"\xff", "2027-01-01")),
    *(("attempts.sources", value, _all_judged) for value in (7, "x", DEEP, NO_TEXT)),
    *(("attempts.judged", value, _all_judged) for value in (7, "x", DEEP, NO_TEXT)),
    *(("remarks.points", value, list_remarks) for value in ("1e999999999", "1/0", b"1")),
    ("remarks.text", b"\xff", list_remarks),
    ("remarks.written_at", "soon", list_remarks),
    ("hints.step", "first", hints_taken),
    ("hints.taken_at", "soon", hints_taken),
    ("grants.attempts", "many", read_grants),
    ("grants.due", "later", read_grants),
    ("publications.published_by", b"\xff", _publication),
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


@pytest.mark.parametrize(
    "name", ["/tmp/x.py", "../x.py", "a/../../x.py", "..", "", ".", "a\0.py", "a\\b.py", "a\n.py"]
)
@pytest.mark.parametrize("refused", [None, "It cannot be read."])
def test_a_file_that_leads_out(name: str, refused: str | None) -> None:
    """A record that somebody else made writes no file outside of a submission's own folder."""
    packed = packing.pack_submission(Submission(StudentId("ada"), {name: b"x"}, refused))

    with pytest.raises(StoreError, match="attempt 1: a file is called"):
        packing.unpack_submission(packed, "ada", "ada's attempt 1")


def test_a_row_that_grows_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a packed submission comes to is bounded, however small it is packed."""
    monkeypatch.setattr(packing, "_MOST_BYTES", 1 << 20)
    bomb = zlib.compress(bytes(1 << 21))

    with pytest.raises(StoreError, match="too large"):
        packing.unpack_submission(bomb, "ada", "ada's attempt 1")
