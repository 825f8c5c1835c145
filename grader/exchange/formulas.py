"""Guards cells that a spreadsheet would run as a formula, in a way that can be undone."""

import re

# Where ";" parts cells, one can begin inside another; so can one after a tab or a line break.
# Apostrophes count along, so that a cell that had one already is told apart from a guarded one.
_BEGINS = r"(^|[;\t\r\n])"
# Some programs pass over spaces, and some take the wide signs of East Asian keyboards as well.
_FORMULA = r"(?=[' ]*[=+\-@\t\r\n＝＋－＠])"
_OPEN = re.compile(_BEGINS + _FORMULA)
_GUARDED = re.compile(f"{_BEGINS}'{_FORMULA}")


def guarded(cell: str) -> str:
    """Put an apostrophe before whatever would begin a formula."""
    return _OPEN.sub(r"\1'", cell)


def unguarded(cell: str) -> str:
    """Take the apostrophes of `guarded` away again."""
    return _GUARDED.sub(r"\1", cell)
