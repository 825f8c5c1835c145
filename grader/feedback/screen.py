"""A stream as somebody reads it: how wide it is, what it can encode, and whether it has colours."""

import os
import sys
from typing import TextIO

_WIDTH = 80  # columns, where nothing says how many there are
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33"}
_WITHOUT_STYLES = ("dumb", "unknown")  # of TERM


class Screen:
    """Takes lines for a stream; without one, for whatever standard output or error is then."""

    def __init__(
        self,
        file: TextIO | None = None,
        width: int | None = None,
        *,
        is_terminal: bool | None = None,
        for_errors: bool = False,
    ) -> None:
        """What is not told is found out, as it is at the time."""
        self._file = file
        self._width = width
        self._is_terminal = is_terminal
        self._for_errors = for_errors

    @property
    def file(self) -> TextIO:
        """The stream."""
        return self._file or (sys.stderr if self._for_errors else sys.stdout)

    @property
    def width(self) -> int:
        """The number of columns."""
        return self._width or _columns()

    @property
    def encoding(self) -> str:
        """What the stream encodes text in."""
        return (getattr(self.file, "encoding", None) or "utf-8").lower()

    @property
    def is_ascii(self) -> bool:
        """Whether symbols have to be replaced."""
        return not self.encoding.startswith("utf")

    @property
    def is_terminal(self) -> bool:
        """Whether somebody reads it at a terminal."""
        if self._is_terminal is not None:
            return self._is_terminal
        told = os.environ.get("TTY_COMPATIBLE")
        if told in {"0", "1"}:
            return told == "1"
        forced = os.environ.get("FORCE_COLOR")
        return self.file.isatty() if forced is None else forced != ""

    def line(self, *parts: tuple[str, str]) -> None:
        """Write a line of texts, each with its style, such as "bold green"; "" is none."""
        has_styles = self._has_styles()
        written = (_styled(text, style) if has_styles else text for text, style in parts)
        self.file.write("".join(written) + "\n")
        self.file.flush()

    def _has_styles(self) -> bool:
        return (
            self.is_terminal
            and _takes_codes()
            and os.environ.get("TERM", "").lower() not in _WITHOUT_STYLES
        )


def _columns() -> int:
    told = os.environ.get("COLUMNS", "")
    if told.isdigit() and int(told):
        return int(told)
    for stream in (0, 1, 2):  # whichever of the three is the terminal
        try:
            found = os.get_terminal_size(stream).columns
        except OSError:
            continue
        return found or _WIDTH
    return _WIDTH


def _takes_codes() -> bool:
    """Whether a terminal takes escape codes: all but the old one of Windows do."""
    return os.name != "nt" or "WT_SESSION" in os.environ or "TERM" in os.environ


def _styled(text: str, style: str) -> str:
    codes = [_CODES[word] for word in style.split()]
    if os.environ.get("NO_COLOR"):
        codes = [code for code in codes if len(code) == 1]
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes and text else text
