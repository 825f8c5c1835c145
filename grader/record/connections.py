"""Speaks SQL to a record's file by Python's own sqlite3, and words what goes wrong with it.

Commands that a student waits for use nothing else. A server's record, and what is seldom done
(making it, backing up, erasing), needs SQLAlchemy, which takes longer to load than such a command
may take: see `database`.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import quote

import msgspec

from grader.errors import StoreError
from grader.model.dates import in_calendar

if TYPE_CHECKING:
    from sqlalchemy import Engine

BUSY_SECONDS = 60
_SETTINGS = (
    "PRAGMA synchronous=FULL",  # what is committed outlives a power cut
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",  # what is erased is overwritten
)

Identity = tuple[int, int]
_T = TypeVar("_T")
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT")
_LOCK_NOT_AVAILABLE = "55P03"  # PostgreSQL's


class DamagedRow(StoreError):
    """What a row holds cannot be read; raised where the file's name is not known."""


class FileGone(StoreError):
    """There is no file to connect to; raised where no backup is known."""


class Connection(Protocol):
    """One transaction on a record; a statement names its values as `:name`."""

    def rows(self, statement: str, **values: Any) -> list[Any]:
        """Carry out a statement that gives rows; return them as tuples."""
        ...

    def change(self, statement: str, **values: Any) -> int:
        """Carry out a statement that changes rows; return how many."""
        ...

    def tables(self) -> set[str]:
        """Name the tables that there are."""
        ...


class SqliteConnection:
    """A transaction on a file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, statement: str, **values: Any) -> list[Any]:
        """Carry out a statement that gives rows."""
        return self._connection.execute(statement, as_stored(values)).fetchall()

    def change(self, statement: str, **values: Any) -> int:
        """Carry out a statement that changes rows."""
        return self._connection.execute(statement, as_stored(values)).rowcount

    def tables(self) -> set[str]:
        """Name the tables that there are."""
        return {name for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type='table'")}


class FileDatabase:
    """A record in a file, which must exist: one that is gone is never begun again.

    Connections stay open between transactions, since closing the last one writes the log back.
    """

    def __init__(self, path: Path, engine_of: "Callable[[Path], Engine]") -> None:
        self._place = path.absolute()
        self._engine_of = engine_of
        self._idle: list[tuple[sqlite3.Connection, Identity | None]] = []

    @cached_property
    def engine(self) -> "Engine":
        """The same file for SQLAlchemy."""
        return self._engine_of(self._place)

    @contextmanager
    def transaction(self, *, writes: bool) -> Iterator[Connection]:
        """Begin, and commit where no exception leaves the block.

        One that reads first and then writes would fail at once if another wrote in between, so
        a writer says so and waits for its turn at the start.
        """
        connection, identity = self._take()
        try:
            connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
            if writes and identity != identity_of(self._place):
                raise replaced(self._place)
            yield SqliteConnection(connection)
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                with suppress(sqlite3.Error):  # the first error is the one that tells
                    connection.execute("ROLLBACK")
            self._idle.append((connection, identity))

    def close(self) -> None:
        """Close the connections."""
        while self._idle:
            self._idle.pop()[0].close()
        if "engine" in self.__dict__:
            self.engine.dispose()

    def _take(self) -> tuple[sqlite3.Connection, Identity | None]:
        while self._idle:
            connection, identity = self._idle.pop()
            # somebody may have put a backup in its place: what is written to the file that was
            # set aside would be read by nobody
            if identity == identity_of(self._place):
                return connection, identity
            connection.close()
        connection = connect(self._place)
        try:
            prepare(connection)
        except sqlite3.Error:
            connection.close()  # or its log stays beside a damaged file
            raise
        return connection, identity_of(self._place)


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
    stored = dict(values)
    for name, value in values.items():
        if isinstance(value, str):
            stored[name] = value.encode("utf-8", "backslashreplace").decode()
        elif isinstance(value, datetime):
            if value.tzinfo is None:
                raise ValueError("a moment needs a time zone")
            stored[name] = value.astimezone(UTC).isoformat(timespec="microseconds")
    return stored


VERSION = 6  # of the tables


def version_of(connection: Connection) -> Any:
    """Read a record's version; None where it says none."""
    if "record" not in connection.tables():
        return None
    found = connection.rows("SELECT version FROM record")
    return found[0][0] if found else None


def matching(*conditions: str, **wanted: str | None) -> tuple[str, dict[str, str]]:
    """Choose rows by conditions and columns; a column whose value is None is not looked at."""
    values = {name: value for name, value in wanted.items() if value is not None}
    chosen = [*conditions, *(f"{name} = :{name}" for name in values)]
    return (f" WHERE {' AND '.join(chosen)}" if chosen else ""), values


def moment(text: str) -> datetime:
    """Read a moment; raises DamagedRow for anything else."""
    try:
        found = datetime.fromisoformat(text)
    except (TypeError, ValueError) as error:
        raise DamagedRow("a row holds no moment where one belongs") from error
    if found.tzinfo is None:
        raise DamagedRow("a row holds a moment without a time zone")
    return in_calendar(found)


def moment_or_none(text: str | None) -> datetime | None:
    """Read a moment, where there is one."""
    return None if text is None else moment(text)


def is_busy(error: BaseException | None) -> bool:
    """Whether another process held the database for too long."""
    name = getattr(error, "sqlite_errorname", "")
    return name.startswith("SQLITE_BUSY") or getattr(error, "sqlstate", "") == _LOCK_NOT_AVAILABLE


def of_row(kind: type[_T], fields: Mapping[str, Any]) -> _T:
    """Make a value of what a row holds; raises DamagedRow, since SQLite keeps any type anywhere."""
    try:
        return msgspec.convert(fields, kind)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise DamagedRow(f"a row of {kind.__name__}: {error}") from error


@contextmanager
def explained(where: str, advice: str) -> Iterator[None]:
    """Turn what a database driver raises into a StoreError; `advice` is for a damaged one."""
    try:
        yield
    except DamagedRow as error:
        raise StoreError(f"{where} is damaged ({error}). {advice}") from error
    except FileGone as error:
        raise StoreError(f"{where} is gone. {advice}") from error
    except Exception as error:
        driver = getattr(error, "orig", error)  # SQLAlchemy puts the driver's error into its own
        if driver is error and not isinstance(error, sqlite3.Error):
            raise
        raise StoreError(_sentence(driver, where, advice)) from error


def _sentence(error: BaseException | None, where: str, advice: str) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(_DAMAGED):
        return f"{where} is damaged ({error}). {advice}"
    if is_busy(error):
        return f"{where} is in use by another process for over {BUSY_SECONDS} s. Try again later."
    if name.startswith("SQLITE_FULL"):
        return f"The disk that holds {where} is full. Make room; nothing on record is lost."
    if name.startswith("SQLITE_IOERR"):  # so a full disk says it, too, where the log has no room
        return (
            f"{where} cannot be used ({error}): its disk is full, or gone. Nothing on record is "
            "lost; try again when that is fixed."
        )
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return f"{where} cannot be written ({error}). Check who owns it, or name another --data."
    if isinstance(error, sqlite3.OperationalError) and "no such" in str(error):
        return f"{where} is not whole ({error}). {advice}"
    return f"{where} cannot be used: {' '.join(str(error).split())}"
