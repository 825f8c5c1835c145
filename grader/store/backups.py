"""Copies a whole record into a SQLite file and back, checked both ways."""

import contextlib
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import (
    Connection,
    Engine,
    Integer,
    MetaData,
    func,
    select,
    text,
)

from grader.errors import StoreError

from .database import explained, sqlite_engine
from .versions import VERSIONS, migrate, version_of

_PATTERN = "grader-*.db"
_ROWS_AT_ONCE = 200
_VERSION_TABLE = "alembic_version"


def newest_backup(folder: Path) -> Path | None:
    """Return the newest backup in a folder; their names sort by time."""
    return max(folder.glob(_PATTERN), default=None, key=lambda path: path.name)


def back_up(source: Engine, target: Path, now: datetime) -> Path:
    """Copy a record to a file, or into a folder under a name with the time; return the file."""
    if target.is_dir() or not target.suffix:
        target = target / f"grader-{now.astimezone(UTC):%Y%m%dT%H%M%S%f}Z.db"
    if target.exists():
        raise StoreError(f"{target} exists; a backup never takes another's place.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with fresh_file(target) as engine:
            copy_record(source, engine)
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}.") from error
    return target


def check_backup(path: Path) -> str:
    """Return the version of a sound backup; raises StoreError for any other file."""
    if not path.is_file():
        raise StoreError(f"{path} is no file. `grader backup` says where it writes.")
    engine = sqlite_engine(path)
    try:
        with explained(str(path), "Take an older backup."), engine.connect() as connection:
            verdict = connection.execute(text("PRAGMA quick_check(1)")).scalar()
            version = version_of(connection)
    finally:
        engine.dispose()
    if verdict != "ok":
        raise StoreError(f"{path} is damaged ({verdict}). Take an older backup.")
    if version is None or version not in VERSIONS:
        raise StoreError(f"{path} is no backup that this grader can read (version {version}).")
    return version


def copy_record(source: Engine, target: Engine) -> None:
    """Copy every row to an empty database, and count them; the target gets the same version."""
    with source.execution_options(reads=True).begin() as reading:
        version = version_of(reading)
        if version is None:
            raise StoreError("There is no record to copy.")
        migrate(target, version)
        tables = MetaData()
        tables.reflect(reading)
        with target.begin() as writing:
            for table in tables.sorted_tables:
                if table.name != _VERSION_TABLE:
                    rows = reading.execution_options(yield_per=_ROWS_AT_ONCE).execute(select(table))
                    for block in rows.mappings().partitions():
                        writing.execute(table.insert(), [dict(row) for row in block])
            _check_copy(reading, writing, tables)
            _go_on_counting(writing, tables)


def _check_copy(reading: Connection, writing: Connection, tables: MetaData) -> None:
    for table in tables.sorted_tables:
        there, here = (
            one.execute(select(func.count()).select_from(table)).scalar()
            for one in (reading, writing)
        )
        if there != here:
            raise StoreError(f"The copy of {table.name} has {here} of {there} rows.")


def _go_on_counting(writing: Connection, tables: MetaData) -> None:
    # a server's counters do not see rows that bring their own number
    if writing.dialect.name == "postgresql":
        for table in tables.sorted_tables:
            if "id" in table.c and isinstance(table.c.id.type, Integer):
                highest = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
                counter = func.pg_get_serial_sequence(table.name, "id")
                writing.execute(select(func.setval(counter, highest, False)))


@contextlib.contextmanager
def fresh_file(path: Path) -> Iterator[Engine]:
    """Make a SQLite file that stands in its place only when all has gone well."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    engine = sqlite_engine(part)
    try:
        yield engine
        with engine.connect() as connection:
            verdict = connection.execute(text("PRAGMA quick_check(1)")).scalar()
        if verdict != "ok":
            raise StoreError(f"The copy is not sound: {verdict}.")
        engine.dispose()  # the last one to close folds the write-ahead log into the file
        part.replace(path)
    finally:
        engine.dispose()
        for leftover in path.parent.glob(f"{part.name}*"):
            leftover.unlink()
