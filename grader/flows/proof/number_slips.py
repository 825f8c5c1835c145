"""Says how a program can treat its numbers carelessly: near for equal, rounded on the way.

It also takes the last of equals for the first. A change here shows only where numbers with a
fraction come by, so each brings a probe: the same place, failing as soon as one does.
"""

import ast
from collections.abc import Iterator
from typing import NamedTuple

NEAR = "1e-09"
DIGITS = 6  # where six are noticed, fewer are
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


class Slip(NamedTuple):
    """What takes the place of an expression, and the probe of that place, if it needs one."""

    text: str
    probe: str | None


def slips(node: ast.expr) -> Iterator[Slip]:
    """Yield what may take the place of an expression."""
    if isinstance(node, ast.Compare):
        probe = _probed(node)
        yield from (Slip(text, probe) for text in _near(node))
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div | ast.Pow):
        yield _rounded(node)
    elif isinstance(node, ast.Call):
        yield from _of_call(node)


def _near(node: ast.Compare) -> Iterator[str]:
    """Write the comparison once for each of its operators, with near operands taken for equal."""
    operands = [node.left, *node.comparators]
    for place, operator in enumerate(node.ops):
        left, right = operands[place : place + 2]
        if type(operator) in _EQUAL and len(node.ops) == 1:
            apart = f"abs(({ast.unparse(left)}) - ({ast.unparse(right)}))"
            yield f"{apart} {_EQUAL[type(operator)]} {NEAR}"
        elif type(operator) in _GIVES_WAY:
            of_left, of_right = _GIVES_WAY[type(operator)]
            changed = place if place == 0 else place + 1
            sign = of_left if place == 0 else of_right
            yield _compared(node, {changed: f"({ast.unparse(operands[changed])}) {sign} {NEAR}"})


def _compared(node: ast.Compare, instead: dict[int, str]) -> str:
    """Write a comparison with other texts for some of its operands."""
    operands = [node.left, *node.comparators]
    texts = [instead.get(place) or ast.unparse(one) for place, one in enumerate(operands)]
    parsed = [ast.parse(text, mode="eval").body for text in texts]
    return ast.unparse(ast.Compare(parsed[0], node.ops, parsed[1:]))


def _probed(node: ast.Compare) -> str:
    operands = [node.left, *node.comparators]
    return _compared(
        node, {place: f"{_CHECK}({ast.unparse(one)})" for place, one in enumerate(operands)}
    )


def _rounded(node: ast.expr) -> Slip:
    text = ast.unparse(node)
    return Slip(f"round({text}, {DIGITS})", f"{_CHECK}({text})")


def _of_call(node: ast.Call) -> Iterator[Slip]:
    called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
    key = next((one for one in node.keywords if one.arg == "key"), None)
    if called in _KEYED and key is not None and len(node.args) == 1:
        turned = f"reversed([*{ast.unparse(node.args[0])}])"
        yield Slip(_called(node, turned, key.value), None)
        rounded = f"lambda one: round(({ast.unparse(key.value)})(one), 9)"
        probe = f"lambda one: {_CHECK}(({ast.unparse(key.value)})(one))"
        near, probed = (ast.parse(text, mode="eval").body for text in (rounded, probe))
        whole = ast.unparse(node.args[0])
        yield Slip(_called(node, whole, near), _called(node, whole, probed))
    elif called == "index" and isinstance(node.func, ast.Attribute) and len(node.args) == 1:
        row = ast.unparse(node.func.value)
        yield Slip(f"len({row}) - 1 - {row}[::-1].index({ast.unparse(node.args[0])})", None)
    elif called in _WITH_FRACTION:
        yield _rounded(node)


def _called(node: ast.Call, argument: str, key: ast.expr) -> str:
    """Write a call with another argument and another key."""
    rest = [one for one in node.keywords if one.arg != "key"]
    first = ast.parse(argument, mode="eval").body
    return ast.unparse(ast.Call(node.func, [first], [*rest, ast.keyword("key", key)]))
