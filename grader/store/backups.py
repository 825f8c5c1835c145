"""Copies a record to a backup: one file, whole, that never takes another's place."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, MetaData, Table, func, select
from sqlalchemy.exc import DBAPIError

from grader.errors import StoreError, UsageError
from grader.ground.folders import OTHER_PLACE, refuse_above

from .connections import DamagedRow, explained
from .database import (
    ThroughEngine,
)
from .fresh import fresh_file
from .place import timed_name
from .versions import migrate_within, version_of

_ROWS_AT_ONCE = 200
_NOTHING_DONE = "Nothing has been changed."
_VERSION_TABLE = "alembic_version"


def back_up(source: Engine, target: Path, now: datetime) -> Path:
    """Copy a record to a file, or into a folder under a name with the time; return the file."""
    into_folder = target.is_dir() or not target.suffix
    while True:
        path = timed_name(target, "grader", now) if into_folder else target
        try:
            _write(source, path)
        except FileExistsError:  # another process was faster
            if not into_folder:
                raise UsageError(
                    f"{target} exists; a backup never takes another's place."
                ) from None
        else:
            return path


def _write(source: Engine, path: Path) -> None:
    if path.exists():
        raise FileExistsError
    refuse_above(path, OTHER_PLACE)  # who may exchange the unfinished file would read it all
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        refuse_above(path, OTHER_PLACE)
        with (
            _source_apart(),
            explained(str(path), _NOTHING_DONE),
            fresh_file(path) as engine,
            source.execution_options(reads=True).begin() as reading,
            engine.begin() as writing,
        ):
            _copy(reading, writing)
    except FileExistsError:
        if not path.exists():  # a file where the folder should be
            raise UsageError(f"{path.parent} is no folder.") from None
        raise
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}.") from error


class _SourceFailed(Exception):
    """Keeps what the source raised from being blamed on the target."""

    def __init__(self, error: DBAPIError | DamagedRow) -> None:
        super().__init__(str(error))
        self.error = error


@contextmanager
def _source_apart() -> Iterator[None]:
    """Raise what the source raised where nothing is said of the target any more."""
    try:
        yield
    except _SourceFailed as failed:
        raise failed.error from failed


def _copy(reading: Connection, writing: Connection) -> None:
    """Copy every row to an empty database, all or nothing; the target gets the same version."""
    version, tables = _described(reading)
    migrate_within(writing, version)
    for table in tables.sorted_tables:
        if table.name != _VERSION_TABLE:
            for block in _blocks(reading, table):
                writing.execute(table.insert(), block)
    _check_copy(reading, writing, tables)


def _described(reading: Connection) -> tuple[str, MetaData]:
    tables = MetaData()
    try:
        version = version_of(ThroughEngine(reading))
        tables.reflect(reading)
    except DBAPIError as error:
        raise _SourceFailed(error) from error
    if version is None:
        raise StoreError("There is no record to copy.")
    return version, tables


def _blocks(reading: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    try:
        rows = reading.execute(select(table), execution_options={"yield_per": _ROWS_AT_ONCE})
        for block in rows.mappings().partitions():
            yield [dict(row) for row in block]
    except DBAPIError as error:
        raise _SourceFailed(error) from error
    except (ValueError, TypeError) as error:  # a value that is none of its column's type
        raise _SourceFailed(DamagedRow(f"{table.name}: {error}")) from error


def _check_copy(reading: Connection, writing: Connection, tables: MetaData) -> None:
    for table in tables.sorted_tables:
        there, here = (
            one.execute(select(func.count()).select_from(table)).scalar()
            for one in (reading, writing)
        )
        if there != here:
            raise StoreError(f"The copy of {table.name} has {here} of {there} rows.")
