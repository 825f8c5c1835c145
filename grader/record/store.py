"""The record of a course: opened, created or refused; hands out transactions, and copies itself.

<data>/
  grader.db            the record, where it is a file
  backups/             grader-<time>.db each
  .gitignore           the folder is nobody's to commit
"""

import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, Engine, inspect, select
from sqlalchemy.exc import DatabaseError

from grader.errors import StoreError, UsageError
from grader.ground.folders import OTHER_PLACE, refuse_above, refuse_others

from .database import explained, run_alone, server_engine, server_name, sqlite_engine
from .tables import VERSION, metadata, record

FILE = "grader.db"
BACKUPS = "backups"
_PART = ".grader-part"
_OTHER_DATA = "Name a folder of your own with --data."


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


def has_record(data: str) -> bool:
    """Whether there is a record at a place, be it damaged; a server's is not asked for."""
    return "://" in data or (Path(data) / FILE).exists() or _was_there(Path(data))


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
        with store.reading() as reading:
            is_empty = not inspect(reading).get_table_names()
        if is_empty:
            _begin(store)
        _check(store, course)
        if not store.is_on_server:
            # who reads does not wait for who writes; stays with the file
            with store.explained(), contextlib.suppress(DatabaseError):  # as others begin, too
                run_alone(store.engine, "PRAGMA journal_mode=WAL")
    except BaseException:
        store.close()
        raise
    return store


def _was_there(folder: Path) -> bool:
    """Whether something of a record is left, though its file may be gone."""
    return (folder / f"{FILE}-wal").exists() or any((folder / BACKUPS).glob("*.db"))


def _advice(backups: Path) -> str:
    """Say what to do about a record that is damaged or gone."""
    newest = max(backups.glob("grader-[0-9]*.db"), default=None)  # their names sort by time
    if newest is None:
        return f"There is no backup of it in {backups}. Nothing has been changed."
    return f"The newest backup is {newest}: docs/operations.md says how it is copied into place."


def _open_folder(folder: Path) -> Store:
    path, backups = folder / FILE, folder / BACKUPS
    for place in (folder, path, backups):
        refuse_others(place, _OTHER_DATA)
    try:
        if not (path.exists() and path.stat().st_size) and _was_there(folder):
            raise StoreError(f"{path} is gone, or empty. {_advice(backups)}")
        if not folder.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # never beside files of someone else's, whom it would hide from their git
            (folder / ".gitignore").write_text("*\n", encoding="utf-8")
        if not path.exists():
            path.touch(mode=0o600)  # SQLite gives its logs the same mode
    except OSError as error:
        raise StoreError(
            f"{error.filename or path} cannot be written: {error.strerror}. {_OTHER_DATA}"
        ) from error
    return Store(sqlite_engine(path), str(path), backups)


def _begin(store: Store) -> None:
    """Make the tables, unless another process was faster."""
    with store.writing() as writing:
        if not inspect(writing).get_table_names():
            metadata.create_all(writing, checkfirst=False)
            writing.execute(record.insert(), {"version": VERSION})


def _check(store: Store, course: str | None) -> None:
    with store.reading() as reading:
        is_ours = inspect(reading).has_table(record.name)
        version = reading.scalar(select(record.c.version)) if is_ours else None
        if version != VERSION:
            what = f"a record of version {version}" if version else "no record of a grader's"
            raise StoreError(
                f"{store.where} is {what}, and this grader reads version {VERSION}. "
                "Name another --data."
            )
        title = reading.scalar(select(record.c.course_title))
    if title is None and course is not None:
        with store.writing() as writing:
            writing.execute(
                record.update().where(record.c.course_title.is_(None)).values(course_title=course)
            )
            title = writing.scalar(select(record.c.course_title))  # another may have been faster
    if course not in (None, title):
        raise UsageError(
            f'{store.where} is the record of the course "{title}", and this one is called '
            f'"{course}". Name another place with --data, or give the course its title back.'
        )


def back_up(store: Store, target: Path | None, now: datetime) -> Path:
    """Copy a record's file as it is at one moment; return where to.

    Raises UsageError for a database server's record, and where there is a file already.
    """
    if store.is_on_server:
        raise UsageError(
            f"{store.where} is a database server's: pg_dump copies it whole at one moment."
        )
    path = target or store.backups
    if path.is_dir() or not path.suffix:
        path /= f"grader-{now.astimezone(UTC):%Y%m%dT%H%M%S%f}Z.db"
    refuse_above(path, OTHER_PLACE)  # who may exchange the unfinished file would read it all
    part = path.with_name(f"{_PART}-{path.name}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        raise UsageError(
            f"{part} exists: another backup is being written, or was cut off."
        ) from None
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}.") from error
    try:
        with explained(str(path), "Nothing has been changed."):
            run_alone(store.engine, "VACUUM INTO ?", str(part))
        if path.exists():
            raise UsageError(f"{path} exists; a backup never takes another's place.")
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    return path
