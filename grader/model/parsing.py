"""Parses Python for one thread at a time."""

import ast
import threading

_one_at_a_time = threading.Lock()


def parse_source(source: str | bytes) -> ast.Module:
    """Parse a source; raises what `ast.parse` raises.

    Two threads that do so at once can meet `SystemError: AST constructor recursion depth
    mismatch` in CPython (gh-106905).
    """
    with _one_at_a_time:
        return ast.parse(source)


def compile_cell(source: str) -> None:
    """Compile a notebook's cell, which may await outside of functions; raises as `compile` does."""
    with _one_at_a_time:
        compile(source, "<cell>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
