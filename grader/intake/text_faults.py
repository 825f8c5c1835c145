"""Tells text that Python reads from what it does not, in a sentence for the student."""

import re

_KINDS = (
    (re.compile(rb"PK\x03\x04"), "a zip archive or an office document"),
    (re.compile(rb"%PDF-"), "a PDF document"),
    (re.compile(rb"\{\\rtf"), "saved as rich text"),
    (re.compile(rb"\s*<(!doctype\s+html|html)\b", re.IGNORECASE), "a web page"),
    (re.compile(rb'\s*\{(?=.*"cells"\s*:)(?=.*"nbformat"\s*:)', re.DOTALL), "a notebook"),
)
_HAND_IN = "Save the code as plain text and hand that in."
_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")


def text_fault(sources: dict[str, bytes]) -> str | None:
    """Say what keeps the first unreadable Python file from being read."""
    for name, data in sources.items():
        if not name.endswith(".py"):
            continue
        kind = _other_kind(data)
        if kind is not None:
            return f"{name} is {kind}, whatever it is called. {_HAND_IN}"
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return f"{name} is saved as UTF-16. Save it with the encoding UTF-8."
        if b"\0" in data:
            return f"{name} holds null bytes, so it is not text. Save it as a UTF-8 text file."
        is_needed = len(sources) == 1 or not name.endswith("__init__.py")
        if is_needed and not data.strip().removeprefix(b"\xef\xbb\xbf"):
            return f"{name} is empty."
        if not _declares_encoding(data):
            try:
                data.decode("utf-8")
            except UnicodeDecodeError as error:
                line = data[: error.start].count(b"\n") + 1
                return f"{name} is not UTF-8 text (line {line}). Save it with the encoding UTF-8."
    return None


def _other_kind(data: bytes) -> str | None:
    plain = data.removeprefix(b"\xef\xbb\xbf")
    return next((words for pattern, words in _KINDS if pattern.match(plain)), None)


def _declares_encoding(data: bytes) -> bool:
    return any(_CODING.match(line) for line in data.split(b"\n", 2)[:2])
