"""Makes the mutants of a program: copies that differ from it by one small slip."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NamedTuple

from grader.model.parsing import parse_source

from .number_slips import PROBE, slips


class Cut(NamedTuple):
    """A span of the source and what takes its place."""

    start: tuple[int, int]  # line from 1, column in bytes from 0
    end: tuple[int, int]
    text: str
    probe: str | None = None  # takes its place too, and fails where the change could show


class Swap(NamedTuple):
    """One symbol between two places of the source, and what takes its place."""

    start: tuple[int, int]
    end: tuple[int, int]
    symbol: str
    text: str


Change = Cut | Swap
_ARITHMETIC: dict[type[ast.operator], tuple[str, tuple[str, ...]]] = {
    ast.Add: ("+", ("-",)),
    ast.Sub: ("-", ("+",)),
    ast.Mult: ("*", ("/", "+")),
    ast.Div: ("/", ("*", "//")),
    ast.FloorDiv: ("//", ("/", "*")),
    ast.Mod: ("%", ("*", "//")),
    ast.Pow: ("**", ("*",)),
    ast.LShift: ("<<", (">>",)),
    ast.RShift: (">>", ("<<",)),
    ast.BitAnd: ("&", ("|",)),
    ast.BitOr: ("|", ("&",)),
    ast.BitXor: ("^", ("&",)),
}
_COMPARISON: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
}
_TWINS = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "floor": "ceil",
    "ceil": "floor",
    "log2": "log",
    "log": "log2",
    "log10": "log",
}
_UNSORTED = frozenset(("sorted", "reversed"))
_ANY_ORDER = frozenset(("min", "max", "gcd", "lcm", "hypot", "isclose"))  # of their arguments
_OFF_BY_ONE = (" + 1", " - 1")
_ORDER = ast.Lt | ast.LtE | ast.Gt | ast.GtE
_TIGHT = ast.Name | ast.Call | ast.Attribute | ast.Subscript
_Removable = ast.AugAssign | ast.Raise | ast.Delete | ast.Assert


def changes(node: ast.AST) -> Iterator[Change]:
    """Yield all changes of one node, apart from those of the nodes below it."""
    if isinstance(node, ast.expr):
        yield from (Cut(_start(node), _end(node), *slip) for slip in slips(node))
    if isinstance(node, ast.stmt):
        yield from _of_statement(node)
    elif isinstance(node, ast.BinOp | ast.BoolOp | ast.Compare | ast.UnaryOp):
        yield from _of_operator(node)
    elif isinstance(node, ast.Constant):
        yield from _of_constant(node)
    elif isinstance(node, ast.Call):
        yield from _of_call(node)
    elif isinstance(node, ast.Slice):
        yield from _of_slice(node)
    elif isinstance(node, ast.IfExp):
        yield from _negated(node.test)
    elif isinstance(node, ast.comprehension):
        for test in node.ifs:
            yield from _negated(test)
            yield _whole(test, "True")


def _of_statement(node: ast.stmt) -> Iterator[Change]:
    if isinstance(node, _Removable) or _is_call(node):
        yield _whole(node, "pass")
    if isinstance(node, ast.AugAssign):
        symbol, others = _ARITHMETIC.get(type(node.op), ("", ()))
        for other in others:
            yield Swap(_end(node.target), _start(node.value), f"{symbol}=", f"{other}=")
    elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield _whole(node.value, "None")
    elif isinstance(node, ast.Break | ast.Continue):
        yield _whole(node, "continue" if isinstance(node, ast.Break) else "break")
    elif isinstance(node, ast.If):
        yield from _negated(node.test)
        yield _whole(node.test, "False")
        yield _whole(node.test, "True")
    elif isinstance(node, ast.While):
        yield from _negated(node.test)
        yield _whole(node.test, "False")
    elif isinstance(node, ast.For):
        yield _whole(node.iter, "()")


def _of_operator(node: ast.BinOp | ast.BoolOp | ast.Compare | ast.UnaryOp) -> Iterator[Change]:
    if isinstance(node, ast.BinOp):
        symbol, others = _ARITHMETIC.get(type(node.op), ("", ()))
        yield from (Swap(_end(node.left), _start(node.right), symbol, one) for one in others)
    elif isinstance(node, ast.BoolOp):
        symbol, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield Swap(_end(left), _start(right), symbol, other)
    elif isinstance(node, ast.Compare):
        operands = [node.left, *node.comparators]
        for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
            symbol, others = _COMPARISON[type(operator)]
            yield from (Swap(_end(left), _start(right), symbol, other) for other in others)
            if isinstance(operator, _ORDER):
                yield from _shifted(right)
    elif isinstance(node.op, ast.Not | ast.USub | ast.Invert):
        yield Cut(_start(node), _start(node.operand), "")


def _of_constant(node: ast.Constant) -> Iterator[Change]:
    value = node.value
    if isinstance(value, bool):
        yield _whole(node, repr(not value))
    elif isinstance(value, int | float):
        yield _whole(node, repr(value + 1))
        yield _whole(node, repr(value - 1))
    elif isinstance(value, str | bytes):
        mark = "XX" if isinstance(value, str) else b"XX"
        yield _whole(node, repr(mark + value + mark))  # type: ignore[operator] # of one type


def _of_call(node: ast.Call) -> Iterator[Change]:
    name = node.func
    called = name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")
    if called in _UNSORTED and node.args:
        yield _whole(node, f"list({ast.unparse(node.args[0])})")
    elif called in _TWINS:
        end = _end(name)
        yield Cut((end[0], end[1] - len(called)), end, _TWINS[called])
    plain = [one for one in node.args if not isinstance(one, ast.Starred)]
    if len(plain) == len(node.args) > 1 and called not in _ANY_ORDER:
        first, second = plain[:2]
        texts = ast.unparse(first), ast.unparse(second)
        yield Cut(_start(first), _end(second), f"{texts[1]}, {texts[0]}")
    if called == "range":
        for argument in plain:
            yield from _shifted(argument)
    yield from _without_keywords(node)


def _without_keywords(node: ast.Call) -> Iterator[Change]:
    for keyword in node.keywords:
        # a constant is changed as such, which comes to the same
        if keyword.arg is None or isinstance(keyword.value, ast.Constant):
            continue
        rest = [one for one in node.keywords if one is not keyword]
        call = ast.Call(node.func, node.args, rest)
        yield _whole(node, ast.unparse(call))


def _of_slice(node: ast.Slice) -> Iterator[Change]:
    for bound in (node.lower, node.upper):
        if bound is not None:
            yield from _shifted(bound)
            yield _whole(bound, "")


def _shifted(node: ast.expr) -> Iterator[Change]:
    if not isinstance(node, ast.Constant):
        text = ast.unparse(node)
        text = text if isinstance(node, _TIGHT) else f"({text})"
        yield from (_whole(node, f"{text}{by}") for by in _OFF_BY_ONE)


def _negated(test: ast.expr) -> Iterator[Change]:
    # a single comparison and a `not` are turned round by changes of their own
    is_turned = isinstance(test, ast.Compare) and len(test.ops) == 1
    if not is_turned and not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
        yield _whole(test, f"not ({ast.unparse(test)})")


def _is_call(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await | ast.Yield)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _whole(node: ast.expr | ast.stmt, text: str) -> Cut:
    return Cut(_start(node), _end(node), text)


def _start(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


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
