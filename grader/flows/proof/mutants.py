"""Makes the mutants of a program: copies that differ from it by one small slip."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile

from grader.model.parsing import parse_source

from .mutation_operators import Change, Cut, Swap, changes
from .number_slips import PROBE

_TYPED = frozenset(("annotation", "returns", "decorator_list", "type_comment", "type_params"))


@dataclass(frozen=True)
class Mutant:
    """A changed program, with the lines that changed."""

    source: bytes
    line: int  # the first that changed
    before: str  # the changed lines, without the indentation that they share
    after: str
    function: str  # the innermost that holds the change; empty at the top
    is_wording: bool = False  # it changes what a raised exception says, and nothing else
    probe: bytes | None = None  # fails where the change could show; None: it could anywhere

    def diff(self) -> str:
        """Show what changed."""
        removed = [f"- {line}" for line in self.before.split("\n")]
        return "\n".join([*removed, *(f"+ {line}" for line in self.after.split("\n"))])


def mutants_of(source: bytes) -> tuple[Mutant, ...]:
    """Make every mutant of a program, in the order of its lines; none of what is no Python."""
    try:
        tree = parse_source(source)
    except (SyntaxError, ValueError):
        return ()
    known = {ast.dump(tree)}
    words = _words_of_exceptions(tree)
    found = []
    for function, node in _places(tree, ""):
        for change in changes(node):
            changed = _apply(source, change)
            shape = _shape(changed)
            if shape is not None and shape not in known:
                known.add(shape)
                mutant = _mutant(source, changed, (function, id(node) in words))
                found.append(replace(mutant, probe=_probe(source, change)))
    return tuple(sorted(found, key=lambda one: one.line))


def _places(node: ast.AST, function: str) -> Iterator[tuple[str, ast.AST]]:
    yield function, node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
    for name, value in ast.iter_fields(node):
        if name in _TYPED:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_left_alone(child):
                yield from _places(child, function)


def _is_left_alone(node: ast.AST) -> bool:
    """Whether a change would be no slip: docstrings, imports, `if __name__`, f-strings."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If):
        return any(isinstance(n, ast.Name) and n.id == "__name__" for n in ast.walk(node.test))
    return isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr | ast.Global | ast.Nonlocal)


def _words_of_exceptions(tree: ast.Module) -> set[int]:
    """Identify the texts that stand in a `raise`, or behind the comma of an `assert`."""
    said = [
        node.exc if isinstance(node, ast.Raise) else node.msg
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise | ast.Assert)
    ]
    parts = (part for one in said if one is not None for part in ast.walk(one))
    return {id(p) for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)}


def _apply(source: bytes, change: Change) -> bytes:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    start, end = (starts[line - 1] + column for line, column in (change.start, change.end))
    text = change.text
    if isinstance(change, Swap):
        between = source[start:end].decode("utf-8", "replace")
        words = re.escape(change.symbol).replace(r"\ ", r"\s+")
        text = re.sub(words, lambda _: change.text, between, count=1)
    return source[:start] + text.encode() + source[end:]


def _probe(source: bytes, change: Change) -> bytes | None:
    if isinstance(change, Swap) or change.probe is None:
        return None
    return _apply(source, Cut(change.start, change.end, change.probe)) + PROBE.encode()


def _shape(source: bytes) -> str | None:
    try:
        return ast.dump(parse_source(source))
    except (SyntaxError, ValueError):
        return None


def _mutant(source: bytes, changed: bytes, about: tuple[str, bool]) -> Mutant:
    old, new = (text.decode("utf-8", "replace").splitlines() for text in (source, changed))
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    rest = min(len(old), len(new)) - same
    pairs = zip(reversed(old), reversed(new), strict=False)
    tail = min(rest, sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)))
    before, after = old[same : len(old) - tail], new[same : len(new) - tail]
    return Mutant(changed, same + 1, _dedented(before), _dedented(after), *about)


def _dedented(lines: list[str]) -> str:
    depth = min((len(one) - len(one.lstrip()) for one in lines if one.strip()), default=0)
    return "\n".join(one[depth:].rstrip() for one in lines)
