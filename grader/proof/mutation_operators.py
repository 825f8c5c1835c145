"""Yields the small slips by which a program can differ: one table of operators, by kind of node."""

import ast
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple


class Cut(NamedTuple):
    """A span of the source and what takes its place."""

    start: tuple[int, int]  # line from 1, column in bytes from 0
    end: tuple[int, int]
    text: str
    symbol: str | None = None  # all of the span that is replaced, where it is not the whole


_OTHERS: dict[type[ast.AST], tuple[str, ...]] = {  # an operator, and those that take its place
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/", "+"),
    ast.Div: ("/", "*", "//"),
    ast.FloorDiv: ("//", "/", "*"),
    ast.Mod: ("%", "*", "//"),
    ast.Pow: ("**", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.Lt: ("<", "<=", ">="),
    ast.LtE: ("<=", "<", ">"),
    ast.Gt: (">", ">=", "<="),
    ast.GtE: (">=", ">", "<"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}
_TWINS = dict(
    pair.split(">")
    for pair in "min>max max>min any>all all>any floor>ceil ceil>floor log2>log log>log2".split()
)
_ANY_ORDER = frozenset(("min", "max", "gcd", "lcm", "hypot", "isclose"))  # of their arguments
_TIGHT = ast.Name | ast.Call | ast.Attribute | ast.Subscript


def changes(node: ast.AST) -> Iterator[Cut]:  # noqa: C901, PLR0912 # a table, by kind of node
    """Yield all changes of one node, apart from those of the nodes below it."""
    match node:
        case ast.Raise() | ast.Delete() | ast.Assert():
            yield _whole(node, "pass")
        case ast.Expr(value=ast.Call() | ast.Await() | ast.Yield()):
            yield _whole(node, "pass")
        case ast.AugAssign(target=target, op=op, value=value):
            yield _whole(node, "pass")
            yield from _swaps(target, op, value, "=")
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield _whole(value, "None")
        case ast.Break() | ast.Continue():
            yield _whole(node, "continue" if isinstance(node, ast.Break) else "break")
        case ast.If(test=test) | ast.IfExp(test=test):
            yield _whole(test, "False")
            yield _whole(test, "True")
        case ast.While(test=test):
            yield _whole(test, "False")
        case ast.For(iter=row):
            yield _whole(row, "()")
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield _whole(test, "True")
        case ast.BinOp(left=left, op=op, right=right):
            yield from _swaps(left, op, right)
        case ast.BoolOp(op=op, values=values):
            for left, right in pairwise(values):
                yield from _swaps(left, op, right)
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for one, sign, right in zip([left, *comparators], ops, comparators, strict=False):
                yield from _swaps(one, sign, right)
                if isinstance(sign, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
                    yield from _shifted(right)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield Cut(_start(node), _start(operand), "")
        case ast.Constant(value=bool() as value):
            yield _whole(node, repr(not value))
        case ast.Constant(value=int() | float() as value):
            yield _whole(node, repr(value + 1))
            yield _whole(node, repr(value - 1))
        case ast.Constant(value=str() as value):
            yield _whole(node, repr(f"XX{value}XX"))
        case ast.Slice(lower=lower, upper=upper):
            for bound in (one for one in (lower, upper) if one is not None):
                yield from _shifted(bound)
                yield _whole(bound, "")
        case ast.Call():
            yield from _of_call(node)


def _of_call(node: ast.Call) -> Iterator[Cut]:
    name = node.func
    called = name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")
    plain = [one for one in node.args if not isinstance(one, ast.Starred)]
    texts = list(map(ast.unparse, plain))
    if called in ("sorted", "reversed") and node.args:
        yield _whole(node, f"list({ast.unparse(node.args[0])})")
    elif called in _TWINS:
        end = _end(name)
        yield Cut((end[0], end[1] - len(called)), end, _TWINS[called])
    if len(plain) == len(node.args) > 1 and called not in _ANY_ORDER:
        yield Cut(_start(plain[0]), _end(plain[1]), f"{texts[1]}, {texts[0]}")
    if called == "range":
        for argument in plain:
            yield from _shifted(argument)
    # the last of equals for the first
    has_key = any(one.arg == "key" for one in node.keywords)
    if called in ("max", "min", "sorted") and len(plain) == 1 and has_key:
        yield _whole(plain[0], f"reversed([*{texts[0]}])")


def _shifted(node: ast.expr) -> Iterator[Cut]:
    if not isinstance(node, ast.Constant):
        text = ast.unparse(node)
        text = text if isinstance(node, _TIGHT) else f"({text})"
        yield _whole(node, f"{text} + 1")
        yield _whole(node, f"{text} - 1")


def _swaps(left: ast.expr, operator: ast.AST, right: ast.expr, behind: str = "") -> Iterator[Cut]:
    """Put others in the place of an operator; `behind` stands after it."""
    symbol, *others = _OTHERS.get(type(operator), ("",))
    for other in others:
        yield Cut(_end(left), _start(right), f"{other}{behind}", f"{symbol}{behind}")


def _whole(node: ast.expr | ast.stmt, text: str) -> Cut:
    return Cut(_start(node), _end(node), text)


def _start(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
