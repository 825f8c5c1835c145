"""Puts a backup in the place of a record; what was there is set aside, never erased."""

from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from grader.errors import StoreError

from .backups import check_backup, copy_record, fresh_file
from .database import explained, server_engine, sqlite_engine
from .store import BACKUPS, FILE
from .versions import migrate, version_of

_COMPANIONS = ("", "-wal", "-shm")


def restore(data: str, backup: Path, now: datetime) -> Path | None:
    """Restore a backup to a folder or an empty server database; return what was set aside."""
    check_backup(backup)
    source = sqlite_engine(backup)
    try:
        if "://" in data:
            _restore_server(server_engine(data), source)
            return None
        folder = Path(data)
        folder.mkdir(parents=True, exist_ok=True)
        return _restore_folder(folder, source, now)
    except OSError as error:
        raise StoreError(
            f"{error.filename or data} cannot be written: {error.strerror}."
        ) from error
    finally:
        source.dispose()


def _restore_server(target: Engine, source: Engine) -> None:
    with explained(str(target.url.database), "Nothing has been changed."):
        with target.connect() as connection:
            if version_of(connection) is not None:
                raise StoreError(
                    "That database holds a record already. Make an empty one and name it by --data."
                )
        copy_record(source, target)
        migrate(target)


def _restore_folder(folder: Path, source: Engine, now: datetime) -> Path | None:
    path = folder / FILE
    new = folder / f".{FILE}.restored"
    with fresh_file(new) as engine:
        copy_record(source, engine)
        migrate(engine)
    aside = None
    if path.exists():
        _wait_for_writers(path)
        aside = folder / BACKUPS / f"replaced-{now.astimezone(UTC):%Y%m%dT%H%M%S%f}Z.db"
        aside.parent.mkdir(exist_ok=True)
        for suffix in _COMPANIONS:
            companion = path.with_name(path.name + suffix)
            if companion.exists():
                companion.rename(aside.with_name(aside.name + suffix))
    new.rename(path)
    return aside


def _wait_for_writers(path: Path) -> None:
    engine = sqlite_engine(path)
    try:
        with engine.begin():
            pass  # who was writing is done
    except DBAPIError:
        pass  # a damaged one has no writers
    finally:
        engine.dispose()
