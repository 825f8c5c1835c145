"""Processes of the grader's that share a record, and what came of it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import func, select

from grader.record.attempts import AttemptRow, list_attempts
from grader.record.store import Store, open_store
from grader.record.tables import earlier_verdicts

SECONDS = 60


class Machine:
    """A process of the grader's on a machine of its own."""

    def __init__(self, home: Path, *words: str | Path) -> None:
        home.mkdir()
        self._log = home / "log"
        environment = {**os.environ, "XDG_CACHE_HOME": str(home)}
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "grader.cli", *map(str, words)],
                env=environment, stdout=log, stderr=log, cwd=home,
            )  # fmt: skip

    def said(self) -> str:
        """What it has printed by now."""
        return self._log.read_text(encoding="utf-8")

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for its end."""
        self.process.send_signal(number)
        return self.process.wait(SECONDS)


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, and fail where it never does."""
    until = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


@contextmanager
def opened(place: str) -> Iterator[Store]:
    """Open the record."""
    store = open_store(place)
    yield store
    store.close()


def rows(place: str) -> list[AttemptRow]:
    """What is on record."""
    with opened(place) as store, store.reading() as reading:
        return list_attempts(reading)


def judged_once(place: str) -> bool:
    """Whether each attempt has a verdict, and none was put in the place of another."""
    with opened(place) as store, store.reading() as reading:
        replaced = reading.scalar(select(func.count()).select_from(earlier_verdicts))
    return not replaced and all(row.judged_at is not None for row in rows(place))
