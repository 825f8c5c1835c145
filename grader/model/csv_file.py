"""Reads and writes CSV files; disarms cells that a spreadsheet would run as formulas."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from grader.errors import UsageError

from .text import printable

_DELIMITERS = ",;\t"
_MARK = b"\xef\xbb\xbf"  # with which Excel begins what is UTF-8


class CsvFile(Struct, frozen=True):
    """The rows of a file, its header the first, and how it is written."""

    name: str  # for sentences
    rows: list[list[str]]
    lines: list[int]  # of the file, where each row begins
    encoding: str
    delimiter: str

    def value(self, row: int, column: int) -> str:
        """Return what a cell says; nothing where its row is too short."""
        cells = self.rows[row]
        return cells[column] if column < len(cells) else ""

    def with_values(self, column: int, values: Mapping[int, str]) -> bytes:
        """Write the file with other cells, by row, in one column."""
        rows = [list(row) for row in self.rows]
        for row, value in values.items():
            rows[row][column] = value
        # a line end of both characters has csv.writer quote each of them in a cell
        return csv_text(rows, "\r\n", self.delimiter).encode(self.encoding)


def read_csv(data: bytes, name: str) -> CsvFile:
    """Read a file with commas, semicolons or tabs; raises UsageError that says its `name`."""
    if data.startswith(b"PK\x03\x04"):
        raise UsageError(f"{name} is a workbook or a zip, no CSV file: save it as 'CSV UTF-8'.")
    encoding = "utf-8-sig" if data.startswith(_MARK) else "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is not UTF-8: save it as 'CSV UTF-8' and try again.") from error
    files = []
    for delimiter in _DELIMITERS:
        rows, lines, fault = [], [], None
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        line = 1
        try:
            for row in reader:
                rows.append(row)
                lines.append(line)
                line = reader.line_num + 1
        except csv.Error as error:
            fault = error
        files.append((_evenness(rows), CsvFile(name, rows, lines, encoding, delimiter), fault))
    _, best, fault = max(files, key=lambda each: each[0])
    if fault is not None:
        raise UsageError(f"{name} is no sound CSV file: {fault}.")
    if not any(any(map(str.strip, row)) for row in best.rows):
        raise UsageError(f"{name} is empty: a header line was expected.")
    return best


def _evenness(rows: Sequence[Sequence[str]]) -> tuple[bool, float, int]:
    """Rate a delimiter: the right one cuts all rows alike, into more than one cell."""
    widths = [len(row) for row in rows if any(map(str.strip, row))] or [0]
    return widths[0] > 1, widths.count(widths[0]) / len(widths), widths[0]


def csv_text(rows: Iterable[Iterable[object]], end: str = "\n", delimiter: str = ",") -> str:
    """Write rows, quoted where a cell needs it; guards nothing."""
    text = io.StringIO()
    csv.writer(text, lineterminator=end, delimiter=delimiter).writerows(rows)
    return text.getvalue()


# Where ";" parts cells, one can begin inside another; so can one after a tab or a line break.
_BEGINS = r"(?:^|[;\t\r\n])"
# Some programs pass over spaces and quotation marks. Apostrophes count along, so that a cell that
# had one already is told apart from a guarded one.
_FORMULA = r"""(?=[' "]*[=+\-@\t\r\n])"""
_OPEN = re.compile(_BEGINS + _FORMULA)
_GUARDED = re.compile(f"{_BEGINS}'{_FORMULA}")
_GUARD = "'"
_MINUS = "\N{MINUS SIGN}"  # for Unicode no form of "-", but programs compute with it


def guarded(cell: str) -> str:
    """Put an apostrophe before whatever would begin a formula."""
    places = {match.end() for match in _OPEN.finditer(_as_read(cell))}
    return "".join(_GUARD + sign if n in places else sign for n, sign in enumerate(cell))


def unguarded(cell: str) -> str:
    """Take the apostrophes of `guarded` away again."""
    places = {match.end() - 1 for match in _GUARDED.finditer(_as_read(cell))}
    return "".join(sign for n, sign in enumerate(cell) if n not in places)


def disarmed(cell: str) -> str:
    """Return a cell that no spreadsheet runs as a formula, with nothing unseen in it."""
    return printable(guarded(cell))


def _as_read(cell: str) -> str:
    """Give for each character the one that a program may take it for.

    Wide, small and raised signs are the plain ones, whatever is blank or unseen is a space.
    """
    if cell.isascii() and cell.isprintable():
        return cell
    read = []
    for sign in cell:
        if sign in "\t\r\n":
            read.append(sign)
        elif sign.isspace() or printable(sign, lines=False) != sign:
            read.append(" ")
        else:
            plain = unicodedata.normalize("NFKC", sign)[0].replace(_MINUS, "-")
            read.append(" " if plain == _GUARD != sign else plain)
    return "".join(read)
