"""A terminal of a test's own: presses keys, reads what is shown."""

import os
import pty
import re
import select
import subprocess
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.integration.study.terminal import Terminal

SECONDS = 40
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Screen:
    """The master's side of a terminal: presses keys, reads what is shown."""

    def __init__(self, master: int, slave: int, process: subprocess.Popen[bytes]) -> None:
        self._master = master
        self.slave = slave
        self.process = process
        self._shown = ""

    def press(self, keys: bytes) -> None:
        """Type keys."""
        os.write(self._master, keys)

    def wait_for(self, *texts: str) -> str:
        """Read until all texts have been shown, each after the one before; give what was shown."""
        until = time.monotonic() + SECONDS
        while (end := _end_of(self._shown, texts)) is None:
            left = until - time.monotonic()
            assert left > 0, f"{texts} not in {self._shown!r}"
            if select.select([self._master], [], [], left)[0]:
                text = os.read(self._master, 1 << 16).decode("utf-8", "replace")
                self._shown = _ESCAPES.sub("", self._shown + text).replace("\r\n", "\n")
        shown, self._shown = self._shown[:end], self._shown[end:]
        return shown

    def settings(self) -> list[object]:
        """How the terminal is set."""
        return termios.tcgetattr(self.slave)[:4]


def _end_of(text: str, parts: tuple[str, ...]) -> int | None:
    at = 0
    for part in parts:
        found = text.find(part, at)
        if found < 0:
            return None
        at = found + len(part)
    return at


@contextmanager
def at_terminal(terminal: Terminal, *words: str, lines: int = 50) -> Iterator[Screen]:
    """Start a command in a terminal that is 80 columns wide."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        terminal.command(*words),
        cwd=terminal.folder,
        env={**terminal.environment(), "TERM": "xterm", "COLUMNS": "80", "LINES": str(lines)},
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        preexec_fn=_own_terminal,  # noqa: PLW1509 # no thread of ours runs
    )
    try:
        yield Screen(master, slave, process)
    finally:
        process.kill()
        process.wait()
        os.close(slave)
        os.close(master)


def _own_terminal() -> None:
    import fcntl

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches it
