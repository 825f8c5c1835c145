"""Reads a CSV file as raw cells, so that what nobody changes is written back byte for byte."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from grader.errors import UsageError

_DELIMITERS = (",", ";", "\t")
_BREAK = re.compile(r"\r\n|\n|\r")
_SEP_LINE = re.compile(r"sep=(.)(?:\r\n|\n|\r)", re.IGNORECASE)  # Excel's first line
_QUOTED = re.compile(r'"((?:[^"]++|"")*+)"(.*)', re.DOTALL)
_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


class RawRow(Struct, frozen=True):
    """One record as it stands in the file."""

    cells: tuple[str, ...]
    end: str  # "\r\n", "\n", "\r", or nothing at the file's end
    line: int  # of the file, where the record begins

    @property
    def is_blank(self) -> bool:
        """Whether nothing is written in it."""
        return not any(cell.strip() for cell in self.cells)


class RawTable(Struct, frozen=True):
    """A CSV file, taken apart so that joining the pieces gives the same bytes."""

    name: str
    mark: bytes  # the byte order mark
    encoding: str
    before: str  # a line such as "sep=;"
    delimiter: str
    rows: tuple[RawRow, ...]

    @property
    def header(self) -> tuple[str, ...]:
        """The values of the first record."""
        return tuple(map(cell_value, self.rows[0].cells))

    def value(self, row: int, column: int) -> str:
        """Return what a cell says; nothing where its record is too short."""
        cells = self.rows[row].cells
        return cell_value(cells[column]) if column < len(cells) else ""

    def with_values(self, column: int, values: Mapping[int, str]) -> "RawTable":
        """Replace cells of one column, by row, each quoted as the one before it was."""
        rows = list(self.rows)
        for row, value in values.items():
            cells = list(rows[row].cells)
            cells[column] = self._raw(value, cells[column])
            rows[row] = replace(rows[row], cells=tuple(cells))
        return replace(self, rows=tuple(rows))

    def to_bytes(self) -> bytes:
        """Write the file."""
        records = (self.delimiter.join(row.cells) + row.end for row in self.rows)
        return self.mark + (self.before + "".join(records)).encode(self.encoding)

    def _raw(self, value: str, before: str) -> str:
        special = (self.delimiter, '"', "\r", "\n")
        if before.startswith('"') or any(mark in value for mark in special):
            return '"' + value.replace('"', '""') + '"'
        return value


def cell_value(raw: str) -> str:
    """Return what a raw cell says."""
    quoted = _QUOTED.fullmatch(raw)
    return quoted[1].replace('""', '"') + quoted[2] if quoted else raw


def read_table(data: bytes, name: str) -> RawTable:
    """Take a CSV file apart; raises UsageError where it is none. `name` is for its sentence."""
    if data.startswith(b"PK\x03\x04"):
        raise UsageError(f"{name} is a workbook or a zip, not a CSV file. Save it as CSV first.")
    mark, encoding, text = _decoded(data, name)
    told = _SEP_LINE.match(text)
    before = told[0] if told else ""
    body = text[len(before) :]
    first = 2 if told else 1
    delimiters = (told[1],) if told else _DELIMITERS
    readings = [(each, _records(body, each, first)) for each in delimiters]
    tables = [(each, rows) for each, rows in readings if rows is not None]
    if not tables:
        raise UsageError(f"{name}: a quotation mark is opened and never closed. Export it again.")
    delimiter, rows = max(tables, key=lambda reading: _evenness(reading[1]))
    if not rows or rows[0].is_blank:
        raise UsageError(f"{name} has no header line. Export it again from your course.")
    return RawTable(name, mark, encoding, before, delimiter, tuple(rows))


def _decoded(data: bytes, name: str) -> tuple[bytes, str, str]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return mark, encoding, data[len(mark) :].decode(encoding)
            except UnicodeDecodeError:
                sentence = f"{name} is not {encoding.upper()}, as its first bytes say it is."
                raise UsageError(f"{sentence} Export it again.") from None
    if b"\0" in data:
        raise UsageError(f"{name} holds null bytes, so it is no CSV file.")
    # Excel on Windows writes its own code page; latin-1 stands for any other, byte for byte
    for encoding in ("utf-8", "cp1252"):
        try:
            return b"", encoding, data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return b"", "latin-1", data.decode("latin-1")


def _records(text: str, delimiter: str, line: int) -> list[RawRow] | None:
    # quoted as far as its closing mark; what follows that mark belongs to the cell as it stands
    plain = f"[^{re.escape(delimiter)}\r\n]*+"
    pattern = re.compile(
        rf'((?P<quoted>"(?:[^"]++|"")*+"{plain})|{plain})'
        rf"({re.escape(delimiter)}|\r\n|\n|\r|\Z)"
    )
    position = 0
    rows: list[RawRow] = []
    cells: list[str] = []
    while position < len(text) or cells:
        match = pattern.match(text, position)
        if match is None or (match["quoted"] is None and match[1].startswith('"')):
            return None
        position = match.end()
        cells.append(match[1])
        if match[3] != delimiter:
            rows.append(RawRow(tuple(cells), match[3], line))
            line += 1 + sum(len(_BREAK.findall(cell)) for cell in cells if cell[:1] == '"')
            cells = []
    return rows


def _evenness(rows: Sequence[RawRow]) -> tuple[bool, float, int]:
    widths = [len(row.cells) for row in rows if not row.is_blank]
    if not widths:
        return False, 0.0, 0
    same = sum(one == other for one, other in pairwise(widths))
    return widths[0] > 1, same / len(widths), widths[0]
