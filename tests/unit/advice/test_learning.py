"""What is learned of a lesson does not hang on which worker was first."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.advice.learning import Learned, learn_lesson
from grader.cases.events import Failure
from grader.course.lesson_files import KnownMistake, LessonFiles
from grader.errors import ContentError, JailError
from grader.judge.jobs import Job, Knowledge, Run
from grader.model.course import Lesson, LessonId
from tests.unit.judge.builders import TEST_FILE, a_case, a_result, a_run

LESSON = Lesson(LessonId("sums"), "Sums", hand_in=("sums.py",), module="sums")
SIGN = KnownMistake("sign", "You subtract.", {"sums.py": b"sign"})
TWIN = KnownMistake("twin", "You subtract too.", {"sums.py": b"twin"})
ONE = a_case("one")


class ScriptedPool:
    """Stands for a pool: gives the runs of its script, the jobs of a batch in a chosen order."""

    isolation = "full"

    def __init__(self, runs: dict[bytes, Run], *, backwards: bool = False) -> None:
        self._runs = runs
        self._backwards = backwards
        self.knowledge: Knowledge | None = None
        self.judged: list[bytes] = []

    def learn(self, knowledge: Knowledge) -> None:
        """Note what all workers would be taught."""
        self.knowledge = knowledge

    def judge(self, jobs: Iterable[Job]) -> Iterator[Run]:
        """Give each job the run of its source."""
        for job in sorted(jobs, key=lambda job: job.number, reverse=not self._backwards):
            source = job.sources["sums.py"]
            self.judged.append(source)
            run = self._runs[source]
            run.number = job.number
            yield run


def reference(**more: Any) -> Run:
    """A run of the reference."""
    results = more.pop("results", [a_result("one", fingerprint="right")])
    return a_run(*results, **{"cases": [ONE], **more})


def wrong() -> Run:
    """A run of a mistake."""
    return a_run(a_result("one", "failed", fingerprint="wrong"))


def learn(tmp_path: Path, pool: Any, *mistakes: KnownMistake) -> Learned:
    """Learn a lesson with these mistakes."""
    right = {"sums.py": b"right"}
    files = LessonFiles(right, mistakes, {}, tmp_path, "digest", {}, "tests/hidden/sums")
    return learn_lesson(pool, LESSON, files, tmp_path / "cache")


def test_a_lesson_is_learned_once(tmp_path: Path) -> None:
    """The reference is judged twice, a mistake once; then the cache knows."""
    runs = {b"right": reference(), b"sign": wrong()}
    first, second = ScriptedPool(runs), ScriptedPool({})

    learned = learn(tmp_path, first, SIGN)

    assert learn(tmp_path, second, SIGN) == learned
    assert first.judged == [b"right", b"right", b"sign"]
    assert second.knowledge == first.knowledge == learned.knowledge
    assert list(learned.fingerprints.mistakes) == ["sign"]
    assert learned.warnings == []


@pytest.mark.parametrize("damage", [b"", b"\xc1", b"\x80"])
def test_a_damaged_cache_is_written_anew(damage: bytes, tmp_path: Path) -> None:
    """A cache that cannot be read costs time and nothing else."""
    runs = {b"right": reference()}
    learned = learn(tmp_path, ScriptedPool(runs))
    (path,) = (tmp_path / "cache").glob("*.learned")
    path.write_bytes(damage)

    assert learn(tmp_path, ScriptedPool(runs)) == learned


@pytest.mark.parametrize("backwards", [False, True])
def test_mistakes_that_behave_alike_have_one_name(backwards: bool, tmp_path: Path) -> None:
    """Of two mistakes that no case tells apart the first by name is told, on any machine."""
    runs = {b"right": reference(), b"sign": wrong(), b"twin": wrong()}

    learned = learn(tmp_path, ScriptedPool(runs, backwards=backwards), SIGN, TWIN)

    assert list(learned.fingerprints.mistakes) == ["sign"]


def test_a_case_that_the_reference_fails_is_warned_of(tmp_path: Path) -> None:
    """A case without a passing reference is left out, with a sentence for the author."""
    results = [a_result("one"), a_result("two", "failed", text="AssertionError")]
    run = reference(results=results, cases=[ONE, a_case("two")])

    (warning,) = learn(tmp_path, ScriptedPool({b"right": run})).warnings

    assert warning == (
        f"{TEST_FILE}::two is left out: the reference solution does not pass it (AssertionError)."
    )


def test_a_case_that_is_left_out_is_told_with_values(tmp_path: Path) -> None:
    """The sentence says what the reference gave and what was expected."""
    two = msgspec.structs.replace(
        a_result("two", "failed", text="AssertionError"), shown=("add(1, 2)", "4", "3")
    )
    run = reference(results=[a_result("one"), two], cases=[ONE, a_case("two")])

    learned = learn(tmp_path, ScriptedPool({b"right": run}))

    assert learned.left_out == learned.warnings
    assert learned.left_out[0].endswith("(add(1, 2) gave 3, expected was 4; AssertionError).")


def test_a_hidden_file_that_breaks_is_warned_of(tmp_path: Path) -> None:
    """A hidden file that cannot be imported with the reference is named with its error."""
    broken = {"test_bad.py": Failure("import", "builtins.NameError", "", "name 'x'")}

    (warning,) = learn(tmp_path, ScriptedPool({b"right": reference(broken=broken)})).warnings

    assert warning.startswith("tests/hidden/sums/test_bad.py cannot be imported")
    assert "NameError: name 'x'." in warning


@pytest.mark.parametrize(
    "run",
    [
        reference(cases=[], results=[]),
        reference(results=[a_result("one", "failed")]),
        reference(results=[a_result("one", "skipped")]),
    ],
)
def test_a_lesson_without_a_usable_case_is_refused(run: Run, tmp_path: Path) -> None:
    """Where no case can count, the author is told before anyone is judged."""
    with pytest.raises(ContentError, match="sums"):
        learn(tmp_path, ScriptedPool({b"right": run}))


@pytest.mark.parametrize(
    ("whole", "why"),
    [
        (Failure("import_timed_out"), "stopped at a time limit"),
        (Failure("memory"), "stopped at the memory limit"),
        (Failure("printed"), "printed too much and was stopped"),
        (Failure("signal", text="11"), "ended the import of the solution with signal 11."),
        (Failure("exited", text="3"), "with exit status 3 as it was imported."),
        (None, "gives no case with the reference solution. Write a function there whose name"),
    ],
)
def test_hidden_files_that_give_no_case(whole: Failure | None, why: str, tmp_path: Path) -> None:
    """The author is told what ended the import of the hidden files before there was a case."""
    stopped = Run(0, whole=whole)

    with pytest.raises(ContentError) as caught:
        learn(tmp_path, ScriptedPool({b"right": stopped}))

    assert why in str(caught.value)


@pytest.mark.parametrize("marks", [{"reveal": "value"}, {"visibility": "secret"}])
def test_a_mistyped_level_is_refused(marks: dict[str, str], tmp_path: Path) -> None:
    """A reveal or visibility level that does not exist is the author's to fix, in a sentence."""
    run = reference(cases=[a_case("one", **marks)])

    with pytest.raises(ContentError, match=f"one.*{next(iter(marks.values()))}"):
        learn(tmp_path, ScriptedPool({b"right": run}))


def test_a_fault_of_ours_is_no_authors(tmp_path: Path) -> None:
    """A reference that could not be judged is told to whoever runs the machine."""
    run = reference(verdict="grader_fault", fault="no jail")

    with pytest.raises(JailError, match="no jail"):
        learn(tmp_path, ScriptedPool({b"right": run}))


def test_inputs_that_change_make_a_case_unstable(tmp_path: Path) -> None:
    """A case that the reference meets with other inputs each time is left out of fingerprints."""

    class Changing(ScriptedPool):
        def judge(self, jobs: Iterable[Job]) -> Iterator[Run]:
            for _ in super().judge(jobs):
                yield reference(results=[a_result("one", inputs=str(len(self.judged)))])

    learned = learn(tmp_path, Changing({b"right": reference()}))

    assert learned.fingerprints.unstable == {ONE.id}
