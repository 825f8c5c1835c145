"""Every mark of a hidden case must be one that something knows."""

import ast
import difflib

from grader.judge.marks import MARKERS

from .findings import Findings, Place
from .lesson_desk import LessonDesk

CHECK = "marks"
_OURS = frozenset(line.partition("(")[0] for line in MARKERS)
_OF_PYTEST = frozenset("parametrize skip skipif xfail usefixtures filterwarnings".split())
_KNOWN = _OURS | _OF_PYTEST


def check_marks(desk: LessonDesk, findings: Findings) -> None:
    """Name marks that are unknown; one that nearly is a known one is an error."""
    findings = findings.of(CHECK)
    for file, tree in desk.hidden.trees.items():
        own = _registered(tree)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Attribute) or ast.unparse(node.value) != "pytest.mark":
                continue
            if node.attr in _KNOWN or node.attr in own:
                continue
            near = difflib.get_close_matches(node.attr, _KNOWN, 1)
            tell = findings.error if near else findings.warn
            tell(
                f"The mark {node.attr} is unknown, so it does nothing.",
                Place(desk.hidden.folder / file, node.lineno),
                advice=f"Did you mean {near[0]}?" if near else None,
            )


def _registered(tree: ast.Module) -> set[str]:
    # what a conftest registers with config.addinivalue_line("markers", "name: what it is for")
    return {
        argument.value.partition(":")[0].partition("(")[0].strip()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }
