"""Writes on a terminal of any width and encoding, with or without colours."""

import re
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from rich.cells import cell_len, chop_cells, set_cell_size

from grader.feedback.screen import Screen
from grader.feedback.words import Badge, Tone
from grader.model.text import printable

STYLES = {
    Tone.GOOD: "green",
    Tone.BAD: "red",
    Tone.STOPPED: "yellow",
    Tone.READY: "bold",
    Tone.QUIET: "",
}
_NARROWEST = 12  # columns that text is wrapped to, however deep it stands
_MARKS = re.compile(r" *[~^][~^ ]*")  # a line of Python's that points into the one above
_WORD = re.compile(r"\s*\S+\s*")
_CUT = "..."
_GAP = "  "  # between columns


class Pen(Struct, frozen=True):
    """Writes wrapped lines, and only what the terminal can encode."""

    screen: Screen

    def write(
        self,
        text: str,
        *,
        indent: int = 2,
        mark: str = "",
        style: str = "",
        most: int | None = None,
    ) -> None:
        """Write text, `indent` columns from the left; the mark stands in front of it.

        What takes more than `most` lines is cut, and says so by three dots.
        """
        width = max(_NARROWEST, self.screen.width - indent)
        lines = list(_wrapped(self.encodable(text, lines=True).expandtabs(4), width))
        for line in _cut_lines(lines, most, width):
            if mark:
                margin = self.encodable(mark).rjust(indent - 1).ljust(indent)
                self.screen.line((margin if line else margin.rstrip(), style), (line, style))
            else:
                self.screen.line((" " * indent if line else "", ""), (line, style))
            mark = ""

    def excerpt(self, text: str, *, indent: int) -> None:
        """Write a source line; one too long for the terminal is cut around its caret."""
        width = max(_NARROWEST, self.screen.width - indent)
        self.write(_around_caret(text.expandtabs(4), width), indent=indent)

    def table(
        self,
        headings: Sequence[str],
        rows: Sequence[Sequence[str]],
        *,
        numbers: Collection[str] = (),
        indent: int = 0,
    ) -> None:
        """Write rows below headings, or each below its first cell where they are too wide.

        `numbers` are the headings of columns that end at the right.
        """
        table = [headings, *([self.encodable(cell) for cell in row] for row in rows)]
        widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
        if indent + sum(widths) + len(_GAP) * (len(widths) - 1) > self.screen.width:
            self._list(headings, table[1:], indent)
            return
        for place, row in enumerate(table):
            cells = (
                _filled(cell, width, at_right=heading in numbers)
                for cell, width, heading in zip(row, widths, headings, strict=True)
            )
            self.screen.line(
                (" " * indent, ""), (_GAP.join(cells).rstrip(), "" if place else "bold")
            )

    def whole(self, text: str, *, style: str = "") -> None:
        """Write one line as it is, however long, so that it can be copied."""
        self.screen.line((self.encodable(text), style))

    def encodable(self, text: str, *, lines: bool = False) -> str:
        """Return text as the terminal can show it, in one line or as it is."""
        encoding = self.screen.encoding
        return printable(text, lines=lines).encode(encoding, "backslashreplace").decode(encoding)

    def gap(self) -> None:
        """Write an empty line."""
        self.screen.line()

    def heading(self, text: str) -> None:
        """Write a heading, with a blank line before it."""
        self.gap()
        self.write(text, indent=0, style="bold")

    def symbol(self, badge: Badge) -> str:
        """Return the badge's symbol, or what stands for it in ASCII."""
        return badge.plain if self.screen.is_ascii else badge.symbol

    def _list(self, headings: Sequence[str], rows: Sequence[Sequence[str]], indent: int) -> None:
        for row in rows:
            named = zip(headings, row, strict=True)
            first, *facts = (f"{name} {cell}" for name, cell in named if cell)
            self.write(first, indent=indent)
            self.write(", ".join(facts), indent=indent + 2)


def _wrapped(text: str, width: int) -> Iterator[str]:
    """Break lines between words, and words that are wider than a line within."""
    for line in text.split("\n"):
        begun, used = "", 0
        for word in _WORD.findall(line.rstrip()):  # blanks without a word begin a search each
            bare = word.rstrip()
            needed = cell_len(bare)
            if begun and used + needed > width:
                yield begun.rstrip()
                begun, used = "", 0
            *whole, rest = chop_cells(bare, width) if needed > width else [bare]
            yield from (part.rstrip() for part in whole)
            rest += word[len(bare) :]
            begun, used = begun + rest, used + cell_len(rest)
        yield begun.rstrip()


def _cut_lines(lines: list[str], most: int | None, width: int) -> list[str]:
    if most is None or len(lines) <= most:
        return lines
    room = width - len(_CUT)
    last = lines[most - 1]
    return [
        *lines[: most - 1],
        (set_cell_size(last, room) if cell_len(last) > room else last) + _CUT,
    ]


def _filled(cell: str, width: int, *, at_right: bool) -> str:
    blank = " " * (width - cell_len(cell))
    return blank + cell if at_right else cell + blank


def _around_caret(text: str, width: int) -> str:
    lines = text.split("\n")
    longest = max(map(len, lines))
    marks = next((line for line in lines if _MARKS.fullmatch(line)), None)
    if marks is None or longest <= width:
        return text
    room = width - 2 * len(_CUT)
    caret = max(marks.find("^"), 0)
    start = max(0, min(caret - room // 2, longest - room))
    return "\n".join(_cut_line(line, start, room) for line in lines)


def _cut_line(line: str, start: int, room: int) -> str:
    filler = " " * len(_CUT)
    is_marks = _MARKS.fullmatch(line) is not None
    before = (filler if is_marks else _CUT) if start else ""
    after = _CUT if len(line) > start + room and not is_marks else ""
    return f"{before}{line[start : start + room]}{after}"
