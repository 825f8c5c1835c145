"""Reads the CSV files that say who is who, who works together, and when something came."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from grader.errors import UsageError
from grader.model.csv_file import read_csv
from grader.model.text import printable

from .bounds import BOUNDS
from .disk_tree import DiskNode


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
    file = read_csv(data, str(path))
    (_, first), *rest = [
        (line, row)
        for line, row in zip(file.lines, file.rows, strict=True)
        if any(map(str.strip, row))
    ]
    headings = tuple(map(plain, first))
    rows = []
    for line, row in rest:
        cells: dict[str, str] = {}
        for heading, cell in zip(headings, row, strict=False):
            if not cells.get(heading):
                cells[heading] = cell.strip()
        rows.append(Row(line, cells))
    return Table(path, headings, tuple(rows))
