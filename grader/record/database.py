"""Connects SQLAlchemy to a record: to make it, for backups and erasing, and for PostgreSQL."""

import shlex
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection as EngineConnection
from sqlalchemy import (
    Engine,
    NullPool,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError

from grader.errors import UsageError

from . import connections
from .connections import as_stored, connect, identity_of, prepare, replaced

_ONE_WRITER = 0x67726164  # any number will do that all graders share


class ThroughEngine:
    """A transaction of SQLAlchemy's, as the record's own functions speak to it."""

    def __init__(self, connection: EngineConnection) -> None:
        self._connection = connection

    def rows(self, statement: str, **values: Any) -> list[Any]:
        """Carry out a statement that gives rows."""
        return [tuple(row) for row in self._connection.execute(text(statement), as_stored(values))]

    def change(self, statement: str, **values: Any) -> int:
        """Carry out a statement that changes rows."""
        return self._connection.execute(text(statement), as_stored(values)).rowcount

    def tables(self) -> set[str]:
        """Name the tables that there are."""
        return set(inspect(self._connection).get_table_names())


class ServerDatabase:
    """A record on a server."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @contextmanager
    def transaction(self, *, writes: bool) -> Iterator[ThroughEngine]:
        """Begin, and commit where no exception leaves the block."""
        with self.engine.execution_options(reads=not writes).begin() as connection:
            yield ThroughEngine(connection)

    def close(self) -> None:
        """Close the connections."""
        self.engine.dispose()


def sqlite_engine(path: Path) -> Engine:
    """Connect to a file, which must exist: a record that is gone is never begun again."""
    place = path.absolute()
    # no connection outlives its transaction, so none leads to a file that was set aside
    engine = create_engine("sqlite://", creator=lambda: connect(place), poolclass=NullPool)

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, record: Any) -> None:
        prepare(connection)
        record.info["file"] = identity_of(place)

    @event.listens_for(engine, "begin")
    def begin(connection: EngineConnection) -> None:
        if connection.get_execution_options().get("reads", False):
            connection.exec_driver_sql("BEGIN")
            return
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        if connection.info["file"] != identity_of(place):
            connection.exec_driver_sql("ROLLBACK")
            raise replaced(place)

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

    @event.listens_for(engine, "begin")
    def begin(connection: EngineConnection) -> None:
        if connection.get_execution_options().get("reads", False):
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        else:
            # one writer at a time, as in a file, so that one that reads first decides on what
            # stands
            connection.exec_driver_sql(
                f"SET LOCAL lock_timeout = '{connections.BUSY_SECONDS}s';"
                f" SELECT pg_advisory_xact_lock({_ONE_WRITER})"
            )

    return engine


def server_name(engine: Engine) -> str:
    """Name a server's database for messages, without user and password."""
    host = engine.url.host or engine.url.query.get("host") or "localhost"
    return f"{host}/{engine.url.database}"


def run_alone(engine: Engine, statement: str) -> Any:
    """Run what SQLite does outside of transactions only; return the first row."""
    try:
        with closing(engine.raw_connection()) as connection:
            return connection.cursor().execute(statement).fetchone()
    except sqlite3.Error as error:
        raise DatabaseError(statement, None, error) from error
