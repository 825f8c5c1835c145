"""Lets one process judge an attempt at a time, on one machine, or on all that share a server.

This is the queue: what waits is an attempt on record without a verdict, and a claim says who is at
it. A claim ends with the process that holds it, however that ends: the system lets go of its locks,
and a database server of those of a connection that is gone.
"""

import contextlib
import hashlib
import os
import threading
import time
from pathlib import Path

from sqlalchemy import Connection, NullPool, create_engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from grader.errors import UsageError

from .store import Store

_AGAIN_SECONDS = 0.1
PATIENCE_SECONDS = 600  # longer than any lesson is learned and judged
_OF_ATTEMPTS = 0x67726164  # any number will do that all graders share


class Claims:
    """The attempts that living processes are judging."""

    # how many a class takes on at once for each job: all, where nobody else judges its attempts
    at_once: int | None = None

    def take(self, number: int) -> bool:
        """Claim an attempt; False at once where another process has it."""
        raise NotImplementedError

    def let_go(self, number: int) -> None:
        """Give an attempt free again."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of everything."""
        raise NotImplementedError

    def wait_for(self, number: int) -> None:
        """Claim an attempt once no other process has it; raises UsageError after a long time."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not self.take(number):
            if time.monotonic() > until:
                raise UsageError(
                    f"This attempt has been held by another process for over {PATIENCE_SECONDS} s. "
                    "It is on record: end that process, and submit again."
                )
            time.sleep(_AGAIN_SECONDS)

    def is_taken(self, number: int) -> bool:
        """Whether another process is judging an attempt."""
        if not self.take(number):
            return True
        self.let_go(number)
        return False


def claims_of(store: Store, cache: Path) -> Claims:
    """Return the claims on a record's attempts; a process may have them open once."""
    if store.is_on_server:
        return ServerClaims(store)
    record = hashlib.sha256(store.where.encode()).hexdigest()[:16]
    return FileClaims(cache / f"judging-{record}.lock")


class FileClaims(Claims):
    """On one machine: one byte of a file for each attempt, locked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        # One descriptor as long as this lives: closing any lets go of all locks of the process.
        self._descriptor: int | None = None

    def take(self, number: int) -> bool:
        import fcntl  # Windows, where nothing is judged, has none

        if self._descriptor is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.lockf(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
        except BlockingIOError:
            return False
        return True

    def let_go(self, number: int) -> None:
        if self._descriptor is not None:
            import fcntl

            fcntl.lockf(self._descriptor, fcntl.LOCK_UN, 1, number)

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


class ServerClaims(Claims):
    """On all machines: PostgreSQL's advisory locks, held by one connection."""

    at_once = 16

    def __init__(self, store: Store) -> None:
        self._store = store
        self._connection: Connection | None = None
        self._held: set[int] = set()  # the server counts how often a lock is taken
        self._lock = threading.Lock()

    def take(self, number: int) -> bool:
        with self._lock, self._store.explained():
            if number not in self._held and self._ask("pg_try_advisory_lock", number):
                self._held.add(number)
            return number in self._held

    def let_go(self, number: int) -> None:
        with self._lock, self._store.explained():
            if number in self._held:
                self._held.remove(number)
                self._ask("pg_advisory_unlock", number)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        self._held.clear()
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):  # of one that is gone already
                connection.close()
            connection.engine.dispose()  # by which the server lets go of all

    def _ask(self, function: str, number: int) -> bool:
        if self._connection is None:
            engine = create_engine(
                self._store.engine.url, isolation_level="AUTOCOMMIT", poolclass=NullPool
            )
            self._connection = engine.connect()
        try:
            asked = select(getattr(func, function)(_OF_ATTEMPTS, number))
            return bool(self._connection.scalar(asked))
        except SQLAlchemyError:
            self.close()  # what was held went with the connection; a verdict is still written once
            raise
