"""Attacks on what is made of a whole class, by what one submission tells of itself."""

import sys
from pathlib import Path
from typing import Any

import pytest

from grader.flows.review.analysis import TIMINGS
from grader.jail.spec import Isolation
from tests import warm
from tests.integration.attack_course import LESSON, environment_for, read
from tests.integration.attack_pair import Attack, judged

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(120)]

_CASES = "".join(
    f"\n\ndef test_{number}():\n    assert double({number}) == {2 * number}\n"
    for number in range(16)
)
_RIGHT = "def double(n):\n    return 2 * n\n"
# finds the plugin that tells of the cases, which runs in the same process
_TELLS = """
import gc

telling = next(one for one in gc.get_objects() if type(one).__name__ == "Telling")
"""
_SHARES = f"""{_TELLS}
def double(n):
    telling._share = (n + 1) / (999_983 - 2 * n)
    return 2 * n
"""
_SECONDS = f"""{_TELLS}
import sys

went = sys.modules["grader.inside.together"].Went
sys.modules["grader.inside.together"].Went = lambda case, outcome, seconds, *more: (
    went(case, outcome, 1e300, *more)
)

def double(n):
    return 2 * n
"""
# what each tells, and the rule that keeps it from others
_TOLD = {
    "shares that add up to no short number": (
        _SHARES,
        {
            "grader.judge.reports": (
                "_partial = lambda share: Fraction(share).limit_denominator(10**6)\n"
            )
        },
    ),
    "times that nobody waited for": (
        _SECONDS,
        {"grader.judge.together": "ToldEvents._went_by = lambda self: 1e308\n"},
    ),
}


def _is_spoiled(
    place: Path, name: str, *, rules_hold: bool = True, level: Isolation = "reduced"
) -> bool:
    """Tell whether `grader analyze` fails, or shows a time that did not go by."""
    hostile, rules = _TOLD[name]
    settings: dict[str, Any] = {"cases": '"together"'}
    attack = Attack(f"from {LESSON} import double\n{_CASES}", _RIGHT, hostile, rules, settings)
    graded = judged(place, attack, rules_hold=rules_hold, level=level)
    assert graded.reports["right"]["share"] == 1.0, graded.said
    assert len(graded.reports["hostile"]["cases"]) == 16

    words = ["analyze", "--course", str(place / "course"), "--from", str(graded.out)]
    done = warm.run(
        [sys.executable, "-m", "grader.cli", *words], env=environment_for(place), cwd=place
    )
    return done.returncode != 0 or "1e300" in read(graded.out / TIMINGS)


@pytest.mark.parametrize("level", ["full", "reduced"])
@pytest.mark.parametrize("name", _TOLD)
def test_a_class_is_analyzed(name: str, level: Isolation, tmp_path: Path) -> None:
    """What one submission tells of its own cases spoils no table of the class."""
    assert not _is_spoiled(tmp_path, name, level=level)


@pytest.mark.parametrize("name", _TOLD)
def test_a_class_is_spoiled_without_the_rule(name: str, tmp_path: Path) -> None:
    """The same attack succeeds once the rule that stops it is switched off."""
    assert _is_spoiled(tmp_path, name, rules_hold=False)
