"""Names the kinds of values in a student's words."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

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


def kind_name(value: Any) -> str:
    """Name the kind of a value in a student's words."""
    kind = type(value)
    if kind.__module__ == "numpy":
        return "array" if kind.__name__ == "ndarray" else "number"
    if kind.__name__.startswith("Approx"):
        return kind_name(getattr(value, "expected", 0.0))
    return _KINDS.get(kind, kind.__name__)
