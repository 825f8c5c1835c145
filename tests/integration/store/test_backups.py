"""A backup is the whole record: restored, it is the same in every row, on any database."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.errors import StoreError, UsageError
from grader.store import backups
from grader.store.attempts import list_attempts
from grader.store.backups import check_backup, restore
from grader.store.database import sqlite_engine
from grader.store.place import BACKUPS, FILE, newest_backup
from grader.store.store import Store, open_store
from grader.store.versions import known_versions
from tests.integration.store.children import in_children, killed_at
from tests.integration.store.older_records import LATEST, OLDEST, older_backup, version_at
from tests.unit.store.records import (
    NOW,
    everything,
    file_of,
    fill,
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


def put(store: Store, drawn: dict[str, list[dict[str, Any]]]) -> None:
    """Write rows as they are."""
    with store.engine.begin() as writing:
        for name, some in drawn.items():
            if some:
                writing.execute(metadata.tables[name].insert(), some)


@given(drawn=rows())
@FEW
def test_a_restored_folder_is_the_same_in_every_row(
    tmp_path_factory: pytest.TempPathFactory, drawn: dict[str, list[dict[str, Any]]]
) -> None:
    """Whatever the rows hold, they come back."""
    place = tmp_path_factory.mktemp("rows")
    store = open_store(str(place / "one"), NOW)
    put(store, drawn)
    before = everything(store)
    backup = store.back_up(NOW)
    store.close()

    set_aside = restore(str(place / "two"), backup, NOW)

    assert rows_at(place / "two") == before
    assert set_aside is None
    assert check_backup(backup) == known_versions()[-1]


@given(drawn=rows())
@FEW
def test_rows_go_to_a_server_and_back(
    tmp_path_factory: pytest.TempPathFactory,
    server: ThrowawayServer,
    drawn: dict[str, list[dict[str, Any]]],
) -> None:
    """A record moves from a folder to PostgreSQL and back without losing anything."""
    place = tmp_path_factory.mktemp("rows")
    store = open_store(str(place / "one"), NOW)
    put(store, drawn)
    before = everything(store)
    address = server.empty_database()

    restore(address, store.back_up(NOW), NOW)
    moved = open_store(address, NOW)
    there = everything(moved)
    restore(str(place / "two"), moved.back_up(NOW, place / "back.db"), NOW)

    number = record(moved, "somebody new").id
    assert there == before
    assert rows_at(place / "two") == before
    assert number > max((row[0] for row in before["attempts"]), default=0)
    store.close()
    moved.close()


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


def test_what_was_there_is_set_aside(folder: Path) -> None:
    """A restore keeps the record that it replaces, with all that was written last."""
    filled(folder, "ada")
    store = open_store(str(folder), NOW)
    backup = store.back_up(NOW)
    fill(store, "bob")
    newer = everything(store)

    aside = restore(str(folder), backup, NOW)

    assert aside is not None
    assert [row[0] for row in everything(store)["students"]] == ["ada"]  # without opening again
    assert restore(str(folder.with_name("other")), aside, NOW) is None
    assert rows_at(folder.with_name("other")) == newer
    store.close()


def test_a_damaged_record_is_replaced_too(folder: Path) -> None:
    """Restoring is what fixes it; the damaged file is kept."""
    filled(folder, "ada")
    before = rows_at(folder)
    store = open_store(str(folder), NOW)
    backup = store.back_up(NOW)
    store.close()
    file_of(folder).write_text("damaged")

    aside = restore(str(folder), backup, NOW)

    assert aside is not None
    assert aside.read_text() == "damaged"
    assert rows_at(folder) == before


def test_a_stray_log_is_not_taken_for_the_restored_ones(folder: Path) -> None:
    """What is left of a record that is gone is set aside as well."""
    filled(folder, "ada")
    store = open_store(str(folder), NOW)
    backup = store.back_up(NOW)
    before = everything(store)
    fill(store, "bob")
    (folder / FILE).rename(folder / "elsewhere")

    restore(str(folder), backup, NOW)

    assert rows_at(folder) == before
    store.close()


@pytest.mark.usefixtures("later_versions")
def test_an_older_backup_is_brought_up_to_date(
    new_address: Callable[[], str], tmp_path: Path
) -> None:
    """What an older grader backed up is restored as a record of today; the file stays as it is."""
    old = tmp_path / "grader-20200101T000000000000Z.db"
    older_backup(old)
    before = old.read_bytes()
    address = new_address()

    restore(address, old, NOW)

    assert version_at(address) == LATEST
    assert rows_at(address)["students"] == [("ada", "t", NOW)]
    assert check_backup(old) == OLDEST
    assert old.read_bytes() == before


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])


def overwrite(path: Path) -> None:
    path.write_text("not a database, but long enough to be one" * 100)


def zero_a_page(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:4096] + bytes(4096) + data[8192:])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def make_newer(path: Path) -> None:
    engine = sqlite_engine(path)
    with engine.begin() as writing:
        writing.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()


def make_foreign(path: Path) -> None:
    empty(path)
    engine = sqlite_engine(path)
    with engine.begin() as writing:
        writing.exec_driver_sql("CREATE TABLE recipes (name TEXT)")
    engine.dispose()


@pytest.mark.parametrize(
    "harm", [cut, overwrite, zero_a_page, empty, make_newer, make_foreign, Path.unlink]
)
def test_a_backup_that_is_none_is_refused(folder: Path, harm: Callable[[Path], None]) -> None:
    """The record stays as it is, to the byte, and the file is named."""
    filled(folder, "ada", "bob")
    store = open_store(str(folder), NOW)
    backup = store.back_up(NOW)
    store.close()
    harm(backup)
    before = file_of(folder).read_bytes()

    with pytest.raises((StoreError, UsageError), match=backup.name):
        restore(str(folder), backup, NOW)

    assert file_of(folder).read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == [".gitignore", BACKUPS, FILE]


def test_a_server_with_a_record_is_not_overwritten(server: ThrowawayServer, folder: Path) -> None:
    """Restoring takes an empty database, and says so."""
    filled(folder, "ada")
    store = open_store(str(folder), NOW)
    backup = store.back_up(NOW)
    store.close()
    address = server.empty_database()
    filled(address, "bob")
    before = rows_at(address)

    with pytest.raises(StoreError, match="holds tables already"):
        restore(address, backup, NOW)

    assert rows_at(address) == before


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
        restore(str(tmp_path / f"restored{number}"), backup, NOW)
        found = rows_at(tmp_path / f"restored{number}")
        assert [row[3] for row in found["attempts"]] == list(range(1, len(found["attempts"]) + 1))
        assert len(found["audit"]) == len(found["attempts"])
    assert len(rows_at(address)["attempts"]) == 60


def record_through_restores(address: str, done: Path) -> tuple[set[str], set[str]]:
    """Record until there is a file; return digests of what was recorded, and what was said."""
    store = open_store(address, NOW)
    recorded, said = set(), set()
    for number in range(100_000):
        if done.exists():
            break
        try:
            recorded.add(record(store, "bob", str(number)).submission_sha256)
        except StoreError as error:
            said.add(str(error))
    store.close()
    return recorded, said


def restore_often(folder: Path, backup: Path, done: Path) -> list[Path | None]:
    """Restore one backup again and again; return what was set aside."""
    kept = [restore(str(folder), backup, NOW) for _ in range(3)]
    done.touch()
    return kept


@pytest.mark.slow  # tries until the two meet
def test_nothing_that_was_recorded_is_lost_to_a_restore(folder: Path, tmp_path: Path) -> None:
    """While others write, each attempt ends up in the record or in what was set aside."""
    filled(folder, "ada")
    store = open_store(str(folder), NOW)
    backup = store.back_up(NOW)
    store.close()
    done = tmp_path / "done"

    (recorded, said), kept = in_children(
        (record_through_restores, (str(folder), done)), (restore_often, (folder, backup, done))
    )

    found = {row[4] for row in rows_at(folder)["attempts"]}
    for number, aside in enumerate(kept):
        restore(str(tmp_path / f"aside{number}"), aside, NOW)
        found |= {row[4] for row in rows_at(tmp_path / f"aside{number}")["attempts"]}
    assert recorded <= found
    assert len(kept) == 3
    known = ("was replaced by a backup just now", "is gone")
    assert [one for one in said if not any(words in one for words in known)] == []


@pytest.mark.parametrize("call", range(1, 5))
def test_a_restore_that_is_killed_can_be_done_again(folder: Path, call: int) -> None:
    """After a kill there is the old record, the new one, or a sentence; then restoring works."""
    filled(folder, "ada")
    store = open_store(str(folder), NOW)
    backup = store.back_up(NOW)
    new = everything(store)
    fill(store, "bob")
    old = everything(store)
    store.close()

    killed = killed_at(Path, "rename", call, restore, str(folder), backup, NOW)

    if not killed or (call == 1 and sorted(folder.glob(FILE))):
        assert rows_at(folder) == (old if killed else new)
    else:
        with pytest.raises(StoreError, match=backup.name):
            open_store(str(folder), NOW)
    restore(str(folder), backup, NOW)
    assert rows_at(folder) == new


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


def test_attempts_go_on_counting_after_a_restore(folder: Path) -> None:
    """The next attempt takes the next number."""
    filled(folder, "ada")
    store = open_store(str(folder), NOW)
    restore(str(folder), store.back_up(NOW), NOW)

    number = record(store, "ada", "another").number

    with store.reading() as reading:
        assert [row.number for row in list_attempts(reading)] == [1, 2, 3, number]
    store.close()
