"""Gives what a student may read by now: texts of open lessons, hints step by step."""

import re

from msgspec import Struct

from grader.course.handout import Hint, load_handout, load_hints
from grader.errors import ContentError, UsageError
from grader.feedback.lesson_html import LessonText
from grader.model.course import Course, Lesson, LessonId
from grader.model.unlocking import LessonState, State
from grader.store.grants import hints_taken, take_hint

from .enrolment import Enrolment
from .solution import may_read, read_solution


def readable_texts(course: Course, states: tuple[LessonState, ...]) -> dict[LessonId, LessonText]:
    """Read the text of each lesson that has one and is not locked."""
    found = {}
    for one in states:
        if one.state is State.LOCKED:
            continue
        try:
            handout = load_handout(course, one.lesson)
        except ContentError:  # `start` says what is wrong with the lesson; the map goes on
            continue
        if handout.text is not None:
            text = handout.text + _solution(course, one)
            found[one.lesson.id] = LessonText(text, handout.pictures)
    return found


def _solution(course: Course, state: LessonState) -> str:
    try:
        files = read_solution(course, state.lesson) if may_read(state) else {}
    except ContentError:  # a copy of the course without solutions
        files = {}
    if not files:
        return ""
    parts = ["\n\n## The reference solution\n"]
    for text in files.values():
        longest = max(map(len, re.findall("`+", text)), default=0)
        fence = "`" * max(3, longest + 1)
        parts.append(f"{fence}python\n{text.rstrip()}\n{fence}\n")
    return "\n".join(parts)


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
