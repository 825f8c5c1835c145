"""Reads the CSV files that say who is who, who works together, and when something came."""

import csv
import io
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from grader.errors import UsageError
from grader.model.text import printable

from .bounds import BOUNDS
from .disk_tree import DiskNode

_DELIMITERS = ",;\t"
_SEP_LINE = re.compile(r"sep=([,;\t|])\r?\n", re.IGNORECASE)  # Excel's first line
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


class Row(Struct, frozen=True):
    """One record: its cells under their headings as `plain` writes them."""

    line: int
    cells: Mapping[str, str]

    def first(self, headings: Iterable[str]) -> str:
        """Return the first of these columns that says something here."""
        return next((self.cells[h] for h in headings if self.cells.get(h)), "")


class Table(Struct, frozen=True):
    """A CSV file with a header line."""

    path: Path
    headings: tuple[str, ...]
    rows: tuple[Row, ...]

    def require(self, known: Iterable[str], what: str) -> None:
        """Raise UsageError unless one of these columns is there."""
        names = list(known)
        if not any(heading in names for heading in self.headings):
            has = ", ".join(printable(h, lines=False) for h in self.headings if h)
            raise UsageError(
                f"{self.path} has no column for {what}: call it {names[0]!r}. It has: {has}."
            )


def plain(heading: str) -> str:
    """Bring a heading into the form in which it is looked for."""
    return " ".join(heading.replace("_", " ").replace("-", " ").casefold().split())


def read_table(path: Path) -> Table:
    """Read a CSV file with commas, semicolons or tabs; raises UsageError."""
    if not path.is_file():
        raise UsageError(f"{path} is no file." if path.exists() else f"{path} does not exist.")
    data = DiskNode(path.resolve()).read(BOUNDS.table_bytes, str(path))
    if isinstance(data, str):
        raise UsageError(f"{path} cannot be read: {data}")
    text = _decoded(data, path)
    told = _SEP_LINE.match(text)
    first = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = told[1] if told else max(_DELIMITERS, key=first.count)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        records = [(reader.line_num, record) for record in reader]
    except csv.Error as error:
        raise UsageError(f"{path} is no sound CSV file: {error}.") from error
    filled = [(line, record) for line, record in records if any(map(str.strip, record))]
    filled = filled[1:] if told else filled
    if not filled:
        raise UsageError(f"{path} is empty: a header line was expected.")
    headings = tuple(map(plain, filled[0][1]))
    rows = tuple(_row(line, headings, record) for line, record in filled[1:])
    return Table(path, headings, rows)


def _row(line: int, headings: tuple[str, ...], record: list[str]) -> Row:
    cells: dict[str, str] = {}
    for heading, cell in zip(headings, record, strict=False):
        if not cells.get(heading):
            cells[heading] = cell.strip()
    return Row(line, cells)


def _decoded(data: bytes, path: Path) -> str:
    if data.startswith(b"PK\x03\x04"):
        raise UsageError(f"{path} is a workbook or a zip, no CSV file: save it as 'CSV UTF-8'.")
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8: save it as 'CSV UTF-8' and try again.") from error
