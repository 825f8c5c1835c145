"""Tells who submitted what from the names of Canvas' download of all submissions.

    leeann_LATE_123_456_sums-1.py                lib/content_zipper.rb

A name may end like another user's number, and a file's name begin so: such an entry can be read
in several ways.
"""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from grader.model.course import Lesson

from .downloads import Found, Layout
from .file_tree import FOLDER, Gathered, Node, Renamed
from .name_parsing import Reading, by_student, one_of_them
from .names import run_together
from .roster import Who

_NUMBERED = re.compile(
    r"(?=(?P<late>_LATE)?_(?P<number>\d+)_"
    r"(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<typed>text\.html|link\.html))\Z)",
    re.DOTALL,
)
_ANONYMOUS = re.compile(
    r"(?P<late>LATE_)?anon_(?P<number>\w+?)_(?:\d+_(?P<file>.+)|(?P<typed>text\.html|link\.html))",
    re.DOTALL,
)
_RESUBMITTED = re.compile(r"(.+)-\d+(\.[^.]+)", re.DOTALL)


class Upload(Struct, frozen=True):
    """What Canvas writes into the name of a file that a student uploaded."""

    name: str
    number: str  # the user's
    attachment: str


def uploads(name: str) -> dict[str, Upload]:
    """Read a file's name in every way, by the number of the user; nothing where it is another's."""
    found: dict[str, Upload] = {}
    for each in _NUMBERED.finditer(name):
        if each["attachment"]:  # of a late one the first match leaves the mark out of the name
            upload = Upload(name[: each.start()], each["number"], each["attachment"])
            found.setdefault(each["number"], upload)
    return found


def _fitting(_root: Node, entries: Sequence[Node]) -> list[Node]:
    return [node for node in entries if node.kind != FOLDER and _readings(node)]


def _readings(node: Node) -> list[Reading]:
    """Read a name in every way, each number once."""
    found: dict[str, Reading] = {}
    for each in _NUMBERED.finditer(node.name):
        found.setdefault(each["number"], _reading(node, node.name[: each.start()], each))
    anonymous = _ANONYMOUS.fullmatch(node.name)  # or of somebody who is called so
    if anonymous:
        found.setdefault(anonymous["number"], _reading(node, "", anonymous))
    return list(found.values())


def _reading(node: Node, name: str, match: re.Match[str]) -> Reading:
    who = Who(
        platform="canvas",
        number=match["number"],
        run_together=run_together(name),
        name=name or None,
    )
    return Reading(node, who, match["file"] or match["typed"], bool(match["late"]))


def _read(_root: Node, entries: Sequence[Node], lesson: Lesson) -> list[Found]:
    clear, unclear = by_student([_readings(node) for node in entries])
    students = [_student(own, lesson) for own in clear]
    return [*students, *map(one_of_them, unclear)]


def _student(parts: Sequence[Reading], lesson: Lesson) -> Found:
    own = tuple(Renamed(each.node, _first_name(each.file, lesson)) for each in parts)
    first = parts[0]
    node = Gathered(first.node.name, own)
    return Found(first.node.name, node, (first.who,), is_marked_late=first.is_late)


def _first_name(name: str, lesson: Lesson) -> str:
    """Return what a file was called before Canvas numbered it as one submitted again."""
    again = _RESUBMITTED.fullmatch(name)
    bare = again[1] + again[2] if again else name
    notebook = str(PurePosixPath(lesson.module_file).with_suffix(".ipynb").name)
    return bare if bare in (*lesson.hand_in, notebook) else name


CANVAS = Layout("canvas", "Canvas download", _fitting, _read)
