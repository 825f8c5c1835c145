"""Classes that are being graded, and regrades: one after the other, with progress.

What is finished is kept until the server ends, or many others are finished.
"""

import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, BinaryIO

from grader.errors import GraderError
from grader.model.course import Lesson
from grader.model.phrases import count
from grader.model.report import NOT_JUDGED
from grader.record.claims import Claims
from grader.study.enrolment import Enrolment

from .lanes import Lane

if TYPE_CHECKING:
    from grader.grading.grade_class import GradedClass
    from grader.grading.regrade import Regrade

_MOST_KEPT = 50
_LONGEST_NAME = 100


class Work:
    """One class that is graded, or one lesson that is judged again."""

    def __init__(self, number: int, lesson: Lesson, what: str) -> None:
        self.number = number
        self.lesson = lesson
        self.what = what
        self.done = self.total = 0
        self.shape = ""  # as what the submissions were read
        self.said: list[str] = []  # what came of it, in sentences
        self.error = ""
        self.is_finished = False
        self.regrade: Regrade | None = None  # to be taken or left

    def tell(self, done: int, total: int) -> None:
        """Note how far it has come."""
        self.done, self.total = done, total

    def tell_shape(self, shape: str) -> None:
        """Note as what the submissions were read."""
        self.shape = shape


class GradingWork:
    """Does what instructors ask for, one after the other."""

    def __init__(
        self, enrolment: Enrolment, claims: Claims, folder: Path, stack: ExitStack, jobs: int
    ) -> None:
        self._enrolment = enrolment
        self._claims = claims
        self._folder = folder
        self._jobs = jobs
        self._lane: Lane[None] = Lane(lambda _: None, stack)
        self._known: OrderedDict[int, Work] = OrderedDict()
        self._lock = threading.Lock()
        self._number = 0

    def find(self, number: int) -> Work | None:
        """Find what was asked for."""
        return self._known.get(number)

    def of_lesson(self, lesson_id: str) -> list[Work]:
        """List what was asked for of a lesson, the newest first."""
        return [one for one in reversed(self._known.values()) if one.lesson.id == lesson_id]

    def grade(self, lesson: Lesson, name: str, file: BinaryIO) -> Work:
        """Begin to grade a class: a file, an archive, or a platform's download."""
        work = self._begin(lesson, f"Grade {name[-_LONGEST_NAME:]}")
        folder = self._folder / str(work.number)
        folder.mkdir(parents=True)
        path = folder / (PureWindowsPath(name).name[-_LONGEST_NAME:] or "class")
        with path.open("wb") as out:
            shutil.copyfileobj(file, out)
        self._do(work, lambda: self._grade(work, path, folder / "out"))
        return work

    def judge_again(self, lesson: Lesson) -> Work:
        """Begin to judge again what an edited lesson may judge otherwise; nothing is taken."""
        work = self._begin(lesson, "Judge again")
        self._do(work, lambda: self._judge_again(work))
        return work

    def settle(self, work: Work, *, is_taken: bool) -> None:
        """Take a regrade as a whole, or leave it."""
        from grader.grading.regrade import take

        with self._lock:
            regrade, work.regrade = work.regrade, None
        if regrade is None:
            return
        if is_taken:
            take(self._enrolment.store, regrade, self._enrolment.clock())
        verdicts = count(len(regrade.attempts), "new verdict")
        work.said = [f"Taken: {verdicts}." if is_taken else "Left: nothing has been changed."]

    def _begin(self, lesson: Lesson, what: str) -> Work:
        with self._lock:
            self._number += 1
            work = self._known[self._number] = Work(self._number, lesson, what)
            while len(self._known) > _MOST_KEPT:
                self._known.popitem(last=False)
        return work

    def _do(self, work: Work, task: Callable[[], None]) -> None:
        def done(_: None) -> None:
            try:
                task()
            except GraderError as error:
                work.error = str(error)
            except Exception as error:
                work.error = f"The grader failed: {type(error).__name__}. Its log says more."
                raise
            finally:
                work.is_finished = True
                shutil.rmtree(self._folder / str(work.number), ignore_errors=True)

        self._lane.put("", done)

    def _grade(self, work: Work, path: Path, out: Path) -> None:
        from grader.grading.grade_class import GradeRequest, grade_class

        enrolment = self._enrolment
        request = GradeRequest(
            course_root=enrolment.course.root,
            lesson_id=work.lesson.id,
            submissions=path,
            out=out,
            cache=enrolment.cache,
            isolation=enrolment.isolation,
            jobs=self._jobs,
            record=enrolment.store,
            now=enrolment.clock(),
            claims=self._claims,
        )
        work.said = list(_told(grade_class(request, work.tell, work.tell_shape)))

    def _judge_again(self, work: Work) -> None:
        from grader.grading.regrade import RegradeRequest, find_outdated, judge_again

        enrolment = self._enrolment
        outdated = find_outdated(enrolment.course, enrolment.store, work.lesson.id)
        if not outdated:
            work.said = ["Nothing to judge again: all is judged under the lesson as it is now."]
            return
        request = RegradeRequest(enrolment.store, enrolment.cache, enrolment.isolation, self._jobs)
        regrade = judge_again(request, outdated, lambda _, done, total: work.tell(done, total))
        changes = sum(one.is_change for one in regrade.changes)
        work.regrade = regrade
        judged = f"{count(len(regrade.attempts), 'attempt')} judged again; {changes} would change."
        work.said = [*regrade.warnings, f"{judged} Nothing has been changed yet."]


def _told(graded: "GradedClass") -> list[str]:
    """Say what came of a class."""
    judged = [one.report for one in graded.judged if one.report.verdict not in NOT_JUDGED]
    passed = sum(one.lesson_passed for one in judged)
    said = [f"{count(len(judged), 'submission')}: {passed} passed the lesson."]
    said += [
        f"{one.report.student}: {one.report.message}"
        for one in graded.judged
        if one.report.verdict in NOT_JUDGED
    ]
    said += [f"Undecided: {one.origin}: {one.why}." for one in graded.unplaced]
    if graded.changes:
        changed = sum(one.is_change for one in graded.changes)
        again = count(len(graded.changes), "attempt")
        said.append(f"{again} judged anew, since the lesson changed: {changed} differ.")
    return [*said, *graded.warnings]
