"""The layouts in which a class is submitted, and how each tells whose an entry is.

    Full Name_123_assignsubmission_file/...                  Moodle: mod/assign/locallib.php
    Full Name_123_assignsubmission_file_sums.py              without a folder for each student
    leeann_LATE_123_456_sums-1.py                            Canvas: lib/content_zipper.rb
    Homework 1_annlee_attempt_2026-09-01-10-00-11.txt        Blackboard: says who annlee is
    Homework 1_annlee_attempt_2026-09-01-10-00-11_sums.py
    submission_456/... and submission_metadata.yml           Gradescope
    annlee/Homework 1/... and timestamp.txt beside them      nbgrader

Students choose their files' names, and in some places their own, so either may look like the
platform's pattern: whose names can be read as those of two students is decided by no pattern.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from grader.errors import UsageError
from grader.model.course import KIB, Lesson, StudentId
from grader.model.dates import read_time
from grader.model.submission import SOURCE_SUFFIXES

from .archives import archive_suffix
from .file_tree import BOUNDS, FOLDER, Node, find, gathered, visible
from .gradescope_metadata import METADATA, read_metadata
from .names import shown
from .roster import Who


class Found(Struct, frozen=True):
    """One thing that was submitted."""

    label: str  # the name of its file or folder
    node: Node
    who: tuple[Who, ...]  # several for a team, none where the class does not say
    submitted_at: datetime | None = None
    is_marked_late: bool = False  # by the platform, which does not say when it came
    is_one_of_them: bool = False  # of `who`, and its name does not say which
    is_doubtful: bool = False  # no submission, but by its name somebody may have meant it


class Reading(Struct, frozen=True):
    """One way to read an entry's name; the fields are the groups of the patterns."""

    name: str  # what stands before the pattern
    number: str = ""  # the student's, in the platform
    file: str = ""  # as the student called it
    attachment: str = ""  # the file's number
    plugin: str = ""  # of Moodle's, by which it was submitted
    late: str = ""  # Canvas' mark
    attempt: str = ""  # Blackboard's name of one


class Layout(Struct, frozen=True):
    """One row of the table: what entries are called, and how they are read."""

    id: str  # as it is asked for
    words: str
    patterns: tuple[str, ...]  # of an entry's name, from some place in it to its end
    read: Callable[["Layout", Node, Sequence[Node], Lesson], Iterator[Found]]
    is_flat: bool = False  # there are no folders in it
    needs: str = ""  # an entry without which there is no such layout

    def readings(self, name: str) -> dict[str, Reading]:
        """Read a name in every way, by the student's number."""
        found: dict[str, Reading] = {}
        for pattern in self.patterns:
            for match in re.finditer(rf"(?=(?:{pattern})\Z)", name, re.DOTALL):
                reading = Reading(name[: match.start()], **match.groupdict(default=""))
                found.setdefault(reading.number, reading)
        return found

    def fitting(self, entries: Sequence[Node]) -> list[Node]:
        """List the entries of a folder that are called so."""
        if self.needs and all(node.name != self.needs for node in entries):
            return []
        return [
            node
            for node in entries
            if not (self.is_flat and node.kind == FOLDER) and self.readings(node.name)
        ]


def is_candidate(node: Node) -> bool:
    """Whether something may be one student's, by what it is and how it is called."""
    if node.kind == FOLDER:
        return True
    suffix = PurePosixPath(node.name).suffix.lower()
    if node.kind == "a link" and not suffix:
        return True  # in the place of a folder
    return suffix in SOURCE_SUFFIXES or archive_suffix(node.name) is not None


def stem(node: Node) -> str:
    """Return a name without what says of which kind the file is."""
    if node.kind == FOLDER:
        return node.name
    suffix = archive_suffix(node.name) or PurePosixPath(node.name).suffix
    return node.name.removesuffix(suffix)


def labelled(node: Node, label: str) -> Found:
    """Take something for the student, or the group, whom its label names."""
    return Found(node.name, node, (Who((label,), label, is_label=True),))


def _plain(_: Layout, _root: Node, entries: Sequence[Node], lesson: Lesson) -> Iterator[Found]:
    for node in entries:
        found = labelled(node, stem(node))
        if is_candidate(node):
            collected = _timestamp(node, lesson)
            yield Found(node.name, node, found.who, collected)
        else:
            yield Found(node.name, gathered(node.name, [node]), found.who, is_doubtful=True)


def _timestamp(node: Node, lesson: Lesson) -> datetime | None:
    """Read the time that nbgrader wrote beside a student's files, in the assignment's folder."""
    try:
        inside = visible(node.children()) if node.kind == FOLDER else []
        below = [each for each in inside if each.kind == FOLDER]
        below = [each for each in below if each.name == lesson.id] or below
        told = find(below[0], "timestamp.txt") if len(below) == 1 else None
    except OSError:
        return None
    data = told.read(KIB, told.name) if told is not None else ""
    return read_time(data.decode("utf-8", "replace"), UTC) if isinstance(data, bytes) else None


def _by_number(
    layout: Layout, _root: Node, entries: Sequence[Node], lesson: Lesson
) -> Iterator[Found]:
    """Bring together what is of one student; what may be of several is of neither."""
    theirs: dict[tuple[str, str], list[tuple[Node, Reading]]] = defaultdict(list)
    for node in entries:
        readings = list(layout.readings(node.name).values())
        whole = [each for each in readings if not each.file]  # such a folder is a student's own
        readings = whole if whole and node.kind == FOLDER else readings
        if len(readings) == 1:
            theirs[readings[0].name, readings[0].number].append((node, readings[0]))
        else:
            several = tuple(Who((), each.name, layout.id, each.number) for each in readings)
            yield Found(node.name, node, several, is_one_of_them=True)
    for (name, number), parts in theirs.items():
        files = [part for part in parts if part[1].plugin == "file"] or parts
        node = files[0][0]
        if len(files) > 1 or node.kind != FOLDER:
            own = (
                replace(n, name=_first_name(each.file or n.name, layout, lesson))
                for n, each in files
            )
            node = gathered(node.name, own)
        is_late = any(each.late for _, each in parts)
        label = files[0][0].name
        who = Who((), name, layout.id, number)
        yield Found(label, node, (who,), is_marked_late=is_late)


def _first_name(name: str, layout: Layout, lesson: Lesson) -> str:
    """Return what a file was called before Canvas numbered it as one submitted again."""
    again = re.fullmatch(r"(.+)-\d+(\.[^.]+)", name, re.DOTALL)
    bare = again[1] + again[2] if again and layout is CANVAS else name
    notebook = PurePosixPath(lesson.module_file).with_suffix(".ipynb").name
    return bare if bare in (*lesson.hand_in, notebook) else name


_ATTEMPT = r"\A(?P<attempt>.+?_attempt_\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)"
_FIRST_LINE = re.compile(
    r"[^:\r\n]+:[ \t]*(?P<name>[^\r\n]+?)[ \t]*\((?P<account>[^()\r\n]+)\)[ \t]*(?=[\r\n]|\Z)"
)
_TEXT_BYTES = 256 * KIB  # with all that a student typed


def _blackboard(
    layout: Layout, _root: Node, entries: Sequence[Node], _lesson: Lesson
) -> Iterator[Found]:
    """Bring together the files of each attempt; a text without a name of its own says whose."""
    attempts: dict[str, list[tuple[Node, str]]] = defaultdict(list)
    for node in entries:
        # only the first attempt in a name is the platform's: a student named the rest
        (reading,) = layout.readings(node.name).values()
        attempts[reading.attempt].append((node, reading.file))
    for attempt, parts in attempts.items():
        texts = [node for node, file in parts if not file]
        data = texts[0].read(_TEXT_BYTES, texts[0].name) if len(texts) == 1 else ""
        text = data.decode("utf-8-sig", "replace") if isinstance(data, bytes) else ""
        said = _FIRST_LINE.match(text)
        before = attempt.rpartition("_attempt_")[0]
        who: tuple[Who, ...] = ()
        # an assignment's name and an account may hold underscores: the text has to name it, too
        if said is not None and before.endswith(f"_{said['account']}"):
            who = (Who((said["account"],), said["name"]),)
        own = [replace(node, name=file) for node, file in parts if file]
        yield Found(attempt, gathered(attempt, own or texts), who)


def _gradescope(_: Layout, root: Node, entries: Sequence[Node], _lesson: Lesson) -> Iterator[Found]:
    """Read an export; raises UsageError for metadata that is none."""
    folders = {node.name: node for node in entries}
    data = folders.pop(METADATA).read(BOUNDS.metadata_bytes, METADATA)
    if isinstance(data, str):
        raise UsageError(f"{root.name}: {data}")
    for name, who, when in read_metadata(data, root.name):
        yield Found(name, folders.pop(name, gathered(name, ())), who, when)
    for node in folders.values():
        yield Found(node.name, node, ())


_MOODLE = r"(?<!\A)_(?P<number>\d+)_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<file>.*))?"
_CANVAS = (
    r"(?<!\A)(?P<late>_LATE)?_(?P<number>\d+)_(?P<attachment>\d+)_(?P<file>.+)",
    r"(?<!\A)(?P<late>_LATE)?_(?P<number>\d+)_(?P<file>(?:text|link)\.html)",
    r"\A(?P<late>LATE_)?anon_(?P<number>\w+?)_(?P<attachment>\d+)_(?P<file>.+)",
    r"\A(?P<late>LATE_)?anon_(?P<number>\w+?)_(?P<file>(?:text|link)\.html)",
)
MOODLE = Layout("moodle", "Moodle download", (_MOODLE,), _by_number)
CANVAS = Layout("canvas", "Canvas download", _CANVAS, _by_number, is_flat=True)
_PLATFORMS = (
    Layout(
        "gradescope",
        "Gradescope export",
        (r"\Asubmission_\d+", rf"\A{re.escape(METADATA)}"),
        _gradescope,
        needs=METADATA,
    ),
    MOODLE,
    CANVAS,
    Layout("blackboard", "Blackboard download", (_ATTEMPT,), _blackboard, is_flat=True),
)
_PLAIN = Layout("plain", "Plain class", (), _plain)
_NBGRADER = Layout("nbgrader", "nbgrader collection", (), _plain)
_LAYOUTS = {layout.id: layout for layout in (_PLAIN, _NBGRADER, *_PLATFORMS)}
LAYOUTS = tuple(_LAYOUTS)


def layout_of(entries: Sequence[Node], said: str = "") -> tuple[Layout, list[Node]]:
    """Choose the layout that most entries fit, if more do than do not; list those that fit."""
    candidates = [node for node in entries if is_candidate(node)]
    if said:
        layout = _LAYOUTS[said]
        return layout, layout.fitting(entries) if layout.patterns else candidates
    # of equals the first: one student's file names may look like those of another platform
    fitting, best = max(
        ((each.fitting(entries), each) for each in _PLATFORMS), key=lambda one: len(one[0])
    )
    named = {node.name for node in fitting}
    others = [node for node in candidates if node.name not in named]
    return (best, fitting) if len(fitting) > len(others) else (_PLAIN, candidates)


def platform_entries(entries: Sequence[Node]) -> set[str]:
    """Name the entries of a folder that some platform may have named."""
    return {node.name for each in _PLATFORMS for node in each.fitting(entries)}


class Unplaced(Struct, frozen=True):
    """Something that was submitted and is nobody's, as far as can be known."""

    origin: str
    why: str
    candidates: tuple[StudentId, ...] = ()


class Download(Struct, frozen=True):
    """What a folder holds, and what in it belongs to nobody."""

    found: tuple[Found, ...]
    shape: str  # how it was read: "Moodle download, 300 of 300 entries"
    misfits: tuple[Unplaced, ...] = ()  # unlike the others, and not read
    strays: tuple[str, ...] = ()  # lie beside the folder of the class


def read_class(
    root: Node, lesson: Lesson, is_everyones: Callable[[str], bool], said: str
) -> Download:
    """Read a folder, or an archive, in the layout that it has; raises UsageError."""
    entries = visible(root.children())
    layout, fitting = layout_of(entries, said)
    if not fitting and layout.patterns:
        raise UsageError(f"Nothing in {shown(root.name)} is an entry of a {layout.words}.")
    is_labelled = not layout.patterns
    named = {node.name for node in fitting}
    if is_labelled:
        why = "it has the name that every student submits, which does not say whose it is"
        unlike = [node for node in entries if is_everyones(node.name)]
    else:
        why = f"it is no entry of a {layout.words}, as the others are"
        unlike = [node for node in entries if node.name not in named]
    left_out = {node.name for node in unlike}
    # in a plain class every entry may be called as a student, also what is no submission
    own = [node for node in (entries if is_labelled else fitting) if node.name not in left_out]
    found = tuple(layout.read(layout, root, own, lesson))
    if layout is _PLAIN and any(one.submitted_at is not None for one in found):
        layout = _NBGRADER
    return Download(
        found,
        f"{layout.words}, {len(named - left_out)} of {len(entries)} entries",
        tuple(Unplaced(node.name, why) for node in unlike),
    )
