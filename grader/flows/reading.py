"""Collects the texts that a student may read by now: those of lessons that are not locked."""

from grader.content.handout import load_handout
from grader.errors import ContentError
from grader.feedback.lesson_text import LessonText
from grader.model.course import Course, LessonId
from grader.model.unlocking import LessonState, State


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
            found[one.lesson.id] = LessonText(handout.text, handout.pictures)
    return found
