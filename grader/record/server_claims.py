"""Claims on attempts that all machines heed which share a record on a server."""

import contextlib
import threading

from sqlalchemy import Connection, NullPool, create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from grader.record.store import Store

from .claims import Claims

_OF_ATTEMPTS = 0x67726164  # any number will do that all graders share


class ServerClaims(Claims):
    """The server's advisory locks, held by one connection."""

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
        asked = text(f"SELECT {function}(:kind, :number)")
        try:
            found = self._connection.execute(asked, {"kind": _OF_ATTEMPTS, "number": number})
            return bool(found.scalar())
        except SQLAlchemyError:
            self.close()  # what was held went with the connection; a verdict is still written once
            raise
