"""Marks a module that was made of a notebook, so that the jail runs it as a notebook is run.

The mark becomes a part of the module's first line, a comment, and moves no line. A submission that
writes it gets no more than a `try` around its code would give.
"""

import re
from collections.abc import Iterable

_ENDS = "; this cell was not run to its end."
_MARK = re.compile(r"# a notebook, (all|strict), with cells at (\d{1,7}(?: \d{1,7})*): ")


def mark(source: bytes, how: str, lines: Iterable[int]) -> bytes:
    """Mark a module whose first line is a comment; how cells that fail count, and where each is."""
    return f"# a notebook, {how}, with cells at {' '.join(map(str, lines))}: ".encode() + source


def read_mark(text: str) -> tuple[str, list[int]] | None:
    """Read how a notebook's cells are run, and their first lines; None of any other module."""
    found = _MARK.match(text)
    return None if found is None else (found[1], [int(line) for line in found[2].split()])


def failure_line(file: str, line: int, kind: str) -> str:
    """Word what is printed where a cell fails."""
    return f"{file}, line {line}: {kind}{_ENDS}"


def failed_line(file: str, printed: str) -> tuple[int, str] | None:
    """Find line and kind of error in what was printed; a submission may print the same."""
    pattern = rf"^{re.escape(file)}, line (\d{{1,7}}): (\w+){re.escape(_ENDS)}$"
    found = re.search(pattern, printed, re.MULTILINE | re.ASCII)
    return None if found is None else (int(found[1]), found[2])
