"""Lays a known mistake, a file that holds only what differs, over the reference."""

import ast
import symtable
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from .parsing import parse_source


class _Statement(Struct, frozen=True):
    text: str  # without comments
    names: frozenset[str]  # which it binds


class _Program(Struct, frozen=True):
    docstring: list[str]
    future: list[str]  # imports, which only stand first
    statements: list[_Statement]


def laid_over(whole: bytes, part: bytes) -> bytes:
    """Give the whole with the part's definitions in place of those of the same names.

    The docstring is the part's. Raises SyntaxError or ValueError for a part that is no Python.
    """
    over = _read(part)
    try:
        under = _read(whole)
    except (SyntaxError, ValueError):
        return part
    opening = [*over.docstring, *under.future, *over.future]
    return "\n".join((*opening, *_merged(under.statements, over.statements), "")).encode()


@lru_cache(maxsize=2)  # one reference, and all of its mistakes
def _read(source: bytes) -> _Program:
    tree = parse_source(source)
    has_docstring = ast.get_docstring(tree) is not None
    program = _Program([ast.unparse(one) for one in tree.body[:has_docstring]], [], [])
    for node in tree.body[has_docstring:]:
        text = ast.unparse(node)
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            program.future.append(text)
        else:
            symbols = symtable.symtable(text, "part", "exec").get_symbols()
            bound = (one for one in symbols if one.is_assigned() or one.is_imported())
            program.statements.append(_Statement(text, frozenset(one.get_name() for one in bound)))
    return program


def _merged(under: Sequence[_Statement], over: Sequence[_Statement]) -> Iterator[str]:
    """Yield each definition where the one stood that it replaces, and what is new ahead of it."""
    placed: defaultdict[int, list[str]] = defaultdict(list)
    place, waiting = -1, list[str]()
    for one in over:
        waiting.append(one.text)
        replaced = [i for i, known in enumerate(under) if known.names & one.names]
        if replaced:
            place = replaced[-1]
            placed[place] += waiting
            waiting = []
    placed[place] += waiting
    given = frozenset[str]().union(*(one.names for one in over))
    yield from placed[-1]
    for i, known in enumerate(under):
        if not known.names or not known.names <= given:
            yield known.text
        yield from placed[i]
