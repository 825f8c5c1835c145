"""A PostgreSQL server for one run of the tests, in a folder of its own, reached by a socket."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

_INSTALLED = Path("/usr/lib/postgresql")
_QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=16MB")
# Sorts unlike SQLite, so that a test sees whoever leaves the order to the server.
_LOCALE = ("--locale=C.UTF-8", "--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US")


def binaries() -> Path | None:
    """Find the newest server on this machine."""
    found = [path.parent for path in _INSTALLED.glob("*/bin/postgres")]
    return max(found, default=None, key=lambda path: float(path.parent.name))


def unprivileged() -> str | None:
    """Name a user who may run a server, where we are root; PostgreSQL refuses root."""
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in known), None)


class ThrowawayServer:
    """Starts when made; hands out addresses of empty databases."""

    def __init__(self, programs: Path) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="grader-pg-"))  # a socket's path must be short
        self._user = unprivileged() if os.geteuid() == 0 else None
        self._numbers = count(1)
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        place = str(self._folder / "cluster")
        options = ("-D", place, "-U", "grader", "-A", "trust", "--no-sync")
        self._run([programs / "initdb", *options, *_LOCALE])
        settings = [part for one in _QUICK for part in ("-c", one)]
        self._process = subprocess.Popen(
            [programs / "postgres", "-D", place, "-k", self._folder, "-h", "", *settings],
            cwd=self._folder,
            user=self._user,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._address = f"postgresql://grader@/postgres?host={self._folder}"
        self._engine = create_engine(
            self._address.replace("://", "+psycopg://"),
            isolation_level="AUTOCOMMIT",
            pool_pre_ping=True,  # a test may cut all connections
        )
        self._wait()

    def empty_database(self) -> str:
        """Make what a record takes for a database of its own: a schema, which is made faster."""
        name = f"record{next(self._numbers)}"
        with self._engine.connect() as connection:
            connection.execute(text(f"CREATE SCHEMA {name}"))
        return f"{self._address}&options=-csearch_path%3D{name}"

    def stop(self) -> None:
        """End the server and remove its folder."""
        self._engine.dispose()
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(30)
        shutil.rmtree(self._folder)

    def _run(self, command: list[str | Path]) -> None:
        subprocess.run(
            command, cwd=self._folder, user=self._user, check=True, capture_output=True, timeout=60
        )

    def _wait(self) -> None:
        for _ in range(300):
            try:
                self._engine.connect().close()
            except OperationalError:
                time.sleep(0.1)
            else:
                return
        self.stop()
        raise RuntimeError("the throw-away server did not start")
