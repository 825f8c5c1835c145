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
