"""Reads a Gradescope export: a folder for each submission, and who handed it in and when."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from grader.errors import UsageError
from grader.model.course import Lesson

from .bounds import BOUNDS
from .downloads import Found, Layout
from .file_tree import FOLDER, Gathered, Node
from .roster import Who
from .times import read_time

METADATA = "submission_metadata.yml"
_FOLDER = re.compile(r"submission_\d+")
_NEEDED = (b"  :submitters:", b"  :created_at:")
_DEEPEST = 50  # what Gradescope writes is nested five deep
_BELOW = (b" ", b"-", b"\r", b"\n")


def _fitting(_root: Node, entries: Sequence[Node]) -> list[Node]:
    """List the folders of an export; what lists them is read only where there are some.

    A student can put a file of that name into another download, and any name into the file.
    """
    named = [node for node in entries if _FOLDER.fullmatch(node.name)]
    listed = [node for node in entries if node.name == METADATA and node.kind != FOLDER]
    return [*listed, *named] if listed and named else []


def _read(root: Node, entries: Sequence[Node], _lesson: Lesson) -> list[Found]:
    """Read an export; raises UsageError for metadata that is none."""
    folders: dict[object, Node] = {node.name: node for node in entries}
    data = folders.pop(METADATA).read(BOUNDS.metadata_bytes, METADATA)
    if isinstance(data, str):
        raise UsageError(f"{root.name}: {data}")
    try:
        told = _told(data)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{root.name}: {METADATA} is not sound YAML. Export it again.") from error
    if not isinstance(told, dict):
        raise UsageError(f"{root.name}: {METADATA} names no submission. Export it again.")
    found = [
        _found(name, folders.pop(name, None), about)
        for name, about in told.items()
        if isinstance(name, str) and isinstance(about, dict)
    ]
    return [*found, *(Found(node.name, node, ()) for node in folders.values())]


def _told(data: bytes) -> object:
    try:
        return _load(b"".join(_needed_lines(data)))
    except ValueError:
        return _load(data)  # what is needed may refer to what was left out


def _load(data: bytes) -> object:
    """Load YAML of bounded depth as texts, lists and dictionaries; raises ValueError."""
    import yaml  # no other layout needs it, and a student's own file does not

    # every scalar stays the text that it is, so "007" is no number and no tag makes an object
    loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    depth = 0
    try:
        for event in yaml.parse(data, Loader=loader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > _DEEPEST:
                raise ValueError("nested too deeply")  # the loader would end the process
        told: object = yaml.load(data, Loader=loader)  # noqa: S506 - see above
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error
    return told


def _needed_lines(data: bytes) -> Iterator[bytes]:
    """Leave out each submission's results, which are nearly all of the file and slow to read.

    A key of a submission is indented by two; all that is its value by more, or is a list's item.
    """
    is_needed = True
    for line in data.splitlines(keepends=True):
        if not line.startswith(b"  "):
            is_needed = is_needed if not line.strip() else True
        elif line[2:3] not in _BELOW:
            is_needed = line.startswith(_NEEDED)
        if is_needed:
            yield line


def _found(name: str, node: Node | None, about: Mapping[Any, Any]) -> Found:
    submitters = about.get(":submitters")
    people = [each for each in submitters or () if isinstance(each, dict)]
    who = tuple(map(_who, people)) or (Who(ids=(name,)),)
    return Found(name, node or Gathered(name, ()), who, _time(about.get(":created_at")))


def _who(person: Mapping[Any, Any]) -> Who:
    sid, email, name = (_text(person.get(key)) for key in (":sid", ":email", ":name"))
    return Who(
        ids=(sid,) if sid else (),
        emails=(email,) if email else (),
        names=(name,) if name else (),
        name=name or None,
    )


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) and value not in ("~", "null") else ""


def _time(value: object) -> datetime | None:
    """Read a time as Ruby writes it: "2026-09-01 08:00:00.123456000 Z", or an object with one."""
    if isinstance(value, dict):
        value = value.get("utc")
    return read_time(value, UTC) if isinstance(value, str) else None


GRADESCOPE = Layout("gradescope", "Gradescope export", _fitting, _read)
