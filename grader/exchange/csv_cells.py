"""Writes CSV, with a guard against formulas that can be taken off again."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable

from grader.model.text import printable

# Where ";" parts cells, one can begin inside another; so can one after a tab or a line break.
_BEGINS = r"(?:^|[;\t\r\n])"
# Some programs pass over spaces and quotation marks. Apostrophes count along, so that a cell that
# had one already is told apart from a guarded one.
_FORMULA = r"""(?=[' "]*[=+\-@\t\r\n])"""
_OPEN = re.compile(_BEGINS + _FORMULA)
_GUARDED = re.compile(f"{_BEGINS}'{_FORMULA}")
_GUARD = "'"
_MINUS = "\N{MINUS SIGN}"  # for Unicode no form of "-", but programs compute with it


def csv_text(rows: Iterable[Iterable[object]], *, end: str = "\n") -> str:
    """Write records, quoted where a cell needs it; guards nothing."""
    text = io.StringIO()
    csv.writer(text, lineterminator=end).writerows(rows)
    return text.getvalue()


def guarded(cell: str) -> str:
    """Put an apostrophe before whatever would begin a formula."""
    places = {match.end() for match in _OPEN.finditer(_as_read(cell))}
    return "".join(_GUARD + sign if n in places else sign for n, sign in enumerate(cell))


def unguarded(cell: str) -> str:
    """Take the apostrophes of `guarded` away again."""
    places = {match.end() - 1 for match in _GUARDED.finditer(_as_read(cell))}
    return "".join(sign for n, sign in enumerate(cell) if n not in places)


def _as_read(cell: str) -> str:
    """Give for each character the one that a program may take it for.

    Wide, small and raised signs are the plain ones, whatever is blank or unseen is a space.
    """
    return cell if cell.isascii() and cell.isprintable() else "".join(map(_read_as, cell))


def _read_as(sign: str) -> str:
    if sign in "\t\r\n":
        return sign
    if sign.isspace() or printable(sign, lines=False) != sign:
        return " "
    plain = unicodedata.normalize("NFKC", sign)[0].replace(_MINUS, "-")
    return " " if plain == _GUARD != sign else plain
