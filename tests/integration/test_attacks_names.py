"""Attacks on a test's own names and lines: what comes in place of what was asked for."""

from pathlib import Path

import pytest

from tests.integration.attack_course import LESSON
from tests.integration.test_attacks_trusted import Attack, judged, succeeded

pytestmark = pytest.mark.timeout(120)

ANY_NAME = {"grader.bridge.contract": "Gate.admits_name = lambda self, name: True\n"}
_TABLE = (
    f"CASES = [(2, 4)]\nfrom {LESSON} import *\n\n"
    "def test_it():\n    for x, expected in CASES:\n        assert f(x) == expected\n"
)
FORGED = {
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
    graded = judged(tmp_path, FORGED[name], rules_hold=False)

    assert succeeded(tmp_path, graded), graded.reports["hostile"]
