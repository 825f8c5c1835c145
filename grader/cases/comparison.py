"""Remembers the comparison that failed, and words what it asked of a result."""

from types import TracebackType
from typing import Any

Sides = tuple[Any, Any, str]  # left, right, and the operator between them

_WORDS = {
    "<": "less than",
    "<=": "at most",
    ">": "more than",
    ">=": "at least",
    "!=": "anything but",
    "is not": "anything but",
    "in": "something that is in",
    "not in": "nothing that is in",
    "holds": "something that holds",
    "holds not": "something without",
}
_MIRRORED = {
    "<": ">",
    "<=": ">=",
    ">": "<",
    ">=": "<=",
    "in": "holds",
    "not in": "holds not",
}
ORDERS = ("<", "<=", ">", ">=")
_ASSERTIONS = {
    "assertNotEqual": "!=",
    "assertNotAlmostEqual": "!=",
    "assertIsNot": "is not",
    "assertIn": "in",
    "assertNotIn": "not in",
    "assertLess": "<",
    "assertLessEqual": "<=",
    "assertGreater": ">",
    "assertGreaterEqual": ">=",
}
_NAMES = (("first", "second"), ("expr1", "expr2"), ("member", "container"))


class Comparison:
    """The last comparison that pytest explained."""

    def __init__(self) -> None:
        self.sides: Sides | None = None


def mirrored(operator: str) -> str:
    """Return the operator that says the same with its sides exchanged."""
    return _MIRRORED.get(operator, operator)


def expectation(operator: str, text: str) -> str:
    """Say what was expected, where the other side of the operator is this text."""
    words = _WORDS.get(operator)
    return text if words is None else f"{words} {text}"


def unittest_sides(trace: TracebackType | None) -> Sides | None:
    """Find what a failed method of unittest's compared."""
    while trace is not None:
        frame = trace.tb_frame
        if frame.f_globals.get("__name__") == "unittest.case":
            names, method = frame.f_locals, frame.f_code.co_name
            # an order's sides are called a and b, and so may anything be
            pairs = (*_NAMES, ("a", "b")) if _ASSERTIONS.get(method) in ORDERS else _NAMES
            for left, right in pairs:
                if left in names and right in names:
                    return names[left], names[right], _ASSERTIONS.get(method, "==")
        trace = trace.tb_next
    return None
