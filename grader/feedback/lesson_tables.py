"""Lays out a lesson's table: as columns where they are wide enough, else row below row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from markdown_it.token import Token
from rich.console import Console
from rich.text import Text

from grader.feedback.lesson_inline import Script, inline_text, wrapped
from grader.feedback.lesson_markdown import alignment

_GAP = 2  # columns between two cells
_NAME = 20  # columns: what a row is about should not be wrapped
_NAMES_SHARE = 0.6  # of the table, before the rest goes to the longer texts
_MOST_LINES = 4  # of a cell; a table that needs more is read more easily row by row


@dataclass(frozen=True)
class Table:
    """A table's cells: the head is its first row."""

    rows: tuple[tuple[Text, ...], ...]
    sides: tuple[str, ...]

    @property
    def width(self) -> int:
        """How many columns the table takes when no cell is wrapped."""
        wanted = [max(cell.cell_len for cell in column) for column in self.columns]
        return sum(wanted) + _GAP * (len(wanted) - 1)

    @property
    def columns(self) -> list[tuple[Text, ...]]:
        """The cells from the other side."""
        return list(zip(*self.rows, strict=True))


def read_table(tokens: Sequence[Token], script: Script) -> Table:
    """Return the table that the tokens from `table_open` on describe."""
    rows: list[list[Text]] = []
    sides: list[str] = []
    for opening, inline in pairwise(tokens):
        if opening.type == "tr_open":
            rows.append([])
        elif opening.type in ("th_open", "td_open"):
            if opening.type == "th_open":
                sides.append(alignment(opening))
            rows[-1].append(inline_text(inline.children or (), script))
    return Table(tuple(map(tuple, rows)), tuple(sides))


def table_lines(table: Table, console: Console, script: Script, width: int) -> Iterator[Text]:
    """Yield the table's lines, none wider than `width` columns."""
    widths = _widths(table, width)
    if widths is None:
        yield from _stacked(table, console, width)
    else:
        yield from _in_columns(table, console, widths, "-" if script.ascii_only else "─")


def _widths(table: Table, width: int) -> list[int] | None:
    columns = table.columns
    wanted = [max(cell.cell_len for cell in column) for column in columns]
    if table.width <= width:
        return wanted
    least = [max(_longest_word(cell) for cell in column) for column in columns]
    room = width - _GAP * (len(columns) - 1)
    if sum(least) > room:
        return None
    widths = _shared(wanted, least, room)
    is_readable = all(
        -(-want // got) <= _MOST_LINES for want, got in zip(wanted, widths, strict=True)
    )
    return widths if is_readable else None


def _shared(wanted: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Give each column its longest word, a name on one line, then most to the longest texts."""
    widths = list(least)
    for place in sorted(range(len(widths)), key=lambda place: wanted[place]):
        more = max(0, min(wanted[place], _NAME) - widths[place])
        if sum(widths) + more <= room * _NAMES_SHARE:
            widths[place] += more
    for _ in range(room - sum(widths)):
        short = max(range(len(widths)), key=lambda place: wanted[place] / max(1, widths[place]))
        widths[short] += 1
    return widths


def _longest_word(cell: Text) -> int:
    return max((Text(word).cell_len for word in cell.plain.split()), default=0)


def _in_columns(table: Table, console: Console, widths: Sequence[int], line: str) -> Iterator[Text]:
    rows = [
        [wrapped(cell, console, max(1, width)) for cell, width in zip(row, widths, strict=True)]
        for row in table.rows
    ]
    is_spread = any(len(cell) > 1 for row in rows[1:] for cell in row)
    for number, row in enumerate(rows):
        if number > 1 and is_spread:
            yield Text()
        for parts in zip_longest(*row):
            yield _side_by_side(parts, widths, table.sides, "bold" if number == 0 else "")
        if number == 0:
            yield Text((" " * _GAP).join(line * width for width in widths))


def _side_by_side(
    parts: Sequence[Text | None], widths: Sequence[int], sides: Sequence[str], style: str
) -> Text:
    made = Text()
    for part, width, side in zip(parts, widths, sides, strict=True):
        cell = part.copy() if part is not None else Text()
        room = max(0, width - cell.cell_len)
        before = {"left": 0, "right": room, "center": room // 2}[side]
        if style:
            cell.stylize(style)
        made.append(" " * before).append_text(cell).append(" " * (room - before + _GAP))
    made.rstrip()
    return made


def _stacked(table: Table, console: Console, width: int) -> Iterator[Text]:
    head, *rows = table.rows
    is_pair = len(head) == 2
    if is_pair or not rows:
        title = Text(" / ").join(head)
        title.stylize("bold")
        yield from wrapped(title, console, width)
    for number, row in enumerate(rows):
        if number or is_pair:
            yield Text()
        first = row[0].copy()
        first.stylize("bold")
        yield from wrapped(first if is_pair else _labelled(head[0], first), console, width)
        for name, cell in zip(head[1:], row[1:], strict=True):
            text = cell if is_pair else _labelled(name, cell)
            for line in wrapped(text, console, max(1, width - 2)):
                yield Text("  ").append_text(line)


def _labelled(name: Text, cell: Text) -> Text:
    return Text.assemble(name, ": ", cell) if name.plain.strip() else cell
