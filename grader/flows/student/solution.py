"""Reads a lesson's reference solution, for a student who may see it by now."""

from grader.errors import ContentError, SubmissionRefused
from grader.model.course import Course, Lesson
from grader.model.unlocking import LessonState, State

from .enrolment import Enrolment


def solution_shown(enrolment: Enrolment, lesson_id: str) -> dict[str, str]:
    """Read the files by name; raises SubmissionRefused where they are not shown."""
    state = enrolment.state_not_locked(lesson_id)
    lesson = state.lesson
    if lesson.solution != "after_passing":
        raise SubmissionRefused(f"The course does not show the solution of {lesson.id}.")
    if not may_read(state):
        raise SubmissionRefused(
            f"You can read the solution of {lesson.id} when you have passed it."
        )
    return read_solution(enrolment.course, lesson)


def may_read(state: LessonState) -> bool:
    """Whether a student's lesson is at the point where its author shows the solution."""
    return state.lesson.solution == "after_passing" and state.state is State.PASSED


def read_solution(course: Course, lesson: Lesson) -> dict[str, str]:
    """Read the reference, by the names that students submit; raises ContentError."""
    folder = course.solution_folder(lesson)
    try:
        return {
            name: (folder / name).read_text(encoding="utf-8", errors="replace")
            for name in lesson.hand_in
        }
    except OSError as error:
        raise ContentError(f"This copy of the course has no solution of {lesson.id}.") from error
