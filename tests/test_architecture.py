"""Sizes, names and words that the whole tree keeps; import-linter keeps the floors."""

import ast
import os
import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# Folders of tests/ that hold a course's or a student's code.
MATERIAL = {"hidden", "material"}
NOT_OURS = {".git", ".venv", "demo-grades", "grades", "node_modules"}
FORBIDDEN_NAMES = {
    "base", "common", "data", "helper", "helpers", "info", "manager", "misc", "util", "utils",
}  # fmt: skip
MODULE_LINES = {"grader": 600, "tests": 600}
TEMPLATE_LINES = 160
FUNCTION_LINES = 80
PARAMETERS = 8
NESTING = 4
COLUMNS = 100
# Lines of Python, templates and style sheets. A budget goes down with each change; up only with a
# line in docs/decisions.md that names what a user gets for it.
ROOM_LINES = {
    "advice": 876,
    "authoring": 1_264,
    "border": 4_698,
    "cases": 798,
    "cli": 2_162,
    "course": 614,
    "errors": 35,
    "feedback": 2_521,
    "grading": 1_135,
    "ground": 351,
    "intake": 1_944,
    "judge": 3_179,
    "model": 2_076,
    "platforms": 1_051,
    "proof": 1_764,
    "record": 1_584,
    "sandbox": 2_617,
    "study": 1_359,
    "web": 4_156,
}
PACKAGE_LINES = 34_184
OPENS = re.compile(r'(#.*\n|\s)*r?"""')  # below a first line for the shell, if any

# In pieces, so that this file does not find itself.
NOT_FOR_OTHERS = {
    "a path of one machine": r"(?<![\w.~>-])/"
    + r"(work/(main|shared|\.)|root/|farm/|tmp/bash_|home/\w|Users/\w)",
    "a package registry's host": r"\b" + r"(pypi|pythonhosted|npmjs|debian)" + r"\.(org|com)\b",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef
BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match)


def tracked_files() -> list[Path]:
    """List what git knows or would add; everything in a copy that has no history."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        names = set(listed.stdout.split("\0")) - {""}
        return sorted(path for path in map(ROOT.joinpath, names) if path.is_file())
    found = []
    for folder, subfolders, files in os.walk(ROOT):
        subfolders[:] = [
            name for name in subfolders if name not in NOT_OURS and not name.endswith("cache__")
        ]
        found += [Path(folder, name) for name in files]
    return sorted(path for path in found if path.is_file())


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def is_ours(path: Path) -> bool:
    """Tell whether a Python file is the harness's own or a test of it."""
    parts = path.relative_to(ROOT).parts
    return parts[0] in MODULE_LINES and parts[1] not in MATERIAL and path.suffix == ".py"


FILES = tracked_files()
MODULES = [path for path in FILES if is_ours(path)]


@dataclass(frozen=True)
class Measured:
    """A function: where it is, and how large in each direction."""

    where: str
    lines: int
    parameters: int
    nesting: int


@cache
def functions(part: str) -> list[Measured]:
    """Measure each function of a part; only where a test asks, since every run collects this."""
    return [
        Measured(
            f"{place(path)}:{node.lineno} {node.name}",
            (node.end_lineno or 0) - node.lineno + 1,
            parameters(node, is_method=isinstance(owner, ast.ClassDef)),
            nesting(node),
        )
        for path in modules_of(part)
        for owner in ast.walk(ast.parse(path.read_bytes()))
        for node in ast.iter_child_nodes(owner)
        if isinstance(node, Function)
    ]


def modules_of(part: str) -> list[Path]:
    return [path for path in MODULES if path.relative_to(ROOT).parts[0] == part]


def parameters(node: Function, *, is_method: bool) -> int:
    given = node.args
    named = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    starred = [star for star in (given.vararg, given.kwarg) if star]
    static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in node.decorator_list)
    return len(named) + len(starred) - (is_method and not static)


def nesting(node: ast.AST) -> int:
    """Count the blocks around the deepest statement; an elif is no deeper than its if."""
    deepest = 0
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function | ast.ClassDef | ast.Lambda):
            continue
        is_elif = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
        deepest = max(deepest, nesting(child) + (isinstance(child, BLOCKS) and not is_elif))
    return deepest


each_part = pytest.mark.parametrize("part", MODULE_LINES)


@each_part
def test_modules_are_short(part: str) -> None:
    """No module is longer than its part of the tree allows: split it by concept."""
    lines = {place(path): path.read_bytes().count(b"\n") for path in modules_of(part)}

    assert {name: n for name, n in lines.items() if n > MODULE_LINES[part]} == {}


def test_rooms_keep_their_budgets() -> None:
    """No room of the package holds more lines than its budget, nor does the whole."""
    lines: Counter[str] = Counter()
    for path in FILES:
        if path.is_relative_to(ROOT / "grader") and path.parent.name != "vendor":
            parts = path.relative_to(ROOT / "grader").parts
            lines[parts[0] if len(parts) > 1 else "errors"] += path.read_bytes().count(b"\n")

    assert {room: n for room, n in lines.items() if n > ROOM_LINES.get(room, 0)} == {}
    assert lines.total() <= PACKAGE_LINES


def test_templates_are_short() -> None:
    """No template is longer than 160 lines."""
    templates = [path for path in FILES if path.suffix in {".j2", ".jinja"}]

    lines = {place(path): path.read_bytes().count(b"\n") for path in templates}

    assert {name: n for name, n in lines.items() if n > TEMPLATE_LINES} == {}


@each_part
def test_functions_are_short(part: str) -> None:
    """No function is longer than 80 lines."""
    assert [one for one in functions(part) if one.lines > FUNCTION_LINES] == []


@each_part
def test_functions_take_few_parameters(part: str) -> None:
    """No function takes more than eight parameters: the ninth wants a dataclass."""
    assert [one for one in functions(part) if one.parameters > PARAMETERS] == []


@each_part
def test_functions_are_flat(part: str) -> None:
    """No statement stands inside more than four blocks of its function."""
    assert [one for one in functions(part) if one.nesting > NESTING] == []


def test_lines_fit() -> None:
    """No line of code is wider than 100 columns."""
    wide = [
        f"{place(path)}:{number}"
        for path in [*MODULES, ROOT / "run"]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > COLUMNS
    ]

    assert wide == []


def test_names_say_what_is_inside() -> None:
    """No module or folder of the package has a name that would fit anything."""
    vague = [
        place(path)
        for path in MODULES
        if FORBIDDEN_NAMES & set(path.relative_to(ROOT).with_suffix("").parts)
    ]

    assert vague == []


def test_modules_open_with_a_docstring() -> None:
    """Every module says in its first line what it is for."""
    silent = [place(path) for path in MODULES if not OPENS.match(path.read_text(encoding="utf-8"))]

    assert silent == []


def test_unit_tests_mirror_the_packages() -> None:
    """A unit test is named after the module that it tests, or after the room as a whole."""
    astray = []
    for path in (one for one in MODULES if one.is_relative_to(ROOT / "tests" / "unit")):
        room = ROOT / "grader" / path.parent.relative_to(ROOT / "tests" / "unit")
        known = {room.name, *(one.stem for one in room.glob("[!_]*"))}
        said = path.stem.removeprefix("test_")
        if path.name.startswith("test_") and not any(f"{said}_".startswith(f"{k}_") for k in known):
            astray.append(place(path))

    assert astray == []


@pytest.mark.parametrize("what", NOT_FOR_OTHERS)
def test_nothing_names_a_machine(what: str) -> None:
    """No file holds what is true on one machine or one network only."""
    pattern = re.compile(NOT_FOR_OTHERS[what].encode())

    found = {
        place(path): match[0] for path in FILES if (match := pattern.search(path.read_bytes()))
    }

    assert found == {}


def test_what_was_submitted_is_read_behind_the_door() -> None:
    """Whoever takes in what was submitted says who reads it: a confined process."""
    takers = {"take_in", "take_path"}
    calls = [
        (place(path), {name.arg for name in node.keywords})
        for path in MODULES
        if path.relative_to(ROOT).parts[0] == "grader"
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in takers
    ]

    assert len(calls) >= 3
    assert [where for where, names in calls if "read" not in names] == []


def test_a_deep_function_is_found() -> None:
    """The measures of this file see what they are meant to see."""
    code = "def f(a, *b, c, **d):\n for x in a:\n  if x: 1\n  elif a:\n   with x: 1\n"
    node = ast.parse(code).body[0]
    assert isinstance(node, Function)

    assert nesting(node) == 3
    assert parameters(node, is_method=False) == 4
    assert parameters(node, is_method=True) == 3
