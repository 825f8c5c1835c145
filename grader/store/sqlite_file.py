"""Opens a record's file by Python's own sqlite3, and sees when another file takes its place."""

import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from grader.errors import StoreError

BUSY_SECONDS = 60
_SETTINGS = (
    "PRAGMA synchronous=FULL",  # what is committed outlives a power cut
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",  # what is erased is overwritten
)

Identity = tuple[int, int]


class FileGone(StoreError):
    """There is no file to connect to; raised where no backup is known."""


def connect(place: Path) -> sqlite3.Connection:
    """Connect to a file with SQLite's own settings."""
    if not place.exists():
        raise FileGone(f"{place} is gone.")
    address = f"file:{quote(os.fsencode(place))}?mode=rw"
    return sqlite3.connect(
        address, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )


def prepare(connection: sqlite3.Connection) -> None:
    """Set what keeps a record safe."""
    for setting in _SETTINGS:
        connection.execute(setting).close()


def identity_of(place: Path) -> Identity | None:
    """Say which file a name leads to now."""
    try:
        found = place.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def replaced(place: Path) -> StoreError:
    """Word that another file, such as a backup, took its place between two looks at it."""
    return StoreError(f"{place} was replaced by another file just now. Run the command again.")


def as_stored(values: dict[str, Any]) -> dict[str, Any]:
    """Write moments as a record keeps them: ISO 8601 in UTC, which sorts as text.

    What no encoding has in a text is written as an escape, as it is in names.
    """
    return {name: _stored(value) for name, value in values.items()}


def _stored(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if not isinstance(value, datetime):
        return value
    if value.tzinfo is None:
        raise ValueError("a moment needs a time zone")
    return value.astimezone(UTC).isoformat(timespec="microseconds")
