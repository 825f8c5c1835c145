"""Reads what Gradescope's export tells of a class: who submitted together, and when."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from grader.errors import UsageError
from grader.model.dates import read_time

from .roster import Who

METADATA = "submission_metadata.yml"
_DEEPEST = 50  # what Gradescope writes is nested five deep
# Of each submission these two keys and what is indented below them. Its results are nearly all of
# the file, and slow to read.
_NEEDED = re.compile(
    rb"^(?:[^ \r\n].*\n?|  :(?:submitters|created_at):.*\n?(?:  [ -].*\n?|\r?\n)*)", re.MULTILINE
)


def read_metadata(
    data: bytes, place: str
) -> Iterator[tuple[str, tuple[Who, ...], datetime | None]]:
    """Yield each submission with those who made it; raises UsageError where there is none."""
    try:
        try:
            told = _load(b"".join(_NEEDED.findall(data)))
        except ValueError:
            told = _load(data)  # what is needed may refer to what was left out
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{place}: {METADATA} is not sound YAML. Export it again.") from error
    if not isinstance(told, dict):
        raise UsageError(f"{place}: {METADATA} names no submission. Export it again.")
    for name, about in told.items():
        if isinstance(name, str) and isinstance(about, dict):
            people = [each for each in about.get(":submitters") or () if isinstance(each, dict)]
            when = about.get(":created_at")
            when = when.get("utc") if isinstance(when, dict) else when  # an object of Ruby's
            time = read_time(when, UTC) if isinstance(when, str) else None
            yield name, tuple(map(_who, people)) or (Who((name,)),), time


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


def _who(person: Mapping[Any, Any]) -> Who:
    told = (person.get(key) for key in (":sid", ":email", ":name"))
    sid, email, name = (
        value.strip() if isinstance(value, str) and value not in ("~", "null") else ""
        for value in told
    )
    return Who(tuple(filter(None, (sid, email))), name)
