"""What an author's inputs.py gives is drawn, and what is wrong with it is said."""

from pathlib import Path

import pytest

from grader.advice.fair_inputs import MOST_DRAWN, FairInputs, draw_inputs

STRATEGY = """
from hypothesis import strategies as st

def add():
    return st.tuples(st.integers(0, 9), st.text(max_size=3))
"""


def draw(folder: Path, text: str) -> FairInputs:
    """Draw from a file of this text."""
    (folder / "inputs.py").write_text(text, encoding="utf-8")
    return draw_inputs(folder)


def test_a_strategy_gives_the_same_each_time(tmp_path: Path) -> None:
    """What Hypothesis draws is fixed, and bounded."""
    first, second = draw(tmp_path, STRATEGY), draw(tmp_path, STRATEGY)

    assert first.calls == second.calls
    assert 1 < len(first.calls["add"]) <= MOST_DRAWN
    assert first.faults == []


def test_anything_that_can_be_gone_through_is_taken(tmp_path: Path) -> None:
    """A list and an endless generator give calls; other names of the file give none."""
    found = draw(
        tmp_path,
        "from itertools import count\n"
        "def add():\n    return [(1, 2), (3, 4)]\n"
        "def ask():\n    return ((n,) for n in count())\n"
        "def _own():\n    return [(0,)]\n",
    )

    assert found.calls["add"] == [(1, 2), (3, 4)]
    assert found.calls["ask"] == [(n,) for n in range(MOST_DRAWN)]
    assert found.calls.keys() == {"add", "ask"}


@pytest.mark.parametrize(
    ("named", "compared"),
    [
        ('"precise"', "precise"),
        ('{"add": "unordered"}', "unordered"),
        ('{"ask": "precise"}', None),
        ('{"add": _is_right, "ask": "precise"}', "inputs._is_right"),
        ('{"add": half}', "halves.half"),
    ],
)
def test_a_comparison_is_named(tmp_path: Path, named: str, compared: str | None) -> None:
    """One comparison is named for all functions, or for some; a function by its module, too."""
    (tmp_path / "halves.py").write_text("def half(n, answer):\n    return 2 * answer == n\n")
    own = "from halves import half\ndef _is_right(n, answer):\n    return True\n"
    found = draw(tmp_path, f"{own}COMPARED = {named}\ndef add():\n    return [(1,)]\n")

    assert found.compared.get("add") == compared


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
def test_what_is_wrong_is_said(tmp_path: Path, text: str, said: str) -> None:
    """A file that cannot be used raises nothing, and has a sentence."""
    found = draw(tmp_path, text)

    assert len(found.faults) == 1
    assert said in found.faults[0]


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("'nearly'", "COMPARED names nearly; it is one of close, precise, unordered, or a "),
        ("lambda n, answer: True", "COMPARED names a lambda or an inner function; it is one of"),
        ("{'add': lambda n, answer: True}", "COMPARED names a lambda or an inner function;"),
        ("3", "COMPARED names 3; it is one of"),
    ],
)
def test_a_comparison_that_is_none(tmp_path: Path, named: str, said: str) -> None:
    """Its function gives no inputs: by another comparison right answers could be called wrong."""
    found = draw(tmp_path, f"COMPARED = {named}\ndef add():\n    return [(1,)]\n")

    (fault,) = found.faults
    assert said in fault
    assert found.calls == {}


def test_one_comparison_of_the_authors_for_all(tmp_path: Path) -> None:
    """A function may decide for all functions of the lesson, as a name may."""
    text = "def _is_right(n, answer):\n    return True\nCOMPARED = _is_right\n"
    found = draw(tmp_path, f"{text}def add():\n    return [(1,)]\n")

    assert (found.compared["add"], found.faults) == ("inputs._is_right", [])
