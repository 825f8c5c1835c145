"""Yields the small slips by which a program can differ: the mutation operators, node by node.

Some treat numbers carelessly: near for equal, rounded on the way, the last of equals for the first.
They show only where numbers with a fraction come by, so each brings a probe: the same place,
failing as soon as one does.
"""

import ast
from collections.abc import Iterator
from typing import NamedTuple


class Cut(NamedTuple):
    """A span of the source and what takes its place."""

    start: tuple[int, int]  # line from 1, column in bytes from 0
    end: tuple[int, int]
    text: str
    probe: str | None = None  # takes its place too, and fails where the change could show
    symbol: str | None = None  # all of the span that is replaced, where it is not the whole


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


def changes(node: ast.AST) -> Iterator[Cut]:
    """Yield all changes of one node, apart from those of the nodes below it."""
    if isinstance(node, ast.expr):
        yield from number_slips(node)
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


def _of_statement(node: ast.stmt) -> Iterator[Cut]:
    called = node.value if isinstance(node, ast.Expr) else None
    if isinstance(node, _Removable) or isinstance(called, ast.Call | ast.Await | ast.Yield):
        yield _whole(node, "pass")
    if isinstance(node, ast.AugAssign):
        symbol, others = _ARITHMETIC.get(type(node.op), ("", ()))
        for other in others:
            yield _swap(node.target, node.value, f"{symbol}=", f"{other}=")
    elif isinstance(node, ast.Return) and node.value is not None:
        if not (isinstance(node.value, ast.Constant) and node.value.value is None):
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


def _of_operator(node: ast.BinOp | ast.BoolOp | ast.Compare | ast.UnaryOp) -> Iterator[Cut]:
    if isinstance(node, ast.BinOp):
        symbol, others = _ARITHMETIC.get(type(node.op), ("", ()))
        yield from (_swap(node.left, node.right, symbol, one) for one in others)
    elif isinstance(node, ast.BoolOp):
        symbol, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield _swap(left, right, symbol, other)
    elif isinstance(node, ast.Compare):
        operands = [node.left, *node.comparators]
        for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
            symbol, others = _COMPARISON[type(operator)]
            yield from (_swap(left, right, symbol, other) for other in others)
            if isinstance(operator, _ORDER):
                yield from _shifted(right)
    elif isinstance(node.op, ast.Not | ast.USub | ast.Invert):
        yield Cut(_start(node), _start(node.operand), "")


def _of_constant(node: ast.Constant) -> Iterator[Cut]:
    value = node.value
    if isinstance(value, bool):
        yield _whole(node, repr(not value))
    elif isinstance(value, int | float):
        yield _whole(node, repr(value + 1))
        yield _whole(node, repr(value - 1))
    elif isinstance(value, str | bytes):
        mark = "XX" if isinstance(value, str) else b"XX"
        yield _whole(node, repr(mark + value + mark))  # type: ignore[operator] # of one type


def _of_call(node: ast.Call) -> Iterator[Cut]:
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
        yield from (_whole(node, f"{text}{by}") for by in _OFF_BY_ONE)


def _negated(test: ast.expr) -> Iterator[Cut]:
    # a single comparison and a `not` are turned round by changes of their own
    is_turned = isinstance(test, ast.Compare) and len(test.ops) == 1
    if not is_turned and not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
        yield _whole(test, f"not ({ast.unparse(test)})")


def _whole(node: ast.expr | ast.stmt, text: str, probe: str | None = None) -> Cut:
    return Cut(_start(node), _end(node), text, probe)


def _swap(left: ast.expr, right: ast.expr, symbol: str, text: str) -> Cut:
    return Cut(_end(left), _start(right), text, symbol=symbol)


def _start(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


_NEAR = "1e-09"
_DIGITS = 6  # where six are noticed, fewer are
_CHECK = "_verify_whole"
PROBE = f"""

def {_CHECK}(value):
    if isinstance(value, float) or getattr(getattr(value, "dtype", None), "kind", "") == "f":
        raise ArithmeticError("a number with a fraction comes by")
    return value
"""
_KEYED = frozenset(("max", "min", "sorted"))
_WITH_FRACTION = frozenset(("float", "log", "log2", "log10", "exp", "sqrt"))
# by which an operand gives way so that near ones compare as equal ones do: of the left, the right
_GIVES_WAY: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("+", "-"),
    ast.LtE: ("-", "+"),
    ast.Gt: ("-", "+"),
    ast.GtE: ("+", "-"),
}
_EQUAL = {ast.Eq: "<", ast.NotEq: ">="}


def number_slips(node: ast.expr) -> Iterator[Cut]:
    """Yield the ways to treat the numbers of an expression carelessly."""
    if isinstance(node, ast.Compare):
        operands = [node.left, *node.comparators]
        probes = {i: f"{_CHECK}({ast.unparse(one)})" for i, one in enumerate(operands)}
        yield from (_whole(node, text, _compared(node, probes)) for text in _near(node))
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div | ast.Pow):
        yield _rounded(node)
    elif isinstance(node, ast.Call):
        yield from _numbers_of_call(node)


def _near(node: ast.Compare) -> Iterator[str]:
    """Write the comparison once for each of its operators, with near operands taken for equal."""
    operands = [node.left, *node.comparators]
    for place, operator in enumerate(node.ops):
        left, right = operands[place : place + 2]
        if type(operator) in _EQUAL and len(node.ops) == 1:
            apart = f"abs(({ast.unparse(left)}) - ({ast.unparse(right)}))"
            yield f"{apart} {_EQUAL[type(operator)]} {_NEAR}"
        elif type(operator) in _GIVES_WAY:
            of_left, of_right = _GIVES_WAY[type(operator)]
            changed = place if place == 0 else place + 1
            sign = of_left if place == 0 else of_right
            yield _compared(node, {changed: f"({ast.unparse(operands[changed])}) {sign} {_NEAR}"})


def _compared(node: ast.Compare, instead: dict[int, str]) -> str:
    """Write a comparison with other texts for some of its operands."""
    operands = [node.left, *node.comparators]
    texts = [instead.get(place) or ast.unparse(one) for place, one in enumerate(operands)]
    parsed = [ast.parse(text, mode="eval").body for text in texts]
    return ast.unparse(ast.Compare(parsed[0], node.ops, parsed[1:]))


def _rounded(node: ast.expr) -> Cut:
    text = ast.unparse(node)
    return _whole(node, f"round({text}, {_DIGITS})", f"{_CHECK}({text})")


def _numbers_of_call(node: ast.Call) -> Iterator[Cut]:
    called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
    key = next((one for one in node.keywords if one.arg == "key"), None)
    if called in _KEYED and key is not None and len(node.args) == 1:
        row, by = ast.unparse(node.args[0]), f"({ast.unparse(key.value)})"
        yield _whole(node, _called(node, f"reversed([*{row}])", by))
        rounded = _called(node, row, f"lambda one: round({by}(one), 9)")
        yield _whole(node, rounded, _called(node, row, f"lambda one: {_CHECK}({by}(one))"))
    elif called == "index" and isinstance(node.func, ast.Attribute) and len(node.args) == 1:
        row = ast.unparse(node.func.value)
        yield _whole(node, f"len({row}) - 1 - {row}[::-1].index({ast.unparse(node.args[0])})")
    elif called in _WITH_FRACTION:
        yield _rounded(node)


def _called(node: ast.Call, argument: str, key: str) -> str:
    """Write a call with another argument and another key."""
    first, by = (ast.parse(text, mode="eval").body for text in (argument, key))
    rest = [one for one in node.keywords if one.arg != "key"]
    return ast.unparse(ast.Call(node.func, [first], [*rest, ast.keyword("key", by)]))
