"""Compares what a stub offers with what the reference has: names and parameters."""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

from grader.model.parsing import parse_source


@dataclass(frozen=True)
class Difference:
    """A function or class of the stub that the reference has otherwise."""

    name: str
    line: int  # in the stub
    stub: str
    reference: str | None  # None: it has none of that name


def differences(stub: bytes, reference: bytes) -> Iterator[Difference]:
    """Yield where the stub's signatures are not the reference's."""
    written = dict(_signatures(parse_source(reference), ""))
    for name, (text, line) in _signatures(parse_source(stub), ""):
        theirs = written.get(name)
        if theirs is None or theirs[0] != text:
            yield Difference(name, line, text, None if theirs is None else theirs[0])


def _signatures(tree: ast.AST, owner: str) -> Iterator[tuple[str, tuple[str, int]]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            name = f"{owner}{node.name}"
            yield name, (f"class {name}", node.lineno)
            yield from _signatures(node, f"{name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{owner}{node.name}"
            word = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
            yield name, (f"{word} {name}({_parameters(node.args)})", node.lineno)


def _parameters(arguments: ast.arguments) -> str:
    # types may be left to the student; defaults are part of the task
    bare = copy.deepcopy(arguments)
    for node in ast.walk(bare):
        if isinstance(node, ast.arg):
            node.annotation = None
    return ast.unparse(bare)


def offered_names(source: bytes) -> set[str]:
    """Name what a module defines at its top."""
    names: set[str] = set()
    for node in parse_source(source).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        else:
            names |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
            names |= {
                (a.asname or a.name).split(".")[0]
                for n in ast.walk(node)
                if isinstance(n, ast.Import | ast.ImportFrom)
                for a in n.names
            }
    return names


def imported_names(tree: ast.AST, module: str) -> Iterator[tuple[str, int]]:
    """Yield the names that a program imports from a module, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == module and node.level == 0:
            yield from ((alias.name, node.lineno) for alias in node.names if alias.name != "*")
