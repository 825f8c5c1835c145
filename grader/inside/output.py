"""The student's print and input: text goes out with the next frame, input comes from the test."""

import io
from collections.abc import Callable
from typing import Any

FLUSH_AT = 64 * 1024
STOP_AT = 64 * 1024 * 1024  # far above what the trusted side lets pass


class Printed:
    """What was printed and has not been sent yet, in order."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._pieces: list[tuple[int, str]] = []
        self._waiting = 0
        self._total = 0

    def add(self, stream: int, text: str) -> None:
        """Keep a piece of text, and send what has gathered when it is much."""
        self._total += len(text)
        if self._total > STOP_AT:
            return
        for start in range(0, len(text), FLUSH_AT):
            piece = text[start : start + FLUSH_AT]
            self._pieces.append((stream, piece))
            self._waiting += len(piece)
            if self._waiting >= FLUSH_AT:
                self._tell()

    def take(self) -> list[tuple[int, str]]:
        """Hand over what has gathered."""
        taken, self._pieces, self._waiting = self._pieces, [], 0
        return [(stream, text.encode("utf-8", "replace").decode()) for stream, text in taken]


class Output(io.TextIOBase):
    """sys.stdout or sys.stderr of the student's code."""

    def __init__(self, printed: Printed, stream: int) -> None:
        super().__init__()
        self._printed = printed
        self._stream = stream
        self.buffer = _Bytes(self)

    encoding = "utf-8"
    errors = "strict"
    name = "<output>"
    mode = "w"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if text:
            self._printed.add(self._stream, str.__str__(text))
        return len(text)

    def fileno(self) -> int:
        return self._stream

    def reconfigure(self, **options: Any) -> None:
        """Accept what a text stream accepts."""


class _Bytes(io.RawIOBase):
    def __init__(self, text: Output) -> None:
        super().__init__()
        self._text = text

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        raw = bytes(data)
        self._text.write(raw.decode("utf-8", "replace"))
        return len(raw)
