"""The bench's own course: twelve hidden cases in the form of each grader, and submissions."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from grader.model.mistake_overlay import laid_over

from .processes import ROOT

LESSON = "ndcg_at_k"
MODULE_FILE = f"{LESSON}.py"
_MANIFEST = f'format_version = 1\ntitle = "Bench"\n\n[[lessons]]\nid = "{LESSON}"\ntitle = "NDCG"\n'


class Case(NamedTuple):
    """One call and what it gives."""

    name: str
    function: str
    arguments: str
    expected: float


CASES = (
    Case("one_result", "dcg", "[7]", 7.0),
    Case("hand_check", "dcg", "[3, 0, 2]", 4.0),
    Case("yes_and_no", "dcg", "[1, 0, 1]", 1.5),
    Case("nothing", "dcg", "[]", 0.0),
    Case("five_results", "dcg", "[3, 2, 0, 0, 1]", 4.648712),
    Case("perfect", "ndcg_at_k", "[4, 4, 2, 2, 1, 0], 6", 1.0),
    Case("five_scored", "ndcg_at_k", "[3, 2, 0, 0, 1], 5", 0.976239),
    Case("none_relevant", "ndcg_at_k", "[0, 0, 0, 0], 3", 0.0),
    Case("empty", "ndcg_at_k", "[], 4", 0.0),
    Case("k_of_zero", "ndcg_at_k", "[2, 1], 0", 0.0),
    Case("k_of_one", "ndcg_at_k", "[2, 1, 5], 1", 0.4),
    Case("k_beyond", "ndcg_at_k", "[5, 0, 0], 9", 1.0),
)
_TOLERANCE = "1e-6"


@dataclass(frozen=True)
class Material:
    """Everything that is judged, below one temporary folder."""

    folder: Path
    course: Path
    plain: Path  # the cases as plain pytest
    unit: Path  # the cases as unittest, beside the script that runs them
    pedal: Path  # the cases as calls of pedal
    submissions: Sequence[Path]  # the folder of each; the first is correct


def write_material(folder: Path, count: int) -> Material:
    """Lay out the course, each grader's form of its cases, and the submissions."""
    course = folder / "course"
    hidden = course / "tests" / "hidden" / LESSON
    plain, unit = folder / "plain", folder / "unit"
    for made in (course / "exercises" / LESSON, hidden, plain, unit):
        made.mkdir(parents=True)
    (course / "exercises" / "course.toml").write_text(_MANIFEST)
    solution = shutil.copytree(ROOT / "solutions" / LESSON, course / "solutions" / LESSON)
    for place in (hidden, plain):
        place.joinpath(f"test_{LESSON}.py").write_text(pytest_form())
    unit.joinpath("test_unit.py").write_text(unittest_form())
    unit.joinpath("grade.py").write_text(_GRADESCOPE_SCRIPT)
    pedal = folder / "pedal_cases.py"
    pedal.write_text(pedal_form())
    submissions = _submissions(solution, folder / "submissions", count)
    return Material(folder, course, plain, unit, pedal, submissions)


def _submissions(solution: Path, folder: Path, count: int) -> list[Path]:
    """Make half of them from the reference, half from the known mistakes; no two are equal."""
    reference = (solution / MODULE_FILE).read_bytes()
    mistakes = [
        laid_over(reference, path.read_bytes()) for path in sorted(solution.glob("mistakes/*.py"))
    ]
    made = []
    for number in range(count):
        base = mistakes[number // 2 % len(mistakes)] if number % 2 else reference
        own = folder / f"student_{number:03}"
        own.mkdir(parents=True)
        (own / MODULE_FILE).write_bytes(base + f"\n# {number}\n".encode())
        made.append(own)
    return made


def write_class(material: Material, folder: Path, size: int) -> Path:
    """Copy the first submissions, as an instructor has them."""
    for own in material.submissions[:size]:
        shutil.copytree(own, folder / own.name)
    return folder


def pytest_form() -> str:
    """Write the cases as an instructor writes them for pytest."""
    lines = ["import pytest", f"from {LESSON} import dcg, ndcg_at_k"]
    for case in CASES:
        call = f"{case.function}({case.arguments})"
        lines += [
            "\n",
            f"def test_{case.name}():",
            f"    assert {call} == pytest.approx({case.expected}, abs={_TOLERANCE})",
        ]
    return "\n".join(lines) + "\n"


def unittest_form() -> str:
    """Write the same cases as a TestCase."""
    lines = ["import unittest", f"from {LESSON} import dcg, ndcg_at_k", "\n"]
    lines.append("class Cases(unittest.TestCase):")
    for case in CASES:
        call = f"{case.function}({case.arguments})"
        lines += [
            f"    def test_{case.name}(self):",
            f"        self.assertAlmostEqual({call}, {case.expected}, delta={_TOLERANCE})\n",
        ]
    return "\n".join(lines)


def pedal_form() -> str:
    """Write the same cases as calls of pedal's assertions; each gives whether it failed."""
    rows = [
        f"    assert_equal(call({case.function!r}, {case.arguments}), {case.expected},"
        f" delta={_TOLERANCE}),"
        for case in CASES
    ]
    return "\n".join(["failed = [", *rows, "]"]) + "\n"


_GRADESCOPE_SCRIPT = """\
import os, sys, unittest
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

sys.path.insert(0, os.getcwd())
suite = unittest.defaultTestLoader.discover(os.path.dirname(os.path.abspath(__file__)))
JSONTestRunner(stream=sys.stdout).run(suite)
"""
