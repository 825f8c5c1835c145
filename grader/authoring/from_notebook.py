"""Reads assignments that are notebooks: nbgrader's source versions, and otter's."""

import ast
import json
import re
import textwrap
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grader.errors import UsageError
from grader.intake.notebooks import python_lines
from grader.model.parsing import parse_source, syntax_fault

from .foreign import ForeignLesson, lesson_id, read_text, title_of, under_title
from .stubs import stub_of


def _region(name: str) -> re.Pattern[str]:
    """Match what stands between two comments; the groups are its depth and what it holds."""
    begin, end = (rf"^([ \t]*)#+ *{word} {name}[^\n]*\n" for word in ("BEGIN", "END"))
    return re.compile(rf"(?ms){begin}(.*?){end.replace('([ ', '(?:[ ')}?")


_REGION, _HIDDEN = _region("SOLUTION"), _region("HIDDEN TESTS")
_CONFIG = re.compile(r'(?ms)^[ \t]*""" *# BEGIN TEST CONFIG[^\n]*\n.*?""" *# END TEST CONFIG\n?')
_SOLVED = re.compile(r"(?m)^([ \t]*)(?:([\w.,\[\] ]+?)( *=(?!=) *))?(.+?) *# *SOLUTION\b.*$")
_MARKER = re.compile(r"(?i)^# *(BEGIN|END) +(QUESTION|SOLUTION|TESTS)\b|^# *ASSIGNMENT CONFIG\b")
_POINTS = re.compile(r"\d+(\.\d+)?")
_SETTING = re.compile(r"(?m)^[# \t]*(\w+) *: *(.+?) *$")


class _Cell(Struct):
    cell_type: str
    source: str | list[str] = ""
    metadata: dict[str, Any] = {}
    outputs: list[dict[str, Any]] = []

    @property
    def text(self) -> str:
        return "".join(self.source)

    @property
    def code(self) -> str:
        """The cell as Python: without what is Jupyter's own."""
        return "\n".join(python_lines(self.text)).strip() + "\n"

    @property
    def marker(self) -> tuple[str, str]:
        """What an otter cell begins or ends, in capitals."""
        found = None if self.cell_type == "code" else _MARKER.match(self.text.strip())
        return ("", "") if found is None else ((found[1] or "").upper(), (found[2] or "-").upper())


class _Notebook(Struct):
    cells: list[_Cell] = []


def read_notebook(path: Path) -> ForeignLesson:
    """Read an assignment; raises UsageError for a notebook of another kind."""
    try:
        cells = msgspec.convert(json.loads(read_text(path)), _Notebook).cells
    except (ValueError, msgspec.ValidationError) as error:
        raise UsageError(f"{path} is no notebook that can be read: {error}.") from error
    sheet = _Sheet()
    if any("nbgrader" in cell.metadata for cell in cells):
        _read_nbgrader(cells, sheet)
    elif any(cell.marker[1] for cell in cells):
        _read_otter(cells, sheet)
    else:
        raise UsageError(
            f"{path} is neither nbgrader's nor otter's: no cell of it says what is a solution and "
            "what is a test."
        )
    if not sheet.hidden or not sheet.solved:
        raise UsageError(
            f"{path.name} has no tests or no solution that could be read: is it the "
            "version that the instructor writes? " + " ".join(sheet.notes)
        )
    title, module = title_of(path.stem), f"{lesson_id(path.stem)}.py"
    imports = "\n".join(dict.fromkeys(("import pytest", *sheet.imports)))
    imports += f"\nfrom {module.removesuffix('.py')} import *\n"
    public = "\n\n".join((f'"""The cases that you can read."""\n\n{imports}', *sheet.public))
    hidden = "\n\n".join((f'"""The cases of the notebook."""\n\n{imports}', *sheet.hidden))
    return ForeignLesson(
        path.stem,
        {module: "\n\n".join(sheet.solved)},
        {f"test_{module}": hidden.encode()},
        title,
        under_title(title, *sheet.texts),
        stub={module: "\n\n".join(filter(str.strip, sheet.stub))},
        public=public if sheet.public else None,
        notes=sheet.notes,
    )


class _Sheet:
    """A module, its stub and its cases, as they are put together from cells."""

    def __init__(self) -> None:
        self.solved: list[str] = []
        self.stub: list[str] = []
        self.hidden: list[str] = []
        self.public: list[str] = []
        self.imports: list[str] = []
        self.texts: list[str] = []
        self.notes: list[str] = []
        self._tests: set[str] = set()

    def add_answer(self, code: str, solved: str, stub: str, *, is_all: bool) -> None:
        """Take a cell of code; `is_all`: where nothing in it is marked, all of it is solution."""
        self.solved.append(solved)
        if is_all and stub == code:
            stub = stub_of(stub)
        try:  # what would run the student's functions as the stub is imported is left out
            tree = parse_source(stub)
        except (SyntaxError, ValueError):
            tree = ast.Module([], [])
        kept = [one for one in tree.body if not isinstance(one, ast.Expr)]
        is_plain = len(kept) == len(tree.body)
        self.stub.append(stub if is_plain else ast.unparse(ast.Module(kept, [])))

    def add_test(self, name: str, body: str, points: str, visible: str) -> None:
        """Make a case of a cell of tests; `visible` is what students may read of it."""
        called = "test_" + (re.sub(r"\W+", "_", name).strip("_").lower() or "answer")
        while called in self._tests:
            called += "_again"
        try:
            kept, imports = _without_imports(body)
            case, shown = _function(called, kept), _without_imports(visible)[0]
            public = [_function(called, shown)] if shown.strip() else []
        except (SyntaxError, ValueError) as error:
            self.notes.append(f"The tests of {name} were left out: {syntax_fault(error)}.")
            return
        marks = "" if points in ("", "1") else f"@pytest.mark.points({points})\n"
        if visible == body:  # it keeps nothing from students
            marks += '@pytest.mark.reveal("values")\n'
        self._tests.add(called)
        self.imports += imports
        self.hidden.append(marks + case)
        self.public += public


def _without_imports(body: str) -> tuple[str, list[str]]:
    """Take the imports out of a cell of tests, since a later cell may rely on them."""
    lines, imports = body.splitlines(), []
    for node in parse_source(body).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports.append(ast.unparse(node))
            for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                lines[number - 1] = ""
    return "\n".join(lines), imports


def _function(name: str, body: str) -> str:
    """Write a cell's statements as a function of tests; raises SyntaxError."""
    stripped = body.strip("\n") or "pass"
    whole = f"def {name}():\n{textwrap.indent(stripped, '    ')}\n"
    compile(whole, name, "exec")
    return whole


def _read_nbgrader(cells: list[_Cell], sheet: _Sheet) -> None:
    for cell in cells:
        said = cell.metadata.get("nbgrader") or {}
        name, is_graded = str(said.get("grade_id", "answer")), bool(said.get("grade"))
        is_solution = bool(said.get("solution"))
        if cell.cell_type != "code":
            if is_graded or said.get("task"):
                sheet.notes.append(f"{name} is graded by hand: it stays with you.")
            elif not is_solution:
                sheet.texts.append(cell.text)
        elif is_graded and not is_solution:
            points = str(said.get("points", 1))
            sheet.add_test(name, _HIDDEN.sub(r"\2", cell.code), points, _HIDDEN.sub("", cell.code))
        else:
            if is_graded:
                sheet.notes.append(f"{name} is graded by hand: its code came over, no case did.")
            # at the top a name that is missing says it better than an import that fails
            stub = _REGION.sub(
                lambda one: f"{one[1]}raise NotImplementedError  # TODO\n" if one[1] else "",
                cell.code,
            )
            sheet.add_answer(cell.code, _REGION.sub(r"\2", cell.code), stub, is_all=is_solution)


def _read_otter(cells: list[_Cell], sheet: _Sheet) -> None:
    within, settings = "", dict[str, str]()
    tests: list[_Cell] = []
    for cell in cells:
        begins, what = cell.marker
        if what:
            if begins == "END" and what in ("QUESTION", "TESTS"):
                _add_otter_tests(sheet, tests, settings)
                tests.clear()
            if (begins, what) == ("BEGIN", "QUESTION"):
                settings = dict(_SETTING.findall(cell.text))
                if settings.get("manual", "").lower() == "true":
                    name = settings.get("name", "answer")
                    sheet.notes.append(f"{name} is graded by hand: it stays with you.")
            within = what if begins == "BEGIN" and what != "QUESTION" else ""
        elif cell.cell_type != "code":
            if within != "SOLUTION" and cell.cell_type == "markdown":
                sheet.texts.append(cell.text)
        elif within == "TESTS":
            tests.append(cell)
        else:
            solved = re.sub(r"(?m)^[ \t]*# (BEGIN|END) SOLUTION.*\n?", "", cell.code)
            solved = re.sub(r"(?m) *# *SOLUTION\b.*$", "", solved)
            stub = _REGION.sub(r"\1...\n", cell.code)
            stub = _SOLVED.sub(lambda found: f"{found[1]}{found[2] or ''}{found[3] or ''}...", stub)
            sheet.add_answer(cell.code, solved, stub, is_all=within == "SOLUTION")


def _add_otter_tests(sheet: _Sheet, tests: list[_Cell], settings: dict[str, str]) -> None:
    """Add the tests of a question, which share its points."""
    question, points = settings.get("name", "answer"), settings.get("points", "1")
    if not _POINTS.fullmatch(points) or any(_CONFIG.search(cell.text) for cell in tests):
        sheet.notes.append(f"The points of {question} are shared by its tests, whatever they say.")
    whole = float(points) if _POINTS.fullmatch(points) else 1.0
    for number, cell in enumerate(tests, 1):
        # what a test configures is not read, so that it may well be hidden
        is_hidden = _CONFIG.search(cell.text) or re.match(r"\s*# *HIDDEN\b", cell.text)
        body = _statements(cell)
        worth = f"{whole / len(tests):.6g}"
        sheet.add_test(f"{question}_{number}", body, worth, "" if is_hidden else body)


def _statements(cell: _Cell) -> str:
    """Make statements of a cell; one whose last line is an expression expects what it shows."""
    body = "\n".join(python_lines(_CONFIG.sub("", cell.text))).strip()
    texts = (output.get("data", {}).get("text/plain", "") for output in cell.outputs)
    shown = next(("".join(text).strip() for text in texts if text), "")
    last: list[ast.stmt] = []
    with suppress(SyntaxError, ValueError):  # it is said when a case is made of it
        last = parse_source(body).body[-1:] if shown else []
    if last and isinstance(last[0], ast.Expr):
        lines = body.splitlines()[: last[0].lineno - 1]
        body = "\n".join([*lines, f"assert repr({ast.unparse(last[0].value)}) == {shown!r}"])
    return body
