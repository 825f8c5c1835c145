"""Finds the lesson that is meant, by what was typed or else by what was worked on."""

import os
import sys
from pathlib import Path

import click

from grader.course.manifest import find_lesson
from grader.errors import UsageError
from grader.flows.student.enrolment import Enrolment
from grader.model.course import Course, Lesson
from grader.model.submission import SOURCE_SUFFIXES
from grader.model.unlocking import LessonState, State, next_lesson


def lesson_named(course: Course, typed: str) -> str:
    """Return the lesson whose id, folder or file was typed; what is none is given back."""
    path = Path(os.path.abspath(typed))  # noqa: PTH100 # a link is called by its own name
    if any(typed == lesson.id for lesson in course.lessons):
        return typed
    ids = [str(one.id) for one in course.lessons if _is_called(one, path)]
    if len(ids) > 1:  # several lessons have a file of that name: its folder tells them apart
        ids = [one for one in ids if one == path.parent.name]
    if not ids and path.is_file():
        raise UsageError(f"Which lesson is {typed} for? Name the lesson first: LESSON {typed}")
    return ids[0] if ids else typed


def lesson_at_hand(enrolment: Enrolment, typed: str | None) -> str:
    """Return the lesson that is meant: as typed, by the current folder, or the one worked on.

    Of several open ones that is the one whose file was saved last; where the last one saved is
    passed already, it is asked which one is meant.
    """
    if typed is not None:
        return lesson_named(enrolment.course, typed)
    by_folder = lesson_of_folder(enrolment.course, Path.cwd())
    if by_folder is not None:
        return by_folder
    saved = _by_save(enrolment)
    begun = [one for one in saved if one.state is State.OPEN]
    meant = str(begun[-1].lesson.id) if begun else lesson_to_begin(enrolment)
    if saved and saved[-1].state is State.PASSED:
        return _asked(str(saved[-1].lesson.id), meant)
    return meant


def work_at_hand(
    enrolment: Enrolment, typed: str | None, file: Path | None
) -> tuple[str, Path | None]:
    """Return the lesson that is meant, and the file where it is not the student's usual one."""
    name = lesson_at_hand(enrolment, typed)
    if typed is None or typed == name or file is not None:
        return name, file
    path, lesson = Path(typed), find_lesson(enrolment.course, name)
    folder = enrolment.folder(lesson)
    usual = {folder.resolve(), (folder / lesson.module_file).resolve()}
    return name, path if path.exists() and path.resolve() not in usual else None


def lesson_to_begin(enrolment: Enrolment) -> str:
    """Return the next open lesson."""
    state = next_lesson(enrolment.states())
    if state is None:
        raise UsageError("No lesson is open: name the one that you mean. `grader lessons` has all.")
    return state.lesson.id


def lesson_of_folder(course: Course, folder: Path) -> str | None:
    """Return the lesson that a student's folder is for."""
    is_work = not folder.resolve().is_relative_to(course.root / "exercises")
    for lesson in course.lessons:
        if is_work and folder.name == lesson.id and (folder / lesson.module_file).is_file():
            return lesson.id
    return None


def _is_called(lesson: Lesson, path: Path) -> bool:
    is_file = path.suffix in SOURCE_SUFFIXES and path.stem == Path(lesson.module_file).stem
    return is_file or path.name == lesson.id


def _by_save(enrolment: Enrolment) -> list[LessonState]:
    """List the lessons that a file was saved for and that are not locked, the last one at last."""
    states = [one for one in enrolment.states() if one.state is not State.LOCKED]
    times = {one.lesson.id: _saved_at(enrolment, one) for one in states}
    saved = [one for one in states if times[one.lesson.id]]
    return sorted(saved, key=lambda one: times[one.lesson.id])


def _saved_at(enrolment: Enrolment, one: LessonState) -> int:
    try:
        return (enrolment.folder(one.lesson) / one.lesson.module_file).stat().st_mtime_ns
    except OSError:
        return 0


def _asked(passed: str, meant: str) -> str:
    told = f"You saved {passed} last, which you have passed already."
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(f"{told} Name the lesson that you mean: {passed} or {meant}.")
    choice = click.Choice([meant, passed])
    question = f"{told}\nWhich one do you mean"
    answer: str = click.prompt(question, type=choice, default=meant, err=True)
    return answer
