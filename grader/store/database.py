"""Connects to a database, SQLite or PostgreSQL, and says in a sentence what is wrong with it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    DisconnectionError,
    NoSuchModuleError,
)

from grader.errors import StoreError, UsageError
from grader.ground.locks import holder_of

BUSY_SECONDS = 60
_SETTINGS = (
    "PRAGMA synchronous=FULL",  # what is committed outlives a power cut
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",  # what is erased is overwritten
)
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT")
_ONE_WRITER = 0x67726164  # any number will do that all graders share
_LOCK_NOT_AVAILABLE = "55P03"


class DamagedRow(StoreError):
    """What a row holds cannot be read; raised where the file's name is not known."""


class FileGone(StoreError):
    """There is no file to connect to; raised where no backup is known."""


def sqlite_engine(path: Path) -> Engine:
    """Connect to a file, which must exist: a record that is gone is never begun anew."""
    place = path.absolute()
    engine = _file_engine(place, "mode=rw")
    event.listen(engine, "connect", _prepare(place))
    event.listen(engine, "checkout", _still_there(place))
    event.listen(engine, "begin", _begin(place))
    return engine


def backup_engine(path: Path) -> Engine:
    """Connect to a file that is only read, be it on a disk that cannot be written."""
    place = path.absolute()
    log = place.with_name(place.name + "-wal")
    if log.exists() and log.stat().st_size:
        return sqlite_engine(place)  # set aside with changes that only its log holds
    engine = _file_engine(place, "mode=ro&immutable=1")
    event.listen(engine, "connect", _by_hand)
    return engine


def server_engine(url: str) -> Engine:
    """Connect to a database server; raises UsageError where the URL cannot be one."""
    try:
        made = _server_url(url)
        engine = create_engine(made, pool_pre_ping=True)
    except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
        scheme = url.partition("://")[0]  # no more of it: the rest may hold a password
        raise UsageError(
            f"--data {scheme}://... cannot be used: {error}. It is a folder, or an address such as"
            " postgresql://user@host/name, which needs the package psycopg."
        ) from error
    event.listen(engine, "begin", _begin_on_server)
    return engine


def server_name(engine: Engine) -> str:
    """Name a server's database for messages, without user and password."""
    host = engine.url.host or engine.url.query.get("host") or "localhost"
    return f"{host}/{engine.url.database}"


def _server_url(url: str) -> URL:
    made = make_url(url)
    if made.drivername not in ("postgresql", "postgresql+psycopg"):
        raise ValueError(f"{made.drivername} is not among the databases it knows")
    return made.set(drivername="postgresql+psycopg")


def _file_engine(place: Path, how: str) -> Engine:
    address = f"file:{quote(str(place))}?{how}"

    def connect() -> sqlite3.Connection:
        if not place.exists():
            raise FileGone(f"{place} is gone.")
        return sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, check_same_thread=False)

    return create_engine("sqlite://", creator=connect, poolclass=QueuePool)


def _by_hand(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy says, see below


def _prepare(place: Path) -> Callable[[Any, Any], None]:
    def prepare(connection: Any, record: Any) -> None:
        _by_hand(connection, record)
        for setting in _SETTINGS:
            connection.execute(setting).close()
        record.info["file"] = _identity(place)

    return prepare


def _still_there(place: Path) -> Callable[[Any, Any, Any], None]:
    # Another process may have restored a backup: whoever held on to the file that was set aside
    # would write where nobody reads.
    def check(_connection: Any, record: Any, _proxy: Any) -> None:
        if record.info["file"] != _identity(place):
            raise DisconnectionError("the file was replaced")  # connects anew

    return check


def _begin(place: Path) -> Callable[[Connection], None]:
    # One that reads first and then writes would fail at once if another wrote in between, so
    # whoever will write says so and waits for its turn at the start.
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("reads", False):
            connection.exec_driver_sql("BEGIN")
            return
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        if connection.info["file"] != _identity(place):
            connection.exec_driver_sql("ROLLBACK")
            raise StoreError(f"{place} was replaced by a backup just now. Run the command again.")

    return begin


def _identity(place: Path) -> tuple[int, int] | None:
    try:
        found = place.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _begin_on_server(connection: Connection) -> None:
    if connection.get_execution_options().get("reads", False):
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    else:
        # one writer at a time, as in a file, so that one that reads first decides on what stands
        connection.exec_driver_sql(
            f"SET LOCAL lock_timeout = '{BUSY_SECONDS}s';"
            f" SELECT pg_advisory_xact_lock({_ONE_WRITER})"
        )


def run_alone(engine: Engine, statement: str) -> Any:
    """Run what SQLite does outside of transactions only; return the first row."""
    try:
        with closing(engine.raw_connection()) as connection:
            return connection.cursor().execute(statement).fetchone()
    except sqlite3.Error as error:
        raise DatabaseError(statement, None, error) from error


def is_busy(error: BaseException | None) -> bool:
    """Whether another process held the database for too long."""
    name = getattr(error, "sqlite_errorname", "")
    return name.startswith("SQLITE_BUSY") or getattr(error, "sqlstate", "") == _LOCK_NOT_AVAILABLE


@contextmanager
def explained(where: str, advice: str) -> Iterator[None]:
    """Turn what a database driver raises into a StoreError; `advice` is for a damaged one."""
    try:
        yield
    except DamagedRow as error:
        raise StoreError(f"{where} is damaged ({error}). {advice}") from error
    except FileGone as error:
        raise StoreError(f"{where} is gone. {advice}") from error
    except DBAPIError as error:
        raise StoreError(_sentence(error.orig, where, advice)) from error


def _sentence(error: BaseException | None, where: str, advice: str) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(_DAMAGED):
        return f"{where} is damaged ({error}). {advice}"
    if is_busy(error):
        held_by = holder_of(Path(where), Path(f"{where}-shm"))  # where SQLite locks, with a log
        return f"{where} is in use by {held_by} for over {BUSY_SECONDS} s. Try again later."
    if name.startswith("SQLITE_FULL"):
        return f"The disk that holds {where} is full. Make room; nothing on record is lost."
    if name.startswith("SQLITE_IOERR"):  # so a full disk says it, too, where the log has no room
        return (
            f"{where} cannot be used ({error}): its disk is full, or gone. Nothing on record is "
            "lost; try again when that is mended."
        )
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return f"{where} cannot be written ({error}). Check who owns it, or name another --data."
    if isinstance(error, sqlite3.OperationalError) and "no such" in str(error):
        return f"{where} is not whole ({error}). {advice}"
    return f"{where} cannot be used: {' '.join(str(error).split())}"
