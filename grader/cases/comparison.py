"""Says what a case asked and what it got, in a student's words and none of pytest's."""

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from types import TracebackType
from typing import Any

from grader.model.text import cut_pair

from .events import Failure, Shown

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
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "in": "holds", "not in": "holds not"}
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
_KINDS = {
    int: "number",
    float: "number",
    complex: "complex number",
    Decimal: "Decimal",
    Fraction: "Fraction",
    str: "text",
    bool: "truth value",
    list: "list",
    tuple: "tuple",
    dict: "dictionary",
    set: "set",
    frozenset: "set",
    type(None): "None",
}
PLAIN_KINDS = frozenset(_KINDS.values())  # what a student may be told of a result
_NAMES = (("first", "second"), ("expr1", "expr2"), ("member", "container"))


def kind_name(value: Any) -> str:
    """Name the kind of a value in a student's words."""
    kind = type(value)
    if kind.__module__ == "numpy":
        return "array" if kind.__name__ == "ndarray" else "number"
    if kind.__name__.startswith("Approx"):
        return kind_name(getattr(value, "expected", 0.0))
    return _KINDS.get(kind, kind.__name__)


def mirrored(operator: str) -> str:
    """Return the operator that says the same with its sides exchanged."""
    return _MIRRORED.get(operator, operator)


def is_approx(value: Any) -> bool:
    """Whether a value is a pytest.approx, which is what was expected."""
    return type(value).__name__.startswith("Approx")


def compared(sides: Sides, show: Callable[[Any], str]) -> tuple[Failure, Shown]:
    """Say what failed in a comparison, of which what was got comes first."""
    got, expected, operator = sides
    words = f"{_WORDS[operator]} " if operator in _WORDS else ""
    wanted = approx_text(repr(expected)) if is_approx(expected) else show(expected)
    shown = (None, *cut_pair(words + wanted, show(got)))
    kinds = kind_name(got), kind_name(expected)
    is_alike = operator in ("==", "is", *ORDERS)
    if is_alike and kinds[0] != kinds[1] and PLAIN_KINDS.issuperset(kinds):
        return Failure("wrong_type", *kinds), shown
    return Failure("wrong_value"), shown


def refuted(error: BaseException, text: str) -> tuple[Failure, Shown]:
    """Say what failed in a case itself, where it compared nothing."""
    is_assert = isinstance(error, AssertionError)
    may_miss = is_assert or type(error).__name__ == "Failed"
    missed = not_raised_text(text) if may_miss else None
    if missed is not None:
        return Failure("not_raised", text=missed), (None, missed, None)
    if is_assert:
        return Failure("asserted", text=text), (None, None, None)
    return Failure("unusable", type(error).__name__, text=text), (None, None, None)


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


_ONE_APPROX = re.compile(r"(-?\d[\d.]*(?:e[+-]?\d+)?) ± (\d[\d.]*(?:e[+-]?\d+)?)(?! ∠)")
_WHOLE_APPROX = re.compile(r"approx\((.*)\)", re.DOTALL)
_SMALL, _TINY = 1e-5, 1e-9  # of a value, and of 0: tolerances for nothing but rounding
_NOT_RAISED = re.compile(r"DID NOT RAISE (.+)|(.+?) not raised(?: by .+)?", re.DOTALL)
_CLASS = re.compile(r"<class '(?:\w+\.)*(\w+)'>")


def approx_text(shown: str) -> str:
    """Write what `repr` makes of a pytest.approx; a tolerance for rounding alone is left out."""
    whole = _WHOLE_APPROX.fullmatch(shown)
    return _ONE_APPROX.sub(_without_rounding, whole[1] if whole else shown)


def _without_rounding(found: re.Match[str]) -> str:
    value, tolerance = found.groups()
    is_small = float(tolerance) <= max(_TINY, _SMALL * abs(float(value)))
    return value if is_small else f"{value} ± {float(tolerance):g}"


def not_raised_text(message: str) -> str | None:
    """Say which exception a test missed, by its message; None where that is not what it says."""
    found = _NOT_RAISED.fullmatch(message.strip())
    if found is None:
        return None
    kinds = _CLASS.sub(r"\1", found[1] or found[2])
    return f"{kinds} to be raised"
