"""What an author's inputs.py gives is drawn, and what is wrong with it is said."""

import importlib
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.advice.fair_calls import MOST_DRAWN, Inputs, draw_inputs

Draw = Callable[[str], tuple[dict[str, Inputs], list[str]]]
STRATEGY = """
from hypothesis import strategies as st

def add():
    return st.tuples(st.integers(0, 9), st.text(max_size=3))
"""


@pytest.fixture
def draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Draw:
    """Draw from a file of this text; gives the inputs by function, and the faults."""
    monkeypatch.syspath_prepend(tmp_path)

    def drawn(text: str) -> tuple[dict[str, Inputs], list[str]]:
        (tmp_path / "inputs.py").write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        faults: list[str] = []
        return {one.function: one for one in draw_inputs(faults)}, faults

    return drawn


def test_a_strategy_gives_the_same_each_time(draw: Draw) -> None:
    """What Hypothesis draws is fixed, and bounded."""
    (first, faults), (second, _) = draw(STRATEGY), draw(STRATEGY)

    assert first == second
    assert 1 < len(first["add"].calls) <= MOST_DRAWN
    assert faults == []


def test_anything_that_can_be_gone_through_is_taken(draw: Draw) -> None:
    """A list and an endless generator give calls; other names of the file give none."""
    found, _ = draw(
        "from itertools import count\n"
        "def add():\n    return [(1, 2), (3, 4)]\n"
        "def ask():\n    return ((n,) for n in count())\n"
        "def _own():\n    return [(0,)]\n",
    )

    assert found["add"].calls == [(1, 2), (3, 4)]
    assert found["ask"].calls == [(n,) for n in range(MOST_DRAWN)]
    assert found.keys() == {"add", "ask"}


@pytest.mark.parametrize(
    ("named", "compared"),
    [
        ('"precise"', "precise"),
        ('{"add": "unordered"}', "unordered"),
        ('{"ask": "precise"}', "close"),
        ('{"add": _is_right, "ask": "precise"}', "inputs._is_right"),
        ('{"add": half}', "halves.half"),
        ("_is_right", "inputs._is_right"),
    ],
)
def test_a_comparison_is_named(tmp_path: Path, draw: Draw, named: str, compared: str) -> None:
    """One comparison is named for all functions, or for some; a function by its module, too."""
    (tmp_path / "halves.py").write_text("def half(n, answer):\n    return 2 * answer == n\n")
    own = "from halves import half\ndef _is_right(n, answer):\n    return True\n"
    found, faults = draw(f"{own}COMPARED = {named}\ndef add():\n    return [(1,)]\n")

    assert found["add"].compared == compared
    assert faults == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import nothing_of_that_name", "cannot be imported: ModuleNotFoundError"),
        ("def add(:", "cannot be imported: SyntaxError"),
        ("def add():\n    raise ValueError('none')", "add gives no inputs: ValueError none"),
        ("def add():\n    return 3", "add gives no inputs: TypeError"),
        ("def add():\n    return [[1, 2]]", "what add gives are no tuples"),
    ],
)
def test_what_is_wrong_is_said(draw: Draw, text: str, said: str) -> None:
    """A file that cannot be used raises nothing, and has a sentence."""
    _, faults = draw(text)

    assert len(faults) == 1
    assert said in faults[0]


@pytest.mark.parametrize(
    "named", ["'nearly'", "lambda n, answer: True", "{'add': lambda n, answer: True}", "3", "[]"]
)
def test_a_comparison_that_is_none(draw: Draw, named: str) -> None:
    """Its function gives no inputs: by another comparison right answers could be called wrong."""
    found, (fault,) = draw(f"COMPARED = {named}\ndef add():\n    return [(1,)]\n")

    assert "COMPARED says of add neither close, unordered, precise nor a function" in fault
    assert found == {}
