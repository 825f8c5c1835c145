"""Gathers the files of a course that students receive; no links, no caches, nothing hidden."""

import datetime
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from grader.course.handout import COURSE_TEXT, TEXT, load_handout
from grader.course.manifest import MANIFEST
from grader.intake.file_tree import LEFT_BEHIND
from grader.model.course import Course, Lesson

EXERCISES = "exercises"
_CACHES = LEFT_BEHIND | {".pytest_cache", ".mypy_cache", ".ruff_cache"}


@dataclass
class ReleaseFiles:
    """What is released, by path, and what is not."""

    files: dict[str, bytes] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)  # sentences by path
    left_out: list[str] = field(default_factory=list)  # lie beside, and nothing asks for them


def release_files(course: Course, lessons: Sequence[Lesson]) -> ReleaseFiles:
    """Gather the manifest and the lessons' files; raises ContentError for one that is missing."""
    found = ReleaseFiles()
    manifest = (course.root / MANIFEST).read_text(encoding="utf-8")
    chosen = None if len(lessons) == len(course.lessons) else lessons
    found.files[MANIFEST.as_posix()] = released_manifest(manifest, chosen).encode()
    about = course.root / COURSE_TEXT
    if about.is_file():
        _add(found, course, COURSE_TEXT.as_posix(), about.read_bytes())
    for lesson in lessons:
        _add_lesson(found, course, lesson)
    return found


def _add_lesson(found: ReleaseFiles, course: Course, lesson: Lesson) -> None:
    handout = load_handout(course, lesson)
    files = {**handout.for_student(), **handout.pictures}
    if handout.text is not None:
        files[TEXT] = (course.exercise_folder(lesson) / TEXT).read_bytes()
    folder = f"{EXERCISES}/{lesson.id}"
    for name, data in files.items():
        _add(found, course, str(PurePosixPath(folder, name)), data)
    released = {str(PurePosixPath(name)) for name in files}
    here = course.exercise_folder(lesson)
    for path in sorted(here.rglob("*")):
        below = path.relative_to(here)
        is_noise = any(part.startswith(".") or part in _CACHES for part in below.parts)
        if path.is_file() and not is_noise and below.as_posix() not in released:
            found.left_out.append(f"{folder}/{below.as_posix()}")


def _add(found: ReleaseFiles, course: Course, name: str, data: bytes) -> None:
    fault = _fault(course, name)
    if fault is None:
        found.files[name] = data
    else:
        found.faults[name] = fault


def _fault(course: Course, name: str) -> str | None:
    path = course.root / name
    exercises = (course.root / EXERCISES).resolve()
    parts = PurePosixPath(name).parts
    if any(part.startswith(".") or part in _CACHES for part in parts):
        return "begins with a dot or lies in a cache, and no release holds such files. Rename it."
    if not path.resolve().is_relative_to(exercises):
        return f"is a link that leads out of {EXERCISES}/. Put the file itself there."
    return None


_LESSONS = "lessons"


def released_manifest(text: str, chosen: Sequence[Lesson] | None = None) -> str:
    """Write a sound manifest again; with `chosen`, only these lessons and what they require."""
    data = tomllib.loads(text)
    rows = data.pop(_LESSONS)
    if chosen is not None:
        rows = _only(rows, chosen)
    blocks = [_pairs(data), *(f"[[{_LESSONS}]]\n{_pairs(row)}" for row in rows)]
    return "\n".join(blocks)


def _only(rows: Sequence[Mapping[str, Any]], chosen: Sequence[Lesson]) -> list[dict[str, Any]]:
    known = {lesson.id: lesson for lesson in chosen}
    kept = []
    for row in rows:
        lesson = known.get(row["id"])
        if lesson is not None:
            # by default the lesson before it is required, and that may not be there now
            kept.append({**row, "requires": [one for one in lesson.requires if one in known]})
    return kept


def _pairs(table: Mapping[str, Any]) -> str:
    return "".join(f"{key} = {_value(value)}\n" for key, value in table.items())


def _value(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool | int | float):
        return str(value).lower()
    if isinstance(value, datetime.date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
