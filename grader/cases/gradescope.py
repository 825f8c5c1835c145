"""gradescope-utils' decorators by their own import path, whether that package is there or not."""

import functools
import math
import sys
import types
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from numbers import Real
from typing import Any

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
_OF_NUMBERS = ("builtins", "decimal", "fractions", "numpy")
_MODULES = (
    "gradescope_utils",
    "gradescope_utils.autograder_utils",
    "gradescope_utils.autograder_utils.json_test_runner",
    "gradescope_utils.autograder_utils.decorators",
)


def _marking(attribute: str) -> Callable[..., Decorator]:
    def mark(*values: Any, **named: Any) -> Decorator:
        values += tuple(named.values())  # whatever the package calls its one parameter

        def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
            setattr(function, attribute, values[0] if len(values) == 1 else values)
            return function

        return decorate

    return mark


def _handing(parameter: str, make: Callable[[Any], Any], **marks: Any) -> Decorator:
    """Mark a test, and hand it what is made of it under the name of a parameter."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*args: Any, **named: Any) -> Any:
            return function(*args, **{parameter: make(wrapper)}, **named)

        vars(wrapper).update(marks)
        return wrapper

    return decorate


def partial_credit(weight: float) -> Decorator:
    """Give the test `set_score`, with which it says what it is worth to this submission."""
    return _handing(
        "set_score", lambda test: partial(setattr, test, "__score__"), __weight__=weight
    )


def take_score(function: Any) -> float | None:
    """Give and forget the share of its points that a test gave itself, 0 to 1."""
    weight = getattr(function, "__weight__", None)
    if not hasattr(function, "__score__") or not isinstance(weight, int | float) or not weight:
        return None
    score = function.__score__
    function = getattr(function, "__func__", function)
    del function.__score__
    # a number of the submission's own making would be asked by running its code
    is_number = type(score).__module__ in _OF_NUMBERS and isinstance(score, Real | Decimal)
    if not is_number:
        return 0.0
    try:
        share = float(score) / weight
    except OverflowError:
        return 1.0 if score > 0 else 0.0
    return 0.0 if math.isnan(share) else min(max(share, 0.0), 1.0)


def install() -> None:
    """Make `from gradescope_utils.autograder_utils.decorators import ...` work."""
    hide = _marking("__hide_errors_message__")
    names: dict[str, Any] = {
        "weight": _marking("__weight__"),
        "number": _marking("__number__"),
        "visibility": _marking("__visibility__"),
        "hide_errors": lambda error_message="Test failed": hide(error_message),
        "tags": _marking("__tags__"),
        "partial_credit": partial_credit,
        "leaderboard": lambda *_, **__: _handing(
            "set_leaderboard_value", lambda _: lambda *_, **__: None
        ),
    }
    for name in _MODULES:
        module = sys.modules[name] = types.ModuleType(name)
        module.__path__ = []
        parent, _, own = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], own, module)
    vars(sys.modules[_MODULES[-1]]).update(names)
