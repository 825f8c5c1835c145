"""Gives what a student may read by now: texts of open lessons, hints step by step, solutions."""

from collections.abc import Callable

from msgspec import Struct

from grader.course.handout import Hint, load_hints
from grader.errors import ContentError, SubmissionRefused, UsageError
from grader.model.course import Course, Lesson
from grader.model.unlocking import LessonState, State
from grader.record.grants import hints_taken, take_hint

from .enrolment import Enrolment


class HintsRead(Struct, frozen=True):
    """The steps that a student has read by now; the last is new, unless all had been read."""

    lesson: Lesson
    read: tuple[Hint, ...]
    total: int
    is_new: bool


def next_hint(enrolment: Enrolment, lesson_id: str) -> HintsRead:
    """Give the next step; raises SubmissionRefused for a locked lesson."""
    lesson = enrolment.lesson_not_locked(lesson_id)
    steps = load_hints(enrolment.course, lesson)
    if not steps:
        raise UsageError(f"{lesson.id} has no hints.")
    with enrolment.store.writing() as writing:
        known = {one.step for one in hints_taken(writing, enrolment.student, lesson.id)}
        step = min(len(known) + 1, len(steps))
        take_hint(writing, enrolment.student, lesson.id, step, enrolment.clock())
    return HintsRead(lesson, steps[:step], len(steps), step not in known)


def solution_shown(
    state: LessonState, solution_of: Callable[[Lesson], dict[str, str]]
) -> dict[str, str]:
    """Read the files by name; raises SubmissionRefused where they are not shown."""
    lesson = state.lesson
    if lesson.solution != "after_passing":
        raise SubmissionRefused(f"The course does not show the solution of {lesson.id}.")
    if not may_read(state):
        raise SubmissionRefused(
            f"You can read the solution of {lesson.id} when you have passed it."
        )
    return solution_of(lesson)


def read_solution(course: Course, lesson: Lesson) -> dict[str, str]:
    """Read the reference, by the names that students submit; raises ContentError."""
    folder = course.solution_folder(lesson)
    try:
        return {
            name: (folder / name).read_text(encoding="utf-8", errors="replace")
            for name in lesson.hand_in
        }
    except OSError as error:
        raise no_solution(lesson) from error


def no_solution(lesson: Lesson) -> ContentError:
    """Say that the reference cannot be had."""
    return ContentError(f"This copy of the course has no solution of {lesson.id}.")


def may_read(state: LessonState) -> bool:
    """Whether a student's lesson is at the point where its author shows the solution."""
    return state.lesson.solution == "after_passing" and state.state is State.PASSED
