"""Makes SQLite files that are whole from the start: a kill leaves none behind."""

import errno
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine, text

from grader.errors import StoreError

from .database import run_alone, sqlite_engine

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
