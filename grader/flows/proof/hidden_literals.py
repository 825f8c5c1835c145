"""Reads what hidden files keep secret: the literals in them, and calls with what they must give.

What counts is what cannot stand somewhere else by chance: lists of three numbers or more, numbers
with four digits or more in them, texts of eight characters or more.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grader.course.hidden_source import CaseNode, marks_of
from grader.model.parsing import docstrings

_LIST = 3
_DIGITS = 4
_TEXT = 8
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.])", re.IGNORECASE)
_ALIKE = str.maketrans('()"`', "[]''")  # brackets and quotes


@dataclass(frozen=True)
class Secret:
    """One literal of a hidden file, in the form in which it is compared."""

    text: str
    line: int


@dataclass(frozen=True)
class Question:
    """A call whose arguments are written down, and a value that it is compared with."""

    call: str
    expected: str
    line: int


def secrets_of(node: ast.AST) -> Iterator[Secret]:
    """Yield the literals of a program that could not stand elsewhere by chance, outermost first."""
    skipped = docstrings(node)
    pending = [node]
    while pending:
        one = pending.pop()
        text = None if id(one) in skipped else literal_text(one)
        if text is not None and is_telling(one):
            yield Secret(text, getattr(one, "lineno", 0))
        elif isinstance(one, CaseNode | ast.ClassDef):
            marks = {id(mark) for mark in marks_of(one)}
            rest = [d for d in one.decorator_list if not _is_saying(d, marks)]
            pending += [*one.body, *rest]
        else:
            pending += ast.iter_child_nodes(one)


def _is_saying(decorator: ast.expr, marks: set[int]) -> bool:
    # what a mark says is no input; parameter sets are
    function = decorator.func if isinstance(decorator, ast.Call) else decorator
    is_mark = id(function) in marks
    return is_mark and isinstance(function, ast.Attribute) and function.attr != "parametrize"


def literal_text(node: ast.AST) -> str | None:
    """Write a literal in one form: tuples as lists, numbers by value; None for no literal."""
    if not isinstance(node, ast.expr):
        return None
    try:
        return _normal(ast.literal_eval(node))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _normal(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_normal, value))}]"
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return str(int(value))
    return repr(value)


def is_telling(node: ast.AST) -> bool:
    """Whether a literal is too particular to stand somewhere by chance."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return False
    if isinstance(value, str):
        return len(value) >= _TEXT and not value.isidentifier()
    if isinstance(value, list | tuple):
        numbers = [v for v in value if isinstance(v, int | float)]
        return len(numbers) >= _LIST and len(set(numbers)) > 1
    if isinstance(value, float):
        return len(re.sub(r"\D", "", repr(value)).strip("0")) >= _DIGITS
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**_DIGITS


def questions_of(node: ast.AST) -> Iterator[Question]:
    """Yield the calls of plain names with literal arguments that an assert compares with values."""
    for one in ast.walk(node):
        if isinstance(one, ast.Compare):
            sides: Iterable[ast.expr] = [one.left, *one.comparators]
        elif isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute):
            sides = one.args if one.func.attr.startswith("assert") else ()
        else:
            continue
        for side in sides:
            others = [other for other in sides if other is not side]
            yield from _asked(side, others)


def _asked(side: ast.expr, others: list[ast.expr]) -> Iterator[Question]:
    if not isinstance(side, ast.Call) or not isinstance(side.func, ast.Name):
        return
    given = [literal_text(argument) for argument in side.args]
    given += [literal_text(keyword.value) for keyword in side.keywords]
    if not given or any(text is None for text in given):
        return
    call = f"{side.func.id}({', '.join(map(str, given))})"
    telling = any(is_telling(argument) for argument in side.args)
    for other in others:
        for value in _values(other):
            if telling or is_telling(value):
                yield Question(call, str(literal_text(value)), side.lineno)


def _values(side: ast.expr) -> Iterator[ast.expr]:
    # pytest.approx(1.5) and the like hold the value as their first argument
    if isinstance(side, ast.Call):
        side = side.args[0] if side.args else side
    if literal_text(side) is not None:
        yield side


def plain_text(text: str) -> str:
    """Write prose and data so that literals in them stand as `literal_text` writes them."""
    text = re.sub(r"\s+", " ", text).translate(_ALIKE)
    text = re.sub(r" ?[,;] ?(?=[-\d.'\[])", ", ", text)
    text = re.sub(r"[ ,;]+\]", "]", text.replace("[ ", "["))
    return _NUMBER.sub(lambda found: _as_literal(found[0]), text)


def _as_literal(number: str) -> str:
    try:
        return _normal(ast.literal_eval(number))
    except (ValueError, SyntaxError):
        return number
