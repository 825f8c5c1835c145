"""Says where one submission stands whose student's other work is not known.

A class graded without a record tells nothing about other lessons: the map shows the lesson and
what depends on it, and says of each what would open it.
"""

from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from functools import lru_cache

import msgspec

from grader.feedback.course_map import Standing
from grader.model.course import Course, Lesson, LessonId
from grader.model.phrases import listed
from grader.model.progress import Attempt, History
from grader.model.remarks import has_points
from grader.model.report import Report
from grader.model.unlocking import LessonState, State, lesson_states, newly_open, short_titles

States = tuple[LessonState, ...]


def standing_of_one(report: Report, course: Course, lesson: Lesson, now: datetime) -> Standing:
    """Compute the standing from this one attempt."""
    history = _history(report, lesson) if has_points(report) else History()
    return _standing(history, course, lesson, now)


@lru_cache(maxsize=256)  # of a class there are as many as different numbers of points
def _standing(history: History, course: Course, lesson: Lesson, now: datetime) -> Standing:
    lessons = tuple(_without_history(one, lesson) for one in course.lessons)
    part = replace(course, lessons=lessons)
    before = lesson_states(part, History(), now)
    after = lesson_states(part, history, now)
    kept = _dependents(course, lesson)
    titles = short_titles(course)
    passed = {one.lesson.id for one in after if one.state is State.PASSED}
    return Standing(
        states=tuple(
            _conditional(one, lesson, passed, titles) for one in after if one.lesson.id in kept
        ),
        opened=newly_open(before, after),
        is_whole=False,
    )


def _dependents(course: Course, lesson: Lesson) -> set[LessonId]:
    """Return the lesson and all that needs it, also through others."""
    found = {lesson.id}
    for _ in course.lessons:  # no chain is longer
        found |= {one.id for one in course.lessons if found & set(one.requires)}
    return found


def _without_history(lesson: Lesson, here: Lesson) -> Lesson:
    """Drop what only a student's whole history, with their extensions, could tell."""
    requires = () if lesson.id == here.id else lesson.requires
    opens = None if lesson.id == here.id else lesson.opens
    return replace(lesson, requires=requires, opens=opens, due=None, attempts=0)


def _history(report: Report, lesson: Lesson) -> History:
    attempt = Attempt(
        lesson=lesson.id,
        number=1,
        submission_sha256="",  # no state depends on it
        points=Fraction(report.points),
        max_points=Fraction(report.max_points),
        lesson_passed=report.lesson_passed,
    )
    return History((attempt,))


def _conditional(
    one: LessonState, here: Lesson, passed: set[LessonId], titles: dict[LessonId, str]
) -> LessonState:
    """Let a lock name what the lesson needs, and claim nothing about what was submitted."""
    missing = [name for name in one.lesson.requires if name not in passed]
    if not missing or missing == [here.id]:
        return one
    named = listed([titles[name] for name in missing])
    is_known = here.id in missing
    reason = f"Locked: needs {named}." if is_known else f"Locked unless you have passed {named}."
    return msgspec.structs.replace(one, reason=reason, refusal=reason)
