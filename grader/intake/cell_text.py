"""Turns a notebook's cell into Python: lines that only a notebook runs become comments.

Each line keeps its number, so that an error in it can be found in the cell.
"""

import re
from collections.abc import Iterator

# the body of these is Python and makes its names known; that of all others is not or does not
_PYTHON_BODIES = frozenset(("time", "capture"))
_CELL_MAGIC = re.compile(r"%%(\w*)")
_LINE_MAGIC = re.compile(
    r"\s*(?:[%!?]"
    r"|(?:[A-Za-z_][\w.,\[\]'\" ]*=\s*)?get_ipython\(\)"
    r"|[A-Za-z_][\w.,\[\]'\" ]*=\s*[%!][A-Za-z_(]"
    r"|%?[A-Za-z_][\w.*\[\]'\"()]*\?{1,2}\s*$)"
)
_PIECE = re.compile(
    r"#.*|(?P<triple>'''|\"\"\")|(?P<quote>['\"])|(?P<open>[(\[{])|(?P<close>[)\]}])|\\."
)


def python_lines(text: str) -> list[str]:
    """Return a cell's lines as Python, as many as the cell has."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return lines
    magic = _CELL_MAGIC.match(lines[first])
    if magic is None:
        return list(_without_line_magics(lines))
    if magic[1] not in _PYTHON_BODIES:
        return [f"# {line}" for line in lines]
    rest = list(_without_line_magics(lines[first + 1 :]))
    return [*lines[:first], f"# {lines[first]}", *rest]


def _without_line_magics(lines: list[str]) -> Iterator[str]:
    state = _Scanner()
    goes_on = False
    for line in lines:
        if goes_on or (state.is_at_start and _LINE_MAGIC.match(line)):
            yield f"# {line}" if goes_on else _dropped(line)
            goes_on = line.endswith("\\")
        else:
            state.read(line)
            yield line


def _dropped(line: str) -> str:
    # a block that held nothing else still needs a statement
    indent = line[: len(line) - len(line.lstrip())]
    return f"{indent}pass  # {line.strip()}"


class _Scanner:
    """Knows whether the next line begins a statement: not inside brackets or a long text."""

    def __init__(self) -> None:
        self._depth = 0
        self._triple = ""
        self._continued = False

    @property
    def is_at_start(self) -> bool:
        return not self._triple and self._depth == 0 and not self._continued

    def read(self, line: str) -> None:
        at = 0
        while at < len(line):
            if self._triple:
                at = self._end_of_text(line, at, self._triple)
                continue
            piece = _PIECE.search(line, at)
            if piece is None:
                break
            at = piece.end()
            if piece["triple"]:
                self._triple = piece["triple"]
            elif piece["quote"]:
                at = _after_quote(line, at, piece["quote"])
            elif piece["open"]:
                self._depth += 1
            elif piece["close"]:
                self._depth = max(0, self._depth - 1)
        self._continued = line.endswith("\\") and not self._triple

    def _end_of_text(self, line: str, at: int, mark: str) -> int:
        while at < len(line):
            if line[at] == "\\":
                at += 2
            elif line.startswith(mark, at):
                self._triple = ""
                return at + len(mark)
            else:
                at += 1
        return at


def _after_quote(line: str, at: int, quote: str) -> int:
    while at < len(line) and line[at] != quote:
        at += 2 if line[at] == "\\" else 1
    return at + 1
