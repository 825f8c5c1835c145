"""Finds the encoding of a text, whatever it is; what is no text has none."""

import codecs
import io
import tokenize

_MARKS = (
    *((codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32")),
    *((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")),
)
_WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")  # as written without a mark
_CONTROLS = frozenset(range(0x20)) - frozenset(b"\t\n\v\f\r\x1b") | {0x7F}
_HEAD = 4096  # bytes in which an encoding is declared


def any_text(data: bytes) -> str | None:
    """Decode a text, or return None for what is none."""
    for name in _encodings(data):
        try:
            text = data.decode(name)
        except (UnicodeError, LookupError):
            continue
        if not _is_noise(text) and (name not in _WIDE or _is_likely(text)):
            return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return None


def _encodings(data: bytes) -> list[str]:
    marked = [name for mark, name in _MARKS if data.startswith(mark)]
    if marked:
        return marked
    if b"\0" in data:
        return list(_WIDE)
    return [*_declared(data), "utf-8", "latin-1"]


def _declared(data: bytes) -> list[str]:
    try:
        name, _ = tokenize.detect_encoding(io.BytesIO(data[:_HEAD]).readline)
    except (SyntaxError, ValueError):
        return []
    return [name]


def _is_noise(text: str) -> bool:
    """Whether there are signs in it that no text has."""
    return any(ord(sign) in _CONTROLS or 0xD800 <= ord(sign) < 0xE000 for sign in set(text))


def _is_likely(text: str) -> bool:
    """Whether bytes that nothing marks as wide characters are such: most are plain letters."""
    return 2 * sum(sign.isascii() for sign in text) > len(text)
