"""Hears saves and keys, also while something else goes on, which what is heard can end."""

import hashlib
import os
import re
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

SAVED, GONE, QUIT = b"!", b"-", b"q"  # of these, q is a key
# An arrow or a function key ends in a letter (ECMA-48, section 5.4).
_ESCAPES = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]?|O.?)?")
_CHUNK = 1024
_LOOK_AGAIN_SECONDS = 0.2
_LOOKS_UNTIL_GONE = 3  # many editors take a file away for a moment when they save it


class _Superseded(BaseException):
    """Raised in the main thread, in the middle of what may be ended."""


class Events:
    """What was heard, in its order; use it as a context manager, in the main thread."""

    def __init__(self, folder: Path, files: list[Path], keys: bytes) -> None:
        """With the keys that mean something: no other ends what goes on."""
        self._folder = folder
        self._files = files
        self._keys = keys
        self._heard: list[bytes] = []
        self._news = threading.Condition()
        self._may_end = False
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            if sys.platform != "win32":
                before = signal.signal(signal.SIGUSR1, self._end)
                stack.callback(signal.signal, signal.SIGUSR1, before)
            stop = threading.Event()
            stack.enter_context(_thread(lambda: self._hear_saves(stop), stop.set))
            if _has_keys():
                stack.enter_context(_single_keys())
                reading, writing = os.pipe()
                stack.callback(os.close, reading)
                stack.enter_context(
                    _thread(lambda: self._hear_keys(reading), lambda: os.close(writing))
                )
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def __iter__(self) -> Iterator[bytes]:
        """Give what was heard, until the key to quit."""
        while True:
            with self._news:
                self._news.wait_for(lambda: self._heard)
                event = self._heard.pop(0)
            if event == QUIT:
                return
            yield event

    def until_heard(self, action: Callable[[], object]) -> None:
        """Do something that ends at once when anything is heard."""
        try:
            try:
                self._may_end = True
                if not self._heard:  # what came just before it began ends it as well
                    action()
            finally:
                self._may_end = False
        except _Superseded:
            pass

    def _end(self, *_: object) -> None:
        if self._may_end:
            self._may_end = False
            raise _Superseded

    def _hear(self, event: bytes) -> None:
        with self._news:
            if event not in self._heard:  # once, however often it came meanwhile
                self._heard.append(event)
            self._news.notify()
        main = threading.main_thread().ident
        if sys.platform != "win32" and main is not None:
            signal.pthread_kill(main, signal.SIGUSR1)

    def _hear_saves(self, stop: threading.Event) -> None:
        seen = _digest(self._files)
        looks = 0  # at nothing
        for _ in _looks(self._folder, stop):
            now = _digest(self._files)
            looks = looks + 1 if now is None else 0
            if looks == _LOOKS_UNTIL_GONE:
                seen = None
                self._hear(GONE)
            elif now is not None and now != seen:
                seen = now
                self._hear(SAVED)

    def _hear_keys(self, ended: int) -> None:
        keyboard = sys.stdin.fileno()
        while True:
            ready, _, _ = select.select([keyboard, ended], [], [])
            if ended in ready:
                return
            data = b""
            with suppress(OSError):  # so some systems say that the terminal hung up
                data = os.read(keyboard, _CHUNK)
            for key in _ESCAPES.sub(b"", data).lower() if data else QUIT:
                if key in self._keys:
                    self._hear(bytes([key]))
            if not data:
                return


@contextmanager
def _thread(work: Callable[[], None], end: Callable[[], None]) -> Iterator[None]:
    made = threading.Thread(target=work, daemon=True)
    made.start()
    try:
        yield
    finally:
        end()
        made.join()


def _looks(folder: Path, stop: threading.Event) -> Iterator[None]:
    """Say when to look: at every change in the folder, and now and then."""
    import watchfiles

    while not stop.is_set():
        yield
        # The folder is watched, since many editors save under another name and rename. It may be
        # taken away and put back itself, and a machine may refuse to watch any more.
        with suppress(OSError, RuntimeError):
            for _ in watchfiles.watch(
                folder,
                debounce=100,
                step=20,
                stop_event=stop,
                rust_timeout=500,
                yield_on_timeout=True,
            ):
                yield
                if not folder.exists():
                    break
        stop.wait(_LOOK_AGAIN_SECONDS)


def _digest(files: list[Path]) -> bytes | None:
    whole = hashlib.sha256()
    try:
        for path in files:
            data = path.read_bytes()
            whole.update(len(data).to_bytes(8, "little") + data)
    except OSError:  # it is gone, or between the two steps of a rename
        return None
    return whole.digest()


def _has_keys() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.platform != "win32"


@contextmanager
def _single_keys() -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
