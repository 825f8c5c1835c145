"""Reads exercises as exercism lays them out: one, or a track with what it asks for first."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct, field

from grader.errors import UsageError

from .foreign import (
    ForeignLesson,
    lesson_id,
    read_beside,
    read_text,
    test_file,
    title_of,
    under_title,
)

_T = TypeVar("_T")
TRACK, EXERCISE = "config.json", ".meta/config.json"
_TEXTS = ("introduction", "instructions", "instructions.append")


class _Files(Struct):
    solution: list[str] = []
    test: list[str] = []
    example: list[str] = []
    exemplar: list[str] = []


class _Exercise(Struct):
    files: _Files = field(default_factory=_Files)


class _Listed(Struct):
    slug: str
    name: str = ""
    status: str = "active"
    concepts: list[str] = []
    prerequisites: list[str] = []


class _Lists(Struct):
    concept: list[_Listed] = []
    practice: list[_Listed] = []


class _Track(Struct):
    exercises: _Lists = field(default_factory=_Lists)


def read_exercise(folder: Path, title: str = "") -> ForeignLesson:
    """Read one exercise; raises UsageError where it has no solution or no tests."""
    config, name = folder / EXERCISE, folder.resolve().name
    files = _read(config, _Exercise).files
    wanted, tests, solved = files.solution, files.test, files.exemplar or files.example
    if not wanted or not tests or len(solved) != len(wanted):
        raise UsageError(
            f"{config} names {len(wanted)} solutions, {len(solved)} examples of them and "
            f"{len(tests)} tests: there must be an example of each solution, and tests."
        )
    for one in (*wanted, *tests, *solved):
        _refuse_outside(folder, one, config)
    title = title or title_of(name)
    docs = [folder / ".docs" / f"{one}.md" for one in _TEXTS]
    hints = folder / ".docs" / "hints.md"
    cases = {test_file(Path(one).name): (folder / one).read_bytes() for one in tests}
    return ForeignLesson(
        name,
        {one: read_text(folder / by) for one, by in zip(wanted, solved, strict=True)},
        cases | read_beside(folder),
        title,
        under_title(title, *(read_text(one) for one in docs if one.exists())),
        read_text(hints) if hints.exists() else None,
    )


def _refuse_outside(folder: Path, name: str, named_by: Path) -> None:
    """Raise UsageError for a file that is not the exercise's own, also by a link."""
    if Path(name).is_absolute() or not (folder / name).resolve().is_relative_to(folder.resolve()):
        raise UsageError(f"{named_by} names {name}, which lies outside of its folder.")


def read_track(folder: Path) -> Iterator[ForeignLesson | str]:
    """Read a track's exercises, each behind those that teach what it needs; a sentence for others.

    A concept that no exercise teaches locks nothing.
    """
    lists = _read(folder / TRACK, _Track).exercises
    taught = {concept: one.slug for one in lists.concept for concept in one.concepts}
    found: dict[str, ForeignLesson] = {}
    for kind, one in [("concept", one) for one in lists.concept] + [
        ("practice", one) for one in lists.practice
    ]:
        place = folder / "exercises" / kind / one.slug
        try:
            if one.status in ("deprecated", "wip"):
                raise UsageError(f"Its status is {one.status}.")
            _refuse_outside(folder, f"exercises/{kind}/{one.slug}", folder / TRACK)
            found[one.slug] = lesson = read_exercise(place, one.name)
        except UsageError as error:
            yield f"{one.slug} was left out. {error}"
            continue
        lesson.requires = list(dict.fromkeys(taught[x] for x in one.prerequisites if x in taught))
    while found:
        ready = [slug for slug, one in found.items() if not {*(one.requires or ())} & found.keys()]
        for slug in ready or [*found][:1]:
            lesson = found.pop(slug)
            if not ready:
                lesson.notes.append("It requires itself by way of others: it is open.")
                lesson.requires = []
            lesson.requires = [lesson_id(one) for one in lesson.requires or ()]
            yield lesson


def _read(path: Path, kind: type[_T]) -> _T:
    try:
        return msgspec.convert(json.loads(read_text(path)), kind)
    except (ValueError, msgspec.ValidationError) as error:
        raise UsageError(f"{path} is not as exercism writes it: {error}.") from error
