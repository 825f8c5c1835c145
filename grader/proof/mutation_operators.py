"""Yields the small slips by which a program can differ: one table of operators, by kind of node."""

import ast
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple


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


def changes(node: ast.AST) -> Iterator[Cut]:
    """Yield all changes of one node, apart from those of the nodes below it."""
    operator = _OPERATORS.get(type(node))
    if operator is not None:
        yield from operator(node)


def _remove(node: ast.stmt) -> Iterator[Cut]:
    yield _whole(node, "pass")


def _of_expression(node: ast.Expr) -> Iterator[Cut]:
    if isinstance(node.value, ast.Call | ast.Await | ast.Yield):
        yield _whole(node, "pass")


def _of_added(node: ast.AugAssign) -> Iterator[Cut]:
    yield _whole(node, "pass")
    symbol, *others = _OTHERS.get(type(node.op), ("",))
    yield from (_swap(node.target, node.value, f"{symbol}=", f"{one}=") for one in others)


def _of_return(node: ast.Return) -> Iterator[Cut]:
    if node.value is not None and ast.unparse(node.value) != "None":
        yield _whole(node.value, "None")


def _of_if(node: ast.If) -> Iterator[Cut]:
    yield from _negated(node.test)
    yield _whole(node.test, "False")
    yield _whole(node.test, "True")


def _of_while(node: ast.While) -> Iterator[Cut]:
    yield from _negated(node.test)
    yield _whole(node.test, "False")


def _negated(test: ast.expr) -> Iterator[Cut]:
    # a single comparison and a `not` are turned round by changes of their own
    is_turned = isinstance(test, ast.Compare) and len(test.ops) == 1
    if not is_turned and not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
        yield _whole(test, f"not ({ast.unparse(test)})")


def _of_comprehension(node: ast.comprehension) -> Iterator[Cut]:
    for test in node.ifs:
        yield from _negated(test)
        yield _whole(test, "True")


def _of_two(node: ast.BinOp) -> Iterator[Cut]:
    symbol, *others = _OTHERS.get(type(node.op), ("",))
    yield from (_swap(node.left, node.right, symbol, one) for one in others)


def _of_and(node: ast.BoolOp) -> Iterator[Cut]:
    for left, right in zip(node.values, node.values[1:], strict=False):
        yield _swap(left, right, *_OTHERS[type(node.op)])


def _of_comparison(node: ast.Compare) -> Iterator[Cut]:
    operands = [node.left, *node.comparators]
    for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
        symbol, *others = _OTHERS[type(operator)]
        yield from (_swap(left, right, symbol, one) for one in others)
        if isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            yield from _shifted(right)


def _of_sign(node: ast.UnaryOp) -> Iterator[Cut]:
    if not isinstance(node.op, ast.UAdd):
        yield Cut(_start(node), _start(node.operand), "")


def _of_constant(node: ast.Constant) -> Iterator[Cut]:
    value = node.value
    if isinstance(value, bool):
        yield _whole(node, repr(not value))
    elif isinstance(value, int | float):
        yield _whole(node, repr(value + 1))
        yield _whole(node, repr(value - 1))
    elif isinstance(value, str):
        yield _whole(node, repr(f"XX{value}XX"))
    elif isinstance(value, bytes):
        yield _whole(node, repr(b"XX" + value + b"XX"))


def _of_call(node: ast.Call) -> Iterator[Cut]:
    name = node.func
    called = name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")
    plain = [one for one in node.args if not isinstance(one, ast.Starred)]
    if called in ("sorted", "reversed") and node.args:
        yield _whole(node, f"list({ast.unparse(node.args[0])})")
    elif called in _TWINS:
        end = _end(name)
        yield Cut((end[0], end[1] - len(called)), end, _TWINS[called])
    if len(plain) == len(node.args) > 1 and called not in _ANY_ORDER:
        first, second = plain[:2]
        texts = ast.unparse(second), ast.unparse(first)
        yield Cut(_start(first), _end(second), ", ".join(texts))
    if called == "range":
        for argument in plain:
            yield from _shifted(argument)
    has_key = any(one.arg == "key" for one in node.keywords)
    if called in ("max", "min", "sorted") and len(plain) == 1 and has_key:
        # the last of equals for the first
        yield _whole(plain[0], f"reversed([*{ast.unparse(plain[0])}])")
    elif called == "index" and isinstance(name, ast.Attribute) and len(plain) == 1:
        row = ast.unparse(name.value)
        yield _whole(node, f"len({row}) - 1 - {row}[::-1].index({ast.unparse(plain[0])})")
    for keyword in node.keywords:
        # a constant is changed as such, which comes to the same
        if keyword.arg is not None and not isinstance(keyword.value, ast.Constant):
            rest = [one for one in node.keywords if one is not keyword]
            yield _whole(node, ast.unparse(ast.Call(node.func, node.args, rest)))


def _of_slice(node: ast.Slice) -> Iterator[Cut]:
    for bound in (node.lower, node.upper):
        if bound is not None:
            yield from _shifted(bound)
            yield _whole(bound, "")


def _shifted(node: ast.expr) -> Iterator[Cut]:
    if not isinstance(node, ast.Constant):
        text = ast.unparse(node)
        text = text if isinstance(node, _TIGHT) else f"({text})"
        yield _whole(node, f"{text} + 1")
        yield _whole(node, f"{text} - 1")


_OPERATORS: dict[type[ast.AST], Callable[[Any], Iterator[Cut]]] = {
    ast.Raise: _remove,
    ast.Delete: _remove,
    ast.Assert: _remove,
    ast.Expr: _of_expression,
    ast.AugAssign: _of_added,
    ast.Return: _of_return,
    ast.Break: lambda node: iter([_whole(node, "continue")]),
    ast.Continue: lambda node: iter([_whole(node, "break")]),
    ast.If: _of_if,
    ast.While: _of_while,
    ast.For: lambda node: iter([_whole(node.iter, "()")]),
    ast.IfExp: lambda node: _negated(node.test),
    ast.comprehension: _of_comprehension,
    ast.BinOp: _of_two,
    ast.BoolOp: _of_and,
    ast.Compare: _of_comparison,
    ast.UnaryOp: _of_sign,
    ast.Constant: _of_constant,
    ast.Call: _of_call,
    ast.Slice: _of_slice,
}


def _whole(node: ast.expr | ast.stmt, text: str) -> Cut:
    return Cut(_start(node), _end(node), text)


def _swap(left: ast.expr, right: ast.expr, symbol: str, text: str) -> Cut:
    return Cut(_end(left), _start(right), text, symbol)


def _start(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
