"""What is no record of this version is refused with a sentence, and left alone."""

import hashlib
from pathlib import Path

import pytest
from sqlalchemy import Engine, MetaData, select, text

from grader.errors import StoreError
from grader.record.database import server_engine, sqlite_engine
from grader.record.place import BACKUPS, FILE
from grader.record.store import Store, open_store
from tests.unit.record.records import everything, file_of, filled

pytestmark = pytest.mark.process


def engine_at(address: str) -> Engine:
    """Connect to a place as it is, or to an empty database there."""
    if "://" in address:
        return server_engine(address)
    path = Path(address, FILE)
    if not path.exists():
        path.parent.mkdir(parents=True)
        path.touch()
    return sqlite_engine(path)


def test_another_version_is_refused_and_left_alone(address: str) -> None:
    """A sentence says what to do, and not a row is changed."""
    store = open_store(address)
    with store.engine.begin() as writing:
        writing.execute(text("UPDATE record SET version = 99"))
    before = everything(store)
    store.close()

    with pytest.raises(StoreError, match=r"is a record of version 99, .* reads version \d+\. Name"):
        open_store(address)

    engine = engine_at(address)
    assert everything(Store(engine, "", Path())) == before
    engine.dispose()
    assert not (Path(BACKUPS) if "://" in address else Path(address, BACKUPS)).exists()


def test_a_file_of_another_version_keeps_its_bytes(folder: Path) -> None:
    """Refusing a record in a file touches no byte of it."""
    filled(folder, "ada")
    engine = sqlite_engine(file_of(folder))
    with engine.begin() as writing:
        writing.execute(text("UPDATE record SET version = 99"))
    engine.dispose()
    before = hashlib.sha256(file_of(folder).read_bytes()).hexdigest()

    with pytest.raises(StoreError, match="version 99"):
        open_store(str(folder))

    assert hashlib.sha256(file_of(folder).read_bytes()).hexdigest() == before
    assert sorted(path.name for path in folder.iterdir()) == [".gitignore", FILE]


def test_other_tables_are_not_mixed_with_ours(address: str) -> None:
    """A database of something else is refused and left alone."""
    engine = engine_at(address)
    with engine.begin() as writing:
        writing.execute(text("CREATE TABLE recipes (name TEXT)"))
        writing.execute(text("INSERT INTO recipes VALUES ('soup')"))
    engine.dispose()

    with pytest.raises(StoreError, match="no record of a grader's, or an older one"):
        open_store(address)

    engine = engine_at(address)
    with engine.execution_options(reads=True).begin() as reading:
        tables = MetaData()
        tables.reflect(reading)
        assert list(tables.tables) == ["recipes"]
        assert reading.execute(select(tables.tables["recipes"])).all() == [("soup",)]
    engine.dispose()
