"""Writes on a terminal of any width and encoding, with or without colours."""

import shlex
import shutil
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from msgspec import Struct
from rich.cells import cell_len, set_cell_size
from rich.console import Console, JustifyMethod
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
_CUT = "..."


def as_called(line: str) -> str:
    """Write a command so that it works as printed where the shell does not find `grader`."""
    program = Path(sys.argv[0])
    if program.name != "grader" or shutil.which("grader"):
        return line
    return shlex.quote(str(program)) + line.removeprefix("grader")


class Pen(Struct, frozen=True):
    """Writes wrapped lines, and only what the terminal can encode."""

    console: Console

    @property
    def is_ascii(self) -> bool:
        """Whether symbols have to be replaced."""
        return not self.console.encoding.startswith("utf")

    def line(self, *parts: tuple[str, str]) -> None:
        """Write one line of texts, each with its style, such as "bold green"; "" is none."""
        self.console.print(Text.assemble(*parts), soft_wrap=True)

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
        width = max(_NARROWEST, self.console.width - indent)
        # a search for a word begins at each blank that stands before none
        bare = map(str.rstrip, self.encodable(text, lines=True).expandtabs(4).split("\n"))
        wrapped = Text("\n".join(bare)).wrap(self.console, width, overflow="fold")
        lines = [line.plain.rstrip() for line in wrapped]
        if most is not None and len(lines) > most:
            last = lines[most - 1]
            last = set_cell_size(last, min(cell_len(last), width - len(_CUT)))
            lines = [*lines[: most - 1], last + _CUT]
        for line in lines:
            if mark:
                margin = self.encodable(mark).rjust(indent - 1).ljust(indent)
                self.line((margin if line else margin.rstrip(), style), (line, style))
            else:
                self.line((" " * indent if line else "", ""), (line, style))
            mark = ""

    def table(
        self,
        headings: Sequence[str],
        rows: Sequence[Sequence[str]],
        *,
        numbers: Collection[str] = (),
    ) -> None:
        """Write rows below headings; `numbers` are those of columns that end at the right."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for name in headings:
            justify: JustifyMethod = "right" if name in numbers else "left"
            table.add_column(name, justify=justify, overflow="fold")
        for row in rows:
            table.add_row(*(Text(self.encodable(cell)) for cell in row))
        self.console.print(table)

    def whole(self, text: str, *, style: str = "") -> None:
        """Write one line as it is, however long, so that it can be copied."""
        self.line((self.encodable(text), style))

    def encodable(self, text: str, *, lines: bool = False) -> str:
        """Return text as the terminal can show it, in one line or as it is."""
        encoding = self.console.encoding
        return printable(text, lines=lines).encode(encoding, "backslashreplace").decode(encoding)

    def gap(self) -> None:
        """Write an empty line."""
        self.line()

    def heading(self, text: str) -> None:
        """Write a heading, with a blank line before it."""
        self.gap()
        self.write(text, indent=0, style="bold")

    def symbol(self, badge: Badge) -> str:
        """Return the badge's symbol, or what stands for it in ASCII."""
        return badge.plain if self.is_ascii else badge.symbol
