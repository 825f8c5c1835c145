"""Gives a lesson's hints step by step, and counts them."""

from dataclasses import dataclass

from grader.course.hints import Hint, load_hints
from grader.errors import UsageError
from grader.model.course import Lesson
from grader.store.grants import hints_taken, take_hint

from .enrolment import Enrolment


@dataclass(frozen=True)
class HintsRead:
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
