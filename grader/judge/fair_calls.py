"""Draws the calls of an author's inputs.py, which submissions may be asked in public.

The file has one function for each function of the lesson, of the same name and without parameters.
It gives a list or a generator of tuples: the arguments of one call.
"""

import importlib
import inspect
import sys
from itertools import islice
from typing import Any

from grader.border.codec import NotData, pack
from grader.border.contract import Action, Contract, Shape, Terms
from grader.border.data_types import TooLarge
from grader.border.records import call_text

from .jobs import Drawn, FairCall

FILE = "inputs.py"
_MOST_DRAWN = 200  # calls of one function
_LONGEST = 300  # characters of a call, as a reader sees it


class DataTerms(Terms):
    """Admits functions by name and data alone, whatever the hidden cases use beside."""

    def __init__(self) -> None:
        super().__init__(Contract(), is_recording=False)

    def role_at(self, name: str, shape: Shape, classes: list[str]) -> str | None:
        is_name = shape is Shape.FUNCTION and name.count(".") == 1 and "(" not in name
        return "" if is_name else None

    def admits(self, action: Action, what: str) -> bool:
        return action in (Action.LACKS, Action.OPENS)


def draw_calls(hidden_folder: str) -> Drawn:
    """Go through what the functions of inputs.py give, and note what is wrong with the file."""
    drawn = Drawn()
    sys.path.insert(0, hidden_folder)  # what inputs.py imports lies beside it
    sys.modules.pop("inputs", None)
    try:
        names = vars(importlib.import_module("inputs"))
    except Exception as error:
        drawn.faults.append(f"it cannot be imported: {type(error).__name__} {error}".rstrip())
        return drawn
    for name, make in names.items():
        is_own = inspect.isfunction(make) and make.__module__ == "inputs"
        if not is_own or name.startswith("_"):
            continue
        try:
            found = [_fair_call(name, arguments) for arguments in islice(make(), _MOST_DRAWN)]
        except Exception as error:
            drawn.faults.append(f"{name} gives no inputs: {type(error).__name__} {error}")
            continue
        by_text = {call.text: call for call in found if len(call.text) <= _LONGEST}
        drawn.calls += by_text.values()
    return drawn


def _fair_call(function: str, arguments: Any) -> FairCall:
    if type(arguments) is not tuple:
        raise TypeError("give the arguments of a call as a tuple, also where there is only one")
    try:
        return FairCall(function, pack(arguments), call_text(function, arguments, {}))
    except (NotData, TooLarge) as error:
        raise TypeError(f"what is no plain data: {error}") from None
