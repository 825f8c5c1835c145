"""gradescope-utils' decorators by their own import path, whether that package is there or not."""

import functools
import math
import sys
import types
from collections.abc import Callable
from decimal import Decimal
from numbers import Real
from typing import Any

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
_OF_NUMBERS = ("builtins", "decimal", "fractions", "numpy")
_PATH = ("gradescope_utils", "autograder_utils", "decorators")


def _marking(attribute: str) -> Callable[..., Decorator]:
    def mark(*values: Any, **named: Any) -> Decorator:
        values += tuple(named.values())  # whatever the package calls its one parameter

        def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
            setattr(function, attribute, values[0] if len(values) == 1 else values)
            return function

        return decorate

    return mark


def partial_credit(weight: float) -> Decorator:
    """Give the test `set_score`, with which it says what it is worth to this submission."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*args: Any, **named: Any) -> Any:
            set_score = functools.partial(setattr, wrapper, "__score__")
            return function(*args, set_score=set_score, **named)

        wrapper.__weight__ = weight  # type: ignore[attr-defined] # read with the other marks
        return wrapper

    return decorate


def _leaderboard(*_values: Any, **_named: Any) -> Decorator:
    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*args: Any, **named: Any) -> Any:
            return function(*args, set_leaderboard_value=lambda *_, **__: None, **named)

        return wrapper

    return decorate


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
        "leaderboard": _leaderboard,
    }
    parent: types.ModuleType | None = None
    for depth, name in enumerate(_PATH, start=1):
        module = types.ModuleType(".".join(_PATH[:depth]))
        module.__path__ = []
        sys.modules[module.__name__] = module
        if parent is not None:
            setattr(parent, name, module)
        parent = module
    vars(sys.modules[".".join(_PATH)]).update(names)
    runner = types.ModuleType("gradescope_utils.autograder_utils.json_test_runner")
    sys.modules[runner.__name__] = runner
