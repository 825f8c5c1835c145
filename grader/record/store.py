"""The record of a course: opened, created or refused; hands out transactions.

<data>/
  grader.db            the record, where it is a file
  backups/             grader-<time>.db each
  .gitignore           the folder is nobody's to commit
"""

import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from grader.errors import StoreError, UsageError
from grader.ground.folders import refuse_others

from .connections import VERSION, Connection, FileDatabase, explained, version_of
from .place import BACKUPS, FILE, OTHER_DATA, close_record, newest_backup, was_there

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from .database import ServerDatabase


class Store(Struct, frozen=True):
    """An open record; each transaction is one `with`."""

    database: "FileDatabase | ServerDatabase"
    where: str  # for messages
    backups: Path

    @property
    def is_on_server(self) -> bool:
        """Whether several machines may share it."""
        return not isinstance(self.database, FileDatabase)

    @property
    def engine(self) -> "Engine":
        """The record for SQLAlchemy, which is loaded by this."""
        return self.database.engine

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read a state that does not change under the reader."""
        with self.explained(), self.database.transaction(writes=False) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write all or nothing; one writer at a time."""
        with self.explained(), self.database.transaction(writes=True) as connection:
            yield connection

    def close(self) -> None:
        """Let the database go."""
        self.database.close()

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Say in a sentence what is wrong with the database, and what to do."""
        with explained(self.where, advice_for(self.backups)):
            yield


def open_store(data: str, course: str | None = None) -> Store:
    """Open the record in a folder or at a server's address; begin one where nothing is.

    Raises StoreError for one that is damaged, gone, or of another version, UsageError for one of a
    course with another title than `course`.
    """
    if "://" in data:
        from .database import ServerDatabase, server_engine, server_name

        engine = server_engine(data)
        store = Store(ServerDatabase(engine), server_name(engine), Path(BACKUPS).absolute())
    else:
        store = _open_folder(Path(data))
    try:
        with store.explained():
            _check_version(store)
        if course is not None:
            _keep_to_course(store, course)
    except BaseException:
        store.close()
        raise
    return store


def advice_for(backups: Path) -> str:
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
                raise StoreError(f"{path} is gone. {advice_for(backups)}")
            _create(path)
        elif not path.is_file():
            raise StoreError(f"{path} is damaged (it is no file). {advice_for(backups)}")
        elif path.stat().st_size == 0:
            raise StoreError(f"{path} is damaged (it is empty). {advice_for(backups)}")
        close_record(path)
    except OSError as error:
        raise StoreError(
            f"{error.filename or path} cannot be written: {error.strerror}. "
            "Name a folder of your own with --data."
        ) from error
    return Store(FileDatabase(path, _engine), str(path), backups)


def _engine(path: Path) -> "Engine":
    from .database import sqlite_engine  # SQLAlchemy is loaded for what needs it alone

    return sqlite_engine(path)


def _create(path: Path) -> None:
    from .fresh import fresh_file
    from .tables import make_tables

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
    with store.reading() as connection:
        version = version_of(connection)
        is_empty = version is None and not connection.tables()
    if version == VERSION:
        return
    if version is not None:
        raise StoreError(
            f"{store.where} is a record of version {version}, and this grader reads version "
            f"{VERSION}. Name another --data."
        )
    if not is_empty or isinstance(store.database, FileDatabase):
        raise StoreError(
            f"{store.where} is no record of a grader's, or an older one. Name another --data."
        )
    from .database import ThroughEngine
    from .tables import make_tables

    with store.engine.begin() as writing:
        if version_of(ThroughEngine(writing)) is None:  # else another process was faster
            make_tables(writing)


def _keep_to_course(store: Store, course: str) -> None:
    asked = "SELECT title FROM course"
    with store.reading() as reading:
        found = reading.rows(asked)
    if not found:
        with store.writing() as writing:
            found = writing.rows(asked)  # another process may have been faster
            if not found:
                writing.change("INSERT INTO course (title) VALUES (:title)", title=course)
                return
    if (title := found[0][0]) != course:
        raise UsageError(
            f'{store.where} is the record of the course "{title}", and this one is called '
            f'"{course}". Name another place with --data, or give the course its title back.'
        )
