"""Tells which lines of a program are its own, beside what was given: the stub's, say."""

import ast
from collections.abc import Collection, Iterator, Sequence

from grader.model.parsing import parse_source

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def own_lines(source: str, given: Sequence[str], shown: Collection[int] = ()) -> set[int]:
    """List the lines of the statements that no given program has in the same place.

    Imports and statements that begin on one of the lines `shown` are none of them; of what is no
    Python every line is.
    """
    body = _parsed(source)
    if not body:
        return every_line(source)
    known = [statement for text in given for statement in _parsed(text)]
    own = [one for one in _own(body, known) if one.lineno not in shown]
    return {line for one in own for line in _lines(one)}


def every_line(source: str) -> set[int]:
    """List all lines of a text."""
    return set(range(1, source.count("\n") + 2))


def _parsed(source: str) -> list[ast.stmt]:
    try:
        return parse_source(source).body
    except (SyntaxError, ValueError, RecursionError):
        return []


def _own(body: Sequence[ast.stmt], given: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    same = {ast.dump(one) for one in given}
    twins = {_header(one): one for one in given if isinstance(one, _Definition)}
    for one in body:
        if ast.dump(one) in same or isinstance(one, ast.Import | ast.ImportFrom):
            continue
        twin = twins.get(_header(one)) if isinstance(one, _Definition) else None
        if isinstance(one, _Definition) and (twin is not None or isinstance(one, ast.ClassDef)):
            yield from _own(one.body, twin.body if twin else ())
        else:
            yield one


def _header(one: _Definition) -> str:
    if isinstance(one, ast.ClassDef):
        return f"class {one.name}"
    return f"def {one.name}({ast.dump(one.args)})"


def _lines(one: ast.stmt) -> range:
    first = min([one.lineno, *(each.lineno for each in getattr(one, "decorator_list", ()))])
    return range(first, (one.end_lineno or one.lineno) + 1)
