"""By each rule of the border right programs pass, in any style, and what is forged does not."""

from pathlib import Path
from typing import Any

import pytest

from grader.border.contract import Contract

from .driver import Lesson, run_over_border
from .rules import RULES, Rule
from .styles import STYLES

pytestmark = pytest.mark.process

ALL = {**RULES, **STYLES}


def judged(lesson: Lesson, source: str, contract: Contract) -> set[str]:
    """Judge a submission by a contract."""
    hidden = lesson.hidden
    places = {"@HIDDEN@": hidden, "@PARENT@": hidden.parent, "@NAME@": hidden.name}
    for mark, place in places.items():
        source = source.replace(mark, str(place))
    return set(run_over_border(lesson, {"lesson.py": source.encode()}, contract).outcomes.values())


def recorded(lesson: Lesson, rule: Rule) -> Contract:
    """Record what the reference gives and asks."""
    reference = run_over_border(lesson, {"lesson.py": rule.reference.encode()})
    assert set(reference.outcomes.values()) == {"passed"}, reference.reasons
    return reference.contract


def outcomes(lesson: Lesson, source: str, rule: Rule) -> set[str]:
    """Judge a submission by what the reference does."""
    return judged(lesson, source, recorded(lesson, rule))


def rows(part: str) -> list[Any]:
    """List each rule with each of its programs."""
    return [
        pytest.param(name, source, id=f"{name}-{number}")
        for name, rule in ALL.items()
        for number, source in enumerate(getattr(rule, part))
    ]


def lesson_of(name: str, folder: Path) -> Lesson:
    """Write a rule's hidden cases, beside a file that they may read."""
    rule = ALL[name]
    (folder / "test_lesson.py").write_text(rule.hidden, encoding="utf-8")
    (folder / "golden.txt").write_text("gold", encoding="utf-8")
    return Lesson(folder, packages=("numpy",) if "numpy" in rule.reference else ())


@pytest.mark.parametrize(("name", "source"), rows("right"))
def test_a_right_program_passes(name: str, source: str, tmp_path: Path) -> None:
    """A right program in another style passes."""
    assert outcomes(lesson_of(name, tmp_path), source, ALL[name]) == {"passed"}


@pytest.mark.parametrize(("name", "source"), rows("wrong"))
def test_a_forgery_gains_nothing(name: str, source: str, tmp_path: Path) -> None:
    """A program that would pass beside the test by what it says does not pass."""
    assert outcomes(lesson_of(name, tmp_path), source, ALL[name]) == {"not passed"}
