"""A course that is broken in one place is not sound, and one sentence says where and why."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.model.soundness import CourseProof, Finding, Level
from tests.integration.verify.broken_courses import UNJUDGED, Broken
from tests.integration.verify.broken_when_judged import JUDGED as JUDGED_AS_THEY_ARE
from tests.integration.verify.broken_when_wrapped import WEAK
from tests.integration.verify.small_course import prove, sentences, write_course

pytestmark = [
    pytest.mark.jail,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="hidden cases are judged on Linux"),
]

JUDGED = JUDGED_AS_THEY_ARE | WEAK


def said(proof: CourseProof, broken: Broken) -> list[Finding]:
    """Pick the findings that say what is broken."""
    return [
        found
        for found in proof.everything()
        if (found.level, found.place) == (broken.level, broken.place)
        and found.sentence.startswith(broken.sentence)
    ]


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, CourseProof]:
    """Prove every course that has to be judged, two at a time."""

    def proved(name: str) -> tuple[str, CourseProof]:
        folder = tmp_path_factory.mktemp("broken")
        root = write_course(folder / "course", JUDGED[name].changes)
        return name, prove(root, folder / "cache", with_mutants=JUDGED[name].with_mutants)

    with ThreadPoolExecutor(2) as threads:
        return dict(threads.map(proved, JUDGED))


@pytest.mark.parametrize("name", UNJUDGED)
def test_what_is_wrong_on_disk_is_named(name: str, tmp_path: Path) -> None:
    """A fault of files and manifest is said in one sentence, without judging anything."""
    broken = UNJUDGED[name]

    root = write_course(tmp_path / "course", broken.changes)
    proof = prove(root, tmp_path / "cache", judged=False)

    assert len(said(proof, broken)) == 1, sentences(proof)
    assert proof.is_sound is (broken.level != "error")


@pytest.mark.parametrize("name", JUDGED)
def test_what_is_wrong_when_judged_is_named(name: str, proofs: dict[str, CourseProof]) -> None:
    """A fault of cases, stub, reference or mistakes is said in one sentence, and nothing else."""
    broken = JUDGED[name]

    beside = {"tier"} if "objects cross" not in broken.sentence else set()  # which is no fault
    assert [one.sentence for one in proofs[name].everything() if one.check not in beside] == [
        one.sentence for one in said(proofs[name], broken)
    ]
    assert len(said(proofs[name], broken)) == 1
    assert proofs[name].is_sound is (broken.level != "error")


def test_everything_is_one_sentence(proofs: dict[str, CourseProof]) -> None:
    """What is said begins with a capital or a name, ends with a full stop, and has one line."""
    found = [one for proof in proofs.values() for one in proof.everything()]

    assert len(found) >= len(JUDGED)
    for one in found:
        assert one.sentence.endswith("."), one
        assert "\n" not in one.sentence
        assert one.level is not Level.ERROR or one.file is not None
