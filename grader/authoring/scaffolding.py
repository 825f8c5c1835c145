"""Begins a lesson: its files and its entry in the manifest, all or nothing."""

import datetime
import json
import keyword
import os
import re
import shutil
import stat
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from grader.course.manifest import (
    FORMAT_VERSION,
    HOW_IDS_ARE,
    LESSON_ID,
    MANIFEST,
    load_course,
)
from grader.errors import ContentError, UsageError
from grader.ground.folders import write_whole
from grader.ground.temporary import temporary_folder
from grader.model.text import PLACEHOLDER, printable

from .function_headers import Header
from .stubs import stub_of, with_todo

_TEMPLATES = Path(__file__).with_name("templates") / "lesson"
_TAKEN = frozenset(("conftest", "grader", "mistakes", "msgspec", "pytest", "run"))
EXERCISES, SOLUTIONS, HIDDEN = TREES = "exercises", "solutions", "tests/hidden"
_FILE_MODE = 0o600


@dataclass(frozen=True)
class Entry:
    """A new lesson, as the manifest names it."""

    id: str
    title: str
    minutes: int | None = None
    requires: Sequence[str] | None = None  # None: the lesson before it
    # further keys of the manifest: module, hand_in, files, packages
    settings: Mapping[str, str | Sequence[str]] = field(default_factory=dict)


def with_entry(manifest: bytes, entry: Entry) -> bytes:
    """Append the lesson; raises ContentError where the whole would be no sound manifest."""
    gap = "" if manifest.endswith(b"\n") else "\n"
    row: dict[str, object] = {"id": entry.id, "title": entry.title, "minutes": entry.minutes}
    row |= {"requires": entry.requires, **entry.settings}
    pairs = toml_pairs({key: value for key, value in row.items() if value is not None})
    whole = manifest + f"{gap}\n[[lessons]]\n{pairs}".encode()
    with temporary_folder("grader-new-") as folder:
        path = folder / MANIFEST
        path.parent.mkdir()
        path.write_bytes(whole)
        load_course(folder)
    return whole


def toml_pairs(table: Mapping[str, Any]) -> str:
    """Write a table without its heading, a line for each key."""
    return "".join(f"{key} = {_value(value)}\n" for key, value in table.items())


def _value(value: object) -> str:
    if isinstance(value, datetime.date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def begin_lesson(
    root: Path,
    entry: Entry,
    headers: Sequence[Header],
    new_course: str | None,
    solution: str | None = None,
) -> list[Path]:
    """Write a lesson from the templates; gives its files, below the course.

    With a solution that is the reference, and the stub is made of it; raises SyntaxError.
    """
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=False,  # noqa: S701 # Python and Markdown, from the author's own words
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    words = {"todo": PLACEHOLDER, "title": entry.title, "module": entry.id, "headers": headers}
    texts = {
        # each template stands where its file is to stand
        Path(name.removesuffix(".j2").replace("LESSON", entry.id)): template.render(words)
        for name in environment.list_templates()
        for template in [environment.get_template(name)]
    }
    stub = Path(EXERCISES, entry.id, f"{entry.id}.py")
    reference = Path(SOLUTIONS, entry.id, stub.name)
    texts[reference] = solution or _to_be_written(texts[stub])
    if solution is not None:
        texts[stub] = with_todo(stub_of(solution))
    return add_lesson(root, entry, {k: text.encode() for k, text in texts.items()}, new_course)


def _to_be_written(stub: str) -> str:
    """Make a reference of the template's stub: without its docstrings, and with other gaps."""
    bare = re.sub(r'(?m)^ +""".*"""\n', "", stub)
    bare = re.sub(r'^""".*"""', '"""The reference solution."""', bare)
    written = rf'\1raise NotImplementedError("{PLACEHOLDER} Write the reference of \2.")'
    return re.sub(r"(?m)^( +)# TODO: write (\w+)\.\n.*$", written, bare)


def add_lesson(
    root: Path, entry: Entry, files: Mapping[Path, bytes], new_course: str | None
) -> list[Path]:
    """Write a lesson's files; gives them, below the course. Raises before anything is written.

    With `new_course`, the title of a course, that is begun with it.
    """
    _check_id(entry.id)
    _check_title(entry.title)
    manifest = _manifest(root, entry, new_course)
    trees = [f"{tree}/{entry.id}" for tree in TREES]
    for path in files:
        if path.is_absolute() or ".." in path.parts or not any(map(path.is_relative_to, trees)):
            raise UsageError(f"{path} would be written outside of the lesson's folders.")
    if taken := [tree for tree in trees if os.path.lexists(root / tree)]:
        raise UsageError(
            f"{', '.join(taken)} is there already. Choose another id, or move it away."
        )
    try:
        _write(root, trees, files, manifest)
    except OSError as error:
        raise UsageError(
            f"{error.filename or root} cannot be written: {error.strerror}. Nothing was begun."
        ) from error
    return sorted(files)


def _check_id(lesson_id: str) -> None:
    if not LESSON_ID.fullmatch(lesson_id):
        raise UsageError(
            f"{printable(lesson_id, lines=False)!r} cannot be a lesson's id. {HOW_IDS_ARE}"
        )
    is_pythons = keyword.iskeyword(lesson_id) or lesson_id in sys.stdlib_module_names
    if is_pythons or lesson_id in _TAKEN or lesson_id.startswith("test_"):
        raise UsageError(
            f"{lesson_id} cannot be a lesson's id: Python, or what runs the tests, has a module or "
            "a word of that name. Choose another."
        )


def _check_title(title: str) -> None:
    if not title.strip() or printable(title, lines=False) != title:
        raise UsageError("A title is one line of visible text, and not empty.")


def _manifest(root: Path, entry: Entry, new_course: str | None) -> bytes:
    path = root / MANIFEST
    if new_course is not None:
        if os.path.lexists(path):
            raise UsageError(f"{path} is there already. Leave out --new-course.")
        _check_title(new_course)
        begun = toml_pairs({"format_version": FORMAT_VERSION, "title": new_course})
        return with_entry(begun.encode(), entry)
    load_course(root)
    try:
        return with_entry(path.read_bytes(), entry)
    except ContentError as error:  # of what is added
        raise UsageError(str(error)) from error


def _write(root: Path, trees: list[str], files: Mapping[Path, bytes], manifest: bytes) -> None:
    """Write the folders, then put the manifest in place; take the folders back where that fails."""
    try:
        for path, data in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(data)
        place = (root / MANIFEST).resolve()
        mode = stat.S_IMODE(place.stat().st_mode) if place.exists() else _FILE_MODE
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, manifest, mode)
    except BaseException:
        for tree in trees:
            shutil.rmtree(root / tree, ignore_errors=True)
        raise
