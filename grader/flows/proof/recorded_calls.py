"""Reads back what the hidden cases handed to the functions of a reference, and what they got."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.judge.events import CaseResult

_RAISED = "raised "


@dataclass(frozen=True)
class RecordedCall:
    """One call of a hidden case, as far as it can be read as plain data."""

    case: str
    arguments: Mapping[str, object]  # by the names of the parameters
    answer: object = None
    has_raised: bool = False


def recorded_calls(
    function: ast.FunctionDef, results: Mapping[str, CaseResult]
) -> list[RecordedCall]:
    """List the calls of one function; what is no plain data is left out of them."""
    found = []
    for case, result in results.items():
        for call, given in result.calls:
            name, _, rest = call.partition("(")
            if name == function.name and rest:
                arguments = dict(_arguments(function, call))
                has_raised = given.startswith(_RAISED)
                answer = None if has_raised else _read(given)
                found.append(RecordedCall(case, arguments, answer, has_raised))
    return found


def _arguments(function: ast.FunctionDef, call: str) -> Iterator[tuple[str, object]]:
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    defaults = function.args.defaults
    yield from zip(names[len(names) - len(defaults) :], map(_value, defaults), strict=True)
    try:
        node = ast.parse(call, mode="eval").body
    except (SyntaxError, ValueError, MemoryError):
        return
    if isinstance(node, ast.Call):
        yield from zip(names, map(_value, node.args), strict=False)
        yield from ((one.arg, _value(one.value)) for one in node.keywords if one.arg)


def _read(text: str) -> object:
    try:
        return _value(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, MemoryError):
        return None


def _value(node: ast.expr) -> object:
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "array" and node.args:
        return _frozen(_value(node.args[0]))
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _frozen(value: object) -> object:
    """Turn the lists that an array is written with into tuples: it is no list."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
