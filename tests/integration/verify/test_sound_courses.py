"""A sound course is called sound, once, and what its author allows is allowed."""

import sys
from pathlib import Path

import pytest

from tests.integration.verify.small_course import (
    CASES,
    EXERCISE,
    HIDDEN,
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


FILES_AND_DICE = {
    f"{SOLUTION}/means.py": """+\
        import random

        def write_total(values, path):
            with open(path, "w") as file:
                file.write(str(total(values)))

        def dice(count):
            return [random.randint(1, 6) for _ in range(count)]
        """,
    f"{EXERCISE}/means.py": """+\
        def write_total(values, path):
            raise NotImplementedError  # TODO

        def dice(count):
            raise NotImplementedError  # TODO
        """,
    f"{SOLUTION}/mistakes/forgets_to_divide.py": """+\
        def dice(count):
            return [random.randint(0, 6) for _ in range(count)]
        """,
    CASES: """+\
        import pytest
        from means import dice, write_total

        def test_written(tmp_path):
            path = tmp_path / "total.txt"
            path.write_text("an older total")
            assert write_total([8, 3, 5], path) is None
            assert path.read_text() == "16"

        @pytest.mark.parametrize("count", range(3, 15))
        def test_dice(count):
            drawn = dice(count)
            assert len(drawn) == count
            assert min(drawn) > 0
        """,
}


def test_a_sound_course(tmp_path: Path) -> None:
    """A sound course has no findings, the second time as the first, until a file changes."""
    root, cache = write_course(tmp_path / "course", {}), tmp_path / "cache"

    first = prove(root, cache, with_mutants=True)
    second = prove(root, cache, with_mutants=True)
    (root / SOLUTION / "hints.md").write_text("No steps.\n", encoding="utf-8")
    third = prove(root, cache, with_mutants=True)

    assert (sentences(first), sentences(second)) == ([], [])
    mutants = first.lessons[0].mutants
    assert mutants is not None
    assert (mutants.judged, mutants.killed) == (16, 16)
    assert sentences(third) == [
        f"warning {SOLUTION}/hints.md: missing: hints.md with a step or more."
    ]


def test_files_and_dice_are_the_same_in_each_run(tmp_path: Path) -> None:
    """Neither the folder of a run nor the order of cases changes what a case asks or draws."""
    root = write_course(tmp_path / "course", FILES_AND_DICE)

    assert sentences(prove(root, tmp_path / "cache")) == []


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


def test_everything_is_said_at_once(tmp_path: Path) -> None:
    """Faults of files and of cases come in one proof, each at its own place."""
    changes = {
        f"{EXERCISE}/answers.txt": "6\n",
        f"{EXERCISE}/means.py": SOUND[f"{EXERCISE}/means.py"].replace("TODO", "Here"),
        CASES: "+def test_wrong():\n    assert total([4, 4]) == 9\n",
    }
    root = write_course(tmp_path / "course", changes)

    found = prove(root, tmp_path / "cache").everything()

    assert {one.check for one in found} == {"trees", "sources", "reference"}
    assert len(found) == 3


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


CHECKS = ("cases", "marks")
UNUSUAL = {
    "functions of the lesson's that are called like a mark": """+\
        from means import points, weight

        def test_points():
            assert points(["A", "K"]) + weight("A") == points([]) + weight(0)
        """,
    "hypothesis' state machines": """+\
        from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

        class Machine(RuleBasedStateMachine):
            @initialize()
            def begin(self):
                assert total([]) == 0

            @rule()
            def add(self):
                assert total([1]) == 1

            @invariant()
            def holds(self):
                assert mean([]) == 0

        TestMachine = Machine.TestCase
        """,
    "a mark of a plugin's": """+\
        @pytest.mark.asyncio
        async def test_later():
            assert total([8, 1]) == 9
        """,
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_what_looks_odd_in_cases_and_is_not(name: str, tmp_path: Path) -> None:
    """What other courses write in their hidden cases is not called wrong."""
    manifest = SOUND[MANIFEST] + 'plugins = ["pytest-asyncio"]\n'
    root = write_course(tmp_path / "course", {CASES: UNUSUAL[name], MANIFEST: manifest})

    proof = prove(root, tmp_path / "cache", judged=False)

    assert [one.sentence for one in proof.lessons[0].findings if one.check in CHECKS] == []


def test_caches_beside_the_files_of_a_course(tmp_path: Path) -> None:
    """What mypy, Jupyter and the like leave behind belongs to no lesson, and is no fault."""
    folders = ("exercises", EXERCISE, SOLUTION, "tests/hidden", HIDDEN)
    caches = (".mypy_cache", ".ipynb_checkpoints", ".hypothesis")
    left = {f"{folder}/{cache}/means.py": "def" for folder in folders for cache in caches}
    root = write_course(tmp_path / "course", left)

    proof = prove(root, tmp_path / "cache", judged=False)

    assert [one.sentence for one in proof.everything() if one.check != "judging"] == []


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
