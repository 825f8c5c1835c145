"""Prints the text of a lesson on a terminal of any width, with or without colours."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, zip_longest

from markdown_it.token import Token
from msgspec import Struct, field
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from grader.feedback.lesson_code import code_text
from grader.feedback.lesson_inline import Script, breakable, inline_text, wrapped
from grader.feedback.lesson_markdown import alignment, parser, readable

_GAP = 2  # columns between two cells
_NAME = 20  # columns: what a row is about should not be wrapped
_NAMES_SHARE = 0.6  # of the table, before the rest goes to the longer texts
_MOST_LINES = 4  # of a cell; a table that needs more is read more easily row by row


class Table(Struct, frozen=True):
    """A table's cells: the head is its first row."""

    rows: tuple[tuple[Text, ...], ...]
    sides: tuple[str, ...]

    @property
    def width(self) -> int:
        """How many columns the table takes when no cell is wrapped."""
        return sum(self.widths) + _GAP * (len(self.widths) - 1)

    @property
    def widths(self) -> list[int]:
        """The same of each column."""
        return self.widest(lambda cell: cell.cell_len)

    def widest(self, measure: Callable[[Text], int]) -> list[int]:
        """Return the largest measure of each column's cells."""
        return [max(map(measure, column)) for column in zip(*self.rows, strict=True)]


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
    wanted, least = table.widths, table.widest(_longest_word)
    if table.width <= width:
        return wanted
    room = width - _GAP * (len(wanted) - 1)
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


_WIDEST = 92  # columns of prose: longer lines are hard to follow
_NARROWEST = 12  # columns that text is wrapped to, however deep it stands
_INDENT = "  "


def print_lesson(markdown: str, console: Console) -> None:
    """Print a lesson; formulas are written in Unicode, or in ASCII where that is all there is."""
    tokens = parser().parse(readable(markdown))
    printer = _Printer(console, Script.of(console))
    for part in _parts(tokens):
        printer.show(part)


def _parts(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield each token alone, but those of a table together."""
    table: list[Token] = []
    for token in tokens:
        if not table and token.type != "table_open":
            yield [token]
            continue
        table.append(token)
        if token.type == "table_close":
            yield table
            table = []


class _Printer(Struct):
    console: Console
    script: Script
    margins: list[str] = field(default_factory=list)  # left of the text, one for each depth
    marks: dict[int, str] = field(default_factory=dict)  # for the next line, in place of a margin
    numbers: list[int | None] = field(default_factory=list)  # of each open list's next item
    heading: str = ""
    needs_gap: bool = False
    is_hidden: bool = False  # a paragraph of a list whose items stand close together

    def show(self, part: Sequence[Token]) -> None:
        """Print a token or a table, or note what it changes for those that follow."""
        token = part[0]
        match token.type:
            case "table_open":
                self._table(part)
            case "inline":
                self._text(token)
            case "paragraph_open":
                self.is_hidden = token.hidden
            case "heading_open":
                self.heading = token.tag
            case "fence" | "code_block":
                self._code(token)
            case "math_block":
                self._formula(token)
            case "hr":
                self._block([Text(self._line("─", "-", 3))])
            case _:
                self._nest(token)

    def _nest(self, token: Token) -> None:
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                is_counted = token.type == "ordered_list_open"
                self.numbers.append(int(token.attrs.get("start", 1)) if is_counted else None)
            case "bullet_list_close" | "ordered_list_close":
                self.numbers.pop()
                self.needs_gap = self.needs_gap or not self.numbers
            case "list_item_open":
                self._item()
            case "blockquote_open":
                self._part_blocks()
                self.margins.append("| " if self.script.ascii_only else "│ ")
            case "list_item_close" | "blockquote_close":
                self.margins.pop()
                self.marks.pop(len(self.margins), None)

    def _item(self) -> None:
        number = self.numbers[-1]
        mark = ("- " if self.script.ascii_only else "• ") if number is None else f"{number}. "
        if number is not None:
            self.numbers[-1] = number + 1
        self.marks[len(self.margins)] = mark
        self.margins.append(" " * len(mark))

    def _text(self, token: Token) -> None:
        text = inline_text(token.children or (), self.script)
        if self.heading:
            self._title(text)
        else:
            self._block(wrapped(text, self.console, self._width(_WIDEST)), is_close=self.is_hidden)
        self.heading, self.is_hidden = "", False

    def _title(self, text: Text) -> None:
        level, text = self.heading, text.copy()
        text.stylize("bold")
        is_part = level in ("h1", "h2") and not self.margins
        lines = wrapped(text, self.console, self._width(_WIDEST, 0 if is_part else len(_INDENT)))
        if level == "h1":
            longest = max((line.cell_len for line in lines), default=0)
            lines.append(Text(self._line("═", "=", longest), style="bold"))
        self._block(lines, margin="" if is_part else _INDENT)
        self.needs_gap = level == "h1"

    def _code(self, token: Token) -> None:
        code = self.script.encodable(token.content.rstrip("\n").expandtabs(4))
        text = code_text(code, token.info.partition(" ")[0])
        width = self._width(None, 2 * len(_INDENT))
        lines = [part for line in text.split("\n") for part in self._code_lines(line, width)]
        self._block(lines, indent=_INDENT)

    def _code_lines(self, line: Text, width: int) -> list[Text]:
        """Return a line of code; the rest of one that is too long stands further to the right."""
        if line.cell_len <= width:
            return [line]
        depth = len(line.plain) - len(line.plain.lstrip(" "))
        hanging = min(depth + 2 * len(_INDENT), width // 2)
        first, *others = wrapped(line[depth:], self.console, width - hanging) or [Text()]
        return [
            Text(" " * min(depth, hanging)).append_text(first),
            *(Text(" " * hanging).append_text(other) for other in others),
        ]

    def _formula(self, token: Token) -> None:
        width = self._width(None, 2 * len(_INDENT))
        lines = self.script.formula(token.content, block=True)
        if len(lines) == 1 and cell_len(lines[0]) > width:
            lines = [breakable(lines[0], width - len(_INDENT))]
        shown = []
        for line in lines:
            first, *others = self._hanging(Text(line), width)
            shown += [first, *(Text(_INDENT).append_text(other) for other in others)]
        self._block(shown, indent=_INDENT)

    def _hanging(self, line: Text, width: int) -> list[Text]:
        if line.cell_len > width:
            width -= len(_INDENT)
        return wrapped(line, self.console, width) or [Text()]

    def _table(self, tokens: Sequence[Token]) -> None:
        table = read_table(tokens, self.script)
        width = self._width(None)
        if table.width > width:
            width = self._width(_WIDEST)
        self._block(list(table_lines(table, self.console, self.script, width)))

    def _block(
        self,
        lines: Sequence[Text],
        *,
        margin: str = _INDENT,
        indent: str = "",
        is_close: bool = False,
    ) -> None:
        if lines:
            self._part_blocks()
        self.needs_gap = not is_close
        for line in lines:
            self._put(Text.assemble(margin, self._take_margins(), indent, line))

    def _part_blocks(self) -> None:
        if self.needs_gap:
            self._put(Text(_INDENT + "".join(self.margins)))
        self.needs_gap = False

    def _take_margins(self) -> str:
        """Return what stands left of the next line, with the marks of items that begin there."""
        taken = "".join(self.marks.get(depth, each) for depth, each in enumerate(self.margins))
        self.marks.clear()
        return taken

    def _put(self, line: Text) -> None:
        line.rstrip()
        self.console.print(line, soft_wrap=True, highlight=False, markup=False, emoji=False)

    def _width(self, most: int | None, indent: int = len(_INDENT)) -> int:
        width = self.console.width - indent - sum(map(len, self.margins))
        return max(_NARROWEST, width if most is None else min(width, most))

    def _line(self, symbol: str, plain: str, columns: int) -> str:
        return (plain if self.script.ascii_only else symbol) * columns
