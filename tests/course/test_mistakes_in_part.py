"""Two known mistakes in one file are told as two, or as one of them, and never as a third."""

import os
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path

import pytest

from grader.course.lesson_files import load_lesson_files
from grader.course.manifest import find_lesson, load_course
from grader.flows.lesson_judge import JudgingMode, LessonJudge
from grader.ground.children import cores
from grader.jail.isolation import best_isolation
from grader.model.course import StudentId
from grader.model.mistake_overlay import laid_over
from grader.model.report import Report
from grader.model.submission import Submission
from tests.course.lesson_material import ROOT, functions, solution

pytestmark = [pytest.mark.jail, pytest.mark.course, pytest.mark.slow]

EVERY = 3  # pair is judged


def pairs(lesson: str) -> Iterator[Submission]:
    """Yield the pairs of mistakes in different functions, each laid over the other."""
    reference = (solution(lesson) / f"{lesson}.py").read_bytes()
    files = sorted((solution(lesson) / "mistakes").glob("*.py"))
    for one, other in combinations(files, 2):
        if functions(one).keys().isdisjoint(functions(other)):
            first = laid_over(reference, one.read_bytes())
            both = laid_over(first, other.read_bytes())
            yield Submission(StudentId(f"{one.stem}+{other.stem}"), {f"{lesson}.py": both})


def reports(lesson: str) -> Iterator[Report]:
    """Judge a sample of the pairs, and leave out what behaves like a single mistake."""
    isolation = best_isolation()
    if isolation == "none":
        pytest.skip("this machine cannot isolate submissions")
    course = load_course(ROOT)
    found = find_lesson(course, lesson)
    cache = Path(os.environ["XDG_CACHE_HOME"]) / "grader"
    files = load_lesson_files(course, found)
    mode = JudgingMode(follows=True)
    with LessonJudge(found, files, isolation, cache, cores(), mode=mode) as judge:
        for _, judged in judge.judge([*islice(pairs(lesson), None, None, EVERY)]):
            if judged.report.diagnosis is None:
                yield judged.report


@pytest.mark.parametrize("lesson", ["ndcg_over_queries", "implicit_feedback"])
def test_two_at_once_are_named(lesson: str) -> None:
    """Of four in five pairs one mistake is named at least, and nothing else of any."""
    told = {
        report.student: {one.mistake for one in report.mistakes_in_part}
        for report in reports(lesson)
    }

    assert len(told) > 30
    assert [pair for pair, names in told.items() if not names <= {*pair.split("+")}] == []
    assert sum(map(bool, told.values())) / len(told) >= 0.8
