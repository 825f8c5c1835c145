"""Reads assignments that are notebooks: nbgrader's source versions, and otter's."""

import ast
import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grader.errors import UsageError
from grader.intake.notebooks import python_lines
from grader.model.parsing import parse_source, syntax_fault

from .foreign import ForeignLesson, lesson_id, read_text, title_of, under_title
from .stubs import stub_of

_REGION = re.compile(
    r"(?ms)^([ \t]*)#+ *BEGIN SOLUTION[^\n]*\n(.*?)^[ \t]*#+ *END SOLUTION[^\n]*\n?"
)
_HIDDEN = re.compile(
    r"(?ms)^[ \t]*#+ *BEGIN HIDDEN TESTS[^\n]*\n(.*?)^[ \t]*#+ *END HIDDEN TESTS[^\n]*\n?"
)
_PROMPT = re.compile(
    r'(?ms)^[ \t]*""" *# BEGIN PROMPT[^\n]*\n(.*?)^[ \t]*"""[^\n]*# END PROMPT[^\n]*\n?'
)
_CONFIG = re.compile(r'(?ms)^[ \t]*""" *# BEGIN TEST CONFIG[^\n]*\n(.*?)""" *# END TEST CONFIG\n?')
_SOLVED = re.compile(r"(?m)^([ \t]*)(?:([\w.,\[\] ]+?)( *=(?!=) *))?(.+?) *# *SOLUTION[ \t]*$")
_NO_PROMPT = re.compile(r"(?m)^.*# *SOLUTION NO PROMPT[^\n]*\n?")
_MARKER = re.compile(r"(?i)^# *(BEGIN|END) +(QUESTION|SOLUTION|TESTS)\b|^# *ASSIGNMENT CONFIG\b")
_POINTS = re.compile(r"\d+(\.\d+)?")
_SETTING = re.compile(r"(?m)^[# \t]*(\w+) *: *(.+?) *$")


class _Output(Struct):
    text: str | list[str] = ""
    data: dict[str, Any] = {}


class _Cell(Struct):
    cell_type: str
    source: str | list[str] = ""
    metadata: dict[str, Any] = {}
    outputs: list[_Output] = []

    @property
    def text(self) -> str:
        return self.source if isinstance(self.source, str) else "".join(self.source)

    @property
    def code(self) -> str:
        """The cell as Python: without what is Jupyter's own."""
        return "\n".join(python_lines(self.text)).strip() + "\n"

    @property
    def nbgrader(self) -> dict[str, Any]:
        found = self.metadata.get("nbgrader")
        return found if isinstance(found, dict) else {}

    @property
    def marker(self) -> tuple[str, str]:
        """What an otter cell begins or ends, in capitals."""
        found = None if self.cell_type == "code" else _MARKER.match(self.text.strip())
        return ("", "") if found is None else (found[1] or "", (found[2] or "CONFIG").upper())


class _Notebook(Struct):
    cells: list[_Cell] = []


class _Sheet:
    """A module, its stub and its cases, as they are put together from cells."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.solved: list[str] = []
        self.stub: list[str] = []
        self.hidden: list[str] = []
        self.public: list[str] = []
        self.imports: list[str] = []
        self.texts: list[str] = []
        self.notes: list[str] = []
        self._tests: set[str] = set()

    def add_code(self, solved: str, stub: str) -> None:
        self.solved.append(solved)
        if stub.strip():
            self.stub.append(stub)

    def add_test(self, name: str, body: str, points: str, *, visible: str | None) -> None:
        """Make a case of a cell of tests; `visible` is what students may read of it."""
        called = "test_" + (re.sub(r"\W+", "_", name).strip("_").lower() or "answer")
        while called in self._tests:
            called += "_again"
        try:
            kept, lifted = _without_imports(body)
            shown = None if visible is None else _without_imports(visible)[0]
            case = _function(called, kept, points)
        except (SyntaxError, ValueError) as error:
            self.notes.append(f"The tests of {name} were left out: {syntax_fault(error)}.")
            return
        self.imports += lifted
        if re.search(r"(?m)^ *del \w", kept):
            self.notes.append(
                f"{name} takes a name away by del, which reaches no module that runs apart: "
                "write that case anew."
            )
        self._tests.add(called)
        self.hidden.append(case)
        if shown is not None and shown.strip():
            self.public.append(_function(called, shown, ""))

    def lesson(self) -> ForeignLesson:
        """Put it together; raises UsageError where there is nothing to judge by."""
        if not self.hidden or not self.solved:
            raise UsageError(
                f"{self.name}.ipynb has no tests or no solution that could be read: is it the "
                "version that the instructor writes? " + " ".join(self.notes)
            )
        title, module = title_of(self.name), f"{lesson_id(self.name)}.py"
        begin = "import pytest\n" + "\n".join(dict.fromkeys(self.imports))
        begin += f"\nfrom {module.removesuffix('.py')} import *\n"
        public = "\n\n".join((f'"""The cases that you can read."""\n\n{begin}', *self.public))
        hidden = "\n\n".join((f'"""The cases of the notebook."""\n\n{begin}', *self.hidden))
        return ForeignLesson(
            self.name,
            {module: "\n\n".join(self.solved)},
            {f"test_{module}": hidden.encode()},
            title,
            under_title(title, *self.texts),
            stub={module: "\n\n".join(self.stub)},
            public=public if self.public else None,
            notes=self.notes,
        )


def read_notebook(path: Path) -> ForeignLesson:
    """Read an assignment; raises UsageError for a notebook of another kind."""
    try:
        notebook = msgspec.convert(json.loads(read_text(path)), _Notebook)
    except (ValueError, msgspec.ValidationError) as error:
        raise UsageError(f"{path} is no notebook that can be read: {error}.") from error
    sheet = _Sheet(path.stem)
    if any(cell.nbgrader for cell in notebook.cells):
        _read_nbgrader(notebook, sheet)
    elif any(cell.marker[1] for cell in notebook.cells):
        _read_otter(notebook, sheet)
    else:
        raise UsageError(
            f"{path} is neither nbgrader's nor otter's: no cell of it says what is a solution and "
            "what is a test."
        )
    return sheet.lesson()


def _read_nbgrader(notebook: _Notebook, sheet: _Sheet) -> None:
    for cell in notebook.cells:
        said = cell.nbgrader
        name, is_graded = str(said.get("grade_id", "answer")), bool(said.get("grade"))
        if cell.cell_type != "code":
            if is_graded or said.get("task"):
                sheet.notes.append(f"{name} is graded by hand: it stays with you.")
            elif not said.get("solution"):
                sheet.texts.append(cell.text)
        elif is_graded and not said.get("solution"):
            body = re.sub(r"(?m)^[ \t]*#+ *(BEGIN|END) HIDDEN TESTS[^\n]*\n?", "", cell.code)
            visible = _HIDDEN.sub("", cell.code)
            sheet.add_test(name, body, str(said.get("points", 1)), visible=visible)
        else:
            if is_graded:
                sheet.notes.append(f"{name} is graded by hand: its code came over, no case did.")
            stub = _without_calls(_emptied(cell.code, said))
            sheet.add_code(_REGION.sub(r"\2", cell.code), stub)


def _without_imports(body: str) -> tuple[str, list[str]]:
    """Take the imports out of a cell of tests, since a later cell may rely on them."""
    lines, lifted = body.splitlines(), []
    for node in parse_source(body).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            lines[node.lineno - 1 : node.end_lineno] = [""] * (
                (node.end_lineno or node.lineno) - node.lineno + 1
            )
            lifted += _lifted(node)
    return "\n".join(lines), lifted


def _lifted(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Write an import; what nose had is unittest's, under names of its own."""
    if not isinstance(node, ast.ImportFrom) or node.module != "nose.tools":
        return [ast.unparse(node)]
    as_here = {
        one.asname or one.name: re.sub(r"_(\w)", lambda found: found[1].upper(), one.name)
        for one in node.names
    }
    return [
        "import unittest",
        *(f"{name} = unittest.TestCase().{own}" for name, own in as_here.items()),
    ]


def _without_calls(code: str) -> str:
    """Leave out of a stub what would run the student's functions as it is imported."""
    try:
        tree = parse_source(code)
    except (SyntaxError, ValueError):
        return code
    kept = [one for one in tree.body if not isinstance(one, ast.Expr)]
    return code if len(kept) == len(tree.body) else ast.unparse(ast.Module(kept, []))


def _emptied(code: str, said: dict[str, Any]) -> str:
    """Leave out the solution: what is marked, or of a cell for it that marks nothing all of it."""
    if said.get("solution") and not _REGION.search(code):
        return stub_of(code)
    # at the top a name that is missing says it better than an import that fails
    return _REGION.sub(
        lambda one: f"{one[1]}raise NotImplementedError  # TODO\n" if one[1] else "", code
    )


def _read_otter(notebook: _Notebook, sheet: _Sheet) -> None:
    question, within, settings, number = "", "", {"points": "1"}, 0
    tests: list[_Test] = []
    for cell in notebook.cells:
        begins, what = cell.marker
        if what:
            if what == "QUESTION" and begins.upper() == "BEGIN":
                settings = dict(_SETTING.findall(cell.text))
                question, number = settings.get("name", "answer"), 0
            elif what == "QUESTION" or (what == "TESTS" and begins.upper() == "END"):
                _add_otter_tests(sheet, question, tests, settings)
                tests.clear()
            within = what if begins.upper() == "BEGIN" and what != "QUESTION" else ""
            if settings.get("manual", "").lower() == "true" and what == "QUESTION":
                sheet.notes.append(f"{question} is graded by hand: it stays with you.")
                settings = {"points": "1"}
        elif cell.cell_type != "code":
            if within != "SOLUTION" and cell.cell_type == "markdown":
                sheet.texts.append(cell.text)
        elif within == "TESTS":
            number += 1
            tests.append(_otter_test(f"{question}_{number}", cell))
        else:
            solved = _PROMPT.sub(
                "", re.sub(r"(?m)^[ \t]*# (BEGIN|END) SOLUTION.*\n?", "", cell.code)
            )
            solved = re.sub(r"(?m) *# *SOLUTION( NO PROMPT)?[ \t]*$", "", solved)
            stub = _REGION.sub(r"\1...\n", _PROMPT.sub(r"\1", _NO_PROMPT.sub("", cell.code)))
            stub = _SOLVED.sub(lambda found: f"{found[1]}{found[2] or ''}{found[3] or ''}...", stub)
            if within == "SOLUTION" and stub == cell.code:  # nothing of it is for students
                stub = stub_of(cell.code)
            sheet.add_code(solved, _without_calls(stub))


def _add_otter_tests(
    sheet: _Sheet, question: str, tests: list["_Test"], settings: dict[str, str]
) -> None:
    points = settings.get("points", "1")
    if not _POINTS.fullmatch(points):
        sheet.notes.append(f"The points of {question} were not taken over: {points}.")
        points = "1"
    share = points if len(tests) < 2 else f"{float(points) / len(tests):.6g}"
    for one in tests:
        visible = None if one.is_hidden else one.body
        sheet.add_test(one.name, one.body, one.points or share, visible=visible)


class _Test(Struct):
    """A cell of tests, as statements."""

    name: str
    body: str
    points: str  # empty: a share of those of its question
    is_hidden: bool


def _otter_test(name: str, cell: _Cell) -> _Test:
    """Make statements of a cell; one whose last line is an expression expects what it shows."""
    config = _CONFIG.search(cell.text)
    settings = dict(_SETTING.findall(config[1])) if config else {}
    is_hidden = settings.get("hidden", "").lower() == "true" or bool(
        re.match(r"\s*# *HIDDEN\b", cell.text)
    )
    body = "\n".join(python_lines(_CONFIG.sub("", cell.text))).strip()
    shown = next((text for one in cell.outputs if (text := _shown(one))), None)
    last = parse_source(body).body[-1:] if shown is not None else []
    if shown is not None and last and isinstance(last[0], ast.Expr):
        lines = body.splitlines()
        start = last[0].lineno - 1
        value = ast.unparse(last[0].value)
        lines[start:] = [f"assert repr({value}) == {shown.strip()!r}"]
        body = "\n".join(lines)
    points = settings.get("points", "")
    return _Test(name, body, points if _POINTS.fullmatch(points) else "", is_hidden)


def _shown(output: _Output) -> str:
    text = output.data.get("text/plain", "")
    return text if isinstance(text, str) else "".join(text)


def _function(name: str, body: str, points: str) -> str:
    """Write a cell's statements as a function of tests; raises SyntaxError."""
    body = body.strip("\n")
    statements = parse_source(body).body
    if all(isinstance(one, ast.FunctionDef) for one in statements) and statements:
        calls = [f"{one.name}({', '.join(each.arg for each in one.args.args)})"
                 for one in statements if isinstance(one, ast.FunctionDef)
                 and one.name.startswith("test")]  # fmt: skip
        body = "\n".join((body, *calls))
    whole = f"def {name}():\n{textwrap.indent(body or 'pass', '    ')}\n"
    compile(whole, name, "exec")
    return f"@pytest.mark.points({points})\n{whole}" if points not in ("", "1") else whole


def notebooks_below(folder: Path) -> Iterator[Path]:
    """Find the notebooks of a folder, but for those that Jupyter keeps to itself."""
    for path in sorted(folder.rglob("*.ipynb")):
        if not any(part.startswith(".") for part in path.relative_to(folder).parts):
            yield path
