"""Adds a lesson to exercises/course.toml as text, so that every byte before it stays."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from grader.course.manifest import FORMAT_VERSION, MANIFEST, load_course, manifest_data
from grader.errors import ContentError
from grader.ground.temporary import temporary_folder


@dataclass(frozen=True)
class Entry:
    """A new lesson, as the manifest names it."""

    id: str
    title: str
    minutes: int | None = None
    requires: Sequence[str] | None = None  # None: the lesson before it


def new_manifest(course_title: str) -> bytes:
    """Begin a manifest; it needs a lesson to be one."""
    return f"format_version = {FORMAT_VERSION}\ntitle = {_text(course_title)}\n".encode()


def with_entry(manifest: bytes, entry: Entry) -> bytes:
    """Append the lesson; raises ContentError where the whole would be no sound manifest."""
    newline = "\r\n" if b"\r\n" in manifest else "\n"
    gap = "" if manifest.endswith(b"\n") or not manifest else newline
    lines = ["", "[[lessons]]", f"id = {_text(entry.id)}", f"title = {_text(entry.title)}"]
    if entry.minutes is not None:
        lines.append(f"minutes = {entry.minutes}")
    if entry.requires is not None:
        lines.append(f"requires = [{', '.join(map(_text, entry.requires))}]")
    added = gap + "".join(line + newline for line in lines)
    whole = manifest + added.encode()
    _check(manifest, whole)
    return whole


def _check(before: bytes, after: bytes) -> None:
    try:
        old, new = manifest_data(before), manifest_data(after)
    except ValueError as error:
        raise ContentError(
            f"{MANIFEST} cannot take a lesson at its end: {error}. "
            "Write its lessons as [[lessons]]."
        ) from error
    lessons = new.pop("lessons", [])
    if old.pop("lessons", []) != lessons[:-1] or old != new:
        raise ContentError(
            f"{MANIFEST} would change its meaning with a lesson at its end. Add it by hand."
        )
    with temporary_folder("grader-new-") as folder:
        path = folder / MANIFEST
        path.parent.mkdir()
        path.write_bytes(after)
        load_course(folder)  # says every other fault


def _text(text: str) -> str:
    # what JSON escapes TOML reads, and control characters were refused
    return json.dumps(text, ensure_ascii=False)
