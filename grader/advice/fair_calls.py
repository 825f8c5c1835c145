"""Fair calls: what an author's inputs.py gives, and how answers are compared.

The file has one function for each function of the lesson, of the same name and without parameters.
It gives a strategy of Hypothesis, or anything that can be gone through, whose items are tuples:
the arguments of one call. `COMPARED` may name how answers are compared, of all or by function, or
give a function that tells whether an answer is right, where many are.
"""

import importlib
import inspect
import math
import sys
from collections.abc import Mapping
from itertools import islice
from numbers import Number
from typing import Any, Literal, NamedTuple

import msgspec

from grader.cases.events import Text
from grader.judge.jobs import HiddenParts

INTERVIEWER = "grader.advice.interview"  # named, since only an examiner loads it
FILE = "inputs.py"
MOST_DRAWN = 300  # calls of one function
_ABSOLUTE = 1e-12
COMPARISONS = {"close": 1e-6, "unordered": 1e-6, "precise": 1e-9}  # the first as pytest.approx
# How a case or a call goes wrong: its function, what the reference does there (an exception behind
# "!", "None", or "" for another value), and what the submission does: the kind of its value, an
# exception with its line behind "!", or "changed" for arguments that are no longer the same.
Way = tuple[str, str, str]


class FairCall(msgspec.Struct, frozen=True):
    """A call that a submission may be asked in public, with what the reference does."""

    function: str
    arguments: bytes  # a tuple, packed
    text: str
    answer: bytes = b""
    due: str = ""  # the answer, or the name of the exception that the reference raises
    raised: str = ""  # the type of that exception
    changes: bool = False  # whether the reference changes what it is given
    compared: str = "close"  # a comparison, or the author's function that knows right answers
    files: dict[str, bytes] = {}  # that the arguments name by a path


class DrawCalls(msgspec.Struct, tag=True):
    """Draw fair calls from the author's inputs, and have the reference answer them."""

    hidden: HiddenParts


class Drawn(msgspec.Struct):
    """The calls that a submission may be asked, best first, and what is wrong with inputs.py."""

    calls: list[FairCall] = []
    faults: list[str] = []


class FindDifference(msgspec.Struct, tag=True):
    """Find a fair call that a submission answers otherwise than the reference: best first."""

    calls: list[FairCall]
    ways: list[Way]  # that the answer may go wrong in, best first


class Differs(msgspec.Struct):
    """What a submission did in a call, where that is wrong."""

    number: int  # of the call
    how: Literal["gives", "raises", "changes"]
    got: Text
    way: Way


def raised_in(types: str, file: str, line: int) -> str:
    """Say of a way what a submission raises, and where."""
    return f"!{types} in line {line} of {file}"


class Inputs(NamedTuple):
    """What one function may be asked."""

    function: str
    compared: str  # a comparison, or the author's function that knows right answers
    calls: list[tuple[Any, ...]]


def draw_inputs(faults: list[str]) -> list[Inputs]:
    """Draw the same calls each time; what is wrong with the file goes to the faults."""
    sys.modules.pop("inputs", None)
    try:
        names = vars(importlib.import_module("inputs"))
    except Exception as error:
        faults.append(f"{FILE} cannot be imported: {type(error).__name__} {error}".rstrip())
        return []
    table = names.get("COMPARED", {})
    found = []
    for name, make in names.items():
        is_own = inspect.isfunction(make) and make.__module__ == "inputs"
        if not is_own or name.startswith("_") or name == "COMPARED":
            continue
        how = table.get(name, "close") if isinstance(table, dict) else table
        if inspect.isfunction(how) and how.__qualname__.isidentifier():  # so it is found again
            how = f"{how.__module__}.{how.__qualname__}"
        elif how not in tuple(COMPARISONS):
            faults.append(
                f"{FILE}: COMPARED says of {name} neither {', '.join(COMPARISONS)} nor a function "
                "that def defines at the top of the file."
            )
            continue
        try:
            given = make()
            is_strategy = hasattr(given, "example") and hasattr(given, "map")
            calls = _draw(given) if is_strategy else list(islice(given, MOST_DRAWN))
        except Exception as error:
            faults.append(f"{FILE}: {name} gives no inputs: {type(error).__name__} {error}")
            continue
        if all(type(call) is tuple for call in calls):
            found.append(Inputs(name, how, calls))
        else:
            faults.append(
                f"{FILE}: what {name} gives are no tuples: give the arguments of a call as a "
                "tuple, also where there is only one."
            )
    return found


def _draw(strategy: Any) -> list[Any]:
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis.internal.conjecture import providers
    from hypothesis.internal.constants_ast import Constants

    # numbers and texts of the modules around it would make what is drawn depend on the installation
    no_constants = Constants()
    providers._get_local_constants = lambda: no_constants
    drawn: list[Any] = []

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


def is_right(arguments: tuple[Any, ...], answer: Any, expected: Any, compared: str) -> bool:
    """Compare an answer as the author says: as hidden cases do, or by a function of the author's.

    An answer on which that function raises something is none of the right ones.
    """
    if compared in COMPARISONS:
        return _is_close(expected, answer, compared)
    module, _, name = compared.rpartition(".")
    function = getattr(importlib.import_module(module), name)
    try:
        return bool(function(*arguments, answer))
    except Exception:
        return False


def _is_close(expected: Any, got: Any, compared: str) -> bool:
    """Compare numbers by tolerance at any depth, other data by equality and kind."""
    expected, got = (v.tolist() if hasattr(v, "tolist") else v for v in (expected, got))
    if all(isinstance(value, Number) for value in (expected, got)):
        try:
            near = math.isclose(expected, got, rel_tol=COMPARISONS[compared], abs_tol=_ABSOLUTE)
            return near or (math.isnan(expected) and math.isnan(got))
        except (TypeError, OverflowError):  # of complex numbers, and of whole ones beyond any float
            return bool(expected == got)
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return expected.keys() == got.keys() and all(
            _is_close(item, got[key], compared) for key, item in expected.items()
        )
    if isinstance(expected, list | tuple) and type(expected) is type(got):
        if compared == "unordered":
            from grader.border.records import normal  # only who asks compares

            expected, got, compared = sorted(expected, key=normal), sorted(got, key=normal), "close"
        return len(expected) == len(got) and all(
            _is_close(*pair, compared) for pair in zip(expected, got, strict=False)
        )
    return bool(expected == got)
