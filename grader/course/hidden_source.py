"""Reads the hidden files of a lesson as text: where its cases stand, and their marks."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from grader.errors import ContentError
from grader.model.parsing import parse_source

from .course_file import files_below, read_course_file

CaseNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class HiddenSource:
    """The Python files below a hidden folder; nothing of them is run."""

    folder: Path

    @cached_property
    def trees(self) -> dict[str, ast.Module]:
        """Each file by its name below the folder; one that is no Python is left out."""
        found = {}
        for path in (one for one in files_below(self.folder) if one.suffix == ".py"):
            try:
                data = read_course_file(self.folder, path)
                found[path.relative_to(self.folder).as_posix()] = parse_source(data)
            except (SyntaxError, ValueError, ContentError):
                continue
        return found

    @cached_property
    def cases(self) -> dict[str, CaseNode]:
        """The functions that look like cases, by `file::name` or `file::Class::name`."""
        return {
            "::".join((file, *names)): node
            for file, tree in self.trees.items()
            for names, node in _cases(tree, ())
        }

    def line_of(self, case: str) -> int | None:
        """Find the line of a case; a parameter set stands where its function does."""
        node = self.cases.get(case.partition("[")[0])
        return None if node is None else node.lineno


def _cases(tree: ast.AST, names: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], CaseNode]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _cases(node, (*names, node.name))
        elif isinstance(node, CaseNode) and node.name.startswith("test"):
            yield (*names, node.name), node


def marks_of(node: CaseNode | ast.ClassDef) -> Iterator[ast.Attribute]:
    """Yield the marks that a case or a class of cases is decorated with: pytest.mark.<name>."""
    for decorator in node.decorator_list:
        mark = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(mark, ast.Attribute) and ast.unparse(mark.value) == "pytest.mark":
            yield mark
