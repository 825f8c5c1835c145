"""What a submission's own classes may be where the reference has Python's, and what they forge."""

from pathlib import Path
from typing import Any

import pytest

from .driver import Lesson
from .test_rules import LIAR, Rule, outcomes

pytestmark = pytest.mark.process

NUMBER = "class F(float):\n    __format__ = __str__ = lambda self, *spec: '2.5'\n"
STYLES = {
    "an array carries no object": Rule(
        "import lesson\ndef test(): assert list(lesson.f()) == [5, 5] or 5 in lesson.f()",
        "import numpy\ndef f(): return numpy.array([5, 5])",
        ("import numpy\ndef f(): return numpy.full(2, 5)",),
        (
            f"import numpy\n{LIAR}\ndef f(): return numpy.array([Liar()], dtype=object)",
            f"import numpy\n{LIAR}\ndef f(): return (numpy.array([Liar()], dtype=object),)[0]",
        ),
    ),
    "a number is plain however it is given": Rule(
        "import lesson\ndef test(): assert [format(x) for x in lesson.f()] == ['2.5']",
        "def f():\n    yield 2.5",
        (f"{NUMBER}\ndef f(): return iter([F(2.5)])",),
        (f"{NUMBER}\ndef f():\n    yield F(9.75)", f"{NUMBER}\ndef f(): return iter([F(9.75)])"),
    ),
    "a number is plain for a callback": Rule(
        "import lesson\ndef test():\n    seen = []\n    lesson.f(lambda x: seen.append(str(x)))\n"
        "    assert seen == ['2.5']",
        "def f(give): give(2.5)",
        (f"{NUMBER}\ndef f(give): give(F(2.5))",),
        (f"{NUMBER}\ndef f(give): give(F(9.75))",),
    ),
    "a container of its own is compared by what it holds": Rule(
        "import lesson\ndef test(): assert lesson.f() == {1: 2}",
        "def f(): return {1: 2}",
        ("class D(dict):\n    def __eq__(self, other): return False\ndef f(): return D({1: 2})",),
        (
            "class D(dict):\n    def __eq__(self, other): return True\ndef f(): return D()",
            (
                "from collections import UserDict\nclass D(UserDict):\n"
                "    def __eq__(self, other): return True\ndef f(): return D()"
            ),
        ),
    ),
    "a matcher of the test's is no answer": Rule(
        "import lesson\nfrom unittest.mock import ANY\n"
        "class Any5:\n    def __eq__(self, other): return True\n    __hash__ = None\n"
        "def test(): assert lesson.f(Any5()) == 5",
        "def f(x): return 5",
        ("def f(x): return len([x] * 5)",),
        ("def f(x): return x", "from unittest.mock import ANY\ndef f(x): return ANY"),
    ),
    "what goes backwards is looped over": Rule(
        "from lesson import C\ndef test(): assert [*reversed(C([1, 2]))] == [2, 1]",
        "class C:\n    def __init__(self, items): self.items = items\n"
        "    def __reversed__(self): return iter(self.items[::-1])",
        (
            (
                "class C:\n    def __init__(self, items): self.items = items\n"
                "    def __reversed__(self):\n        yield from self.items[::-1]"
            ),
        ),
        (
            (
                f"{LIAR}\nclass C:\n    def __init__(self, items): ...\n"
                "    def __reversed__(self): return iter([Liar(), Liar()])"
            ),
        ),
    ),
    "objects are looped over by position": Rule(
        "from lesson import C\ndef test(): assert [one.value for one in C()] == [1]",
        "class N: value = 1\nclass C:\n    def __iter__(self):\n        yield N()",
        ("class N: value = 1\nclass C:\n    def __getitem__(self, i): return [N()][i]",),
        ("class N: value = 2\nclass C:\n    def __iter__(self):\n        yield N()",),
    ),
}


def rows(part: str) -> list[Any]:
    """List each style with each of its programs."""
    return [
        pytest.param(name, one, id=f"{name}-{number}")
        for name, rule in STYLES.items()
        for number, one in enumerate(getattr(rule, part))
    ]


def lesson_of(name: str, folder: Path) -> Lesson:
    """Write a style's hidden cases."""
    rule = STYLES[name]
    (folder / "test_lesson.py").write_text(rule.hidden, encoding="utf-8")
    return Lesson(folder, packages=("numpy",) if "numpy" in rule.reference else ())


@pytest.mark.parametrize(("name", "source"), rows("right"))
def test_another_style_passes(name: str, source: str, tmp_path: Path) -> None:
    """A right program with classes of its own passes."""
    assert outcomes(lesson_of(name, tmp_path), source, STYLES[name]) == {"passed"}


@pytest.mark.parametrize(("name", "source"), rows("wrong"))
def test_a_forgery_in_that_style_gains_nothing(name: str, source: str, tmp_path: Path) -> None:
    """A program whose classes say what the test wants to hear does not pass."""
    assert outcomes(lesson_of(name, tmp_path), source, STYLES[name]) == {"not passed"}
