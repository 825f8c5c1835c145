"""What an author's inputs.py gives is drawn, and what is wrong with it is said."""

import importlib
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.border.codec import unpack
from grader.judge.fair_calls import draw_calls
from grader.judge.jobs import Drawn

Draw = Callable[[str], Drawn]


@pytest.fixture
def draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Draw:
    """Draw from a file of this text."""
    monkeypatch.syspath_prepend(tmp_path)

    def drawn(text: str) -> Drawn:
        (tmp_path / "inputs.py").write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        return draw_calls(str(tmp_path))

    return drawn


def test_anything_that_can_be_gone_through_is_taken(draw: Draw) -> None:
    """A list and an endless generator give calls, each once; other names of the file give none."""
    found = draw(
        "from itertools import count, repeat as other\n"
        "def add():\n    return [(1, [2]), (3, 4), (1, [2])]\n"
        "def ask():\n    return ((n,) for n in count())\n"
        "def long():\n    return [('x' * 300,), ('x',)]\n"
        "def _own():\n    return [(0,)]\n",
    )

    texts = [call.text for call in found.calls]
    assert found.faults == []
    assert texts[:4] == ["add(1, [2])", "add(3, 4)", "ask(0)", "ask(1)"]
    assert texts[-2:] == ["ask(199)", "long('x')"]
    assert unpack(found.calls[0].arguments) == (1, [2])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import nothing_of_that_name", "it cannot be imported: ModuleNotFoundError"),
        ("def add(:", "it cannot be imported: SyntaxError"),
        ("def add():\n    raise ValueError('none')", "add gives no inputs: ValueError none"),
        ("def add():\n    return 3", "add gives no inputs: TypeError"),
        ("def add():\n    return [[1, 2]]", "add gives no inputs: TypeError give the arguments"),
        ("def add():\n    return [(object(),)]", "add gives no inputs: TypeError what is no plain"),
    ],
)
def test_what_is_wrong_is_said(draw: Draw, text: str, said: str) -> None:
    """A file that cannot be used raises nothing, and has a sentence."""
    (fault,) = draw(text).faults

    assert fault.startswith(said)
