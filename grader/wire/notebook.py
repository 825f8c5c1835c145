"""Marks a module that was made of a notebook, so that the jail runs it as a notebook is run.

The mark becomes a part of the module's first line, a comment, and moves no line. A submission that
writes it gets no more than a `try` around its code would give.
"""

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
    return f"{file}, line {line}: {kind}; the notebook was run up to here."
