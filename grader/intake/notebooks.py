"""Makes a module of a notebook's code cells; nothing of it is run."""

import re
import warnings
from typing import Any

import msgspec
from msgspec import Struct

from grader.model.course import Lesson
from grader.model.parsing import compile_cell
from grader.model.report import Verdict
from grader.model.submission import Cell
from grader.model.text import cut_text, printable

from .reading_room import Taken

# the body of these is Python and makes its names known; that of all others is not or does not
_PYTHON_BODIES = frozenset(("time", "capture"))
_CELL_MAGIC = re.compile(r"%%(\w*)")
_LINE_MAGIC = re.compile(
    r"\s*(?:[%!?]"
    r"|[A-Za-z_][\w.,\[\]'\" ]*=\s*[%!][A-Za-z_(]"
    r"|%?[A-Za-z_][\w.*\[\]'\"()]*\?{1,2}\s*$)"
)
_TIMED = re.compile(r"(\s*)%time\s+(?=\S)")


def python_lines(text: str) -> list[str]:
    """Return a cell's lines as Python, as many as the cell has; others become comments."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    magic = _CELL_MAGIC.match(lines[first])
    if magic is not None and magic[1] not in _PYTHON_BODIES:
        return [f"# {line}" for line in lines]
    if magic is not None:
        lines[first] = f"# {lines[first]}"
    # Python itself says which line is none of its own: what is in a text or in brackets is
    while (wrong := _fault(lines)) is not None and _comment_magics(lines, wrong.line - 1):
        pass
    return lines


def _comment_magics(lines: list[str], at: int) -> bool:
    """Turn the magic lines that begin here into comments; return whether there is one."""
    timed = _TIMED.match(lines[at])
    if timed is not None:
        lines[at] = timed[1] + lines[at][timed.end() :]
        return True
    begin = at
    while at < len(lines) and _LINE_MAGIC.match(lines[at]):
        goes_on = lines[at].endswith("\\")
        # a block that held nothing else still needs a statement
        indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        lines[at] = f"{indent}pass  # {lines[at].strip()}"
        at += 1
        while goes_on and at < len(lines):
            goes_on = lines[at].endswith("\\")
            lines[at] = f"# {lines[at]}"
            at += 1
    return at > begin


class _Fault(Struct, frozen=True):
    """Why a cell is no Python, and where in it."""

    kind: str
    said: str
    line: int


def _fault(lines: list[str]) -> _Fault | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a doubtful backslash, which the student may keep
            compile_cell("\n".join(lines) + "\n")
    except SyntaxError as error:
        said = printable(cut_text(error.msg or "invalid syntax", 200), lines=False).rstrip(".")
        return _Fault(type(error).__name__, said, min(max(error.lineno or 1, 1), len(lines)))
    except (ValueError, RecursionError, MemoryError):
        return _Fault("SyntaxError", "Python cannot read this cell", 1)
    return None


class _RawCell(Struct):
    """What is read of a cell; its outputs are passed over unread."""

    cell_type: str = ""
    source: str | list[str] = ""
    metadata: Any = None

    @property
    def is_test(self) -> bool:
        """Whether nbgrader runs the cell to grade the others."""
        match self.metadata:
            case {"nbgrader": {"grade": True, "solution": False}}:
                return True
        return False


class _Language(Struct):
    name: str = "python"


class _Metadata(Struct):
    language_info: _Language = msgspec.field(default_factory=_Language)


class _Notebook(Struct):
    cells: list[_RawCell] = []
    metadata: _Metadata = msgspec.field(default_factory=_Metadata)


_decoder = msgspec.json.Decoder(_Notebook)
_PLAIN = "This file is no notebook that can be read: open it in Jupyter, save it and try again."


def join_cells(data: bytes, lesson: Lesson) -> Taken:
    """Join a notebook's code cells in order to the lesson's module, or say why it cannot be.

    A cell that is no Python raises where it stands, as any other cell that fails; of a strict
    notebook it is a fault of the whole.
    """
    try:
        notebook = _decoder.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return Taken(refused=_PLAIN if data.strip() else "The notebook is an empty file.")
    language = notebook.metadata.language_info.name
    if language.casefold() not in ("python", "ipython"):
        named = printable(language, lines=False)[:40]
        return Taken(refused=f"The notebook is written in {named}; Python is needed.")
    limit = lesson.limits.source_bytes
    too_much = f"The notebook holds too much code: {limit} bytes are the limit."
    lines: list[str] = []
    cells: list[Cell] = []
    fault: str | None = None
    size = 0
    for number, cell in enumerate(notebook.cells, 1):
        text = cell.source if isinstance(cell.source, str) else "".join(cell.source)
        if cell.cell_type != "code" or cell.is_test or not text.strip():
            continue
        size += len(text)
        if size > limit:
            return Taken(refused=too_much)
        own = python_lines(text)
        lines.append(f"# cell {number}")
        cells.append(Cell(number, len(lines) + 1))
        wrong = _fault(own)
        if wrong is not None and lesson.notebook == "strict":
            fault = fault or _sentence(wrong, number, own)
        elif wrong is not None:
            own = _raising(wrong, own)
        lines += own
    if not cells:
        return Taken(refused="The notebook holds no code: every code cell is empty.")
    source = ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")
    if len(source) > limit:  # with the comments that stand for cells and magic lines
        return Taken(refused=too_much)
    # a module that is no Python is judged, and comes to this
    verdict = Verdict.UNREADABLE if fault is None else Verdict.ERROR
    return Taken({lesson.module_file: source}, fault, cells=tuple(cells), refused_as=verdict)


def _sentence(wrong: _Fault, number: int, lines: list[str]) -> str:
    shown = printable(cut_text(lines[wrong.line - 1].strip(), 200), lines=False)
    return (
        f"Cell {number}, line {wrong.line} of your notebook is not valid Python: "
        f"{wrong.kind}: {wrong.said}. Run all cells again to see it.\n    {shown}"
    )


def _raising(wrong: _Fault, lines: list[str]) -> list[str]:
    """Keep the lines as comments, and raise in the one that is wrong."""
    kept = [f"# {line}".replace("\0", "") for line in lines]  # which no file of Python holds
    at = wrong.line - 1
    kept[at] = f"raise {wrong.kind}({wrong.said!r})  {kept[at]}"
    return kept
