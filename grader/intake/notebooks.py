"""Makes a module of a notebook's code cells; nothing of it is run."""

import re
import warnings
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from grader.model.parsing import compile_cell
from grader.model.submission import Cell
from grader.model.text import cut_text, printable

# the body of these is Python and makes its names known; that of all others is not or does not
_PYTHON_BODIES = frozenset(("time", "capture"))
_CELL_MAGIC = re.compile(r"%%(\w*)")
_LINE_MAGIC = re.compile(
    r"\s*(?:[%!?]"
    r"|[A-Za-z_][\w.,\[\]'\" ]*=\s*[%!][A-Za-z_(]"
    r"|%?[A-Za-z_][\w.*\[\]'\"()]*\?{1,2}\s*$)"
)
_TIMED = re.compile(r"^(\s*)%time\s+(?=\S)")
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
    for written in lines:
        line = _TIMED.sub(r"\1", written) if state.is_at_start and not goes_on else written
        if goes_on or (state.is_at_start and _LINE_MAGIC.match(line)):
            # a block that held nothing else still needs a statement
            indent = line[: len(line) - len(line.lstrip())]
            yield f"# {line}" if goes_on else f"{indent}pass  # {line.strip()}"
            goes_on = line.endswith("\\")
        else:
            state.read(line)
            yield line


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
                while at < len(line) and line[at] != piece["quote"]:
                    at += 2 if line[at] == "\\" else 1
                at += 1
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


_PLAIN = "This file is no notebook that can be read: open it in Jupyter, save it and try again."
_ADVICE = "Run all cells again to see it."


class _RawCell(msgspec.Struct):
    """What is read of a cell; its outputs are passed over unread."""

    cell_type: str = ""
    source: str | list[str] = ""
    input: str | list[str] = ""  # what version 3 calls the source
    metadata: Any = None

    @property
    def is_test(self) -> bool:
        """Whether nbgrader runs the cell to grade the others."""
        match self.metadata:
            case {"nbgrader": {"grade": True, "solution": False}}:
                return True
        return False


class _Sheet(msgspec.Struct):
    cells: list[_RawCell] = []


class _Language(msgspec.Struct):
    language: str = msgspec.field(default="python", name="name")


class _Kernel(msgspec.Struct):
    language: str = "python"


class _Metadata(msgspec.Struct):
    language_info: _Language | None = None
    kernelspec: _Kernel | None = None  # which a notebook has that was never run


class _Notebook(msgspec.Struct):
    metadata: _Metadata = msgspec.field(default_factory=_Metadata)
    cells: list[_RawCell] = []
    worksheets: list[_Sheet] = []  # of version 3


_decoder = msgspec.json.Decoder(_Notebook)


class Joined(Struct, frozen=True):
    """A module made of a notebook, and the sentence why it cannot be one."""

    source: bytes
    cells: tuple[Cell, ...]
    fault: str | None = None


def join_cells(data: bytes, limit: int, *, is_strict: bool = False) -> Joined | str:
    """Join a notebook's code cells in order, or say why it cannot be.

    The module has at most `limit` bytes, with the comments that stand for cells and magic lines.
    A cell that is no Python raises where it stands, as any other cell that fails; of a strict
    notebook it is a fault of the whole.
    """
    try:
        notebook = _decoder.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return _PLAIN if data.strip() else "The notebook is an empty file."
    metadata = notebook.metadata
    language = (metadata.language_info or metadata.kernelspec or _Kernel()).language
    if language.casefold() not in ("python", "ipython"):
        named = printable(language, lines=False)[:40]
        return f"The notebook is written in {named}; Python is needed."
    every = notebook.cells or [cell for sheet in notebook.worksheets for cell in sheet.cells]
    found = [
        (number, _text(cell))
        for number, cell in enumerate(every, 1)
        if cell.cell_type == "code" and not cell.is_test
    ]
    too_much = f"The notebook holds too much code: {limit} bytes are the limit."
    if sum(len(text) for _, text in found) > limit:
        return too_much
    joined = _joined([(number, text) for number, text in found if text.strip()], is_strict)
    is_too_long = isinstance(joined, Joined) and len(joined.source) > limit
    return too_much if is_too_long else joined


def _joined(found: list[tuple[int, str]], is_strict: bool) -> Joined | str:
    lines: list[str] = []
    cells: list[Cell] = []
    fault: str | None = None
    for number, text in found:
        own = python_lines(text)
        lines.append(f"# cell {number}")
        cells.append(Cell(number, len(lines) + 1))
        wrong = _cell_fault(number, own)
        lines += own if wrong is None or is_strict else _raising(wrong, own)
        fault = fault or (wrong.sentence if wrong is not None and is_strict else None)
    if not cells:
        return "The notebook holds no code: every code cell is empty."
    source = "\n".join(lines) + "\n"
    return Joined(source.encode("utf-8", "surrogatepass"), tuple(cells), fault)


def _text(cell: _RawCell) -> str:
    source = cell.source or cell.input
    if isinstance(source, str):
        return source
    # Jupyter leaves each line its end; programs that do not mean lines all the same
    return ("" if any("\n" in line for line in source) else "\n").join(source)


class _Wrong(Struct, frozen=True):
    """Why a cell is no Python, and where in it."""

    sentence: str
    kind: str = "SyntaxError"
    said: str = ""
    line: int = 1


def _raising(wrong: _Wrong, lines: list[str]) -> list[str]:
    """Keep the lines as comments, and raise in the one that is wrong."""
    kept = [f"# {line}".replace("\0", "") for line in lines]  # which no file of Python holds
    at = wrong.line - 1
    kept[at] = f"raise {wrong.kind}({wrong.said!r})  {kept[at]}"
    return kept


def _cell_fault(number: int, lines: list[str]) -> _Wrong | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a doubtful backslash, which the student may keep
            compile_cell("\n".join(lines) + "\n")
    except SyntaxError as error:
        line = min(max(error.lineno or 1, 1), len(lines))
        shown = printable(cut_text(lines[line - 1].strip(), 200), lines=False)
        kind = type(error).__name__
        # Python tells further lines of the cell in brackets or after "on line": they are right
        said = printable(cut_text(error.msg or "invalid syntax", 200), lines=False).rstrip(".")
        sentence = (
            f"Cell {number}, line {line} of your notebook is not valid Python: "
            f"{kind}: {said}. {_ADVICE}\n    {shown}"
        )
        return _Wrong(sentence, kind, said, line)
    except (ValueError, RecursionError, MemoryError):
        return _Wrong(f"Cell {number} of your notebook is nothing that Python can read.")
    return None
