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
    said = docstrings(tree)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [  # type: ignore[attr-defined] # whatever has a body
                one for one in body if not (isinstance(one, ast.Expr) and id(one.value) in said)
            ]
    return ast.dump(tree)
