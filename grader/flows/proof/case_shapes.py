"""What looks like a case must run, its marks must be known, its asserts must be able to fail.

pytest says nothing of a case that it does not find, nor of an assert that is always true; both are
read from the text of the hidden and of the public files, and marks from the hidden ones."""

import ast
import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path

from grader.cases.marks import MARKERS
from grader.model.parsing import parse_source

from .findings import Findings, Place
from .material import LessonMaterial

CHECK = "cases"
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Said = tuple[int, str, str]  # line, sentence, advice
_ASKED_BY_NAME = ("setup", "teardown", "setUp", "tearDown", "pytest_", "__")
_ASSERTS = ("assert", "fail", "raises")
# pytest's fixtures, and what hypothesis calls in the order that it likes
_CALLS_IT = re.compile(r"fixture|\b(rule|invariant|initialize)\b")
_RENAME = "Begin its name with test_, or call it from a case."


def check_case_shapes(material: LessonMaterial, findings: Findings) -> None:
    """Name cases that never run, and asserts that say nothing."""
    findings = findings.of(CHECK)
    package = material.hidden.folder / "__init__.py"
    if package.is_file() and material.lesson.cases == "apart":
        findings.error(
            "The hidden files of a lesson cannot be a package: the examiner sees no folder above.",
            Place(package),
            advice="Remove __init__.py; the files of a folder can import each other without it.",
        )
    hidden = {material.hidden.folder / name: tree for name, tree in material.hidden.trees.items()}
    for files in (hidden, _public(material)):
        used = _names_in_use(files.values())
        for path, tree in files.items():
            said = [*_of_scope(tree, used), *_of_asserts(tree)]
            for line, sentence, advice in sorted(set(said)):
                findings.error(sentence, Place(path, line), advice=advice)


def _public(material: LessonMaterial) -> Mapping[Path, ast.Module]:
    found = {}
    for path in sorted(material.exercise.glob("test_*.py")):
        try:
            found[path] = parse_source(path.read_bytes())
        except (SyntaxError, ValueError, OSError):
            continue
    return found


def _names_in_use(trees: Iterable[ast.Module]) -> set[str]:
    """Collect every name that is read, imported, or written as a text."""
    used: set[str] = set()
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Name):
            used.add(node.id)
        elif isinstance(node, ast.Attribute):
            used.add(node.attr)
        elif isinstance(node, ast.alias):
            used.add(node.name)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            used.add(node.value)
    return used


def _of_scope(scope: ast.Module | ast.ClassDef, used: set[str]) -> Iterator[_Said]:
    """Say what of a module or a class is hidden by what follows, or never found."""
    yield from _twice(scope)
    for node in scope.body:
        if isinstance(node, _Function):
            yield from _never_found(node, used)
            yield from _nested(node, used)
        elif isinstance(node, ast.ClassDef):
            yield from _of_scope(node, used)
            yield from _class_never_found(node, used)


def _twice(scope: ast.Module | ast.ClassDef) -> Iterator[_Said]:
    known: dict[str, int] = {}
    for node in scope.body:
        if not isinstance(node, _Function | ast.ClassDef):
            continue
        if node.name in known and _is_case(node):
            yield (
                known[node.name],
                f"{node.name} is defined again in line {node.lineno}, so this one never runs.",
                "Give each a name of its own.",
            )
        known[node.name] = node.lineno


def _is_case(node: _Function | ast.ClassDef) -> bool:
    if isinstance(node, ast.ClassDef):
        return any(isinstance(one, _Function) and _is_case(one) for one in node.body)
    return node.name.startswith("test")


def _never_found(node: _Function, used: set[str]) -> Iterator[_Said]:
    is_asked = node.name in used or node.name.startswith(_ASKED_BY_NAME)
    if not (_is_case(node) or is_asked or _is_handed_over(node)) and _asserts(node):
        yield (
            node.lineno,
            f"{node.name} asserts something, and neither pytest nor another function calls it.",
            _RENAME,
        )


def _is_handed_over(node: _Function) -> bool:
    """Whether a decorator hands a function to somebody who calls it."""
    return any(_CALLS_IT.search(ast.unparse(one)) for one in node.decorator_list)


def _asserts(node: ast.AST) -> bool:
    return any(
        isinstance(one, ast.Assert)
        or (
            isinstance(one, ast.Call)
            and isinstance(one.func, ast.Attribute)
            and one.func.attr.startswith(_ASSERTS)
        )
        for one in ast.walk(node)
    )


def _nested(node: _Function, used: set[str]) -> Iterator[_Said]:
    for one in ast.walk(node):
        is_inside = isinstance(one, _Function) and one is not node
        if isinstance(one, _Function) and is_inside and _is_case(one) and one.name not in used:
            yield (
                one.lineno,
                f"{one.name} stands inside of {node.name}, where pytest does not find it.",
                "Move it out to the margin of the file, or of its class.",
            )


def _class_never_found(node: ast.ClassDef, used: set[str]) -> Iterator[_Said]:
    if node.bases or node.name in used or not _is_case(node):
        return
    if not node.name.startswith("Test"):
        why = "its name does not begin with Test, and it is no unittest.TestCase"
    elif any(isinstance(one, _Function) and one.name == "__init__" for one in node.body):
        why = "it has an __init__"
    else:
        return
    yield (
        node.lineno,
        f"pytest passes over the cases of {node.name}: {why}.",
        "Name it Test..., and prepare what it needs in setup_method or in a fixture.",
    )


def _of_asserts(tree: ast.Module) -> Iterator[_Said]:
    refused = {  # under pytest.raises a comparison is asked for its exception
        id(one)
        for node in ast.walk(tree)
        if isinstance(node, ast.With | ast.AsyncWith)
        for one in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and isinstance(node.test, ast.Tuple) and node.test.elts:
            yield (
                node.lineno,
                "This assert is always true, since it is given a tuple.",
                "Take the parentheses away: assert condition, message.",
            )
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Compare):
            if id(node) not in refused:
                yield (
                    node.lineno,
                    "This compares two values and does nothing with the answer.",
                    "Write assert before it.",
                )
        elif isinstance(node, ast.Call) and _takes_value_for_message(node):
            yield (
                node.lineno,
                "assertTrue takes its second argument for a message and compares nothing.",
                "Write assertEqual.",
            )


def _takes_value_for_message(node: ast.Call) -> bool:
    if not isinstance(node.func, ast.Attribute) or node.func.attr not in ("assertTrue", "assert_"):
        return False
    second = node.args[1:2]
    return (
        bool(second)
        and isinstance(second[0], ast.Constant | ast.List | ast.Dict)
        and not (isinstance(second[0], ast.Constant) and isinstance(second[0].value, str))
    )


MARKS = "marks"
_OURS = frozenset(line.partition("(")[0] for line in MARKERS)
_OF_PYTEST = frozenset("parametrize skip skipif xfail usefixtures filterwarnings".split())
_WORTH = ("points", "weight")  # the second is gradescope-utils'
_KNOWN = _OURS | _OF_PYTEST


def check_marks(material: LessonMaterial, findings: Findings) -> None:
    """Name marks that are unknown; one that nearly is a known one is an error."""
    findings = findings.of(MARKS)
    for file, tree in material.hidden.trees.items():
        own = _registered(tree)
        _check_points(material.hidden.folder / file, tree, findings)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Attribute) or ast.unparse(node.value) != "pytest.mark":
                continue
            if node.attr in _KNOWN or node.attr in own:
                continue
            near = difflib.get_close_matches(node.attr, _KNOWN, 1)
            if material.lesson.plugins and not near:
                continue  # a plugin may know it
            tell = findings.error if near else findings.warn
            tell(
                f"The mark {node.attr} is unknown, so it does nothing.",
                Place(material.hidden.folder / file, node.lineno),
                advice=f"Did you mean {near[0]}?" if near else None,
            )


def _check_points(path: Path, tree: ast.Module, findings: Findings) -> None:
    for node in _calls_of_worth(tree):
        for value in [*node.args, *(keyword.value for keyword in node.keywords)][:1]:
            points = _constant(value)
            place = Place(path, node.lineno)
            if not isinstance(points, int | float | str) or _number(points) is None:
                if points is not None:
                    findings.error(f"{ast.unparse(value)} is no number of points.", place)
            elif float(_number(points) or 0) <= 0:
                tell = findings.error if _number(points) else findings.warn
                tell(
                    f"This case is worth {points} points, so that it counts for nothing.",
                    place,
                    advice="Give it points above 0.",
                )


def _calls_of_worth(tree: ast.Module) -> Iterator[ast.Call]:
    """Yield the marks that give points, and gradescope-utils' decorators, which have bare names."""
    nodes = list(ast.walk(tree))
    owners = (node for node in nodes if isinstance(node, _Function | ast.ClassDef))
    decorators = {id(one) for node in owners for one in node.decorator_list}
    for node in nodes:
        if isinstance(node, ast.Call):
            home, _, name = ast.unparse(node.func).rpartition(".")
            # a function of the lesson's may be called points, too
            is_mark = home == "pytest.mark" or (not home and id(node) in decorators)
            if is_mark and name in _WORTH:
                yield node


def _constant(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return None


def _number(value: float | str) -> Fraction | None:
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None


def _registered(tree: ast.Module) -> set[str]:
    # what a conftest registers with config.addinivalue_line("markers", "name: what it is for")
    return {
        argument.value.partition(":")[0].partition("(")[0].strip()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }
