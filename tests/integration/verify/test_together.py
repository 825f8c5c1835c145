"""Verify says why a lesson needs its cases beside a submission, or that it does not."""

import sys
from pathlib import Path

import pytest

from grader.model.report import TOGETHER
from tests.integration.verify.small_course import (
    CASES,
    MANIFEST,
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
    assert (mutants.judged, mutants.killed) == (23, 23)


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


def test_a_lesson_without_the_line(tmp_path: Path) -> None:
    """The case that needs it is an error where nobody asked for it: nothing chooses it."""
    root = write_course(tmp_path / "course", {CASES: NEEDS_IT})

    proof = prove(root, tmp_path / "cache")

    assert not proof.is_sound
    assert all(found.check != "together" for found in proof.everything())
