"""A backup is the whole record: opened, it is the same in every row, from any database."""

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.errors import StoreError, UsageError
from grader.record import backups
from grader.record.attempts import list_attempts
from grader.record.backups import back_up
from grader.record.place import FILE, newest_backup
from grader.record.store import Store, open_store
from grader.record.tables import metadata
from tests.integration.record.children import in_children, killed_at
from tests.unit.record.records import (
    NOW,
    everything,
    fill,
    filled,
    record,
    rows_at,
)
from tests.unit.record.throwaway_server import ThrowawayServer

pytestmark = pytest.mark.process

PLAIN = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
NAMES = st.lists(PLAIN.filter(bool), min_size=1, max_size=4, unique=True)
MAYBE_TEXT = st.none() | PLAIN
MOMENTS = st.datetimes(timezones=st.just(NOW.tzinfo))
COLUMNS: dict[str, st.SearchStrategy[Any]] = {
    "lesson": st.sampled_from(["sums", "loops", "_"]),
    "submission_sha256": st.just("ab" * 32),
    "course_version": PLAIN,
    "grader_version": PLAIN,
    "is_of_class": st.booleans(),
    "sources": st.binary(max_size=9000),
    "judged": st.none() | st.binary(max_size=9000),
    "proposed": st.none() | st.binary(max_size=9000),
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


def put(store: Store, drawn: dict[str, list[dict[str, Any]]]) -> None:
    """Write rows as they are."""
    with store.engine.begin() as writing:
        for name, some in drawn.items():
            if some:
                writing.execute(metadata.tables[name].insert(), some)


def rows_of(backup: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Put a backup in the place of a record, and read all of it."""
    folder = backup.with_name(f"{backup.stem}-opened")
    folder.mkdir()
    shutil.copyfile(backup, folder / FILE)
    return rows_at(folder)


@given(drawn=rows())
@FEW
def test_a_backup_is_the_same_in_every_row(
    tmp_path_factory: pytest.TempPathFactory, drawn: dict[str, list[dict[str, Any]]]
) -> None:
    """Whatever the rows hold, they are in the copy, which opens as a record."""
    place = tmp_path_factory.mktemp("rows")
    store = open_store(str(place / "one"))
    put(store, drawn)
    before = everything(store)

    backup = back_up(store, store.backups, NOW)

    assert rows_of(backup) == before
    store.close()


@given(drawn=rows())
@FEW
def test_a_servers_backup_is_the_same_in_every_row(
    tmp_path_factory: pytest.TempPathFactory,
    server: ThrowawayServer,
    drawn: dict[str, list[dict[str, Any]]],
) -> None:
    """What PostgreSQL holds is in the file."""
    place = tmp_path_factory.mktemp("rows")
    store = open_store(server.empty_database())
    put(store, drawn)
    before = everything(store)

    backup = back_up(store, place / "back.db", NOW)

    assert rows_of(backup) == before
    store.close()


def test_names_sort_by_time_and_the_newest_is_found(store: Store) -> None:
    """Backups made at the same moment do not collide, and the last is the newest."""
    made = [
        back_up(store, store.backups, NOW + timedelta(seconds=late)) for late in (0, 3600, 0, 1)
    ]

    (store.backups / "grader-final.db").write_text("somebody's own")

    assert len(set(made)) == 4
    assert newest_backup(store.backups) == made[1]


def test_a_backup_never_takes_anothers_place(store: Store, tmp_path: Path) -> None:
    """A file that is there stays as it is."""
    target = tmp_path / "mine.db"
    target.write_text("precious")

    with pytest.raises(UsageError, match="never takes another's place"):
        back_up(store, target, NOW)

    assert target.read_text() == "precious"


def test_a_backup_cannot_go_below_a_file(store: Store, tmp_path: Path) -> None:
    """A place that is no folder is named."""
    (tmp_path / "file").write_text("")

    with pytest.raises(StoreError, match=r"file/more"):
        back_up(store, tmp_path / "file" / "more" / "mine.db", NOW)


def test_a_backup_that_takes_the_records_place_is_seen(folder: Path) -> None:
    """Whoever has the record open reads the copy from then on, and goes on counting in it."""
    filled(folder, "ada")
    store = open_store(str(folder))
    backup = back_up(store, store.backups, NOW)
    fill(store, "bob")
    shutil.copyfile(backup, folder / "copy")
    for leftover in (f"{FILE}-wal", f"{FILE}-shm"):
        (folder / leftover).unlink()
    (folder / "copy").rename(folder / FILE)

    number = record(store, "ada", "another").number

    assert [row[0] for row in everything(store)["students"]] == ["ada"]
    with store.reading() as reading:
        assert [row.number for row in list_attempts(reading)] == [1, 2, 3, number]
    store.close()


def record_on(address: str, count: int) -> None:
    """Record attempts one after the other."""
    store = open_store(address)
    for number in range(count):
        record(store, "ada", str(number))
    store.close()


def back_up_often(address: str, folder: Path, count: int) -> list[Path]:
    """Make backups one after the other."""
    store = open_store(address)
    made = [back_up(store, folder / f"{number}.db", NOW) for number in range(count)]
    store.close()
    return made


def test_a_backup_made_while_others_write_is_of_one_moment(address: str, tmp_path: Path) -> None:
    """Each copy holds the first so many attempts, each with its line in the trail."""
    open_store(address).close()

    _, made = in_children((record_on, (address, 60)), (back_up_often, (address, tmp_path, 4)))

    for backup in made:
        found = rows_of(backup)
        assert [row[3] for row in found["attempts"]] == list(range(1, len(found["attempts"]) + 1))
        assert len(found["audit"]) == len(found["attempts"])
    assert len(rows_at(address)["attempts"]) == 60


def back_up_once(address: str) -> None:
    """Open a record and copy it."""
    store = open_store(address)
    back_up(store, store.backups, NOW)
    store.close()


@pytest.mark.parametrize("what", ["_blocks", "make_tables"])
def test_a_kill_while_copying_leaves_no_backup(address: str, what: str) -> None:
    """A copy stands in its place when it is whole, not before; the record is untouched."""
    filled(address, "ada")
    before = rows_at(address)

    assert killed_at(backups, what, 1, back_up_once, address)

    store = open_store(address)
    assert newest_backup(store.backups) is None
    assert everything(store) == before
    backup = back_up(store, store.backups, NOW)
    assert newest_backup(store.backups) == backup
    store.close()
