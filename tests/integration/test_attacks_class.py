"""Attacks on what is made of a whole class, by what one submission tells of itself."""

import json
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox.spec import Isolation
from tests.integration import controls
from tests.integration.attack_course import LESSON, read
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

telling = next(one for one in gc.get_objects() if type(one).__name__ == "Beside")
"""
_SHARES = f"""{_TELLS}
def double(n):
    telling.result.share = (n + 1) / (999_983 - 2 * n)
    return 2 * n
"""
_SECONDS = f"""{_TELLS}
send = telling.send

def late(event):
    if hasattr(event, "result"):
        event.result.seconds = 1e300
    send(event)

telling.send = late

def double(n):
    return 2 * n
"""
# what each tells, and the rule that keeps it from others
_TOLD = {
    "shares that add up to no short number": (
        _SHARES,
        controls.any_share,
    ),
    "times that nobody waited for": (
        _SECONDS,
        controls.any_time,
    ),
}


def _is_spoiled(
    place: Path, name: str, *, rules_hold: bool = True, level: Isolation = "reduced"
) -> bool:
    """Tell whether a report has points of endless length, or a time that did not go by."""
    hostile, rule = _TOLD[name]
    settings: dict[str, Any] = {"cases": '"together"'}
    attack = Attack(f"from {LESSON} import double\n{_CASES}", _RIGHT, hostile, (rule,), settings)
    graded = judged(place, attack, rules_hold=rules_hold, level=level)
    if "grader.db is damaged" in graded.said:
        return True  # the record takes no such points
    assert graded.reports["right"]["share"] == 1.0, graded.said
    assert len(graded.reports["hostile"]["cases"]) == 16

    points = graded.reports["hostile"]["points"]
    timings = map(json.loads, read(graded.out / "timings.jsonl").splitlines())
    longest = max(seconds for one in timings for seconds in one["cases"].values())
    return len(points) > 100 or longest > 1000


@pytest.mark.parametrize("level", ["full", "reduced"])
@pytest.mark.parametrize("name", _TOLD)
def test_a_class_is_unspoiled(name: str, level: Isolation, tmp_path: Path) -> None:
    """What one submission tells of its own cases spoils nothing of the class."""
    assert not _is_spoiled(tmp_path, name, level=level)


@pytest.mark.parametrize("name", _TOLD)
def test_a_class_is_spoiled_without_the_rule(name: str, tmp_path: Path) -> None:
    """The same attack succeeds once the rule that stops it is switched off."""
    assert _is_spoiled(tmp_path, name, rules_hold=False)
