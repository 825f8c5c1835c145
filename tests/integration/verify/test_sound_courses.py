"""A sound course is called sound, once, and what its author allows is allowed."""

import sys
from pathlib import Path

import pytest

from grader.advice.learning import learn_anew
from grader.course.manifest import load_course
from grader.judge.jobs import Job
from grader.proof.lesson_runs import Court, failed_cases, pool_for, run_all
from grader.proof.material import LessonMaterial
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

COUNTING = """\
    def total(values):
        return sum(values)


    def mean(values):
        count = 0
        while count < len(values):
            count += 1
        if not count:
            return 0
        return total(values) / count
    """


def test_a_sound_course(tmp_path: Path) -> None:
    """A sound course has no findings, and every mutant is caught."""
    root, cache = write_course(tmp_path / "course", {}), tmp_path / "cache"

    first = prove(root, cache, with_mutants=True)

    assert sentences(first) == []
    mutants = first.lessons[0].mutants
    assert mutants is not None
    assert (mutants.judged, mutants.killed) == (16, 16)


def test_mutants_that_never_end(tmp_path: Path) -> None:
    """A mutant that loops for ever is caught, and the others are judged all the same."""
    changes = {f"{SOLUTION}/means.py": COUNTING.replace("\n    ", "\n").lstrip()}
    root = write_course(tmp_path / "course", changes)

    proof = prove(root, tmp_path / "cache", with_mutants=True)

    assert [line for line in sentences(proof) if "count < len" in line] == []
    mutants = proof.lessons[0].mutants
    assert mutants is not None
    assert mutants.killed >= 12


def test_what_an_author_allows(tmp_path: Path) -> None:
    """A survivor with an entry and a reason is counted as allowed, and the course is sound."""
    entry = (
        "[[mutants]]\nline = 'return 0'\nbecomes = 'return -1'\nreason = 'Neither is a mean.'\n\n"
        "[[mutants]]\nline = 'def mean(values):'\n"
        "becomes = 'sorts its input'\nreason = 'The text allows it.'\n"
    )
    cases = SOUND[CASES].replace("mean([]) == 0", "mean([]) <= 0")
    cases = cases.replace(" and n == [4, 9, 6, 3]", "")
    changes = {CASES: cases, f"{SOLUTION}/equivalent_mutants.toml": entry}
    root = write_course(tmp_path / "course", changes)

    proof = prove(root, tmp_path / "cache", with_mutants=True)

    assert sentences(proof) == []
    mutants = proof.lessons[0].mutants
    assert mutants is not None
    assert mutants.allowed == 2


def test_lessons_are_proved_side_by_side(tmp_path: Path) -> None:
    """Two at once are told of in the order of the manifest, each with its own findings."""
    second = '[[lessons]]\nid = "again"\ntitle = "Again"\nmodule = "means"\n'
    changes = {MANIFEST: SOUND[MANIFEST] + second}
    for path, text in SOUND.items():
        if path != MANIFEST:
            changes[path.replace("/means/", "/again/")] = text
    changes["tests/hidden/again/test_means.py"] += (
        "\n\ndef test_wrong():\n    assert mean([2]) == 3\n"
    )
    root = write_course(tmp_path / "course", changes)

    proof = prove(root, tmp_path / "cache", jobs=2)

    assert [one.lesson for one in proof.lessons] == ["means", "again"]
    assert proof.lessons[0].findings == ()
    assert [found.check for found in proof.lessons[1].findings if found.level == "error"] == [
        "reference"
    ]


TWICE = """+\

        def test_total_once_more():
            assert total([7, 1, 2]) == 10
        """


def test_cases_without_which_nothing_passes_are_noted(tmp_path: Path) -> None:
    """A case that asks what another asks could go; one that alone catches a mutant is needed."""
    course = write_course(tmp_path / "course", {CASES: TWICE})
    proof = prove(course, tmp_path / "cache", with_mutants=True)

    (noted,) = [one for one in proof.lessons[0].findings if one.check == "cases"]
    idle = noted.sentence.partition(": ")[2]
    assert noted.sentence.startswith("Of 4 hidden cases, ")
    assert "test_total_once_more" in idle
    assert "test_mean_of_nothing" not in idle
    assert noted.level == "note"


def test_a_mutant_ends_at_its_second_failing_case(tmp_path: Path) -> None:
    """What it would do in the cases after it tells an author nothing more."""
    course = load_course(write_course(tmp_path / "course", {}))
    material = LessonMaterial(course, course.lessons[0])
    wrong = {"means.py": b"def total(values):\n    return 1\n\n\nmean = total\n"}

    with pool_for(material, Court("none", tmp_path / "cache", 1)) as pool:
        learned, _ = learn_anew(pool, material.lesson, material.files)
        jobs = [Job(0, wrong), Job(1, wrong, most_failing=2)]
        whole, ended = run_all(pool, jobs, lambda _done, _all: None)

    assert (len(whole.results), len(ended.results)) == (3, 2)
    assert failed_cases(whole, learned) == failed_cases(ended, learned)
