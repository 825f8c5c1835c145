"""Makes SQLite files that are whole from the start; copies every row of a record to a backup."""

import errno
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, Table, func, select, text

from grader.errors import StoreError, UsageError
from grader.ground.folders import OTHER_PLACE, refuse_above

from .connections import DamagedRow, explained
from .database import run_alone, sqlite_engine
from .place import timed_name
from .tables import make_tables, metadata, record

if TYPE_CHECKING:
    from .store import Store

_ROWS_AT_ONCE = 200
_NOTHING_DONE = "Nothing has been changed."


def back_up(store: "Store", target: Path, now: datetime) -> Path:
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


def _write(store: "Store", path: Path) -> None:
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


def _copy(store: "Store", writing: Connection) -> None:
    """Copy every row to an empty file; what is wrong with the record is said of the record."""
    make_tables(writing)
    with store.explained():
        reading = store.engine.execution_options(reads=True).connect()
    with reading:
        for table in metadata.sorted_tables:
            if table is record:
                continue
            copied = 0
            for block in _blocks(store, reading, table):
                writing.execute(table.insert(), block)
                copied += len(block)
            found = writing.execute(select(func.count()).select_from(table)).scalar()
            if found != copied:
                raise StoreError(f"The copy of {table.name} has {found} of {copied} rows.")


def _blocks(store: "Store", reading: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    with store.explained():
        try:
            rows = reading.execute(select(table), execution_options={"yield_per": _ROWS_AT_ONCE})
            for block in rows.mappings().partitions():
                yield [dict(row) for row in block]
        except (ValueError, TypeError) as error:  # a value that is none of its column's type
            raise DamagedRow(f"{table.name}: {error}") from error


PART = ".grader-part-"
_LEFT_BEHIND_SECONDS = 3600  # no copy takes that long


@contextmanager
def fresh_file(path: Path) -> Iterator[Engine]:
    """Make a file that a kill leaves out; raises FileExistsError where another was faster."""
    drop_parts(path.parent, _LEFT_BEHIND_SECONDS)
    part = path.with_name(f"{PART}{uuid.uuid4().hex}")
    part.touch(mode=0o600, exist_ok=False)  # SQLite gives its logs the same mode
    try:
        engine = sqlite_engine(part)
        try:
            # stays with the file: who reads does not wait for who writes
            run_alone(engine, "PRAGMA journal_mode=WAL")
            yield engine
            with engine.connect() as connection:
                verdict = connection.execute(text("PRAGMA quick_check(1)")).scalar()
            if verdict != "ok":
                raise StoreError(f"The copy is not sound: {verdict}.")
            # closing folds the write-ahead log into the file too, but keeps silent on a full disk
            run_alone(engine, "PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            engine.dispose()
        _put_in_place(part, path)
    finally:
        for leftover in path.parent.glob(f"{part.name}*"):
            leftover.unlink(missing_ok=True)


def drop_parts(folder: Path, older_than_seconds: float = 0) -> None:
    """Remove unfinished files; whoever is at work on one fails, and has to begin again."""
    for part in folder.glob(f"{PART}*"):
        try:
            if time.time() - part.stat().st_mtime >= older_than_seconds:
                part.unlink()
        except FileNotFoundError:
            continue  # its maker was faster


def _put_in_place(part: Path, path: Path) -> None:
    try:
        os.link(part, path)
    except (FileExistsError, FileNotFoundError):
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(errno.EEXIST, "File exists", str(path)) from None
        part.rename(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Have new names on the disk, so that a power cut does not lose them."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
