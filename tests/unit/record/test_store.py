"""A record is opened, refused, read and written whole, copied, and a person erased from it."""

import contextlib
import os
import stat
from pathlib import Path

import msgspec
import pytest

from grader.errors import StoreError, UsageError
from grader.record.attempts import list_attempts, record_attempt
from grader.record.forgetting import export_person, forget_person, is_known
from grader.record.store import BACKUPS, FILE, Store, back_up, has_record, open_store
from grader.record.tables import record as record_table
from tests.unit.record.records import (
    NOW,
    SUMS,
    everything,
    file_of,
    fill,
    filled,
    record,
    rows_at,
    submission,
)

STRANGER = 4711


def test_a_record_is_of_one_course(address: str) -> None:
    """Who opens it first says of which course it is; another course is refused by name."""
    open_store(address).close()  # a place that nobody has claimed
    open_store(address, "Rankings").close()

    with pytest.raises(UsageError, match='of the course "Rankings", and this one is called "Sets"'):
        open_store(address, "Sets")
    open_store(address, "Rankings").close()


def test_another_version_is_refused(address: str) -> None:
    """A record that an earlier grader made is neither read nor changed."""
    store = open_store(address)
    with store.writing() as writing:
        writing.execute(record_table.update().values(version=3))
    store.close()

    with pytest.raises(StoreError, match=r"a record of version 3, .* Name another --data"):
        open_store(address)


def test_what_is_no_record_is_refused(address: str) -> None:
    """A database with tables of somebody else's stays as it is."""
    store = open_store(address)
    with store.writing() as writing:
        record_table.drop(writing)
    store.close()

    with pytest.raises(StoreError, match="no record of a grader's"):
        open_store(address)


def test_a_transaction_is_all_or_nothing(store: Store) -> None:
    """What was written before an error is not on record."""
    before = everything(store)
    with contextlib.suppress(KeyError), store.writing() as writing:
        record_attempt(writing, submission("ada"), SUMS, "v1", NOW)
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


# -- people


def test_forgetting_one_leaves_the_others(store: Store) -> None:
    """Nothing of another student is erased, and who comes back begins again."""
    fill(store, "ada")
    fill(store, "bob")
    bob = export_person(store, "bob")

    erased = forget_person(store, "ada")

    with store.reading() as reading:
        assert [is_known(reading, name) for name in ("ada", "bob")] == [False, True]
    assert erased == sum(map(len, bob.values()))
    assert set(map(len, export_person(store, "ada").values())) == {0}
    assert export_person(store, "bob") == bob
    assert record(store, "ada").number == 1
    assert forget_person(store, "eve") == 0


def test_export_holds_all_and_is_plain(store: Store) -> None:
    """What is handed over names every table and can be written as JSON."""
    fill(store, "ada")
    fill(store, "bob")

    export = export_person(store, "ada")

    text = msgspec.json.encode(export).decode()
    assert {name: len(rows) for name, rows in export.items()} == {
        "attempts": 3,
        "not_judged": 1,
        "earlier_verdicts": 2,
        "drafts": 1,
        "hints": 1,
        "grants": 2,
        "remarks": 1,
        "accounts": 1,
        "secrets": 3,
    }
    assert "well done, ada" in text
    assert "bob" not in text
    columns = {name for rows in export.values() for row in rows for name in row}
    assert columns.isdisjoint({"password", "digest", "proposed"})
    assert {"message", "cases"} < export["attempts"][0]["judged"].keys()  # as the student reads it


def test_what_is_erased_is_overwritten(folder: Path) -> None:
    """Neither the file nor its log holds what was erased."""
    filled(folder, "ada", "bob")
    store = open_store(str(folder))

    forget_person(store, "ada")

    left = b"".join(path.read_bytes() for path in folder.glob(f"{FILE}*"))
    assert b"ada" not in left
    assert b"bob" in left
    store.close()


# -- files


@pytest.mark.parametrize("is_named", [False, True])
def test_a_backup_is_the_record(is_named: bool, folder: Path, tmp_path: Path) -> None:
    """Put into another folder it holds all rows; none takes another's place."""
    filled(folder, "ada")
    store = open_store(str(folder))
    target = tmp_path / "safe.db" if is_named else None

    path = back_up(store, target, NOW)

    with pytest.raises(UsageError, match="never takes another's place"):
        back_up(store, target, NOW)
    store.close()
    copy = tmp_path / "copy"
    copy.mkdir()
    path.rename(copy / FILE)
    assert rows_at(copy) == rows_at(folder)
    assert is_named or path.name == "grader-20270301T120000000000Z.db"


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
@pytest.mark.database
def test_a_servers_record_is_backed_up_by_its_own_program(store: Store) -> None:
    """The sentence names it."""
    with pytest.raises(UsageError, match="pg_dump"):
        back_up(store, None, NOW)


@pytest.mark.parametrize("is_empty", [False, True])
def test_a_record_that_is_gone_is_never_begun_again(is_empty: bool, folder: Path) -> None:
    """Where a backup is left, the newest is named, and nothing is made."""
    filled(folder, "ada")
    store = open_store(str(folder))
    paths = [back_up(store, None, NOW.replace(hour=hour)) for hour in (13, 11)]
    store.close()
    file_of(folder).unlink()
    if is_empty:
        file_of(folder).touch()

    with pytest.raises(StoreError, match=f"is gone, or empty.*{paths[0].name}"):
        open_store(str(folder))
    assert has_record(str(folder))


@pytest.mark.parametrize("content", [b"", b"x" * 5000])
def test_a_file_of_ours_that_holds_nothing(content: bytes, folder: Path) -> None:
    """A grader that was killed as it began leaves an empty file, which is used; no other is."""
    folder.mkdir()
    file_of(folder).write_bytes(content)

    if content:
        with pytest.raises(StoreError, match="is damaged"):
            open_store(str(folder))
    else:
        assert not any(rows_at(folder)[name] for name in ("attempts", "accounts"))


def test_a_record_is_made_for_us_alone(folder: Path) -> None:
    """Its file, the logs beside it while it is open, and its backups."""
    store = open_store(str(folder))
    record(store, "ada")
    back_up(store, None, NOW)

    places = [path for path in (folder, *folder.rglob("*")) if path.name != ".gitignore"]
    assert folder / f"{FILE}-wal" in places
    assert [path for path in places if stat.S_IMODE(path.stat().st_mode) & 0o077] == []
    assert not has_record(str(folder / "elsewhere"))
    store.close()


@pytest.mark.parametrize("name", [FILE, BACKUPS])
def test_a_link_in_a_record_is_refused(name: str, folder: Path, tmp_path: Path) -> None:
    """Neither a record nor its backups are written where a link leads."""
    filled(folder, "ada")
    (folder / BACKUPS).mkdir()
    (folder / name).rename(tmp_path / "kept")
    (folder / name).symlink_to(tmp_path / "kept")

    with pytest.raises(UsageError, match=rf"{name} is a link"):
        open_store(str(folder))


@pytest.mark.second_user
@pytest.mark.parametrize("name", ["", FILE, BACKUPS])
def test_a_record_of_another_user_is_refused(name: str, folder: Path) -> None:
    """Its owner could put any attempt into it."""
    filled(folder, "ada")
    (folder / BACKUPS).mkdir()
    os.chown(folder / name, STRANGER, STRANGER)

    with pytest.raises(UsageError, match=r"belongs to user 4711.*--data"):
        open_store(str(folder))
