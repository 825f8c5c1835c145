"""Connects to a database, SQLite or PostgreSQL, and says in a sentence what is wrong with it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from grader.errors import StoreError, UsageError

BUSY_SECONDS = 60
_SETTINGS = (
    "PRAGMA journal_mode=WAL",  # who reads does not wait for who writes
    "PRAGMA synchronous=FULL",  # what is committed outlives a power cut
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",  # what is erased is overwritten
)
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT")


def sqlite_engine(path: Path) -> Engine:
    """Connect to a file, which is made where it does not exist."""
    engine = create_engine(
        f"sqlite:///{path}", connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def server_engine(url: str) -> Engine:
    """Connect to a database server; raises UsageError where the URL cannot be one."""
    try:
        made = make_url(url)
        if made.drivername == "postgresql":
            made = made.set(drivername="postgresql+psycopg")
        return create_engine(made)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise UsageError(
            f"--data {url} cannot be used: {error}. It is a folder, or an address such as"
            " postgresql://user@host/name, which needs the package psycopg."
        ) from error


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy says, see below
    for setting in _SETTINGS:
        connection.execute(setting).close()


def _begin(connection: Connection) -> None:
    # One that reads first and then writes would fail at once if another wrote in between, so
    # whoever will write says so and waits for its turn at the start.
    reads = connection.get_execution_options().get("reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


@contextmanager
def explained(where: str, advice: str) -> Iterator[None]:
    """Turn what a database driver raises into a StoreError; `advice` is for a damaged one."""
    try:
        yield
    except DBAPIError as error:
        raise StoreError(_sentence(error.orig, where, advice)) from error


def _sentence(error: BaseException | None, where: str, advice: str) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(_DAMAGED):
        return f"{where} is damaged ({error}). {advice}"
    if name.startswith("SQLITE_BUSY"):
        return f"{where} is in use by another process for over {BUSY_SECONDS} s. Try again later."
    if name.startswith("SQLITE_FULL"):
        return f"The disk that holds {where} is full. Make room; nothing on record is lost."
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return f"{where} cannot be written ({error}). Check who owns it, or name another --data."
    if isinstance(error, sqlite3.OperationalError) and "no such" in str(error):
        return f"{where} is not whole ({error}). {advice}"
    return f"{where} cannot be used: {error}"
