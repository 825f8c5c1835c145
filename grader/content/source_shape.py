"""Compares programs by what they do as text: comments, layout and docstrings aside."""

import ast

from grader.model.parsing import parse_source

from .hidden_source import docstrings


def shape(source: bytes) -> str | bytes:
    """Digest a program without its docstrings; what is no Python stands for itself."""
    try:
        tree = parse_source(source)
    except (SyntaxError, ValueError):
        return source
    strip_docstrings(tree)
    return ast.dump(tree)


def strip_docstrings(tree: ast.AST) -> None:
    """Take the docstrings out of a program; what would be empty without one does nothing."""
    said = docstrings(tree)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            kept = [
                one for one in body if not (isinstance(one, ast.Expr) and id(one.value) in said)
            ]
            node.body = kept or [ast.Pass()]  # type: ignore[attr-defined] # whatever has a body
