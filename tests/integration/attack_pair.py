"""A hostile submission beside a right one, and what would show that it got through."""

from dataclasses import dataclass
from pathlib import Path

from grader.sandbox.spec import Isolation
from tests.integration.attack_course import Course, Graded, grade, needs
from tests.integration.controls import Control
from tests.integration.weakened_grader import weaken


@dataclass(frozen=True)
class Attack:
    """A lesson, a submission to it, and what would show that the submission got through."""

    hidden: str
    right: str
    hostile: str
    rules: tuple[Control, ...] = ()
    limits: dict[str, float] | None = None  # of the lesson, where they are not the usual ones


def judged(
    place: Path, attack: Attack, *, rules_hold: bool = True, level: Isolation = "reduced"
) -> Graded:
    """Grade the hostile submission, and then the right one with the same worker."""
    needs(level)
    mark = str(place / "mark")
    hidden, hostile = (text.replace("MARK", mark) for text in (attack.hidden, attack.hostile))
    course = Course.build(place / "course", {"test_hidden.py": hidden}, attack.right, attack.limits)
    (place / "in").mkdir()
    (place / "in" / "hostile.py").write_text(hostile, encoding="utf-8")
    (place / "in" / "right.py").write_text(attack.right, encoding="utf-8")
    found_in = weaken(place / "weak", *(() if rules_hold else attack.rules))
    return grade(course, place / "in", place / "out", level, found_in=found_in)


def succeeded(place: Path, graded: Graded) -> bool:
    """Tell whether the attack got credit, or got code to run."""
    return graded.reports["hostile"]["share"] == 1.0 or (place / "mark").exists()
