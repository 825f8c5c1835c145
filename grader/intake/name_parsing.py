"""Chooses between several ways to read an entry's name, by what the others say.

Students choose their files' names, and in some places their own, so either may look like the
platform's pattern. A number has one name, so a reading that gives it another is wrong.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from .downloads import Found
from .file_tree import Node
from .roster import Who


class Reading(Struct, frozen=True):
    """One way to read an entry's name."""

    node: Node
    who: Who
    file: str
    is_late: bool = False
    plugin: str = ""  # of Moodle's, by which it was submitted


Readings = Sequence[Reading]


def by_student(entries: Sequence[Readings]) -> tuple[list[Readings], list[Readings]]:
    """Bring together what is clearly of one student; list what is not."""
    names = {each[0].who.number: each[0].who.name for each in entries if len(each) == 1}
    parts: dict[str, list[Reading]] = defaultdict(list)
    unclear = []
    for readings in entries:
        possible = _possible(readings, names)
        if len({reading.who.number for reading in possible}) == 1:
            parts[possible[0].who.number].append(possible[0])
        else:
            unclear.append(possible)
    return list(parts.values()), unclear


def _possible(readings: Readings, names: Mapping[str, str | None]) -> Readings:
    """Leave out readings that give a number another name than it has."""
    left = [each for each in readings if names.get(each.who.number, each.who.name) == each.who.name]
    return left or readings


def one_of_them(readings: Readings) -> Found:
    """Give an entry to one of several, without saying which."""
    node = readings[0].node
    return Found(node.name, node, tuple(each.who for each in readings), is_one_of_them=True)
