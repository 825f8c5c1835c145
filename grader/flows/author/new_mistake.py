"""Begins a known mistake from a submission: what it does otherwise, for the author to word."""

import re
from pathlib import Path

from grader.course.lesson_files import load_lesson_files
from grader.errors import UsageError
from grader.flows.reading_room import ReadingRoom
from grader.flows.review.replay import meant_on_disk
from grader.model.course import Course, Lesson
from grader.model.placeholders import PLACEHOLDER
from grader.model.text import printable

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SENTENCE = f"{PLACEHOLDER} Say to students who make this mistake where to look."


def begin_mistake(course: Course, lesson_id: str, name: str, like: Path) -> Path:
    """Write the mistake's file, and give its place; raises UsageError where that cannot be."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{printable(name, lines=False)!r} cannot be a mistake's name. A name begins with a "
            "small letter and goes on with small letters, digits and _, like forgets_the_last."
        )
    meant = meant_on_disk(course, like, lesson_id, None)
    if meant.submission.refused is not None:
        raise UsageError(f"{like} cannot be taken: {meant.submission.refused}")
    differs = _difference(course, meant.lesson, meant.submission.sources)
    place = course.solution_folder(meant.lesson) / "mistakes" / f"{name}.py"
    place.parent.mkdir(exist_ok=True)
    try:
        with place.open("x", encoding="utf-8", newline="\n") as file:
            file.write(f'"""{_SENTENCE}"""\n\n\n{differs}\n')
    except FileExistsError as error:
        raise UsageError(f"{place} is there already. Choose another name.") from error
    return place


def _difference(course: Course, lesson: Lesson, sources: dict[str, bytes]) -> str:
    module = lesson.module_file
    reference = load_lesson_files(course, lesson).reference[module]
    with ReadingRoom() as room:
        found = room.difference(module, reference, sources[module])
    if isinstance(found, str):
        raise UsageError(found)
    if not found[module]:
        raise UsageError(
            f"{module} is no Python, or defines nothing otherwise than the reference solution."
        )
    return found[module]
