"""Writes on a terminal of any width and encoding, with or without colours."""

import re
from collections.abc import Collection, Sequence
from itertools import zip_longest

from msgspec import Struct
from rich.cells import set_cell_size
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

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
_CUT = "..."
_WIDEST = 1000  # columns; no terminal has more


class Pen(Struct, frozen=True):
    """Writes wrapped lines, and only what the terminal can encode."""

    console: Console

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
        words = Text(self._encodable(printable(text)), style=style)
        width = max(_NARROWEST, self.console.width - indent)
        lines = words.wrap(self.console, width, overflow="fold", tab_size=4)
        for line in _cut_lines(list(lines), most, width):
            line.rstrip()
            margin = self._encodable(mark).rjust(indent - 1).ljust(indent) if mark else " " * indent
            row = Text.assemble((margin, style if mark else ""), line)
            row.rstrip()
            self.console.print(row, soft_wrap=True, highlight=False, markup=False, emoji=False)
            mark = ""

    def excerpt(self, text: str, *, indent: int) -> None:
        """Write a source line; one too long for the terminal is cut around its caret."""
        width = max(_NARROWEST, self.console.width - indent)
        self.write(_around_caret(text.expandtabs(4), width), indent=indent)

    def columns(self, cells: Sequence[tuple[str, int]], *, style: str = "") -> None:
        """Write texts side by side, each wrapped within its own number of columns."""
        wrapped = [self._wrapped(text, width) for text, width in cells]
        for line in zip_longest(*wrapped, fillvalue=""):
            padded = (
                set_cell_size(part, width) for part, (_, width) in zip(line, cells, strict=True)
            )
            self.whole("  ".join(padded).rstrip(), style=style)

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
        made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for heading in headings:
            made.add_column(heading, justify="right" if heading in numbers else "left")
        cells = [[self.text(cell) for cell in row] for row in rows]
        for texts in cells:
            made.add_row(*texts)
        options = self.console.options.update(width=_WIDEST)
        if self.console.measure(made, options=options).maximum + indent <= self.console.width:
            self.console.print(Padding(made, (0, 0, 0, indent)))
            return
        for texts in cells:
            named = zip(headings, (text.plain for text in texts), strict=True)
            first, *facts = (f"{name} {cell}" for name, cell in named if cell)
            self.write(first, indent=indent)
            self.write(", ".join(facts), indent=indent + 2)

    def text(self, cell: str, *, lines: bool = False) -> Text:
        """Return what stands in a cell of a table, in one line or as it is."""
        return Text(self._encodable(printable(cell, lines=lines)))

    def whole(self, text: str, *, style: str = "") -> None:
        """Write one line as it is, however long, so that it can be copied."""
        line = Text(self._encodable(printable(text, lines=False)), style=style)
        self.console.print(line, soft_wrap=True, highlight=False, markup=False, emoji=False)

    def heading(self, text: str) -> None:
        """Write a heading, with a blank line before it."""
        self.console.print()
        self.write(text, indent=0, style="bold")

    def symbol(self, badge: Badge) -> str:
        """Return the badge's symbol, or what stands for it in ASCII."""
        return badge.plain if self.console.options.ascii_only else badge.symbol

    def _wrapped(self, text: str, width: int) -> list[str]:
        lines = self.text(text).wrap(self.console, width, overflow="fold")
        return [line.plain.rstrip() for line in lines]

    def _encodable(self, text: str) -> str:
        encoding = self.console.encoding
        return text.encode(encoding, "backslashreplace").decode(encoding)


def _cut_lines(lines: list[Text], most: int | None, width: int) -> list[Text]:
    if most is None or len(lines) <= most:
        return lines
    last = lines[most - 1]
    last.rstrip()
    last.truncate(width - len(_CUT))
    last.append(_CUT)
    return lines[:most]


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
