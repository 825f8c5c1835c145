"""Copies every row of a record to a backup."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, select

from grader.errors import StoreError, UsageError
from grader.ground.folders import OTHER_PLACE, refuse_above

from .database import explained
from .place import timed_name
from .store import Store, fresh_file
from .tables import make_tables, metadata, record

_ROWS_AT_ONCE = 200
_NOTHING_DONE = "Nothing has been changed."


def back_up(store: Store, target: Path, now: datetime) -> Path:
    """Copy a record to a file, or into a folder under a name with the time; return the file."""
    into_folder = target.is_dir() or not target.suffix
    while True:
        path = timed_name(target, now) if into_folder else target
        try:
            _write(store, path)
        except FileExistsError:  # another process was faster
            if not into_folder:
                raise UsageError(
                    f"{target} exists; a backup never takes another's place."
                ) from None
        else:
            return path


def _write(store: Store, path: Path) -> None:
    if path.exists():
        raise FileExistsError
    refuse_above(path, OTHER_PLACE)  # who may exchange the unfinished file would read it all
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        refuse_above(path, OTHER_PLACE)
        with (
            explained(str(path), _NOTHING_DONE),
            fresh_file(path) as engine,
            engine.begin() as writing,
        ):
            _copy(store, writing)
    except FileExistsError:
        if not path.exists():  # a file where the folder should be
            raise UsageError(f"{path.parent} is no folder.") from None
        raise
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}.") from error


def _copy(store: Store, writing: Connection) -> None:
    """Copy every row to an empty file; what is wrong with the record is said of the record."""
    make_tables(writing)
    with store.explained():
        reading = store.engine.execution_options(reads=True).connect()
    with reading:
        for table in metadata.sorted_tables:
            if table is record:
                writing.execute(record.delete())
            copied = 0
            for block in _blocks(store, reading, table):
                writing.execute(table.insert(), block)
                copied += len(block)
            found = writing.scalar(select(func.count()).select_from(table))
            if found != copied:
                raise StoreError(f"The copy of {table.name} has {found} of {copied} rows.")


def _blocks(store: Store, reading: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    with store.explained():
        rows = reading.execute(select(table), execution_options={"yield_per": _ROWS_AT_ONCE})
        for block in rows.mappings().partitions():
            yield [dict(row) for row in block]
