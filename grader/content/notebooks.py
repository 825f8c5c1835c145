"""Makes a module of a notebook's code cells; nothing of it is run."""

import warnings
from dataclasses import dataclass

import msgspec

from grader.model.parsing import parse_source
from grader.model.submission import Cell
from grader.model.text import cut_text, printable

from .cell_text import python_lines

_PLAIN = "This file is no notebook that can be read: open it in Jupyter, save it and try again."
_ADVICE = "Run all cells again to see it."


class _RawCell(msgspec.Struct):
    """What is read of a cell; its outputs are passed over unread."""

    cell_type: str = ""
    source: str | list[str] = ""
    input: str | list[str] = ""  # what version 3 calls the source


class _Sheet(msgspec.Struct):
    cells: list[_RawCell] = []


class _Language(msgspec.Struct):
    name: str = "python"


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


@dataclass(frozen=True)
class Joined:
    """A module made of a notebook, and the sentence why it cannot be one."""

    source: bytes
    cells: tuple[Cell, ...]
    fault: str | None = None


def join_cells(data: bytes, limit: int) -> Joined | str:
    """Join a notebook's code cells in order, `limit` bytes at most, or say why it cannot be."""
    try:
        notebook = _decoder.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return _PLAIN if data.strip() else "The notebook is an empty file."
    language = _language(notebook.metadata)
    if language.casefold() not in ("python", "ipython"):
        named = printable(language, lines=False)[:40]
        return f"The notebook is written in {named}; Python is needed."
    every = notebook.cells or [cell for sheet in notebook.worksheets for cell in sheet.cells]
    found = [(n, _text(cell)) for n, cell in enumerate(every, 1) if cell.cell_type == "code"]
    if sum(len(text) for _, text in found) > limit:
        return f"The notebook holds too much code: {limit} bytes are the limit."
    return _joined([(number, text) for number, text in found if text.strip()])


def _language(metadata: _Metadata) -> str:
    if metadata.language_info is not None:
        return metadata.language_info.name
    return (metadata.kernelspec or _Kernel()).language


def _joined(found: list[tuple[int, str]]) -> Joined | str:
    lines: list[str] = []
    cells: list[Cell] = []
    fault: str | None = None
    for number, text in found:
        own = python_lines(text)
        lines.append(f"# cell {number}")
        cells.append(Cell(number, len(lines) + 1))
        lines += own
        fault = fault or _cell_fault(number, own)
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


def _cell_fault(number: int, lines: list[str]) -> str | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a doubtful backslash, which the student may keep
            parse_source("\n".join(lines) + "\n")
    except SyntaxError as error:
        line = min(max(error.lineno or 1, 1), len(lines))
        shown = printable(cut_text(lines[line - 1].strip(), 200), lines=False)
        return (
            f"Cell {number}, line {line} of your notebook is not valid Python: "
            f"{type(error).__name__}: {_said(error)}. {_ADVICE}\n    {shown}"
        )
    except (ValueError, RecursionError, MemoryError):
        return f"Cell {number} of your notebook is nothing that Python can read."
    return None


def _said(error: SyntaxError) -> str:
    # Python tells further lines of the cell in brackets or after "on line": they are right as is
    return printable(cut_text(error.msg or "invalid syntax", 200), lines=False).rstrip(".")
