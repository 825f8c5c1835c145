"""Writes the manifest as students receive it: its settings again, without an author's comments."""

import datetime
import json
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from grader.model.course import Lesson

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
