"""Tells where a record lies and whether there is one, without loading the database's library."""

import contextlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

from grader.ground.folders import close_to_others, refuse_others

FILE = "grader.db"
BACKUPS = "backups"
OTHER_DATA = "Name a folder of your own with --data."
_PATTERN = "grader-[0-9]*.db"
_COMPANIONS = ("-wal", "-shm")


def has_record(data: str) -> bool:
    """Whether there is a record at a place, be it damaged; a server's is not asked for."""
    if "://" in data:
        return True
    path, backups = Path(data) / FILE, Path(data) / BACKUPS
    return path.exists() or was_there(path, backups)


def was_there(path: Path, backups: Path) -> bool:
    """Whether something of a record is left, though its file may be gone."""
    log = path.with_name(path.name + "-wal")
    return log.exists() or any(backups.glob("*.db"))


def close_record(path: Path) -> None:
    """Let nobody else read a record and its backups; raises UsageError for what is another's."""
    backups = path.with_name(BACKUPS)
    logs = (path.with_name(path.name + end) for end in _COMPANIONS)
    for place in (path, *logs, backups):
        refuse_others(place, OTHER_DATA)
        with contextlib.suppress(FileNotFoundError):  # logs come and go
            close_to_others(place)


def newest_backup(folder: Path) -> Path | None:
    """Return the newest backup in a folder; their names sort by time."""
    return max(folder.glob(_PATTERN), default=None, key=lambda path: path.name)


def timed_name(folder: Path, now: datetime) -> Path:
    """Name a backup after a moment; one that another has already is named after the next."""
    while True:
        path = folder / f"grader-{now.astimezone(UTC):%Y%m%dT%H%M%S%f}Z.db"
        if not path.exists():
            return path
        now += timedelta(microseconds=1)
