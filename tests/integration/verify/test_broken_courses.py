"""A course that is broken in one place is not sound, and one sentence says where and why."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.model.soundness import CourseProof, Finding
from tests.integration.verify.broken_courses import UNJUDGED, Broken
from tests.integration.verify.broken_together import Faulty, together
from tests.integration.verify.broken_when_careless import WEAK
from tests.integration.verify.broken_when_judged import JUDGED as JUDGED_AS_THEY_ARE
from tests.integration.verify.small_course import (
    prove,
    sentences,
    write_course,
)

pytestmark = [
    pytest.mark.jail,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="hidden cases are judged on Linux"),
]

JUDGED = JUDGED_AS_THEY_ARE | WEAK
COURSES = together(JUDGED)


def said(proof: CourseProof, broken: Broken) -> list[Finding]:
    """Pick the findings that say what is broken."""
    return [
        found
        for found in proof.everything()
        if (found.level, found.place) == (broken.level, broken.place)
        and found.sentence.startswith(broken.sentence)
    ]


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> list[CourseProof]:
    """Prove every course that has to be judged, two at a time."""

    def proved(course: Faulty) -> CourseProof:
        folder = tmp_path_factory.mktemp("broken")
        root = write_course(folder / "course", course.changes)
        return prove(root, folder / "cache", with_mutants=course.with_mutants)

    with ThreadPoolExecutor(2) as threads:
        return list(threads.map(proved, COURSES))


@pytest.mark.parametrize("name", UNJUDGED)
def test_what_is_wrong_on_disk_is_named(name: str, tmp_path: Path) -> None:
    """A fault of files and manifest is said in one sentence, without judging anything."""
    broken = UNJUDGED[name]

    root = write_course(tmp_path / "course", broken.changes)
    proof = prove(root, tmp_path / "cache", judged=False)

    assert len(said(proof, broken)) == 1, sentences(proof)
    assert proof.is_sound is (broken.level != "error")


@pytest.mark.parametrize("name", JUDGED)
def test_what_is_wrong_when_judged_is_named(name: str, proofs: list[CourseProof]) -> None:
    """A fault of cases, stub, reference or mistakes is said in one sentence."""
    number = next(n for n, course in enumerate(COURSES) if name in course.faults)

    assert len(said(proofs[number], COURSES[number].faults[name])) == 1


@pytest.mark.parametrize("number", range(len(COURSES)))
def test_nothing_else_is_named(number: int, proofs: list[CourseProof]) -> None:
    """Beside the sentences of a course's faults there is none, and errors alone make it unsound."""
    proof, faults = proofs[number], COURSES[number].faults.values()
    known = [one.sentence for broken in faults for one in said(proof, broken)]

    # that objects cross is no fault
    others = [one.sentence for one in proof.everything() if one.check != "tier"]
    assert [sentence for sentence in others if sentence not in known] == []
    assert proof.is_sound is all(broken.level != "error" for broken in faults)
