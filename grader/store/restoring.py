"""Puts a backup in the place of a record; what was there is set aside, never erased."""

import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from grader.errors import StoreError
from grader.ground.folders import own_folder, private_folder

from .backups import check_backup, copy_record
from .connections import explained, is_busy
from .database import backup_engine, run_alone, server_engine, server_name, sqlite_engine
from .fresh import PART, fresh_file, sync_folder
from .place import BACKUPS, FILE, OTHER_DATA, timed_name
from .versions import migrate

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
        with explained(server_name(target), "Nothing has been changed."):
            copy_record(source, target, server_name(target))
            migrate(target)
    finally:
        target.dispose()


def _restore_folder(folder: Path, source: Engine, now: datetime) -> Path | None:
    path = folder / FILE
    new = folder / f"{PART}{uuid.uuid4().hex}-restored"
    with explained(str(path), "Nothing has been changed."), fresh_file(new) as engine:
        copy_record(source, engine, str(path))
        migrate(engine)
    try:
        with explained(str(path), "Nothing has been changed."), _no_writers(path):
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
