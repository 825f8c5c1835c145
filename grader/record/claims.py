"""Lets one process judge an attempt at a time, on one machine, or on all that share a server.

A claim ends with the process that holds it, however that ends: the system lets go of its locks, and
a database server of those of a connection that is gone.
"""

import errno
import hashlib
import os
import sys
import time
from pathlib import Path

from grader.errors import UsageError
from grader.record.store import Store

_AGAIN_SECONDS = 0.1
PATIENCE_SECONDS = 600  # longer than any lesson is learned and judged
_UNLOCKABLE = (errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL)  # some network folders


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


class FileClaims(Claims):
    """On one machine: one byte of a file for each attempt, locked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        # One descriptor as long as this lives: closing any lets go of all locks of the process.
        self._descriptor: int | None = None

    def take(self, number: int) -> bool:
        if sys.platform == "win32":
            return True  # where nothing is judged
        import fcntl

        try:
            fcntl.lockf(self._file(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
        except OSError as error:
            # without locks the record still takes one verdict only; the work may be done twice
            return error.errno in _UNLOCKABLE
        return True

    def let_go(self, number: int) -> None:
        if sys.platform != "win32" and self._descriptor is not None:
            import fcntl

            fcntl.lockf(self._descriptor, fcntl.LOCK_UN, 1, number)

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _file(self) -> int:
        if self._descriptor is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self._descriptor


def claims_of(store: Store, cache: Path) -> Claims:
    """Return the claims on a record's attempts; a process may have them open once."""
    if store.is_on_server:
        from .server_claims import ServerClaims  # loads SQLAlchemy

        return ServerClaims(store)
    record = hashlib.sha256(store.where.encode()).hexdigest()[:16]
    return FileClaims(cache / f"judging-{record}.lock")
