"""Lays a file that holds only what differs over a whole one: a known mistake over the reference."""

import ast
import builtins
import symtable
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property, lru_cache

from msgspec import Struct

from .parsing import parse_source

_ALWAYS_THERE = frozenset((*dir(builtins), "__file__"))
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith)


def laid_over(whole: bytes, part: bytes) -> bytes:
    """Give the whole with the part's definitions in place of those of the same names.

    A part that uses nothing of the whole is given as it is where it defines all that the whole
    does, or does more than define. The docstring is the part's. Raises SyntaxError or ValueError
    for a part that is no Python.
    """
    over = _Program.read(part)
    try:
        under = _reference(whole)
    except (SyntaxError, ValueError):
        return part
    if over.stands_without(under):
        return part
    opening = [*over.docstring, *under.future, *over.future]
    texts = [*map(ast.unparse, opening), *_merged(under.statements, over.statements)]
    return "\n".join((*texts, "")).encode()


class _Statement(Struct, frozen=True, dict=True):
    node: ast.stmt
    names: frozenset[str]  # which it binds

    @property
    def does_something(self) -> bool:
        """Whether it may have another effect than to bind names."""
        return not self.names or isinstance(self.node, _LOOPS)

    @cached_property
    def text(self) -> str:
        """Its source, without comments."""
        return ast.unparse(self.node)


class _Program(Struct, frozen=True):
    docstring: list[ast.stmt]
    future: list[ast.stmt]  # imports, which only stand first
    statements: list[_Statement]
    used: frozenset[str]  # names that are looked up in the module

    @classmethod
    def read(cls, source: bytes) -> "_Program":
        """Take a file apart."""
        body = parse_source(source).body
        first = getattr(body[0], "value", None) if body and isinstance(body[0], ast.Expr) else None
        has_docstring = isinstance(first, ast.Constant) and isinstance(first.value, str)
        rest = body[has_docstring:]
        future = [one for one in rest if _is_future(one)]
        found = [_Statement(one, _bound(one)) for one in rest if not _is_future(one)]
        table = symtable.symtable(source, "part", "exec")  # type: ignore[arg-type] # or bytes
        return cls(body[:has_docstring], future, found, frozenset(_used(table)))

    @property
    def does_something(self) -> bool:
        """Whether it is more than a list of definitions."""
        return any(one.does_something for one in self.statements)

    @property
    def names(self) -> frozenset[str]:
        """Everything that it defines or imports."""
        return frozenset[str]().union(*(one.names for one in self.statements))

    @property
    def public(self) -> frozenset[str]:
        """What it defines for others."""
        imports = (ast.Import, ast.ImportFrom)
        own = [one.names for one in self.statements if not isinstance(one.node, imports)]
        return frozenset(name for names in own for name in names if not name.startswith("_"))

    def stands_without(self, other: "_Program") -> bool:
        """Whether it uses nothing of the other's, and is as much as that or a program."""
        lacking = self.used - self.names - _ALWAYS_THERE
        if self.does_something:
            return not lacking & other.names
        return not lacking and other.public <= self.names


_reference = lru_cache(maxsize=1)(_Program.read)  # one reference, and all of its mistakes


def _merged(under: list[_Statement], over: list[_Statement]) -> Iterator[str]:
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


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _bound(node: ast.stmt) -> frozenset[str]:
    if isinstance(node, _DEFINITIONS):
        return frozenset((node.name,))
    symbols = symtable.symtable(ast.unparse(node), "part", "exec").get_symbols()
    return frozenset(one.get_name() for one in symbols if one.is_assigned() or one.is_imported())


def _used(table: symtable.SymbolTable) -> Iterator[str]:
    """Yield the names that the module, its functions and classes look up in the module."""
    for one in table.get_symbols():
        if one.is_referenced() and one.is_global():
            yield one.get_name()
    for inner in table.get_children():
        yield from _used(inner)
