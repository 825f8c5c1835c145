"""Reads exercises/course.toml into a Course; says everything that is wrong with it at once."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, time, tzinfo
from keyword import iskeyword
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec.structs import replace

from grader.errors import ContentError, UsageError
from grader.model.course import MIB, Course, Lesson, LessonId, Limits
from grader.model.dates import DATES, UnknownZone, moment, zone_of
from grader.model.text import printable

from .course_file import read_if_there

FORMAT_VERSION = 1
MANIFEST = Path("exercises", "course.toml")
_MOST_BYTES = 1 * MIB
_LONGEST_FILE = 200  # characters of a name: what every file system takes
_PACKAGE = re.compile(r"[A-Za-z_][\w.-]*")
_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
_OF_COURSE = frozenset(("format_version", "title", "time_zone", "lessons"))
_LIMITS = ("seconds_per_case", "seconds_in_all", "memory_mib")
_NUMBER = (int, float)
_KNOWN: dict[str, type | tuple[type, ...]] = {
    "id": str,
    "title": str,
    "minutes": int,
    "requires": list,
    "pass_score": _NUMBER,
    "opens": date,
    "due": date,
    "grace_minutes": _NUMBER,
    "late_penalty": _NUMBER,
    "attempts": int,
    "seconds_per_case": _NUMBER,
    "seconds_in_all": _NUMBER,
    "memory_mib": int,
    "packages": list,
    "plugins": list,
    "module": str,
    "hand_in": list,
    "files": list,
    "cases": str,
    "solution": str,
    "notebook": str,
    "examples": bool,
    "accept_renamed": bool,
}
_CHOICES = {
    "cases": ("apart", "together"),
    "solution": ("never", "after_passing"),
    "notebook": ("lenient", "strict"),
}


_FORMS: dict[type | tuple[type, ...], str] = {
    str: 'text in quotes, like "dcg"',
    int: "a whole number, like 3",
    _NUMBER: "a number, like 0.5",
    list: 'a list of names, like ["dcg", "ndcg"]',
    bool: "true or false",
}
_RANGES: dict[str, tuple[float, float]] = {
    "minutes": (1, 10_000),
    "pass_score": (0, 1),
    "grace_minutes": (0, 1_000_000),
    "late_penalty": (0, 1),
    "attempts": (0, 1_000_000),
    "seconds_per_case": (0.01, 3600),
    "seconds_in_all": (0.01, 86_400),
    "memory_mib": (16, 1_000_000),
}


def load_course(root: Path) -> Course:
    """Load a course; raises ContentError that lists every fault of the manifest."""
    data = _read(root)
    faults = _Faults()
    if data.get("format_version") != FORMAT_VERSION:
        found = data.get("format_version")
        faults.add(f"format_version is {found!r}; this grader reads {FORMAT_VERSION}")
    for key in sorted(data.keys() - _OF_COURSE):
        near = _nearest(key, _OF_COURSE)
        faults.add(f"{key} is unknown." + (f" Did you mean {near}?" if near else ""))
    zone_name = data.get("time_zone", "UTC")
    lessons = _lessons(data.get("lessons"), _zone(zone_name, faults), faults)
    title = data.get("title")
    if not isinstance(title, str):
        faults.add("title is missing")
    faults.raise_if_any()
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
    if len(data) > _MOST_BYTES:
        raise ValueError(f"it is larger than {_MOST_BYTES // MIB} MiB")
    try:
        text = data.decode("utf-8-sig")
        return tomllib.loads(text.replace("\r\n", "\n").replace("\r", "\n"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ValueError(f"it is not UTF-8 (at line {line}, column 1)") from error
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _zone(name: Any, faults: "_Faults") -> tzinfo:
    try:
        return zone_of(name)
    except UnknownZone as error:
        faults.add(f"time_zone {name!r} {error}")
        return UTC


def find_lesson(course: Course, lesson_id: str) -> Lesson:
    """Find a lesson by its id; raises UsageError with the nearest name."""
    for lesson in course.lessons:
        if lesson.id == lesson_id:
            return lesson
    ids = [lesson.id for lesson in course.lessons]
    near = _nearest(lesson_id, ids)
    advice = f" Did you mean {near}?" if near else f" It has: {', '.join(ids) or 'none'}."
    raise UsageError(f"The course has no lesson {lesson_id}.{advice}")


class _Faults:
    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, text: str) -> None:
        end = "" if text.endswith(("?", ".")) else "."
        self.found.append(f"{MANIFEST}: {text}{end}")

    def raise_if_any(self) -> None:
        if self.found:
            raise ContentError("\n".join(self.found))


def _lessons(rows: Any, zone: tzinfo, faults: _Faults) -> tuple[Lesson, ...]:
    if not isinstance(rows, list) or not rows:
        faults.add("it lists no lessons")
        return ()
    ids = [row.get("id") for row in rows if isinstance(row, dict)]
    lessons: list[Lesson] = []
    before: str | None = None
    for index, row in enumerate(rows):
        if not isinstance(row, dict):
            faults.add(f"entry {index + 1} of lessons is no table")
        elif _is_sound(row, ids, index, faults):
            lessons.append(_lesson(row, before, zone))
            _check_lesson(lessons[-1], faults)
            before = row["id"]
    if not _has_order(lessons):
        faults.add("the lessons require each other in a circle")
    return tuple(lessons)


def _is_sound(row: dict[str, Any], ids: list[Any], index: int, faults: _Faults) -> bool:
    name = row.get("id")
    if not isinstance(name, str) or not _ID.fullmatch(name):
        faults.add(f"lesson {index + 1} has the id {name!r}; an id is like ndcg_at_k")
        return False
    before = len(faults.found)
    if ids.count(name) > 1 and ids.index(name) != len([i for i in ids[:index] if i]):
        faults.add(f"two lessons have the id {name}")
    if not isinstance(row.get("title"), str):
        faults.add(f"lesson {name} has no title")
    for key, value in row.items():
        _check_value(name, key, value, faults)
    for needed in _list(row, "requires"):
        if needed not in ids:
            near = _nearest(str(needed), [str(i) for i in ids])
            advice = f" Did you mean {near}?" if near else ""
            faults.add(f"lesson {name} requires {needed}, which does not exist.{advice}")
    _check_names(name, row, faults)
    return len(faults.found) == before


def _check_names(name: str, row: dict[str, Any], faults: _Faults) -> None:
    for key in ("hand_in", "files"):
        if not all(_is_inside(value) for value in _list(row, key)):
            faults.add(f"lesson {name}: {key} must name files inside the lesson's folder")
    for key in ("packages", "plugins"):
        if not all(
            isinstance(value, str) and _PACKAGE.fullmatch(value) for value in _list(row, key)
        ):
            faults.add(f"lesson {name}: {key} must name modules as they are imported, like numpy")
    for key in ("requires", "hand_in", "files", "packages", "plugins"):
        names = Counter(map(str, _list(row, key)))
        for twice in (one for one, count in names.items() if count > 1):
            faults.add(f"lesson {name}: {key} names {twice} more than once")
    if row.get("hand_in") == []:
        faults.add(f"lesson {name}: hand_in is empty; name what is submitted, or leave it out")


def _list(row: dict[str, Any], key: str) -> list[Any]:
    value = row.get(key, [])
    return value if isinstance(value, list) else []


def _check_value(name: str, key: str, value: Any, faults: _Faults) -> None:
    if key not in _KNOWN:
        near = _nearest(key, _KNOWN)
        faults.add(f"lesson {name}: {key} is unknown." + (f" Did you mean {near}?" if near else ""))
    elif isinstance(value, bool) != (_KNOWN[key] is bool) or not isinstance(value, _KNOWN[key]):
        faults.add(f"lesson {name}: {key} is {_as_written(value)}; {_form_of(key)}")
    elif key in _RANGES and isinstance(value, int | float):
        _check_range(name, key, value, faults)
    elif key in _CHOICES and value not in _CHOICES[key]:
        choices = " or ".join(map(repr, _CHOICES[key]))
        faults.add(f"lesson {name}: {key} is {value!r}; it must be {choices}")


def _nearest(typed: str, names: Iterable[str]) -> str | None:
    import difflib  # most manifests and commands are without a slip

    return next(iter(difflib.get_close_matches(typed, names, 1)), None)


def _as_written(value: Any) -> str:
    import json  # most manifests have no such value

    return str(value) if isinstance(value, date | time) else json.dumps(value, default=str)


def _form_of(key: str) -> str:
    """Say how a value of a key is written."""
    if key in DATES:
        return f"write a date without quotes, like {key} = 2026-09-14T18:00:00"
    if key in _CHOICES:
        return f"write {' or '.join(map(repr, _CHOICES[key]))}"
    return f"write {_FORMS[_KNOWN[key]]}"


def _check_range(name: str, key: str, value: float, faults: _Faults) -> None:
    least, most = _RANGES[key]
    if not least <= value <= most:
        faults.add(f"lesson {name}: {key} is {value}; it must lie between {least} and {most}")


def _check_lesson(lesson: Lesson, faults: _Faults) -> None:
    """Find what is wrong with values that have a default or do not fit together."""
    if not all(part.isidentifier() and not iskeyword(part) for part in lesson.module.split(".")):
        faults.add(f"lesson {lesson.id}: no import can name the module {lesson.module!r}")
    for name in (name for name in lesson.files if name in lesson.hand_in):
        faults.add(f"lesson {lesson.id}: files names {name}, which students submit")
    if lesson.opens is not None and lesson.due is not None and lesson.due <= lesson.opens:
        faults.add(f"lesson {lesson.id}: it is due before it opens")


def _is_inside(value: Any) -> bool:
    """Whether a name is a path below a folder, written in the one plain way."""
    if not isinstance(value, str) or printable(value, lines=False) != value or "\\" in value:
        return False
    path = PurePosixPath(value)
    leads_out = path.is_absolute() or ".." in path.parts
    is_plain = path.as_posix() == value and 0 < len(path.name) <= _LONGEST_FILE
    return is_plain and not leads_out


def _lesson(row: dict[str, Any], before: str | None, zone: tzinfo) -> Lesson:
    limits = {key: row[key] for key in _LIMITS if key in row}
    module = row.get("module", row["id"])
    requires = row.get("requires", [before] if before else [])
    fields = {k: v for k, v in row.items() if k not in (*_LIMITS, "requires", "module")}
    for key in ("packages", "plugins", "files"):
        fields[key] = tuple(fields.get(key, ()))
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


def _has_order(lessons: list[Lesson]) -> bool:
    done: set[str] = set()
    left = list(lessons)
    known = {lesson.id for lesson in lessons}
    while left:
        ready = [one for one in left if {r for r in one.requires if r in known} <= done]
        if not ready:
            return False
        done |= {one.id for one in ready}
        left = [one for one in left if one.id not in done]
    return True
