"""Collects the texts that a student may read by now: those of lessons that are not locked."""

import re

from grader.course.handout import load_handout
from grader.errors import ContentError
from grader.feedback.lesson_html import LessonText
from grader.model.course import Course, LessonId
from grader.model.unlocking import LessonState, State

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
