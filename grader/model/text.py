"""Makes any text safe to show and short enough to read."""

import functools
import re
from itertools import chain

# Control characters, what changes the direction of writing, what takes no room on the page,
# halves of surrogate pairs, and code points that are no characters.
_UNSEEN = (
    range(0x20),
    range(0x7F, 0xA0),
    (0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5),
    range(0x180B, 0x1810),
    range(0x200B, 0x2010),
    range(0x2028, 0x202F),
    range(0x2060, 0x2070),
    (0x3164, 0xFEFF, 0xFFA0),
    range(0xD800, 0xE000),
    range(0xFE00, 0xFE10),
    range(0xFFF0, 0xFFFC),
    (0x1BCA0, 0x1BCA1, 0x1BCA2, 0x1BCA3),
    range(0x1D173, 0x1D17B),
    range(0xE0000, 0xE1000),
    *((plane + 0xFFFE, plane + 0xFFFF) for plane in range(0, 0x110000, 0x10000)),
)
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_BLOCK = 4096  # characters compared at once


def _escape(code: int) -> str:
    return chr(code).encode("unicode_escape").decode("ascii")


@functools.cache  # thousands of characters, of which most texts have none
def _escapes(kept: str) -> dict[int, str]:
    codes = chain.from_iterable(_UNSEEN)
    return {code: _escape(code) for code in codes if chr(code) not in kept}


def printable(text: str, *, lines: bool = True) -> str:
    r"""Turn what a reader could not see, or a terminal would obey, into escapes such as \x1b.

    With `lines`, tabs and newlines stay and CR LF is one newline; without, all is one line.
    The answer can be encoded as UTF-8, and is its own answer when asked again.
    """
    if text.isascii() and text.isprintable():
        return text
    if lines:
        return text.replace("\r\n", "\n").translate(_escapes("\t\n"))
    return text.translate(_escapes(""))


def mask_addresses(text: str) -> str:
    """Take out what differs from run to run though the behaviour does not."""
    return _ADDRESS.sub("", text)


def source_lines(data: bytes) -> list[str]:
    """Split a source into lines as Python counts them: a form feed, say, begins none."""
    lines = re.split(r"\r\n|\r|\n", data.decode("utf-8-sig", "replace"))
    return lines if lines[-1] else lines[:-1]


def cut_pair(expected: str, got: str, width: int = 120) -> tuple[str, str]:
    """Cut both texts to the same `width` characters around their first difference.

    What is left out is counted at either end, beyond the width.
    """
    longest = max(len(expected), len(got))
    if longest <= width:
        return expected, got
    start = max(0, first_difference(expected, got) - width // 3)
    start = min(start, longest - width)
    return _window(expected, start, width), _window(got, start, width)


def cut_text(text: str, limit: int) -> str:
    """Keep the first `limit` characters and say how many more there were."""
    left_out = len(text) - limit
    if left_out <= 0:
        return text
    characters = "character" if left_out == 1 else "characters"
    return f"{text[:limit]}… ({left_out} more {characters})"


def first_difference(one: str, other: str) -> int:
    """Return where two texts part: the length of the shorter one when it begins the other."""
    start, end = 0, min(len(one), len(other))
    while start < end and one[start : start + _BLOCK] == other[start : start + _BLOCK]:
        start += _BLOCK
    pairs = zip(one[start : start + _BLOCK], other[start : start + _BLOCK], strict=False)
    for offset, (left, right) in enumerate(pairs):
        if left != right:
            return start + offset
    return end


def _window(text: str, start: int, width: int) -> str:
    after = len(text) - start - width
    before = f"({start} more) …" if start else ""
    return before + text[start : start + width] + (f"… ({after} more)" if after > 0 else "")
