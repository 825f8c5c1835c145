"""Tells who submitted what from the names of Moodle's download of all submissions.

    Full Name_123_assignsubmission_file/...        mod/assign/locallib.php
    Full Name_123_assignsubmission_file_sums.py    without a folder for each student

Either name may hold the pattern once more: such an entry can be read in several ways.
"""

import re
from collections.abc import Sequence

from grader.model.course import Lesson

from .downloads import Found, Layout
from .file_tree import FOLDER, Gathered, Node, Renamed
from .name_parsing import Reading, by_student, one_of_them
from .roster import Who

_PATTERN = re.compile(r"_(\d+)_assignsubmission_([a-z]+)(?=_|\Z)")


def participants(name: str) -> dict[str, tuple[str, str]]:
    """Read an entry's name in every way: a full name and a number, by the number."""
    found = (each for each in _PATTERN.finditer(name) if each.start())
    return {each[1]: (name[: each.start()], each[1]) for each in found}


def _fitting(_root: Node, entries: Sequence[Node]) -> list[Node]:
    return [node for node in entries if _readings(node)]


def _readings(node: Node) -> list[Reading]:
    """Read a name in every way; nothing follows where a folder is a student's own."""
    found = [_reading(node, each) for each in _PATTERN.finditer(node.name) if each.start()]
    whole = [reading for reading in found if not reading.file]
    return whole if whole and node.kind == FOLDER else found


def _reading(node: Node, match: re.Match[str]) -> Reading:
    name = node.name[: match.start()]
    # a team's name stands before the student's, with a hyphen between them
    who = Who(platform="moodle", number=match[1], names=(name,), name=name, is_prefixed=True)
    return Reading(node, who, node.name[match.end() + 1 :], plugin=match[2])


def _read(_root: Node, entries: Sequence[Node], _lesson: Lesson) -> list[Found]:
    clear, unclear = by_student([_readings(node) for node in entries])
    return [*map(_student, clear), *map(one_of_them, unclear)]


def _student(parts: Sequence[Reading]) -> Found:
    files = [reading for reading in parts if reading.plugin == "file"] or list(parts)
    first = files[0]
    node = first.node
    if len(files) > 1 or node.kind != FOLDER:
        own = tuple(Renamed(each.node, each.file or each.node.name) for each in files)
        node = Gathered(f"{first.who.name}_{first.who.number}", own)
    return Found(first.node.name, node, (first.who,))


MOODLE = Layout("moodle", "Moodle download", _fitting, _read)
