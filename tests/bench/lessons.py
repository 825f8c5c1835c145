"""Goes over the bundled course's lessons for a bench that judges many submissions to each."""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from grader.course.manifest import load_course
from grader.flows.proof.lesson_runs import Court
from grader.flows.proof.material import LessonMaterial
from grader.jail.isolation import best_isolation

from .table import print_machine

ROOT = Path(__file__).resolve().parents[2]


def named_lessons(
    arguments: Sequence[str], description: str | None
) -> Iterator[tuple[LessonMaterial, Court]]:
    """Yield each lesson that the command line names, or all, with what judges it in one process."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("lessons", nargs="*", metavar="LESSON")
    wanted = parser.parse_args(arguments).lessons
    print_machine()
    course = load_course(ROOT)
    with tempfile.TemporaryDirectory(prefix="grader-bench-") as folder:
        court = Court(best_isolation(), Path(folder), 1)
        for lesson in course.lessons:
            if not wanted or lesson.id in wanted:
                yield LessonMaterial(course, lesson), court
