"""Every mark of a hidden case must be one that something knows."""

import ast
import difflib
from fractions import Fraction
from pathlib import Path

from grader.cases.marks import MARKERS

from .findings import Findings, Place
from .material import LessonMaterial

CHECK = "marks"
_OURS = frozenset(line.partition("(")[0] for line in MARKERS)
_OF_PYTEST = frozenset("parametrize skip skipif xfail usefixtures filterwarnings".split())
_WORTH = ("points", "weight")  # the second is gradescope-utils'
_KNOWN = _OURS | _OF_PYTEST


def check_marks(material: LessonMaterial, findings: Findings) -> None:
    """Name marks that are unknown; one that nearly is a known one is an error."""
    findings = findings.of(CHECK)
    for file, tree in material.hidden.trees.items():
        own = _registered(tree)
        _check_points(material.hidden.folder / file, tree, findings)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Attribute) or ast.unparse(node.value) != "pytest.mark":
                continue
            if node.attr in _KNOWN or node.attr in own:
                continue
            near = difflib.get_close_matches(node.attr, _KNOWN, 1)
            tell = findings.error if near else findings.warn
            tell(
                f"The mark {node.attr} is unknown, so it does nothing.",
                Place(material.hidden.folder / file, node.lineno),
                advice=f"Did you mean {near[0]}?" if near else None,
            )


def _check_points(path: Path, tree: ast.Module, findings: Findings) -> None:
    for node in ast.walk(tree):
        name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if not isinstance(node, ast.Call) or name.rpartition(".")[2] not in _WORTH:
            continue
        if not (name in _WORTH or name.startswith("pytest.mark.")):
            continue
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
