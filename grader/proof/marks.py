"""The marks of hidden cases must be known, and give points that count."""

import ast
import difflib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from grader.cases.marks import MARKERS
from grader.course.hidden_source import CaseNode

from .material import Findings, LessonMaterial, Place

_OURS = frozenset(line.partition("(")[0] for line in MARKERS)
_OF_PYTEST = frozenset("parametrize skip skipif xfail usefixtures filterwarnings".split())
_WORTH = ("points", "weight")  # the second is gradescope-utils'
_KNOWN = _OURS | _OF_PYTEST


def check_marks(material: LessonMaterial, findings: Findings) -> None:
    """Name marks that are unknown; one that nearly is a known one is an error."""
    findings = findings.of("marks")
    for file, tree in material.hidden.trees.items():
        _check_points(material.hidden.folder / file, tree, findings)
        # what a conftest registers with config.addinivalue_line("markers", "name: what it is for")
        texts = (one.value for one in ast.walk(tree) if isinstance(one, ast.Constant))
        own = {
            one.partition(":")[0].partition("(")[0].strip() for one in texts if isinstance(one, str)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Attribute) or ast.unparse(node.value) != "pytest.mark":
                continue
            if node.attr in _KNOWN | own:
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
            place = Place(path, node.lineno)
            try:
                points = ast.literal_eval(value)
            except (ValueError, TypeError, SyntaxError):
                continue  # it is computed
            try:
                number = Fraction(str(points))
            except (ValueError, ZeroDivisionError):
                findings.error(f"{ast.unparse(value)} is no number of points.", place)
                continue
            if number <= 0:
                tell = findings.error if number else findings.warn
                tell(
                    f"This case is worth {points} points, so that it counts for nothing.",
                    place,
                    advice="Give it points above 0.",
                )


def _calls_of_worth(tree: ast.Module) -> Iterator[ast.Call]:
    """Yield the marks that give points, and gradescope-utils' decorators, which have bare names."""
    nodes = list(ast.walk(tree))
    owners = (node for node in nodes if isinstance(node, CaseNode | ast.ClassDef))
    decorators = {id(one) for node in owners for one in node.decorator_list}
    for node in nodes:
        if isinstance(node, ast.Call):
            home, _, name = ast.unparse(node.func).rpartition(".")
            # a function of the lesson's may be called points, too
            is_mark = home == "pytest.mark" or (not home and id(node) in decorators)
            if is_mark and name in _WORTH:
                yield node
