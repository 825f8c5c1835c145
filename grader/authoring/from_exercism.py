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
_LEFT_OUT = ("deprecated", "wip")


class _Files(Struct):
    solution: list[str] = []
    test: list[str] = []
    example: list[str] = []
    exemplar: list[str] = []
    editor: list[str] = []


class _Exercise(Struct):
    files: _Files = field(default_factory=_Files)
    blurb: str = ""


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


def read_exercise(folder: Path, listed: _Listed | None = None) -> ForeignLesson:
    """Read one exercise; raises UsageError where it has no solution or no tests."""
    name = listed.slug if listed is not None else folder.resolve().name
    files = _read(folder / EXERCISE, _Exercise).files
    usual = name.replace("-", "_")
    wanted = files.solution or _there(folder, f"{usual}.py")
    tests = files.test or _there(folder, f"{usual}_test.py")
    solved = files.exemplar or files.example
    solved = solved or _there(folder, ".meta/exemplar.py") or _there(folder, ".meta/example.py")
    if not wanted or not solved or not tests:
        raise UsageError(
            f"{folder / EXERCISE} names no solution, no tests or no example: all three are needed."
        )
    if len(solved) != len(wanted):
        raise UsageError(f"{folder / EXERCISE} names {len(wanted)} files and {len(solved)} solved.")
    for one in (*wanted, *tests, *solved, *files.editor):
        _refuse_outside(folder, one, folder / EXERCISE)
    title = (listed.name if listed is not None else "") or title_of(name)
    given = {Path(one).name: (folder / one).read_bytes() for one in files.editor}
    texts = [folder / ".docs" / f"{one}.md" for one in ("introduction", "instructions")]
    texts.append(folder / ".docs" / "instructions.append.md")
    hints = folder / ".docs" / "hints.md"
    lesson = ForeignLesson(
        name,
        {one: read_text(folder / by) for one, by in zip(wanted, solved, strict=True)},
        {test_file(Path(one).name): (folder / one).read_bytes() for one in tests},
        title,
        under_title(title, *(read_text(one) for one in texts if one.exists())),
        read_text(hints) if hints.exists() else None,
        {one: read_text(folder / one) for one in wanted if (folder / one).exists()},
        files=given,
    )
    lesson.hidden |= read_beside(folder) | given
    return lesson


def _refuse_outside(folder: Path, name: str, named_by: Path) -> None:
    """Raise UsageError for a file that is not the exercise's own, also by a link."""
    if Path(name).is_absolute() or not (folder / name).resolve().is_relative_to(folder.resolve()):
        raise UsageError(f"{named_by} names {name}, which lies outside of its folder.")


def _there(folder: Path, name: str) -> list[str]:
    """Give a file's usual name where it is there: a track may say it once for all exercises."""
    return [name] if (folder / name).is_file() else []


def read_track(folder: Path) -> Iterator[ForeignLesson | str]:
    """Read a track's exercises, each behind those that teach what it needs; a sentence for others.

    A concept that no exercise teaches locks nothing.
    """
    lists = _read(folder / TRACK, _Track).exercises
    listed = [("concept", one) for one in lists.concept] + [
        ("practice", one) for one in lists.practice
    ]
    taught = {concept: one.slug for one in lists.concept for concept in one.concepts}
    found: dict[str, ForeignLesson] = {}
    for kind, one in listed:
        place = folder / "exercises" / kind / one.slug
        if one.status in _LEFT_OUT or not place.is_dir():
            why = f"its status is {one.status}" if place.is_dir() else "it has no folder"
            yield f"{one.slug} was left out: {why}."
            continue
        try:
            _refuse_outside(folder, f"exercises/{kind}/{one.slug}", folder / TRACK)
            found[one.slug] = lesson = read_exercise(place, one)
        except UsageError as error:
            yield f"{one.slug} was left out. {error}"
            continue
        lesson.requires = list(
            dict.fromkeys(taught[each] for each in one.prerequisites if each in taught)
        )
        untaught = [each for each in one.prerequisites if each not in taught]
        if untaught:
            lesson.notes.append(f"No exercise teaches {', '.join(untaught)}: it locks nothing.")
    yield from _in_order(found)


def _in_order(found: dict[str, ForeignLesson]) -> Iterator[ForeignLesson]:
    """Put each lesson behind those that it requires; what goes round in a circle is opened."""
    waiting, done = dict(found), set[str]()
    while waiting:
        ready = [
            name
            for name, one in waiting.items()
            if all(each in done or each not in found for each in one.requires or ())
        ]
        if not ready:
            ready = [next(iter(waiting))]
            waiting[ready[0]].notes.append("It requires itself by way of others: it is open.")
            waiting[ready[0]].requires = []
        for name in ready:
            one = waiting.pop(name)
            one.requires = [lesson_id(each) for each in one.requires or () if each in done]
            done.add(name)
            yield one


def _read(path: Path, kind: type[_T]) -> _T:
    try:
        return msgspec.convert(json.loads(read_text(path)), kind)
    except (ValueError, msgspec.ValidationError) as error:
        raise UsageError(f"{path} is not as exercism writes it: {error}.") from error
