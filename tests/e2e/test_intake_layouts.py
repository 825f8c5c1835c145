"""A download of several lessons is graded lesson by lesson."""

import csv
import sys
from pathlib import Path

import pytest

from grader.sandbox.isolation import best_isolation
from tests.e2e.test_grade_command import CASES, Desk
from tests.integration.judge.tiny_course import ADD, TinyCourse
from tests.unit.intake.handed_in import Pupil, roster, zipped

pytestmark = [pytest.mark.jail, pytest.mark.slow]

NAMES = [
    *("Anna Müller", "Anna Müller", "محمد علي", "שירה כהן", "山田 太郎", "Łukasz Żółć"),
    *("Jean-Luc d'Arc", "नेहा शर्मा", "Ωμέγα Άλφα", "O'Brien-Smith Jr", "สมชาย ใจดี", "김민준"),
]
PUPILS = [Pupil(str(1000 + n), NAMES[n % len(NAMES)], {}) for n in range(len(NAMES) * 2)]
ABSENT = "s9999"
DUE = "due = 2026-09-05T23:59:59Z\nlate_penalty = 0.1\n"


# what each other layout holds is told apart in test_whole_classes.py


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, checkout: Path) -> Desk:
    """Lay out a course and a roster; what the lesson teaches is learnt once."""
    if sys.platform != "linux" or best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")
    root = tmp_path_factory.mktemp("layouts")
    TinyCourse.write(root, ADD, CASES, DUE)
    (root / "roster.csv").write_bytes(roster(PUPILS, [f"{ABSENT};Ab Sent;;;;"]))
    return Desk(root, checkout)


