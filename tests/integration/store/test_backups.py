"""A backup is the whole record: put back, it is the same in every row, of any database."""

import re
import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.errors import StoreError, UsageError
from grader.store import backups
from grader.store.attempts import list_attempts
from grader.store.place import FILE, newest_backup
from grader.store.store import Store, open_store
from grader.store.versions import known_versions
from tests.integration.store.children import in_children, killed_at
from tests.integration.store.older_records import LATEST, older_backup, version_at
from tests.unit.store.records import (
    NOW,
    everything,
    filled,
    record,
    rows_at,
)
from tests.unit.store.schema import metadata
from tests.unit.store.throwaway_server import ThrowawayServer

pytestmark = pytest.mark.process

PLAIN = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
NAMES = st.lists(PLAIN.filter(bool), min_size=1, max_size=4, unique=True)
MAYBE_TEXT = st.none() | PLAIN
MOMENTS = st.datetimes(timezones=st.just(NOW.tzinfo))
COLUMNS: dict[str, st.SearchStrategy[Any]] = {
    "lesson": st.sampled_from(["sums", "loops", "_"]),
    "submission_sha256": st.just("ab" * 32),
    "course_version": PLAIN,
    "sources": st.binary(max_size=9000),
    "judged": st.none() | st.binary(max_size=9000),
    "seconds": st.none() | st.floats(0, 1e6),
    "lesson_passed": st.none() | st.booleans(),
    "opens": st.booleans(),
    "attempts": st.integers(0, 9),
    "tries": st.integers(0, 9),
    "case_id": MAYBE_TEXT,
    "verdict": st.none() | st.sampled_from(["passed", "failed"]),
}
DUE = st.none() | MOMENTS
COLUMNS |= dict.fromkeys(("points", "max_points"), MAYBE_TEXT)
COLUMNS |= dict.fromkeys(("note", "granted_by", "text", "written_by", "detail", "event"), PLAIN)
COLUMNS |= dict.fromkeys(("added_at", "taken_at", "granted_at", "written_at", "at"), MOMENTS)
COLUMNS |= dict.fromkeys(("due", "judged_at", "submitted_at"), DUE)
FEW = settings(
    max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), database=None
)


@st.composite
def rows(draw: st.DrawFn) -> dict[str, list[dict[str, Any]]]:
    """Draw rows for all tables that hold together; ids leave gaps."""
    names = draw(NAMES)
    drawn: dict[str, list[dict[str, Any]]] = {
        "students": [
            {"id": name, "token": str(at), "added_at": draw(MOMENTS)}
            for at, name in enumerate(names)
        ]
    }
    for table in ("attempts", "hints", "grants", "remarks", "audit"):
        count = draw(st.integers(0, 3))
        drawn[table] = [_row(draw, table, names, number) for number in range(1, count + 1)]
    return drawn


def _row(draw: st.DrawFn, table: str, names: list[str], number: int) -> dict[str, Any]:
    given_here = {
        "id": number * 3,
        "number": number,
        "step": number,
        "student": draw(st.sampled_from(names)),
        "person": draw(st.none() | st.just("0")),
    }
    return {
        name: given_here[name] if name in given_here else draw(COLUMNS[name])
        for name in metadata.tables[table].c.keys()  # noqa: SIM118 # a collection of columns
    }


def put_back(backup: Path, folder: Path) -> None:
    """Copy a backup into the place of a record."""
    folder.mkdir(exist_ok=True)
    shutil.copy(backup, folder / FILE)


def put(store: Store, drawn: dict[str, list[dict[str, Any]]]) -> None:
    """Write rows as they are."""
    with store.engine.begin() as writing:
        for name, some in drawn.items():
            if some:
                writing.execute(metadata.tables[name].insert(), some)


@given(drawn=rows())
@FEW
def test_a_copied_backup_is_the_same_in_every_row(
    tmp_path_factory: pytest.TempPathFactory, drawn: dict[str, list[dict[str, Any]]]
) -> None:
    """Whatever the rows hold, they come back."""
    place = tmp_path_factory.mktemp("rows")
    store = open_store(str(place / "one"), NOW)
    put(store, drawn)
    before = everything(store)
    backup = store.back_up(NOW)
    store.close()

    put_back(backup, place / "two")

    assert version_at(str(place / "two")) == known_versions()[-1]
    assert rows_at(place / "two") == before


@given(drawn=rows())
@FEW
def test_rows_go_from_a_server_to_a_folder(
    tmp_path_factory: pytest.TempPathFactory,
    server: ThrowawayServer,
    drawn: dict[str, list[dict[str, Any]]],
) -> None:
    """A backup of a record in PostgreSQL is a record in a folder, and nothing is lost."""
    place = tmp_path_factory.mktemp("rows")
    store = open_store(server.empty_database(), NOW)
    put(store, drawn)
    before = everything(store)

    put_back(store.back_up(NOW, place / "back.db"), place / "two")

    assert rows_at(place / "two") == before
    store.close()


def test_names_sort_by_time_and_the_newest_is_found(store: Store) -> None:
    """Backups made at the same moment do not collide, and the last is the newest."""
    made = [store.back_up(NOW + timedelta(seconds=late)) for late in (0, 3600, 0, 1)]

    (store.backups / "grader-final.db").write_text("somebody's own")
    (store.backups / "replaced-20990101T000000000000Z.db").write_text("set aside")

    assert len(set(made)) == 4
    assert newest_backup(store.backups) == made[1]


def test_a_backup_never_takes_anothers_place(store: Store, tmp_path: Path) -> None:
    """A file that is there stays as it is."""
    target = tmp_path / "mine.db"
    target.write_text("precious")

    with pytest.raises(UsageError, match="never takes another's place"):
        store.back_up(NOW, target)

    assert target.read_text() == "precious"


def test_a_backup_cannot_go_below_a_file(store: Store, tmp_path: Path) -> None:
    """A place that is no folder is named."""
    (tmp_path / "file").write_text("")

    with pytest.raises(StoreError, match=r"file/more"):
        store.back_up(NOW, tmp_path / "file" / "more" / "mine.db")


@pytest.mark.usefixtures("later_versions")
def test_an_older_backup_is_brought_up_to_date(tmp_path: Path) -> None:
    """What an older grader backed up is a record of today once it is opened as the record."""
    old = tmp_path / "grader-20200101T000000000000Z.db"
    older_backup(old)
    put_back(old, tmp_path / "record")

    open_store(str(tmp_path / "record"), NOW).close()

    assert version_at(str(tmp_path / "record")) == LATEST
    assert rows_at(tmp_path / "record")["students"] == [("ada", "t", NOW)]


@pytest.mark.parametrize(
    ("declared", "value"),
    [("DATETIME", "soon"), ("DATE", 7), ("NUMERIC", "soon"), ("JSON", "{")],
)
def test_values_of_another_type_are_not_copied(folder: Path, declared: str, value: object) -> None:
    """Whatever type a column says to be of, the sentence is about the record."""
    filled(folder, "ada")
    store = open_store(str(folder), NOW)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as harmed:
        harmed.execute(f"ALTER TABLE hints ADD COLUMN at {declared}")
        harmed.execute("UPDATE hints SET at = ?", (value,))
        harmed.execute("ALTER TABLE hints DROP COLUMN taken_at")
        harmed.execute("ALTER TABLE hints RENAME COLUMN at TO taken_at")

    with pytest.raises(StoreError, match=re.escape(f"{folder / FILE} is damaged (hints: ")):
        store.back_up(NOW)

    store.close()


def record_on(address: str, count: int) -> None:
    """Record attempts one after the other."""
    store = open_store(address, NOW)
    for number in range(count):
        record(store, "ada", str(number))
    store.close()


def back_up_often(address: str, folder: Path, count: int) -> list[Path]:
    """Make backups one after the other."""
    store = open_store(address, NOW)
    made = [store.back_up(NOW, folder / f"{number}.db") for number in range(count)]
    store.close()
    return made


def test_a_backup_made_while_others_write_is_of_one_moment(address: str, tmp_path: Path) -> None:
    """Each copy holds the first so many attempts, each with its line in the trail."""
    open_store(address, NOW).close()

    _, made = in_children((record_on, (address, 60)), (back_up_often, (address, tmp_path, 4)))

    for number, backup in enumerate(made):
        put_back(backup, tmp_path / f"restored{number}")
        found = rows_at(tmp_path / f"restored{number}")
        assert [row[3] for row in found["attempts"]] == list(range(1, len(found["attempts"]) + 1))
        assert len(found["audit"]) == len(found["attempts"])
    assert len(rows_at(address)["attempts"]) == 60


def back_up_once(address: str) -> None:
    """Open a record and copy it."""
    store = open_store(address, NOW)
    store.back_up(NOW)
    store.close()


@pytest.mark.parametrize("what", ["_check_copy", "migrate_within"])
def test_a_kill_while_copying_leaves_no_backup(address: str, what: str) -> None:
    """A copy stands in its place when it is whole, not before; the record is untouched."""
    filled(address, "ada")
    before = rows_at(address)

    assert killed_at(backups, what, 1, back_up_once, address)

    store = open_store(address, NOW)
    assert newest_backup(store.backups) is None
    assert everything(store) == before
    backup = store.back_up(NOW)
    assert newest_backup(store.backups) == backup
    store.close()


def test_attempts_go_on_counting_in_a_copied_backup(folder: Path, tmp_path: Path) -> None:
    """The next attempt takes the next number."""
    filled(folder, "ada")
    store = open_store(str(folder), NOW)
    put_back(store.back_up(NOW), tmp_path / "two")
    store.close()

    copied = open_store(str(tmp_path / "two"), NOW)
    number = record(copied, "ada", "another").number

    with copied.reading() as reading:
        assert [row.number for row in list_attempts(reading)] == [1, 2, 3, number]
    copied.close()
