"""Connects to a record's database, a file of SQLite or PostgreSQL's, and words what goes wrong."""

import os
import shlex
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Executable,
    QueuePool,
    Table,
    create_engine,
    event,
    make_url,
)
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError

from grader.errors import StoreError, UsageError

from .tables import DamagedRow

BUSY_SECONDS = 60
SETTINGS = (
    "PRAGMA synchronous=FULL",  # what is committed outlives a power cut
    "PRAGMA secure_delete=ON",  # what is erased is overwritten
)
_ONE_WRITER = 0x67726164  # any number will do that all graders share
_LOCK_NOT_AVAILABLE = "55P03"  # PostgreSQL's
_T = TypeVar("_T")


# -- questions


def read_rows(reading: Connection, kind: type[_T], asked: Executable) -> list[_T]:
    """Read rows, each as a value."""
    return [of_row(kind, row) for row in reading.execute(asked).mappings()]


def of_row(kind: type[_T], row: Mapping[Any, Any]) -> _T:
    """Make a value of what a row holds; raises DamagedRow, since SQLite keeps any type anywhere."""
    try:
        return msgspec.convert({str(name): value for name, value in row.items()}, kind)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise DamagedRow(f"a row of {kind.__name__}: {error}") from error


def change(writing: Connection, statement: Executable) -> int:
    """Carry out a statement that changes rows; return how many."""
    return writing.execute(statement).rowcount


def equal(table: Table, **wanted: str | None) -> list[ColumnElement[bool]]:
    """Ask for values of columns; a column whose value is None is not looked at."""
    return [table.c[name] == value for name, value in wanted.items() if value is not None]


# -- connections


def sqlite_engine(path: Path) -> Engine:
    """Connect to a file, which must exist: a record that is gone is never begun again.

    Connections stay open between transactions, since closing the last one writes the log back.
    """
    address = f"file:{quote(os.fsencode(path.absolute()))}?mode=rw"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            address, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            for setting in SETTINGS:
                connection.execute(setting).close()
        except sqlite3.Error:
            connection.close()  # or its log stays beside a damaged file
            raise
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, max_overflow=-1)
    # one that reads first and then writes would fail where another wrote in between
    _begin_with(engine, reads="BEGIN", writes="BEGIN IMMEDIATE")
    return engine


def server_engine(url: str) -> Engine:
    """Connect to a database server; raises UsageError where the URL cannot be one."""
    try:
        made = make_url(url)
        if made.drivername not in ("postgresql", "postgresql+psycopg"):
            raise ValueError(f"{made.drivername} is not among the databases it knows")
        engine = create_engine(made.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
        scheme = url.partition("://")[0]  # no more of it: the rest may hold a password
        raise UsageError(
            f"--data {scheme}://... cannot be used: {error}. It is a folder, or an address such as"
            " postgresql://user@host/name, which needs the package psycopg. Type:"
            f' {shlex.quote(sys.executable)} -m pip install "psycopg[binary]"'
        ) from error
    _begin_with(
        engine,
        reads="SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        # one writer at a time, as in a file, so that one that reads first decides on what stands
        writes=f"SET LOCAL lock_timeout = '{BUSY_SECONDS}s';"
        f" SELECT pg_advisory_xact_lock({_ONE_WRITER})",
    )
    return engine


def _begin_with(engine: Engine, *, reads: str, writes: str) -> None:
    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        is_reading = connection.get_execution_options().get("reads", False)
        connection.exec_driver_sql(reads if is_reading else writes)


def server_name(engine: Engine) -> str:
    """Name a server's database for messages, without user and password."""
    host = engine.url.host or engine.url.query.get("host") or "localhost"
    return f"{host}/{engine.url.database}"


def run_alone(engine: Engine, statement: str, *values: str) -> Any:
    """Run what SQLite does outside of transactions only; return the first row."""
    try:
        with closing(engine.raw_connection()) as connection:
            return connection.cursor().execute(statement, values).fetchone()
    except sqlite3.Error as error:
        raise DatabaseError(statement, None, error) from error


# -- what goes wrong


@contextmanager
def explained(where: str, advice: str) -> Iterator[None]:
    """Turn what a database driver raises into a StoreError; `advice` is for a damaged one."""
    try:
        yield
    except DamagedRow as error:
        raise StoreError(f"{where} is damaged ({error}). {advice}") from error
    except Exception as error:
        driver = getattr(error, "orig", error)  # SQLAlchemy puts the driver's error into its own
        if driver is error and not isinstance(error, sqlite3.Error):
            raise
        raise StoreError(_sentence(driver, where, advice)) from error


def _sentence(error: BaseException | None, where: str, advice: str) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT")):
        return f"{where} is damaged ({error}). {advice}"
    if name.startswith("SQLITE_BUSY") or getattr(error, "sqlstate", "") == _LOCK_NOT_AVAILABLE:
        return f"{where} is in use by another process for over {BUSY_SECONDS} s. Try again later."
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):  # the latter where the log has no room
        return (
            f"{where} cannot be used ({error}): its disk is full, or gone. Nothing on record is "
            "lost; try again when that is fixed."
        )
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return f"{where} cannot be written ({error}). Check who owns it, or name another --data."
    return f"{where} cannot be used: {' '.join(str(error).split())}"
