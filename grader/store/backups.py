"""Copies a record to a backup, and puts one back; what was there is set aside, never erased."""

import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Integer, MetaData, Table, func, inspect, select, text
from sqlalchemy.exc import DBAPIError

from grader.errors import StoreError, UsageError
from grader.ground.folders import OTHER_PLACE, own_folder, private_folder, refuse_above
from grader.model.phrases import FIRST, listed

from .connections import DamagedRow, explained, is_busy
from .database import (
    ThroughEngine,
    backup_engine,
    run_alone,
    server_engine,
    server_name,
    sqlite_engine,
)
from .fresh import PART, fresh_file, sync_folder
from .place import BACKUPS, FILE, OTHER_DATA, timed_name
from .versions import known_versions, migrate, migrate_within, version_of

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
        with _source_apart(), explained(str(path), _NOTHING_DONE), fresh_file(path) as engine:
            copy_record(source, engine, str(path))
    except FileExistsError:
        if not path.exists():  # a file where the folder should be
            raise UsageError(f"{path.parent} is no folder.") from None
        raise
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}.") from error


def check_backup(path: Path) -> str:
    """Return the version of a sound backup; raises StoreError for any other file."""
    if not path.is_file():
        raise UsageError(f"{path} is no file. `grader backup` says where it writes.")
    if not path.stat().st_size:
        raise StoreError(f"{path} is damaged (it is empty). Take an older backup.")
    engine = backup_engine(path)
    try:
        with explained(str(path), "Take an older backup."), engine.connect() as connection:
            verdict = connection.execute(text("PRAGMA quick_check(1)")).scalar()
            version = version_of(ThroughEngine(connection)) if verdict == "ok" else None
    finally:
        engine.dispose()
    if verdict != "ok":
        raise StoreError(f"{path} is damaged ({verdict}). Take an older backup.")
    if version not in known_versions():
        raise StoreError(f"{path} is no backup that this grader can read (version {version}).")
    return version


def copy_record(source: Engine, target: Engine, target_name: str) -> None:
    """Copy every row to an empty database, all or nothing; the target gets the same version."""
    with (
        source.execution_options(reads=True).begin() as reading,
        explained(target_name, _NOTHING_DONE),
        target.begin() as writing,
    ):
        _copy(reading, writing, target_name)


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


def _copy(reading: Connection, writing: Connection, target_name: str) -> None:
    version, tables = _described(reading)
    if inspect(writing).get_table_names():
        raise StoreError(f"{target_name} holds tables already; name an empty database.")
    migrate_within(writing, version)
    _refuse_unknown(tables, writing)
    for table in tables.sorted_tables:
        if table.name != _VERSION_TABLE:
            for block in _blocks(reading, table):
                writing.execute(table.insert(), block)
    _check_copy(reading, writing, tables)
    _go_on_counting(writing, tables)


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


def _refuse_unknown(tables: MetaData, writing: Connection) -> None:
    """Refuse what no record of that version has, before a row of it is read."""
    own = MetaData()
    own.reflect(writing)
    unknown = sorted(_columns(tables) - _columns(own))
    if unknown:
        raise _SourceFailed(DamagedRow(f"no record has {listed(unknown, FIRST)}"))


def _columns(tables: MetaData) -> set[str]:
    return {f"{table.name}.{column.name}" for table in tables.tables.values() for column in table.c}


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


_COMPANIONS = ("", "-wal", "-shm")


def restore(data: str, backup: Path, now: datetime) -> Path | None:
    """Restore a backup to a folder or an empty server database; return what was set aside."""
    check_backup(backup)
    source = backup_engine(backup)
    try:
        with explained(str(backup), "Take an older backup."):
            if "://" in data:
                _restore_server(data, source)
                return None
            folder = Path(data)
            own_folder(folder, OTHER_DATA)
            return _restore_folder(folder, source, now)
    except OSError as error:
        raise StoreError(
            f"{error.filename or data} cannot be written: {error.strerror}."
        ) from error
    finally:
        source.dispose()


def _restore_server(data: str, source: Engine) -> None:
    target = server_engine(data)
    try:
        with _source_apart(), explained(server_name(target), _NOTHING_DONE):
            copy_record(source, target, server_name(target))
            migrate(target)
    finally:
        target.dispose()


def _restore_folder(folder: Path, source: Engine, now: datetime) -> Path | None:
    path = folder / FILE
    new = folder / f"{PART}{uuid.uuid4().hex}-restored"
    with _source_apart(), explained(str(path), _NOTHING_DONE), fresh_file(new) as engine:
        copy_record(source, engine, str(path))
        migrate(engine)
    try:
        with explained(str(path), _NOTHING_DONE), _no_writers(path):
            if not new.exists():
                raise StoreError("A student was just now forgotten. Run the command again.")
            aside = _set_aside(path, now)
            new.rename(path)
    finally:
        new.unlink(missing_ok=True)
    sync_folder(folder)
    return aside


def _set_aside(path: Path, now: datetime) -> Path | None:
    # The log as well where its file is gone, or it would be taken for the new file's.
    there = [end for end in _COMPANIONS if path.with_name(path.name + end).exists()]
    if not there:
        return None
    folder = path.parent / BACKUPS
    private_folder(folder, OTHER_DATA)
    aside = timed_name(folder, "replaced", now)
    for end in there:
        path.with_name(path.name + end).rename(aside.with_name(aside.name + end))
    return aside


@contextmanager
def _no_writers(path: Path) -> Iterator[None]:
    """Hold writers off until the file has been exchanged; they find that out by themselves."""
    with ExitStack() as stack:
        if path.exists() and path.stat().st_size:
            engine = sqlite_engine(path)
            stack.callback(engine.dispose)
            try:
                run_alone(engine, "PRAGMA wal_checkpoint(TRUNCATE)")
                stack.enter_context(engine.begin())
            except DBAPIError as error:
                if is_busy(error.orig):
                    raise
                # a damaged one has no writers
        yield
