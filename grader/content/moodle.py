"""Tells who handed in what from the names of Moodle's download of all submissions.

    Full Name_123_assignsubmission_file/...        mod/assign/locallib.php
    Full Name_123_assignsubmission_file_sums.py    without a folder for each student

A student chooses the file's name, and in some places the own name too, so either may hold the
pattern once more. Such an entry can be read in several ways, and the others tell which are wrong:
a number has one name.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from grader.model.course import Lesson

from .downloads import Download, Found
from .roster import Who
from .trees import FOLDER, Gathered, Node, Renamed, visible

_PATTERN = re.compile(r"_(\d+)_assignsubmission_([a-z]+)(?=_|\Z)")


class _Reading(NamedTuple):
    """One way to read an entry's name."""

    node: Node
    name: str
    number: str
    plugin: str
    file: str

    def who(self) -> Who:
        """Say whose the entry is, read so."""
        # a team's name stands before the student's; names may hold a hyphen of their own
        hyphens = [place for place, sign in enumerate(self.name) if sign == "-"]
        names = (self.name, *(self.name[place + 1 :] for place in hyphens))
        return Who(platform="moodle", number=self.number, names=names, name=self.name)


def moodle(root: Node, lesson: Lesson) -> Download | None:  # noqa: ARG001 - as every layout
    """Read Moodle's download of all submissions."""
    entries = [(node, _readings(node)) for node in visible(root.children())]
    readings = [found for _, found in entries if found]
    if not readings:
        return None
    names = {found[0].number: found[0].name for found in readings if len(found) == 1}
    possible = [_possible(found, names) for found in readings]
    parts: dict[str, list[_Reading]] = defaultdict(list)
    for found in possible:
        if _is_clear(found):
            parts[found[0].number].append(found[0])
    students = [_student(own) for own in parts.values()]
    unclear = [_unclear(found) for found in possible if not _is_clear(found)]
    return Download((*students, *unclear), tuple(node.name for node, found in entries if not found))


def _readings(node: Node) -> list[_Reading]:
    """Read a name in every way; nothing follows where a folder is a student's own."""
    found = [
        _Reading(node, node.name[: each.start()], each[1], each[2], node.name[each.end() + 1 :])
        for each in _PATTERN.finditer(node.name)
        if each.start()
    ]
    whole = [reading for reading in found if not reading.file]
    return whole if whole and node.kind == FOLDER else found


def _possible(readings: Sequence[_Reading], names: Mapping[str, str]) -> Sequence[_Reading]:
    """Leave out readings that give a number another name than it has."""
    left = [each for each in readings if names.get(each.number, each.name) == each.name]
    return left or readings


def _is_clear(readings: Iterable[_Reading]) -> bool:
    return len({reading.number for reading in readings}) == 1


def _student(parts: Sequence[_Reading]) -> Found:
    files = [reading for reading in parts if reading.plugin == "file"] or list(parts)
    first = files[0]
    node = first.node
    if len(files) > 1 or node.kind != FOLDER:
        own = tuple(Renamed(each.node, each.file or each.node.name) for each in files)
        node = Gathered(f"{first.name}_{first.number}", own)
    return Found(first.node.name, node, (first.who(),))


def _unclear(readings: Sequence[_Reading]) -> Found:
    who = tuple(reading.who() for reading in readings)
    return Found(readings[0].node.name, readings[0].node, who, is_one_of_them=True)
