"""An older record is brought up to date with a copy made first; a newer one is left alone."""

import hashlib
import multiprocessing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Engine, MetaData, select, text

from grader.errors import StoreError
from grader.store import store as store_module
from grader.store.database import ServerDatabase, sqlite_engine
from grader.store.place import BACKUPS, FILE, newest_backup
from grader.store.store import Store, open_store
from grader.store.versions import migrate
from tests.integration.store.children import in_children, killed_at
from tests.integration.store.older_records import (
    LATEST,
    OLDEST,
    engine_at,
    older_record,
    version_at,
)
from tests.unit.store.records import NOW, everything, file_of, filled, record, rows_at
from tests.unit.store.schema import metadata

pytestmark = pytest.mark.process


def backups_of(address: str) -> Path:
    """Where the copies of a record go."""
    return Path(BACKUPS) if "://" in address else Path(address, BACKUPS)


def test_the_tables_are_as_the_code_says(store: Store) -> None:
    """What the migrations make is what the schema declares: types, keys, indexes, names."""
    with store.engine.begin() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )

        differences = compare_metadata(context, metadata)

    assert differences == []


@pytest.mark.usefixtures("later_versions")
def test_an_older_record_is_copied_and_brought_up_to_date(address: str) -> None:
    """All rows are kept, and the copy holds the record as it was."""
    older_record(engine_at(address))

    store = open_store(address, NOW)

    rows = everything(store)
    backup = newest_backup(store.backups)
    assert record(store, "ada").number == 1
    store.close()
    assert backup is not None
    assert version_at(str(backup)) == OLDEST
    assert version_at(address) == LATEST
    assert rows["students"] == [("ada", "t", NOW)]
    assert rows["hints"] == [("ada", "sums", 1, NOW)]
    assert [row[1:] for row in rows["audit"]] == [(NOW, "hint", "t", "sums", "")]


def test_a_record_that_is_up_to_date_is_not_copied(address: str) -> None:
    """Opening costs nothing but opening."""
    open_store(address, NOW).close()

    open_store(address, NOW).close()

    assert not backups_of(address).exists()


def test_a_newer_record_is_refused_and_left_alone(address: str) -> None:
    """A sentence says what to do, and not a row is changed."""
    store = open_store(address, NOW)
    with store.engine.begin() as writing:
        writing.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    before = everything(store)
    store.close()

    with pytest.raises(StoreError, match=r"written by a newer grader .*9999.*Update this grader"):
        open_store(address, NOW)

    engine = engine_at(address)
    assert everything(Store(ServerDatabase(engine), "", Path())) == before
    engine.dispose()
    assert version_at(address) == "9999"
    assert not backups_of(address).exists()


def test_a_newer_file_keeps_its_bytes(folder: Path) -> None:
    """Refusing a record in a file touches no byte of it."""
    filled(folder, "ada")
    engine = sqlite_engine(file_of(folder))
    with engine.begin() as writing:
        writing.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    before = hashlib.sha256(file_of(folder).read_bytes()).hexdigest()

    with pytest.raises(StoreError, match="newer grader"):
        open_store(str(folder), NOW)

    assert hashlib.sha256(file_of(folder).read_bytes()).hexdigest() == before
    assert sorted(path.name for path in folder.iterdir()) == [".gitignore", FILE]


def open_and_add(address: str, name: str) -> int:
    """Open an older record and write to it."""
    store = open_store(address, NOW)
    number = record(store, name).number
    store.close()
    return number


@pytest.mark.usefixtures("later_versions")
def test_processes_that_open_an_older_record_at_once_agree(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is brought up to date once, and nothing that either writes is lost."""
    older_record(engine_at(address))
    both = multiprocessing.get_context("fork").Barrier(2, timeout=60)

    def migrate_together(engine: Engine) -> None:
        both.wait()
        migrate(engine)

    monkeypatch.setattr(store_module, "migrate", migrate_together)

    numbers = in_children(*((open_and_add, (address, name)) for name in ("bob", "eve")))

    assert numbers == [1, 1]
    assert version_at(address) == LATEST
    assert [row[0] for row in rows_at(address)["students"]] == ["ada", "bob", "eve"]
    assert version_at(str(min(backups_of(address).glob("*.db")))) == OLDEST


@pytest.mark.usefixtures("later_versions")
@pytest.mark.parametrize(
    ("operation", "copies"),
    [("create_index", 0), ("add_column", 1)],
    ids=["in the copy that is made first", "after one of two versions"],
)
def test_a_kill_during_migration_leaves_the_older_record(
    address: str, operation: str, copies: int
) -> None:
    """A record is brought up to date as a whole or not at all."""
    older_record(engine_at(address))

    assert killed_at(Operations, operation, 1, open_store, address, NOW)

    assert version_at(address) == OLDEST
    assert len(list(backups_of(address).glob("grader-*.db"))) == copies
    assert [row[0] for row in rows_at(address)["students"]] == ["ada"]
    assert version_at(address) == LATEST


def test_other_tables_are_not_mixed_with_ours(address: str) -> None:
    """A database of something else is refused and left alone."""
    engine = engine_at(address)
    with engine.begin() as writing:
        writing.execute(text("CREATE TABLE recipes (name TEXT)"))
        writing.execute(text("INSERT INTO recipes VALUES ('soup')"))
    engine.dispose()

    with pytest.raises(StoreError, match="no record of a grader's"):
        open_store(address, NOW)

    engine = engine_at(address)
    with engine.execution_options(reads=True).begin() as reading:
        tables = MetaData()
        tables.reflect(reading)
        assert list(tables.tables) == ["recipes"]
        assert reading.execute(select(tables.tables["recipes"])).all() == [("soup",)]
    engine.dispose()
