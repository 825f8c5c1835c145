"""Reads the hidden cases as they are written, where they cannot be collected."""

import ast
from collections.abc import Iterator

from grader.cases.case_info import CaseInfo
from grader.course.hidden_source import CaseNode, HiddenSource
from grader.model.report import Reveal, Visibility


def written_cases(hidden: HiddenSource) -> list[CaseInfo]:
    """List the cases with the marks that stand beside them; nothing is run."""
    return [
        CaseInfo(
            id=case,
            sentence=_sentence(node) or case,
            reveal=_mark(hidden, case, "reveal", Reveal.SENTENCE),
            visibility=_mark(hidden, case, "visibility", Visibility.VISIBLE),
        )
        for case, node in hidden.cases.items()
    ]


def _sentence(node: CaseNode) -> str:
    text = (ast.get_docstring(node) or "").strip()
    return text.partition("\n")[0].strip()


def _mark(hidden: HiddenSource, case: str, name: str, default: str) -> str:
    """Read a mark of the case, else of its class, else of its file."""
    nodes = [hidden.cases[case], *reversed(list(_classes(hidden, case)))]
    beside = [decorator for node in nodes for decorator in node.decorator_list]
    for mark in [*beside, *_of_module(hidden.trees[case.partition("::")[0]])]:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == f"pytest.mark.{name}":
            value = mark.args[0] if mark.args else None
            return str(value.value) if isinstance(value, ast.Constant) else default
    return default


def _classes(hidden: HiddenSource, case: str) -> Iterator[ast.ClassDef]:
    file, *names, _ = case.split("::")
    here: ast.AST = hidden.trees[file]
    for name in names:
        found = [
            node
            for node in ast.iter_child_nodes(here)
            if isinstance(node, ast.ClassDef) and node.name == name
        ]
        yield from found
        here = found[-1]


def _of_module(tree: ast.Module) -> list[ast.expr]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            value = node.value
            return value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
    return []
