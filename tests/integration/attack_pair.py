"""A hostile submission beside a right one, and what would show that it got through."""

from dataclasses import dataclass, field
from pathlib import Path

from grader.jail.spec import Isolation
from tests.integration.attack_course import Course, Graded, grade, needs
from tests.integration.weakened_grader import weaken

CANARY = "ZS-TRUSTED-7730aa"


@dataclass(frozen=True)
class Attack:
    """A lesson, a submission to it, and what would show that the submission got through."""

    hidden: str
    right: str
    hostile: str
    rules: dict[str, str] = field(default_factory=dict)  # module to code that switches them off
    limits: dict[str, float] | None = None  # of the lesson, where they are not the usual ones


CONTRACT = "grader.border.contract"


def any_deed(name: str) -> dict[str, str]:
    """Switch off what the contract says of one kind of deed."""
    rule = f"lambda self, deed, name: deed is Deed.{name} or _admits(self, deed, name)"
    return {CONTRACT: f"_admits = Learned.admits\nLearned.admits = {rule}\n"}


_OBJECTS = "Contract.needs_objects = lambda self: True\n"


def judged(
    place: Path,
    attack: Attack,
    *,
    rules_hold: bool = True,
    level: Isolation = "reduced",
    tier: str = "objects",
) -> Graded:
    """Grade the hostile submission beside the right one; in the tier that is learned, or objects.

    In the first tier most attacks fail for want of anything to ask, with or without a rule.
    """
    needs(level)
    mark = str(place / "mark")
    hidden, hostile = (text.replace("MARK", mark) for text in (attack.hidden, attack.hostile))
    course = Course.build(place / "course", {"test_hidden.py": hidden}, attack.right, attack.limits)
    (place / "in").mkdir()
    (place / "in" / "hostile.py").write_text(hostile, encoding="utf-8")
    (place / "in" / "right.py").write_text(attack.right, encoding="utf-8")
    rules = {} if rules_hold else dict(attack.rules)
    if tier == "objects":
        rules[CONTRACT] = rules.get(CONTRACT, "") + _OBJECTS
    found_in = weaken(place / "weak", rules)
    return grade(course, place / "in", place / "out", level, found_in=found_in)


def assert_stopped(graded: Graded, place: Path) -> None:
    """Hold that the attack gained nothing, and the right submission passed."""
    assert graded.reports["right"]["share"] == 1.0, graded.said
    assert not succeeded(place, graded), graded.reports["hostile"]
    assert graded.reports["hostile"]["verdict"] in {"failed", "error"}


def assert_succeeds_without_its_rule(place: Path, attack: Attack) -> None:
    """Hold that the attack succeeds once the rule that stops it is switched off."""
    graded = judged(place, attack, rules_hold=False)

    assert succeeded(place, graded), graded.reports["hostile"]


def succeeded(place: Path, graded: Graded) -> bool:
    """Tell whether the attack got credit, got a secret out or got code to run."""
    report = graded.reports["hostile"]
    is_told = CANARY in str(report["printed"])
    return report["share"] == 1.0 or is_told or (place / "mark").exists()
