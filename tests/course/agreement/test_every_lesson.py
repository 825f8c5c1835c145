"""No lesson of the course is left without a comparison in silence."""

import re
from pathlib import Path

from tests.course.lesson_material import LESSON_IDS

# What no library computes, with the reason.
WITHOUT_COUNTERPART = {
    "implicit_feedback": "its grades and its clipped weights are settled by the lesson itself",
}


def test_every_lesson_is_compared_or_says_why_not() -> None:
    """Each lesson's reference is loaded by a module here, or listed with the reason."""
    modules = Path(__file__).parent.glob("test_*.py")
    written = "\n".join(module.read_text(encoding="utf-8") for module in modules)
    named = set(re.findall(r"\breference\(\"(\w+)\"\)|^LESSON = \"(\w+)\"", written, re.MULTILINE))
    compared = {first or second for first, second in named}

    assert compared.isdisjoint(WITHOUT_COUNTERPART)
    assert compared | WITHOUT_COUNTERPART.keys() == set(LESSON_IDS)
