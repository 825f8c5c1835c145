"""Tells who submitted what from the names in the downloads of Moodle, Canvas and Blackboard.

    Full Name_123_assignsubmission_file/...                  Moodle: mod/assign/locallib.php
    Full Name_123_assignsubmission_file_sums.py              without a folder for each student
    leeann_LATE_123_456_sums-1.py                            Canvas: lib/content_zipper.rb
    Homework 1_annlee_attempt_2026-09-01-10-00-11.txt        Blackboard: says who annlee is
    Homework 1_annlee_attempt_2026-09-01-10-00-11_sums.py

Students choose their files' names, and in some places their own, so either may look like the
platform's pattern: such an entry can be read in several ways, and what the others say chooses. A
number has one name, so a reading that gives it another is wrong.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from grader.model.course import KIB, Lesson

from .downloads import Found, Layout
from .file_tree import FILE, FOLDER, Gathered, Node, Renamed
from .names import run_together
from .roster import Who


class _Reading(Struct, frozen=True):
    """One way to read an entry's name."""

    node: Node
    who: Who
    file: str
    is_late: bool = False
    plugin: str = ""  # of Moodle's, by which it was submitted


_Readings = Sequence[_Reading]


def _by_student(entries: Sequence[_Readings]) -> tuple[list[_Readings], list[_Readings]]:
    """Bring together what is clearly of one student; list what is not."""
    names = {each[0].who.number: each[0].who.name for each in entries if len(each) == 1}
    parts: dict[str, list[_Reading]] = defaultdict(list)
    unclear = []
    for readings in entries:
        # those that give a number another name than it has are left out
        possible = [
            each for each in readings if names.get(each.who.number, each.who.name) == each.who.name
        ] or readings
        if len({reading.who.number for reading in possible}) == 1:
            parts[possible[0].who.number].append(possible[0])
        else:
            unclear.append(possible)
    return list(parts.values()), unclear


def _one_of_them(readings: _Readings) -> Found:
    """Give an entry to one of several, without saying which."""
    node = readings[0].node
    return Found(node.name, node, tuple(each.who for each in readings), is_one_of_them=True)


_PATTERN = re.compile(r"_(\d+)_assignsubmission_([a-z]+)(?=_|\Z)")


def participants(name: str) -> dict[str, tuple[str, str]]:
    """Read an entry's name in every way: a full name and a number, by the number."""
    found = (each for each in _PATTERN.finditer(name) if each.start())
    return {each[1]: (name[: each.start()], each[1]) for each in found}


def _moodle_readings(node: Node) -> list[_Reading]:
    """Read a name in every way; nothing follows where a folder is a student's own."""
    found = []
    for match in filter(re.Match.start, _PATTERN.finditer(node.name)):
        name = node.name[: match.start()]
        # a team's name stands before the student's, with a hyphen between them
        who = Who(platform="moodle", number=match[1], names=(name,), name=name, is_prefixed=True)
        found.append(_Reading(node, who, node.name[match.end() + 1 :], plugin=match[2]))
    whole = [reading for reading in found if not reading.file]
    return whole if whole and node.kind == FOLDER else found


def _moodle_read(_root: Node, entries: Sequence[Node], _lesson: Lesson) -> list[Found]:
    clear, unclear = _by_student([_moodle_readings(node) for node in entries])
    return [*map(_moodle_student, clear), *map(_one_of_them, unclear)]


def _moodle_student(parts: Sequence[_Reading]) -> Found:
    files = [reading for reading in parts if reading.plugin == "file"] or list(parts)
    first = files[0]
    node = first.node
    if len(files) > 1 or node.kind != FOLDER:
        own = tuple(Renamed(each.node, each.file or each.node.name) for each in files)
        node = Gathered(f"{first.who.name}_{first.who.number}", own)
    return Found(first.node.name, node, (first.who,))


MOODLE = Layout(
    "moodle",
    "Moodle download",
    lambda _root, entries: [node for node in entries if _moodle_readings(node)],
    _moodle_read,
)


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


def _canvas_readings(node: Node) -> list[_Reading]:
    """Read a name in every way, each number once."""
    found: dict[str, _Reading] = {}
    for each in _NUMBERED.finditer(node.name):
        found.setdefault(each["number"], _canvas_reading(node, node.name[: each.start()], each))
    anonymous = _ANONYMOUS.fullmatch(node.name)  # or of somebody who is called so
    if anonymous:
        found.setdefault(anonymous["number"], _canvas_reading(node, "", anonymous))
    return list(found.values())


def _canvas_reading(node: Node, name: str, match: re.Match[str]) -> _Reading:
    who = Who(
        platform="canvas",
        number=match["number"],
        run_together=run_together(name),
        name=name or None,
    )
    return _Reading(node, who, match["file"] or match["typed"], bool(match["late"]))


def _canvas_read(_root: Node, entries: Sequence[Node], lesson: Lesson) -> list[Found]:
    clear, unclear = _by_student([_canvas_readings(node) for node in entries])
    students = []
    for parts in clear:
        own = tuple(Renamed(each.node, _first_name(each.file, lesson)) for each in parts)
        first = parts[0]
        node = Gathered(first.node.name, own)
        students.append(Found(first.node.name, node, (first.who,), is_marked_late=first.is_late))
    return [*students, *map(_one_of_them, unclear)]


def _first_name(name: str, lesson: Lesson) -> str:
    """Return what a file was called before Canvas numbered it as one submitted again."""
    again = _RESUBMITTED.fullmatch(name)
    bare = again[1] + again[2] if again else name
    notebook = str(PurePosixPath(lesson.module_file).with_suffix(".ipynb").name)
    return bare if bare in (*lesson.hand_in, notebook) else name


CANVAS = Layout(
    "canvas",
    "Canvas download",
    lambda _root, entries: [n for n in entries if n.kind != FOLDER and _canvas_readings(n)],
    _canvas_read,
)


# an assignment's name and an account may hold underscores, so a text beside the files has to name
# the account; only the first attempt in a name is the platform's: a student named the rest
_ATTEMPT = re.compile(
    r"(?P<attempt>.+?_attempt_\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)", re.DOTALL
)
_FIRST_LINE = re.compile(
    r"[^:\r\n]+:[ \t]*(?P<name>[^\r\n]+?)[ \t]*\((?P<account>[^()\r\n]+)\)[ \t]*(?=[\r\n]|\Z)"
)
_TEXT_BYTES = 256 * KIB  # with all that a student typed


class _Part(Struct, frozen=True):
    """A file of an attempt; without a name of its own it is the text that Blackboard adds."""

    node: Node
    attempt: str
    file: str


def _blackboard_fitting(_root: Node, entries: Sequence[Node]) -> list[Node]:
    return [part.node for parts, _ in _blackboard_attempts(entries) for part in parts]


def _blackboard_attempts(entries: Sequence[Node]) -> list[tuple[list[_Part], Who]]:
    """Bring together the files of each attempt whose text says whose it is."""
    by_attempt: dict[str, list[_Part]] = defaultdict(list)
    for node in entries:
        match = _ATTEMPT.fullmatch(node.name) if node.kind == FILE else None
        if match is not None:
            part = _Part(node, match["attempt"], match["file"] or "")
            by_attempt[part.attempt].append(part)
    owned = ((parts, _blackboard_who(parts)) for parts in by_attempt.values())
    return [(parts, who) for parts, who in owned if who is not None]


def _blackboard_who(parts: Sequence[_Part]) -> Who | None:
    texts = [part for part in parts if not part.file]
    data = texts[0].node.read(_TEXT_BYTES, texts[0].node.name) if len(texts) == 1 else ""
    if isinstance(data, str):
        return None
    said = _FIRST_LINE.match(data.decode("utf-8-sig", "replace"))
    before, _, _ = texts[0].attempt.rpartition("_attempt_")
    if said is None or not before.endswith(f"_{said['account']}"):
        return None
    return Who(ids=(said["account"],), names=(said["name"],), name=said["name"])


def _blackboard_read(_root: Node, entries: Sequence[Node], _lesson: Lesson) -> list[Found]:
    found = []
    for parts, who in _blackboard_attempts(entries):
        own = tuple(Renamed(part.node, part.file or part.node.name) for part in parts)
        submitted = tuple(one for one, part in zip(own, parts, strict=True) if part.file)
        attempt = parts[0].attempt
        found.append(Found(attempt, Gathered(attempt, submitted or own), (who,)))
    return found


BLACKBOARD = Layout("blackboard", "Blackboard download", _blackboard_fitting, _blackboard_read)
