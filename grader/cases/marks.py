"""What an author wrote of hidden cases: their order, sentence, points, hint, reveal, visibility."""

import unittest
from collections import Counter
from fractions import Fraction
from itertools import groupby
from typing import Any

import pytest

from .events import CaseInfo

MARKERS = (
    "points(n): what the case is worth; each parameter set counts n",
    "hint(text): what a student reads when the case fails",
    "reveal(level): sentence, values or nothing",
    "visibility(when): visible, hidden, after_due_date or after_published",
    "timeout(seconds): a limit of its own",
    "task(taskno): ignored; exercism's",
)


def case_ids(items: list[pytest.Item]) -> list[str]:
    """Name cases by file and test; parameter sets by number, since pytest ids hold values."""
    bases = [item.nodeid.partition("[")[0] for item in items]
    many = {base for base, item in zip(bases, items, strict=True) if hasattr(item, "callspec")}
    seen: Counter[str] = Counter()
    ids = []
    for base in bases:
        seen[base] += 1
        ids.append(f"{base}[{seen[base]}]" if base in many else base)
    return ids


def case_info(item: pytest.Item, case: str) -> CaseInfo:
    """Read the marks of one case."""
    function = getattr(item, "function", None)
    weight = getattr(function, "__weight__", None)
    points = _first(item, "points", 1 if weight is None else weight)
    hint = _first(item, "hint", None) or getattr(function, "__hide_errors_message__", None)
    try:
        worth = max(Fraction(str(points)), Fraction(0))
    except (ValueError, ZeroDivisionError):
        worth = Fraction(1)
    seconds = _first(item, "timeout", None)
    number = f" ({case.rpartition('[')[2][:-1]})" if case.endswith("]") else ""
    return CaseInfo(
        id=case,
        sentence=_sentence(item, function) + number,
        points=str(worth),
        hint=None if hint is None else str(hint),
        reveal=str(_first(item, "reveal", "sentence")),
        visibility=str(
            _first(item, "visibility", getattr(function, "__visibility__", None) or "visible")
        ),
        file=case.partition("::")[0],
        seconds=float(seconds) if isinstance(seconds, int | float) and seconds > 0 else None,
    )


def _first(item: pytest.Item, name: str, default: Any) -> Any:
    # pytest lists a function's marks before those of a parameter set, which stand nearer
    of_set = [m for m in getattr(getattr(item, "callspec", None), "marks", ()) if m.name == name]
    mark = of_set[-1] if of_set else item.get_closest_marker(name)
    if mark is None:
        return default
    return mark.args[0] if mark.args else next(iter(mark.kwargs.values()), default)


def _sentence(item: pytest.Item, function: Any) -> str:
    doc = getattr(function, "__doc__", None)
    if isinstance(doc, str) and doc.strip():
        return doc.strip().splitlines()[0].rstrip()
    name = item.nodeid.partition("[")[0].rpartition("::")[2]
    words = name.removeprefix("test_").removeprefix("test").replace("_", " ").strip()
    return words[:1].upper() + words[1:] if words else name


def in_written_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """Put the methods of each unittest class back in order: unittest sorts them by name."""
    ordered: list[pytest.Item] = []
    for parent, group in groupby(items, lambda item: item.parent):
        methods = list(group)
        if isinstance(parent, pytest.Class) and issubclass(parent.obj, unittest.TestCase):
            # as pytest does for classes of its own: what is inherited comes first
            places: dict[str, tuple[int, int]] = {}
            for depth, owner in enumerate(parent.obj.__mro__):
                for place, name in enumerate(vars(owner)):
                    places.setdefault(name, (-depth, place))
            methods.sort(key=lambda item: places.get(item.name, (1, 0)))
        ordered += methods
    return ordered
