"""Parses Python, one thread at a time, and tells programs apart without their docstrings."""

import ast
import threading

_one_at_a_time = threading.Lock()


def parse_source(source: str | bytes) -> ast.Module:
    """Parse a source; raises SyntaxError, or ValueError for what is no text.

    Two threads that do so at once can meet `SystemError: AST constructor recursion depth
    mismatch` in CPython (gh-106905).
    """
    with _one_at_a_time:
        try:
            return ast.parse(source)
        except (RecursionError, MemoryError) as error:
            raise SyntaxError("it is nested too deeply") from error


def syntax_fault(error: SyntaxError | ValueError) -> str:
    """Say what keeps a source from being parsed, and in which line where that is known."""
    if not isinstance(error, SyntaxError):
        return str(error)
    return f"{error.msg} in line {error.lineno}" if error.lineno else error.msg


def compile_cell(source: str) -> None:
    """Compile a notebook's cell, which may await outside of functions; raises as `compile` does."""
    with _one_at_a_time:
        compile(source, "<cell>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)


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
            kept = [
                one for one in body if not (isinstance(one, ast.Expr) and id(one.value) in said)
            ]
            node.body = kept or [ast.Pass()]  # type: ignore[attr-defined] # whatever has a body
    return ast.dump(tree)


def docstrings(tree: ast.AST) -> set[int]:
    """Identify the nodes of a program that are docstrings."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
