"""Marks a module that was made of a notebook, so that the jail runs it as a notebook is run.

The mark becomes a part of the module's first line, a comment, and moves no line. A submission that
writes it gets no more than a `try` around its code would give.
"""

import re

_ENDS = "; the notebook was run up to here."
_MARKS = {"lenient": b"# a lenient notebook: ", "strict": b"# a strict notebook: "}


def mark(source: bytes, how: str) -> bytes:
    """Mark a module whose first line is a comment."""
    return _MARKS[how] + source


def is_notebook(source: bytes) -> bool:
    """Whether a module was made of a notebook."""
    return source.startswith(tuple(_MARKS.values()))


def is_lenient(source: bytes) -> bool:
    """Whether what was run before an error counts."""
    return source.startswith(_MARKS["lenient"])


def failure_line(file: str, line: int, kind: str) -> str:
    """Word what is printed where a cell fails."""
    return f"{file}, line {line}: {kind}{_ENDS}"


def failed_line(file: str, printed: str) -> tuple[int, str] | None:
    """Find line and kind of error in what was printed; a submission may print the same."""
    pattern = rf"^{re.escape(file)}, line (\d{{1,7}}): (\w+){re.escape(_ENDS)}$"
    found = re.search(pattern, printed, re.MULTILINE | re.ASCII)
    return None if found is None else (int(found[1]), found[2])
