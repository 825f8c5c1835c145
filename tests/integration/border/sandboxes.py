"""Judges in real sandboxes what the driver judges in forks."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.advice.learning import learn_lesson
from grader.border.modules import module_name
from grader.course.lesson_files import LessonFiles
from grader.judge.jobs import Job, Knowledge, Run
from grader.judge.pool import Pool
from grader.judge.reports import settle
from grader.judge.stage import Stage
from grader.model.course import Lesson, LessonId
from grader.sandbox.spec import Isolation

Sources = dict[str, bytes]


class Judge:
    """A lesson that was learned, and the pool that judges it."""

    def __init__(self, pool: Pool, knowledge: Knowledge, warnings: list[str]) -> None:
        self._pool = pool
        self._knowledge = knowledge
        self.warnings = warnings

    @property
    def cases(self) -> list[str]:
        """All cases of the lesson."""
        return [case.id for case in self._knowledge.cases]

    def judge(self, *submissions: Sources) -> list[Run]:
        """Judge submissions, in their order."""
        runs = self._pool.judge([Job(number, one) for number, one in enumerate(submissions)])
        return sorted(runs, key=lambda run: run.number)

    def passed(self, run: Run) -> list[str]:
        """Name the cases that a run passes."""
        settled = settle(run, self._knowledge)
        return [case for case, result in settled.items() if result.outcome == "passed"]


@contextmanager
def learned(
    hidden: Path,
    reference: Sources,
    isolation: Isolation,
    scratch: Path,
    course_files: Sources | None = None,
) -> Iterator[Judge]:
    """Learn the hidden cases of a folder by a reference, and be ready to judge."""
    names = tuple(reference)
    name = module_name(names[0])
    lesson = Lesson(LessonId(name), name, module=name, hand_in=names)
    stage = Stage(
        hidden_folder=str(hidden),
        module=name,
        course_files=course_files or {},
        packages=(),
        isolation=isolation,
        cache_folder=str(scratch / "compiled"),
        limits=lesson.limits,
        hand_in=names,
    )
    files = LessonFiles(reference, (), stage.course_files, hidden, name)
    with Pool(stage, 1) as pool:
        known = learn_lesson(pool, lesson, files, scratch / "learned")
        yield Judge(pool, known.knowledge, known.warnings)
