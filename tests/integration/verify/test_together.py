"""Verify says why a lesson needs its cases beside a submission, or that it does not."""

import sys
from pathlib import Path

import pytest

from grader.model.report import TOGETHER
from grader.model.soundness import CourseProof
from tests.integration.verify.small_course import (
    CASES,
    MANIFEST,
    SOLUTION,
    SOUND,
    prove,
    sentences,
    write_course,
)

pytestmark = [
    pytest.mark.jail,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="hidden cases are judged on Linux"),
]

WITH_LINE = f'{SOUND[MANIFEST]}cases = "together"\n'
NEEDS_IT = f'''{SOUND[CASES]}

def test_pickle():
    """total can be pickled."""
    import pickle
    assert total([2, 3]) == 5
    assert pickle.loads(pickle.dumps(total)) is total
'''


def test_a_lesson_that_does_not_need_it(tmp_path: Path) -> None:
    """Where the reference passes apart as well, the line is to be removed."""
    root = write_course(tmp_path / "course", {MANIFEST: WITH_LINE})

    proof = prove(root, tmp_path / "cache", with_mutants=True)

    assert sentences(proof) == [
        f"warning {MANIFEST}: No case needs it: this lesson would be judged apart."
    ]
    mutants = proof.lessons[0].mutants
    assert mutants is not None
    assert (mutants.judged, mutants.killed) == (16, 16)


def test_a_lesson_that_needs_it(tmp_path: Path) -> None:
    """Each case that cannot be judged apart is named, with its line and what stands against it."""
    root = write_course(tmp_path / "course", {MANIFEST: WITH_LINE, CASES: NEEDS_IT})
    line = 1 + NEEDS_IT.splitlines().index("    assert pickle.loads(pickle.dumps(total)) is total")

    proof = prove(root, tmp_path / "cache")

    named, said = sentences(proof)
    assert named.startswith(
        f"note {CASES}:{line}: test_pickle cannot be judged apart from a submission: "
    )
    assert said == f"note {MANIFEST}: {TOGETHER}"
    assert proof.is_sound


IN_NEED = f'''{SOUND[CASES]}

def test_extended():
    """A class of the submission is extended."""
    from means import Box
    class Larger(Box):
        pass
    assert total([2, 3]) == 5
    assert Box.held_by(Larger(3)) == 3

def test_wrong():
    """The reference is wrong here."""
    assert total([2, 3]) == 6
'''
BOX = """

class Box:
    def __init__(self, held):
        self.held = held

    @staticmethod
    def held_by(box):
        return box.held
"""
WITH_BOX = {f"{SOLUTION}/means.py": SOUND[f"{SOLUTION}/means.py"] + BOX}


PICKLES = """
def test_pickle():
    import pickle
    from means import total
    assert pickle.loads(pickle.dumps(total)) is total
"""
TOO_MUCH = "cannot be judged apart from a submission:"


def named(proof: CourseProof, check: str) -> list[str]:
    """List what a check found."""
    return [f"{one.place}: {one.sentence}" for one in proof.everything() if one.check == check]


def test_a_lesson_without_the_line(tmp_path: Path) -> None:
    """Each case that needs it is an error, with its line, what it needs and both ways out."""
    cases = IN_NEED + PICKLES
    root = write_course(tmp_path / "course", {CASES: cases, **WITH_BOX})
    lines = [
        1 + cases.splitlines().index(f"    assert {line}")
        for line in ("Box.held_by(Larger(3)) == 3", "pickle.loads(pickle.dumps(total)) is total")
    ]

    proof = prove(root, tmp_path / "cache")

    extended, pickled = named(proof, "together")
    assert extended.startswith(f"{CASES}:{lines[0]}: test_extended {TOO_MUCH} A class that extends")
    assert pickled.startswith(f"{CASES}:{lines[1]}: test_pickle {TOO_MUCH} An object of the sub")
    assert len(named(proof, "reference")) == 1  # where it is wrong on either side
    ways = [one.advice or "" for one in proof.everything() if one.check == "together"]
    assert all("Write it so: ask functions and methods" in way for way in ways)
    assert all('Or write cases = "together"' in way for way in ways)
