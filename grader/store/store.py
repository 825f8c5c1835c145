"""The record of a course: opened, created, migrated or refused; hands out transactions.

<data>/
  grader.db            the record, where it is a file
  backups/             grader-<time>.db each
  .gitignore           the folder is nobody's to commit
"""

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, Engine

from grader.errors import StoreError

from .backups import back_up, newest_backup
from .database import explained, server_engine, sqlite_engine
from .versions import NEWEST, VERSIONS, migrate, version_of

FILE = "grader.db"
BACKUPS = "backups"


@dataclass(frozen=True)
class Store:
    """An open record; each transaction is one `with`."""

    engine: Engine
    where: str  # for messages
    backups: Path

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

    def back_up(self, now: datetime, target: Path | None = None) -> Path:
        """Write a checked copy of the whole record; return where it is."""
        with self.explained():
            return back_up(self.engine, target or self.backups, now)

    def close(self) -> None:
        """Let the database go."""
        self.engine.dispose()

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Say in a sentence what is wrong with the database, and what to do."""
        with explained(self.where, advice_for(self.backups)):
            yield


def open_store(data: str, now: datetime) -> Store:
    """Open the record in a folder or at a server's address; an older one is migrated first.

    Raises StoreError for one that is damaged, gone, or written by a newer grader.
    """
    if "://" in data:
        store = Store(server_engine(data), data.rpartition("@")[2], Path(BACKUPS).absolute())
    else:
        store = _open_folder(Path(data))
    try:
        with store.explained():
            _bring_up_to_date(store, now)
    except BaseException:
        store.close()
        raise
    return store


def advice_for(backups: Path) -> str:
    """Say what to do about a record that is damaged or gone."""
    newest = newest_backup(backups)
    if newest is None:
        return f"There is no backup of it in {backups}. Nothing has been changed."
    return f"The newest backup is {newest}: `grader restore {newest}` puts it in place."


def _open_folder(folder: Path) -> Store:
    path, backups = folder / FILE, folder / BACKUPS
    store = Store(sqlite_engine(path), str(path), backups)
    try:
        if not path.exists():
            if newest_backup(backups) is not None:
                raise StoreError(f"{path} is gone. {advice_for(backups)}")
            folder.mkdir(parents=True, exist_ok=True)
            _create(path)
        elif path.stat().st_size == 0:
            raise StoreError(f"{path} is damaged (it is empty). {advice_for(backups)}")
    except OSError as error:
        raise StoreError(
            f"{error.filename or path} cannot be written: {error.strerror}. "
            "Name a folder of your own with --data."
        ) from error
    return store


def _create(path: Path) -> None:
    # made whole beside its place, so that a kill leaves either no record or a sound one
    part = path.with_name(f".{path.name}.{os.getpid()}")
    path.with_name(".gitignore").write_text("*\n", encoding="utf-8")
    engine = sqlite_engine(part)
    try:
        migrate(engine)
        engine.dispose()
        with contextlib.suppress(FileExistsError):  # another process was faster
            os.link(part, path)
    finally:
        engine.dispose()
        for leftover in path.parent.glob(f"{part.name}*"):
            leftover.unlink()


def _bring_up_to_date(store: Store, now: datetime) -> None:
    with store.engine.execution_options(reads=True).begin() as connection:
        version = version_of(connection)
    if version == NEWEST:
        return
    if version is None and "://" not in store.where and Path(store.where).exists():
        raise StoreError(f"{store.where} is no record of a grader's. Name another --data.")
    if version is not None and version not in VERSIONS:
        raise StoreError(
            f"{store.where} was written by a newer grader (record version {version}; this one "
            f"reads up to {NEWEST}). Update this grader; nothing has been changed."
        )
    if version is not None:
        store.back_up(now)
    migrate(store.engine)
