"""Writes a sound course of one small lesson, and breaks it in one place."""

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from grader.model.soundness import CourseProof, Finding
from grader.proof.course import verify_course
from grader.proof.lesson_runs import Court, Tell
from tests.integration.judge.tiny_course import write_files

EXERCISE, SOLUTION, HIDDEN = "exercises/means", "solutions/means", "tests/hidden/means"
MANIFEST = "exercises/course.toml"
CASES = f"{HIDDEN}/test_means.py"
_INDENTED = {
    MANIFEST: """\
        format_version = 1
        title = "Small"
        [[lessons]]
        id = "means"
        title = "Means"
        seconds_per_case = 0.5
        """,
    f"{EXERCISE}/README.md": "Write `total` and `mean`; `total([1, 2, 3])` is 6.\n",
    f"{EXERCISE}/means.py": """\
        def total(values):
            # TODO: add them up
            raise NotImplementedError


        def mean(values):
            # TODO: divide the total
            raise NotImplementedError
        """,
    f"{EXERCISE}/run.py": "from means import mean\n\nprint(mean([1, 3]))\n",
    f"{EXERCISE}/test_means.py": """\
        from means import mean


        def test_of_two():
            assert mean([1, 3]) == 2
        """,
    f"{SOLUTION}/means.py": """\
        def total(values):
            return sum(values)


        def mean(values):
            if not values:
                return 0
            return total(values) / len(values)
        """,
    f"{SOLUTION}/hints.md": "## Begin\n\nAdd them up.\n",
    f"{SOLUTION}/mistakes/forgets_to_divide.py": '''\
        """The total is not divided."""


        def mean(values):
            return total(values)
        ''',
    f"{SOLUTION}/mistakes/skips_the_first.py": '''\
        """The first value is left out."""


        def total(values):
            return sum(values[1:])


        def mean(values):
            return sum(values[1:]) / len(values) if values else 0
        ''',
    CASES: '''\
        import pytest
        from means import mean, total


        def test_total():
            """total adds up."""
            assert total(n := [4, 9, 5]) == 18 and n == [4, 9, 5]
            assert total([7, 1, 2]) == 10


        def test_mean():
            """mean divides."""
            assert mean(n := [4, 9, 6, 3]) == 5.5 and n == [4, 9, 6, 3]
            assert mean([8, 2, 3]) == pytest.approx(13 / 3, abs=1e-12)
            assert mean([5, 1, 1]) == pytest.approx(7 / 3, abs=1e-12)


        @pytest.mark.hint("What can you not divide by?")
        def test_mean_of_nothing():
            """Without values the mean is 0."""
            assert mean([]) == 0
        ''',
}
SOUND = {name: dedent(text) for name, text in _INDENTED.items()}
Changes = Mapping[str, str | None]  # what a file holds instead; a text after + is appended


def write_course(root: Path, changes: Changes) -> Path:
    """Write the sound course with some files changed, added, or removed by None."""
    files = dict(SOUND)
    for name, text in changes.items():
        if text is None:
            files.pop(name)
        elif text.startswith("+"):
            files[name] += f"\n\n{dedent(text[1:])}"
        else:
            files[name] = text
    return write_files(root, files)


def prove(
    root: Path, cache: Path, *, with_mutants: bool = False, judged: bool = True, jobs: int = 1
) -> CourseProof:
    """Prove a course as the command does, without isolation: it is our own code."""
    court = Court("none", cache, jobs) if judged else None
    return verify_course(root, (), court, _quiet, with_mutants=with_mutants)


def _quiet(_lesson: str, _step: str) -> Tell:
    return lambda _done, _total: None


def sentences(proof: CourseProof) -> list[str]:
    """List what was found, each with its level and place."""
    return [_line(finding) for finding in proof.everything()]


def _line(found: Finding) -> str:
    return f"{found.level} {found.place}: {found.sentence}"
