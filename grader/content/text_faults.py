"""Tells text that Python reads from what it does not, in a sentence for the student."""

import re

_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")


def text_fault(sources: dict[str, bytes]) -> str | None:
    """Say what keeps the first unreadable Python file from being read."""
    for name, data in sources.items():
        if not name.endswith(".py"):
            continue
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return f"{name} is saved as UTF-16. Save it with the encoding UTF-8."
        if b"\0" in data:
            return f"{name} holds null bytes, so it is not text. Save it as a UTF-8 text file."
        if not data.strip().removeprefix(b"\xef\xbb\xbf"):
            return f"{name} is empty."
        if not _declares_encoding(data):
            try:
                data.decode("utf-8")
            except UnicodeDecodeError as error:
                line = data[: error.start].count(b"\n") + 1
                return f"{name} is not UTF-8 text (line {line}). Save it with the encoding UTF-8."
    return None


def _declares_encoding(data: bytes) -> bool:
    return any(_CODING.match(line) for line in data.split(b"\n", 2)[:2])
