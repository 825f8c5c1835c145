"""Draws from an author's inputs.py what the functions of a lesson may fairly be asked.

The file has one function for each function of the lesson, of the same name and without parameters.
It gives a strategy of Hypothesis, or anything that can be gone through, whose items are tuples:
the arguments of one call. `COMPARED` may name how answers are compared, of all or by function, or
give a function that tells whether an answer is right, where many are.
"""

import importlib
import inspect
import sys
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from .fair_calls import COMPARISONS

FILE = "inputs.py"
MOST_DRAWN = 300  # calls of one function
_TABLE = "COMPARED"


class FairInputs(Struct):
    """What was drawn, function by function, and what is wrong with the file."""

    calls: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)
    compared: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def let_import(folder: Path) -> None:
    """Let what lies beside the file be imported, as hidden cases do."""
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


def draw_inputs(folder: Path) -> FairInputs:
    """Draw the same calls each time, for every public function that the file defines."""
    found = FairInputs()
    let_import(folder)
    sys.modules.pop("inputs", None)
    try:
        names = vars(importlib.import_module("inputs"))
    except Exception as error:
        found.faults.append(f"{FILE} cannot be imported: {_said(error)}")
        return found
    given = names.get(_TABLE, {})
    table = given if isinstance(given, dict) else dict.fromkeys(names, given)
    found.compared = {name: text for name, how in table.items() if (text := _comparison(how))}
    if unknown := {
        "a lambda or an inner function" if inspect.isfunction(how) else str(how)
        for name, how in table.items()
        if name not in found.compared
    }:
        found.faults.append(
            f"{FILE}: {_TABLE} names {', '.join(sorted(unknown))}; it is one of "
            f"{', '.join(sorted(COMPARISONS))}, or a function that def defines at the top of the "
            "file."
        )
    for name, make in names.items():
        is_own = inspect.isfunction(make) and make.__module__ == "inputs"
        # by another comparison than the author's a right answer would be called wrong
        is_comparable = name in found.compared or name not in table
        if is_own and is_comparable and not name.startswith("_") and name != _TABLE:
            found.calls[name] = _draw(name, make, found.faults)
    return found


def _comparison(how: object) -> str | None:
    """Name how answers are compared, as it can be found again; None where it cannot."""
    if inspect.isfunction(how):
        has_name = how.__qualname__.isidentifier()  # which no lambda has, and none inside of others
        return f"{how.__module__}.{how.__qualname__}" if has_name else None
    return how if isinstance(how, str) and how in COMPARISONS else None


def _draw(name: str, make: Callable[[], Any], faults: list[str]) -> list[tuple[Any, ...]]:
    try:
        given = make()
        is_strategy = hasattr(given, "example") and hasattr(given, "map")
        drawn = list(_examples(given) if is_strategy else islice(given, MOST_DRAWN))
    except Exception as error:
        faults.append(f"{FILE}: {name} gives no inputs: {_said(error)}")
        return []
    if all(type(item) is tuple for item in drawn):
        return drawn
    faults.append(
        f"{FILE}: what {name} gives are no tuples: give the arguments of a call as a tuple, "
        "also where there is only one."
    )
    return []


def _examples(strategy: Any) -> Iterable[Any]:
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis.internal.conjecture import providers
    from hypothesis.internal.constants_ast import Constants

    # numbers and texts of the modules around it would make what is drawn depend on the installation
    no_constants = Constants()
    providers._get_local_constants = lambda: no_constants
    drawn: list[tuple[Any, ...]] = []

    def take(arguments: Any) -> None:
        drawn.append(arguments)

    steady = settings(
        max_examples=MOST_DRAWN,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    steady(given(strategy)(take))()  # type: ignore[no-untyped-call] # it knows tests alone
    return drawn


def _said(error: BaseException) -> str:
    return f"{type(error).__name__} {error}".strip()
