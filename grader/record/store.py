"""The record of a course: opened, created or refused; hands out transactions.

<data>/
  grader.db            the record, where it is a file
  backups/             grader-<time>.db each
  .gitignore           the folder is nobody's to commit
"""

import contextlib
import errno
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, Engine, inspect, select

from grader.errors import StoreError, UsageError
from grader.ground.folders import refuse_others

from .database import explained, run_alone, server_engine, server_name, sqlite_engine
from .place import BACKUPS, FILE, OTHER_DATA, close_record, newest_backup, was_there
from .tables import VERSION, make_tables, record

PART = ".grader-part-"
_LEFT_BEHIND_SECONDS = 3600  # no copy takes that long


class Store(Struct, frozen=True):
    """An open record; each transaction is one `with`."""

    engine: Engine
    where: str  # for messages
    backups: Path

    @property
    def is_on_server(self) -> bool:
        """Whether several machines may share it."""
        return self.engine.dialect.name != "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read a state that does not change under the reader."""
        with self.explained(), self.engine.execution_options(reads=True).begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write all or nothing; one writer at a time."""
        with self.explained(), self.engine.begin() as connection:
            yield connection

    def close(self) -> None:
        """Close the connections."""
        self.engine.dispose()

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Say in a sentence what is wrong with the database, and what to do."""
        with explained(self.where, _advice(self.backups)):
            yield


def open_store(data: str, course: str | None = None) -> Store:
    """Open the record in a folder or at a server's address; begin one where nothing is.

    Raises StoreError for one that is damaged, gone, or of another version, UsageError for one of a
    course with another title than `course`.
    """
    if "://" in data:
        engine = server_engine(data)
        store = Store(engine, server_name(engine), Path(BACKUPS).absolute())
    else:
        store = _open_folder(Path(data))
    try:
        _check_version(store)
        if course is not None:
            _keep_to_course(store, course)
    except BaseException:
        store.close()
        raise
    return store


def _advice(backups: Path) -> str:
    """Say what to do about a record that is damaged or gone."""
    newest = newest_backup(backups)
    if newest is None:
        return f"There is no backup of it in {backups}. Nothing has been changed."
    return f"The newest backup is {newest}: docs/operations.md says how it is copied into place."


def _open_folder(folder: Path) -> Store:
    path, backups = folder / FILE, folder / BACKUPS
    refuse_others(folder, OTHER_DATA)
    try:
        if not path.exists():
            if was_there(path, backups):
                raise StoreError(f"{path} is gone. {_advice(backups)}")
            _create(path)
        elif not path.is_file():
            raise StoreError(f"{path} is damaged (it is no file). {_advice(backups)}")
        elif path.stat().st_size == 0:
            raise StoreError(f"{path} is damaged (it is empty). {_advice(backups)}")
        close_record(path)
    except OSError as error:
        raise StoreError(
            f"{error.filename or path} cannot be written: {error.strerror}. "
            "Name a folder of your own with --data."
        ) from error
    return Store(sqlite_engine(path), str(path), backups)


def _create(path: Path) -> None:
    if not path.parent.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # never beside files of someone else's, whom it would hide from their git
        path.with_name(".gitignore").write_text("*\n", encoding="utf-8")
    with (
        explained(str(path), "Nothing has been changed."),
        contextlib.suppress(FileExistsError),  # another process was faster
        fresh_file(path) as engine,
        engine.begin() as writing,
    ):
        make_tables(writing)


def _check_version(store: Store) -> None:
    with store.reading() as reading:
        version = version_of(reading)
        is_empty = version is None and not inspect(reading).get_table_names()
    if version == VERSION:
        return
    if version is not None:
        raise StoreError(
            f"{store.where} is a record of version {version}, and this grader reads version "
            f"{VERSION}. Name another --data."
        )
    if not (is_empty and store.is_on_server):
        raise StoreError(
            f"{store.where} is no record of a grader's, or an older one. Name another --data."
        )
    with store.writing() as writing:
        if version_of(writing) is None:  # else another process was faster
            make_tables(writing)


def version_of(reading: Connection) -> int | None:
    """Read a record's version; None where it says none."""
    if not inspect(reading).has_table(record.name):
        return None
    return reading.scalar(select(record.c.version))


def _keep_to_course(store: Store, course: str) -> None:
    asked = select(record.c.course_title)
    with store.reading() as reading:
        title = reading.scalar(asked)
    if title is None:
        with store.writing() as writing:
            title = writing.scalar(asked)  # another process may have been faster
            if title is None:
                writing.execute(record.update().values(course_title=course))
                return
    if title != course:
        raise UsageError(
            f'{store.where} is the record of the course "{title}", and this one is called '
            f'"{course}". Name another place with --data, or give the course its title back.'
        )


@contextmanager
def fresh_file(path: Path) -> Iterator[Engine]:
    """Make a file whole or not at all; raises FileExistsError where another was faster."""
    drop_parts(path.parent, _LEFT_BEHIND_SECONDS)
    part = path.with_name(f"{PART}{uuid.uuid4().hex}")
    part.touch(mode=0o600, exist_ok=False)  # SQLite gives its logs the same mode
    try:
        engine = sqlite_engine(part)
        try:
            # stays with the file: who reads does not wait for who writes
            run_alone(engine, "PRAGMA journal_mode=WAL")
            yield engine
            (verdict,) = run_alone(engine, "PRAGMA quick_check(1)")
            if verdict != "ok":
                raise StoreError(f"The copy is not sound: {verdict}.")
            # closing folds the write-ahead log into the file too, but keeps silent on a full disk
            run_alone(engine, "PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            engine.dispose()
        try:
            os.link(part, path)
        except (FileExistsError, FileNotFoundError):
            raise
        except OSError:  # a file system without links
            if path.exists():
                raise FileExistsError(errno.EEXIST, "File exists", str(path)) from None
            part.rename(path)
        _sync_folder(path.parent)
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


def _sync_folder(folder: Path) -> None:
    """Have new names on the disk, so that a power cut does not lose them."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
