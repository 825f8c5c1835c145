"""Reads exercises/course.toml into a Course; says everything that is wrong with it at once."""

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable
from datetime import UTC, date, time, tzinfo
from keyword import iskeyword
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grader.errors import ContentError, UsageError
from grader.model.course import Course, Lesson, LessonId, Limits
from grader.model.dates import DATES, moment, zone_of
from grader.model.text import is_inside

from .course_file import read_if_there

FORMAT_VERSION = 1
MANIFEST = Path("exercises", "course.toml")
_NAMED = {
    "packages": (re.compile(r"[A-Za-z_][\w.]*"), "modules as they are imported, like numpy"),
    "plugins": (re.compile(r"[A-Za-z_][\w.-]*"), "what is installed, like pytest-asyncio"),
}
LESSON_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
HOW_IDS_ARE = (
    "An id begins with a small letter and goes on with small letters, digits and _, 32 at most, "
    "like ndcg_at_k."
)
_OF_COURSE = ("format_version", "title", "time_zone", "lessons")
_LIMITS = ("seconds_per_case", "seconds_in_all", "memory_mib")
_NUMBER = (int, float)


class _Key(Struct, frozen=True):
    """What the value of a lesson's key may be."""

    kind: type | tuple[type, ...]
    between: tuple[float, float] | None = None
    one_of: tuple[str, ...] = ()


_KNOWN = {
    "id": _Key(str),
    "title": _Key(str),
    "minutes": _Key(int, between=(1, 10_000)),
    "requires": _Key(list),
    "pass_score": _Key(_NUMBER, between=(0, 1)),
    "opens": _Key(date),
    "due": _Key(date),
    "grace_minutes": _Key(_NUMBER, between=(0, 1_000_000)),
    "late_penalty": _Key(_NUMBER, between=(0, 1)),
    "attempts": _Key(int, between=(0, 1_000_000)),
    "counts": _Key(str, one_of=("best", "last")),
    "seconds_per_case": _Key(_NUMBER, between=(0.01, 3600)),
    "seconds_in_all": _Key(_NUMBER, between=(0.01, 86_400)),
    "memory_mib": _Key(int, between=(16, 1_000_000)),
    "packages": _Key(list),
    "plugins": _Key(list),
    "module": _Key(str),
    "hand_in": _Key(list),
    "files": _Key(list),
    "cases": _Key(str, one_of=("apart", "together")),
    "solution": _Key(str, one_of=("never", "after_passing")),
    "notebook": _Key(str, one_of=("all", "strict")),
    "examples": _Key(bool),
    "accept_renamed": _Key(bool),
}
_FORMS: dict[type | tuple[type, ...], str] = {
    str: 'text in quotes, like "dcg"',
    int: "a whole number, like 3",
    _NUMBER: "a number, like 0.5",
    list: 'a list of names, like ["dcg", "ndcg"]',
    bool: "true or false",
}


def load_course(root: Path) -> Course:
    """Load a course; raises ContentError that lists every fault of the manifest."""
    data = _read(root)
    faults: list[str] = []
    if "format_version" not in data:
        faults.append(f"format_version is missing; write format_version = {FORMAT_VERSION}")
    elif (found := data["format_version"]) != FORMAT_VERSION:
        faults.append(f"format_version is {found!r}; this grader reads {FORMAT_VERSION}")
    for key in sorted(data.keys() - set(_OF_COURSE)):
        faults.append(_unknown(key, _OF_COURSE))
    zone_name, zone = data.get("time_zone", "UTC"), None
    try:
        zone = zone_of(zone_name)
    except ValueError as error:
        faults.append(f"time_zone {zone_name!r} {error}")
    lessons = _lessons(data.get("lessons"), zone or UTC, faults)
    title = data.get("title")
    if not isinstance(title, str):
        faults.append("title is missing")
    if faults:
        ended = (text if text.endswith(("?", ".")) else f"{text}." for text in faults)
        raise ContentError("\n".join(f"{MANIFEST}: {text}" for text in ended))
    return Course(root.resolve(), str(title), lessons, str(zone_name))


def _read(root: Path) -> dict[str, Any]:
    data = read_if_there(root, root / MANIFEST)
    if data is None:
        raise UsageError(
            f"{root} holds no course: {MANIFEST} is missing. Name another with --course."
        )
    try:
        return manifest_data(data)
    except ValueError as error:
        raise ContentError(f"{MANIFEST} cannot be read: {error}") from error


def manifest_data(data: bytes) -> dict[str, Any]:
    """Read a manifest's TOML; raises ValueError, also for what no manifest needs."""
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ValueError("it is not UTF-8") from error
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def find_lesson(course: Course, lesson_id: str) -> Lesson:
    """Find a lesson by its id; raises UsageError with the nearest name."""
    for lesson in course.lessons:
        if lesson.id == lesson_id:
            return lesson
    ids = [lesson.id for lesson in course.lessons]
    advice = _meant(lesson_id, ids) or f" It has: {', '.join(ids) or 'none'}."
    raise UsageError(f"The course has no lesson {lesson_id}.{advice}")


def _lessons(rows: Any, zone: tzinfo, faults: list[str]) -> tuple[Lesson, ...]:
    if not isinstance(rows, list) or not rows:
        faults.append("it lists no lessons; write [[lessons]] above the id of each")
        return ()
    ids = [row.get("id") if isinstance(row, dict) else None for row in rows]
    lessons: list[Lesson] = []
    before: str | None = None
    for index, row in enumerate(rows):
        if not isinstance(row, dict):
            faults.append(f"entry {index + 1} of lessons is no table")
        elif _is_sound(row, ids, index, faults):
            lessons.append(_lesson(row, before, zone))
            _check_lesson(lessons[-1], faults)
            before = row["id"]
    if circle := _circle(lessons):
        faults.append(f"these lessons require each other in a circle: {', '.join(circle)}")
    return tuple(lessons)


def _is_sound(row: dict[str, Any], ids: list[Any], index: int, faults: list[str]) -> bool:
    name = row.get("id")
    if not isinstance(name, str) or not LESSON_ID.fullmatch(name):
        what = "no id" if name is None else f"the id {name!r}"
        faults.append(f"lesson {index + 1} has {what}. {HOW_IDS_ARE}")
        return False
    before = len(faults)
    if ids[:index].count(name) == 1:
        faults.append(f"two lessons have the id {name}")
    if not isinstance(row.get("title"), str):
        faults.append(f"lesson {name} has no title")
    for key, value in row.items():
        _check_value(name, key, value, faults)
    for needed in _list(row, "requires"):
        if needed not in ids:
            advice = _meant(str(needed), map(str, ids))
            faults.append(f"lesson {name} requires {needed}, which does not exist.{advice}")
    _check_names(name, row, faults)
    return len(faults) == before


def _check_names(name: str, row: dict[str, Any], faults: list[str]) -> None:
    for key in ("hand_in", "files"):
        if not all(is_inside(value) for value in _list(row, key)):
            faults.append(f"lesson {name}: {key} must name files inside the lesson's folder")
    for key, (pattern, words) in _NAMED.items():
        if not all(isinstance(n, str) and pattern.fullmatch(n) for n in _list(row, key)):
            faults.append(f"lesson {name}: {key} must name {words}")
    for key in ("requires", "hand_in", "files", "packages", "plugins"):
        names = Counter(map(str, _list(row, key)))
        for twice in (one for one, count in names.items() if count > 1):
            faults.append(f"lesson {name}: {key} names {twice} more than once")
    if row.get("hand_in") == []:
        faults.append(f"lesson {name}: hand_in is empty; name what is submitted, or leave it out")


def _list(row: dict[str, Any], key: str) -> list[Any]:
    value = row.get(key, [])
    return value if isinstance(value, list) else []


def _check_value(name: str, key: str, value: Any, faults: list[str]) -> None:
    known = _KNOWN.get(key)
    if known is None:
        faults.append(f"lesson {name}: {_unknown(key, _KNOWN)}")
    elif isinstance(value, bool) != (known.kind is bool) or not isinstance(value, known.kind):
        import json  # most manifests have no such value

        is_date = isinstance(value, date | time)
        form = " or ".join(map(repr, known.one_of)) or _FORMS.get(known.kind)
        if key in DATES:
            form = f"a date without quotes, like {key} = 2026-09-14T18:00:00"
        written = str(value) if is_date else json.dumps(value, default=str)
        faults.append(f"lesson {name}: {key} is {written}; write {form}")
    elif known.between and isinstance(value, int | float):
        least, most = known.between
        if not least <= value <= most:
            said = f"{key} is {value}; it must lie between {least} and {most}"
            faults.append(f"lesson {name}: {said}")
    elif known.one_of and value not in known.one_of:
        choices = " or ".join(map(repr, known.one_of))
        faults.append(f"lesson {name}: {key} is {value!r}; it must be {choices}")


def _unknown(key: str, known: Collection[str]) -> str:
    advice = _meant(key, known) or f" The keys are: {', '.join(known)}."
    return f"{key} is unknown.{advice}"


def _meant(typed: str, names: Iterable[str]) -> str:
    """Ask for the name that was mistyped, if one is much alike."""
    import difflib  # most manifests and commands are without a slip

    near = difflib.get_close_matches(typed, list(names), 1)
    return f" Did you mean {near[0]}?" if near else ""


def _check_lesson(lesson: Lesson, faults: list[str]) -> None:
    """Find what is wrong with values that have a default or do not fit together."""
    if not all(part.isidentifier() and not iskeyword(part) for part in lesson.module.split(".")):
        faults.append(f"lesson {lesson.id}: no import can name the module {lesson.module!r}")
    for name in (name for name in lesson.files if name in lesson.hand_in):
        faults.append(f"lesson {lesson.id}: files names {name}, which students submit")
    if lesson.opens is not None and lesson.due is not None and lesson.due <= lesson.opens:
        faults.append(f"lesson {lesson.id}: it is due before it opens")


def _lesson(row: dict[str, Any], before: str | None, zone: tzinfo) -> Lesson:
    limits = {key: row[key] for key in _LIMITS if key in row}
    module = row.get("module", row["id"])
    requires = row.get("requires", [before] if before else [])
    fields = {k: v for k, v in row.items() if k not in (*_LIMITS, "requires", "module")}
    for key in ("packages", "plugins", "files"):
        fields[key] = tuple(fields.get(key, ()))
    # numpy.linalg comes with numpy
    fields["packages"] = tuple(dict.fromkeys(n.partition(".")[0] for n in fields["packages"]))
    fields["plugins"] = tuple(name.replace("-", "_") for name in fields["plugins"])
    for key in fields.keys() & set(DATES):
        fields[key] = moment(key, fields[key], zone)
    hand_in = tuple(fields.pop("hand_in", ())) or (f"{module.replace('.', '/')}.py",)
    return Lesson(
        **fields,
        module=module,
        hand_in=hand_in,
        requires=tuple(LessonId(name) for name in requires),
        limits=replace(Limits(), **limits),
    )


def _circle(lessons: list[Lesson]) -> list[str]:
    """Name the lessons that are left once none is without one before it, or after it."""
    left = {lesson.id: set(lesson.requires) for lesson in lessons}

    def is_end(name: LessonId) -> bool:
        return not left[name] & left.keys() or not any(name in needs for needs in left.values())

    while ends := [name for name in left if is_end(name)]:
        left = {name: needs for name, needs in left.items() if name not in ends}
    return list(left)
