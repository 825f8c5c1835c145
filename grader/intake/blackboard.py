"""Tells who submitted what from the names of Blackboard's download of an assignment.

    Homework 1_annlee_attempt_2026-09-01-10-00-11.txt        says who annlee is
    Homework 1_annlee_attempt_2026-09-01-10-00-11_sums.py

An assignment's name and an account may hold underscores, so the text beside an attempt's files has
to name the account. Only the first attempt in a name is the platform's: a student named the rest.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from msgspec import Struct

from grader.model.course import KIB, Lesson

from .downloads import Found, Layout
from .file_tree import FILE, Gathered, Node, Renamed
from .roster import Who

_NAME = re.compile(r"(?P<attempt>.+?_attempt_\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)", re.DOTALL)
_FIRST_LINE = re.compile(
    r"[^:\r\n]+:[ \t]*(?P<name>[^\r\n]+?)[ \t]*\((?P<account>[^()\r\n]+)\)[ \t]*(?=[\r\n]|\Z)"
)
_TEXT_BYTES = 256 * KIB  # with all that a student typed


class _Part(Struct, frozen=True):
    """A file of an attempt; without a name of its own it is the text that Blackboard adds."""

    node: Node
    attempt: str
    file: str


def _fitting(_root: Node, entries: Sequence[Node]) -> list[Node]:
    return [part.node for parts, _ in _attempts(entries) for part in parts]


def _attempts(entries: Sequence[Node]) -> list[tuple[list[_Part], Who]]:
    """Bring together the files of each attempt whose text says whose it is."""
    by_attempt: dict[str, list[_Part]] = defaultdict(list)
    for node in entries:
        match = _NAME.fullmatch(node.name) if node.kind == FILE else None
        if match is not None:
            part = _Part(node, match["attempt"], match["file"] or "")
            by_attempt[part.attempt].append(part)
    owned = ((parts, _who(parts)) for parts in by_attempt.values())
    return [(parts, who) for parts, who in owned if who is not None]


def _who(parts: Sequence[_Part]) -> Who | None:
    texts = [part for part in parts if not part.file]
    data = texts[0].node.read(_TEXT_BYTES, texts[0].node.name) if len(texts) == 1 else ""
    if isinstance(data, str):
        return None
    said = _FIRST_LINE.match(data.decode("utf-8-sig", "replace"))
    before, _, _ = texts[0].attempt.rpartition("_attempt_")
    if said is None or not before.endswith(f"_{said['account']}"):
        return None
    return Who(ids=(said["account"],), names=(said["name"],), name=said["name"])


def _read(_root: Node, entries: Sequence[Node], _lesson: Lesson) -> list[Found]:
    return [_found(parts, who) for parts, who in _attempts(entries)]


def _found(parts: Sequence[_Part], who: Who) -> Found:
    attempt = parts[0].attempt
    own = tuple(Renamed(part.node, part.file or part.node.name) for part in parts)
    submitted = tuple(one for one, part in zip(own, parts, strict=True) if part.file)
    return Found(attempt, Gathered(attempt, submitted or own), (who,))


BLACKBOARD = Layout("blackboard", "Blackboard download", _fitting, _read)
