"""Attacks that end what a test goes through: StopIteration in place of an answer."""

from pathlib import Path

import pytest

from tests.integration.attack_course import LESSON
from tests.integration.attack_pair import (
    Attack,
    assert_succeeds_without_its_rule,
    judged,
)

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

_STOP = (
    "def stop(*args):\n    raise StopIteration\n\n"
    "class C:\n    def __init__(self, x):\n        pass\n\n"
)
_CLASS = "class C:\n    def __init__(self, x):\n        self.x = x\n\n"
_ENDS = (
    ("a result", "f(x) == 5", "def f(x):\n    return 5\n", "def f(x):\n    raise StopIteration\n"),
    (
        "a method's result",
        "C(x).m() == x",
        _CLASS + "    def m(self):\n        return self.x\n",
        _STOP + "    m = stop\n",
    ),
    ("an attribute", "C(x).x == x", _CLASS, _STOP + "    x = property(stop)\n"),
    (
        "a sum",
        "(C(x) + 1) == x + 1",
        _CLASS + "    def __add__(self, n):\n        return self.x + n\n",
        _STOP + "    __add__ = stop\n",
    ),
    (
        "an item",
        "C(x)[0] == x",
        _CLASS + "    def __getitem__(self, i):\n        return self.x\n",
        _STOP + "    __getitem__ = stop\n",
    ),
    (
        "a text",
        "str(C(x)) == str(x)",
        _CLASS + "    def __str__(self):\n        return str(self.x)\n",
        _STOP + "    __str__ = stop\n",
    ),
    (
        "an iterator",
        "list(C(x)) == [x]",
        _CLASS + "    def __iter__(self):\n        return iter([self.x])\n",
        _STOP + "    __iter__ = stop\n",
    ),
    (
        "a result of an object",
        "C(x)() == x",
        _CLASS + "    def __call__(self):\n        return self.x\n",
        _STOP + "    __call__ = stop\n",
    ),
    (
        "a new object",
        "C(x).x == x",
        _CLASS,
        "class C:\n    def __init__(self, x):\n        raise StopIteration\n",
    ),
    (
        "what a class of the test inherits",
        "type('D', (C,), {})(x).m() == x",
        _CLASS + "    def m(self):\n        return self.x\n",
        _STOP + "    m = stop\n",
    ),
)
ENDED = {
    what: Attack(
        f"from {LESSON} import *\n\ndef test_it():\n"
        f"    assert all(map(lambda x: {asserted}, [1, 2]))\n",
        right,
        hostile,
        {"grader.bridge.exceptions": "stopped = lambda link, error, op, args: error\n"},
    )
    for what, asserted, right, hostile in _ENDS
}


@pytest.mark.parametrize("name", ENDED)
def test_an_end_is_stopped(name: str, tmp_path: Path) -> None:
    """StopIteration ends nothing of a test's, and the right submission passes."""
    graded = judged(tmp_path, ENDED[name])

    assert graded.reports["right"]["share"] == 1.0, graded.said
    assert graded.reports["hostile"]["verdict"] == "failed"


@pytest.mark.parametrize("name", ENDED)
def test_an_end_succeeds_without_its_rule(name: str, tmp_path: Path) -> None:
    """The same attack succeeds once the rule that stops it is switched off."""
    assert_succeeds_without_its_rule(tmp_path, ENDED[name])
