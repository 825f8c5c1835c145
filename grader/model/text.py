"""Makes any text safe to show and short enough to read; says what is a plain name of a file."""

import functools
import re
from collections.abc import Iterator
from os.path import commonprefix
from pathlib import PurePosixPath

# Control characters, what changes the direction of writing, what takes no room on the page,
# halves of surrogate pairs, and code points that are no characters.
_UNSEEN = (
    (0x7F, 0x9F),
    *((code, code) for code in (0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5)),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    *((code, code) for code in (0x3164, 0xFEFF, 0xFFA0)),
    (0xD800, 0xDFFF),
    (0xFE00, 0xFE0F),
    (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
    *((plane + 0xFFFE, plane + 0xFFFF) for plane in range(0, 0x110000, 0x10000)),
)
_CONTROL, _BUT_LINES = r"\0-\x1f", r"\0-\x08\x0b-\x1f"
# addresses, the numbers of mocks, and the folder in which a run happens to keep the cases' files
_PATH = r"(?:(?<![\w./~+-])/[\w./~+-]*)?"  # from its beginning, so that each is read once
_OF_THE_RUN = re.compile(
    r" at 0x[0-9a-fA-F]+"
    r"|(<\w*Mock\b[^<>]*) id='\d+'(?=>)"
    rf"|{_PATH}/grader-(?:jail|worker)-\w+/scratch"
)
# what closes the string, the call or the comment that an author's placeholder stands in
_CLOSING = re.compile(r"[\s\"'`)*>-]*$")
_LONGEST_NAME = 200  # characters of a file's name: what every file system takes
PLACEHOLDER = "FILL IN (author):"
RAISED = "raised "  # how the text of a result begins that is an exception


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")


@functools.cache  # most commands show plain text alone
def _unseen(control: str) -> re.Pattern[str]:
    return re.compile(f"[{control}{''.join(f'{chr(a)}-{chr(b)}' for a, b in _UNSEEN)}]")


def printable(text: str, *, lines: bool = True) -> str:
    r"""Turn what a reader could not see, or a terminal would obey, into escapes such as \x1b.

    With `lines`, tabs and newlines stay and CR LF is one newline; without, all is one line.
    The answer can be encoded as UTF-8, and is its own answer when asked again.
    """
    if text.isascii() and text.isprintable():
        return text
    if lines:
        return _unseen(_BUT_LINES).sub(_escape, text.replace("\r\n", "\n"))
    return _unseen(_CONTROL).sub(_escape, text)


def mask_run(text: str) -> str:
    """Take out what differs from run to run though the behaviour does not."""
    if " at 0x" in text or "Mock" in text or "/grader-" in text:  # to look for all takes long
        return _OF_THE_RUN.sub(r"\1", text)
    return text


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
    return len(commonprefix((one, other)))  # noqa: RUF071 - of texts, not of paths


def _window(text: str, start: int, width: int) -> str:
    after = len(text) - start - width
    before = f"({start} more) …" if start else ""
    return before + text[start : start + width] + (f"… ({after} more)" if after > 0 else "")


def is_inside(value: object) -> bool:
    """Whether a name is a path below a folder, written in the one plain way."""
    if not isinstance(value, str) or printable(value, lines=False) != value or "\\" in value:
        return False
    path = PurePosixPath(value)
    leads_out = path.is_absolute() or ".." in path.parts
    is_plain = path.as_posix() == value and 0 < len(path.name) <= _LONGEST_NAME
    return is_plain and not leads_out


def placeholders(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and sentence of each placeholder; the sentence says what to do, if it says any."""
    for number, line in enumerate(text.splitlines(), 1):
        _, mark, after = line.partition(PLACEHOLDER)
        if mark:
            yield number, _CLOSING.sub("", after).strip()
