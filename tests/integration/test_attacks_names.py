"""Attacks on a test's own names and lines: what comes in place of what was asked for."""

from pathlib import Path

import pytest

from tests.integration.attack_course import LESSON
from tests.integration.attack_pair import (
    Attack,
    any_deed,
    assert_succeeds_without_its_rule,
    judged,
)

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

ANY_NAME = any_deed("STARS")
BY_LINE = {
    "grader.border.contract": (
        "Learned.admits_object = lambda self, spot: True\n"
        "Learned.equality = lambda self, place, own: own\n"
    )
}
_TABLE = (
    f"CASES = [(2, 4)]\nfrom {LESSON} import *\n\n"
    "def test_it():\n    for x, expected in CASES:\n        assert f(x) == expected\n"
)
VALUE = """
class V:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return isinstance(other, V) and self.x == other.x

"""
YES = """
class V(BASE):
    def __new__(cls, *args):
        return super().__new__(cls)

    def __init__(self, *args):
        pass

    def __eq__(self, other):
        return True

    __hash__ = None

"""
MAKING = "def make(x):\n    return V(x)\n\n"
_SOLVED = VALUE + MAKING + "def solve(x):\n    return x * x\n"
_FORGED = YES + MAKING + "def solve(x):\n    return V()\n"
_MIXED = VALUE + "def build():\n    return [V(1), 2, {'a': V(3), 'b': (4, V(5))}]\n"
_CHECK = (
    f"from {LESSON} import *\n\ndef check(function, x, expected):\n"
    "    assert function(x) == expected\n\ndef test_it():\n"
)
# what is asserted where an object with an equality of its own stands beside data
BESIDE = {
    "a list": "    got = [make(1), solve(5)]\n    assert got == [V(1), 25]\n",
    "one line": "    assert make(1) == V(1) and solve(5) == 25\n",
    "a tuple": "    assert (make(1), solve(5)) == (V(1), 25)\n",
    "a function of the test": "    check(make, 1, V(1))\n    check(solve, 5, 25)\n",
    "a loop": (
        "    for function, x, expected in ((make, 1, V(1)), (solve, 5, 25)):\n"
        "        assert function(x) == expected\n"
    ),
}
IN_ONE = (
    f"from {LESSON} import *\n\ndef test_it():\n"
    "    assert build() == [V(1), 2, {'a': V(3), 'b': (4, V(5))}]\n"
)
FORGED = {
    **{
        f"a number beside an object in {where}, of {base}": Attack(
            _CHECK + asserted, _SOLVED, _FORGED.replace("BASE", base), BY_LINE
        )
        for where, asserted in BESIDE.items()
        for base in (("object", "int") if where == "a list" else ("object",))
    },
    **{
        f"data beside objects in one result, {n}": Attack(
            IN_ONE,
            _MIXED,
            YES.replace("BASE", "object") + f"def build():\n    return {forged}\n",
            BY_LINE,
        )
        for n, forged in enumerate(
            (
                "[V(), V(), V()]",
                "[V(), 2, V()]",
                "[V(), V(), {'a': V(), 'b': V()}]",
                "[V(), 2, {'a': V(), 'b': (V(), V())}]",
                "type('L', (list,), {'x': 1})([V(), V(), V()])",
            )
        )
    },
    "a table emptied by a star": Attack(
        _TABLE,
        "def f(x):\n    return 2 * x\n",
        "CASES = []\n\ndef f(x):\n    return 0\n",
        ANY_NAME,
    ),
    "a table emptied by __all__": Attack(
        _TABLE.replace("CASES", "_CASES"),
        "def f(x):\n    return 2 * x\n",
        "__all__ = ['f', '_CASES']\n_CASES = []\n\ndef f(x):\n    return 0\n",
        ANY_NAME,
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forgery_is_stopped(name: str, tmp_path: Path) -> None:
    """What nobody asked for stands for nothing, and the right submission passes."""
    graded = judged(tmp_path, FORGED[name])

    assert graded.reports["right"]["share"] == 1.0, graded.said
    assert graded.reports["hostile"]["verdict"] == "failed"


@pytest.mark.parametrize("name", FORGED)
def test_a_forgery_succeeds_without_its_rule(name: str, tmp_path: Path) -> None:
    """The same attack succeeds once the rule that stops it is switched off."""
    assert_succeeds_without_its_rule(tmp_path, FORGED[name])
