"""The layouts in which a class is submitted, and how each tells whose an entry is.

    Full Name_123_assignsubmission_file/...                  Moodle: mod/assign/locallib.php
    Full Name_123_assignsubmission_file_sums.py              without a folder for each student
    leeann_LATE_123_456_sums-1.py                            Canvas: lib/content_zipper.rb
    Homework 1_annlee_attempt_2026-09-01-10-00-11.txt        Blackboard: says who annlee is
    Homework 1_annlee_attempt_2026-09-01-10-00-11_sums.py
    submission_456/... and submission_metadata.yml           Gradescope
    annlee/Homework 1/... and timestamp.txt beside them      nbgrader
    annlee/..., annlee.py, annlee.zip                        plain

Students choose their files' names, and in some places their own, so either may look like the
platform's pattern: whose names can be read as those of two students is decided by no pattern.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grader.errors import UsageError
from grader.model.course import KIB, MIB, Lesson, StudentId
from grader.model.dates import read_time
from grader.model.submission import SOURCE_SUFFIXES

from .archives import archive_suffix
from .file_tree import FOLDER, Node, find, gathered, visible
from .names import shown
from .roster import Who

_METADATA = "submission_metadata.yml"


class Reading(Struct, frozen=True):
    """One way to read an entry's name; the fields are the groups of the patterns."""

    name: str  # what stands before the pattern
    number: str = ""  # the student's, in the platform; Blackboard's name of an attempt
    file: str = ""  # as the student called it
    attachment: str = ""  # the file's number
    plugin: str = ""  # of Moodle's, by which it was submitted
    late: str = ""  # Canvas' mark


class Layout(Struct, frozen=True):
    """One row of the table: what entries are called."""

    id: str  # as it is asked for
    words: str
    patterns: tuple[str, ...] = ()  # of an entry's name, from some place in it to its end
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
        some = [node for node in entries if not (self.is_flat and node.kind == FOLDER)]
        return [node for node in some if self.readings(node.name)]


_ATTACHED = r"_(?P<attachment>\d+)_(?P<file>.+)"
_TYPED = r"_(?P<file>(?:text|link)\.html)"
_USER = r"(?<!\A)(?P<late>_LATE)?_(?P<number>\d+)"
_ANONYMOUS = r"\A(?P<late>LATE_)?anon_(?P<number>\w+?)"
_PLAIN = Layout("plain", "Plain class")
_NBGRADER = Layout("nbgrader", "nbgrader collection")
_GRADESCOPE = Layout(
    "gradescope",
    "Gradescope export",
    (r"\Asubmission_\d+", rf"\A{re.escape(_METADATA)}"),
    needs=_METADATA,
)
MOODLE = Layout(
    "moodle",
    "Moodle download",
    (r"(?<!\A)_(?P<number>\d+)_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<file>.*))?",),
)
CANVAS = Layout(
    "canvas",
    "Canvas download",
    (_USER + _ATTACHED, _USER + _TYPED, _ANONYMOUS + _ATTACHED, _ANONYMOUS + _TYPED),
    is_flat=True,
)
_BLACKBOARD = Layout(
    "blackboard",
    "Blackboard download",
    (r"\A(?P<number>.+?_attempt_\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)",),
    is_flat=True,
)
_PLATFORMS = (_GRADESCOPE, MOODLE, CANVAS, _BLACKBOARD)
_LAYOUTS = {layout.id: layout for layout in (_PLAIN, _NBGRADER, *_PLATFORMS)}
LAYOUTS = tuple(_LAYOUTS)


class Entry(Struct, frozen=True):
    """One thing that was submitted."""

    label: str  # the name of its file or folder
    node: Node
    who: tuple[Who, ...]  # several for a team, none where nobody can be meant
    why: str = "the download does not say whose it is"  # where it is nobody's
    submitted_at: datetime | None = None
    is_marked_late: bool = False  # by the platform, which does not say when it came
    is_one_of_them: bool = False  # of `who`, and its name does not say which
    is_doubtful: bool = False  # no submission, but by its name somebody may have meant it


class Unplaced(Struct, frozen=True):
    """Something that was submitted and is nobody's, as far as can be known."""

    origin: str
    why: str
    candidates: tuple[StudentId, ...] = ()


def is_candidate(node: Node) -> bool:
    """Whether something may be one student's, by what it is and how it is called."""
    suffix = PurePosixPath(node.name).suffix.lower()
    if node.kind == FOLDER or (node.kind == "a link" and not suffix):  # in the place of a folder
        return True
    return suffix in SOURCE_SUFFIXES or archive_suffix(node.name) is not None


def labelled(node: Node, label: str = "") -> Entry:
    """Take something for the student, or the group, whom its label or its own name names."""
    suffix = archive_suffix(node.name) or PurePosixPath(node.name).suffix
    label = label or (node.name if node.kind == FOLDER else node.name.removesuffix(suffix))
    return Entry(node.name, node, (Who((label,), label, is_label=True),))


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


def read_class(
    root: Node, lesson: Lesson, is_everyones: Callable[[str], bool], said: str
) -> tuple[list[Entry], str]:
    """Read a folder, or an archive, in the layout that it has, and say which; raises UsageError."""
    entries = visible(root)
    layout, fitting = layout_of(entries, said)
    if layout.patterns:
        if not fitting:
            raise UsageError(f"Nothing in {shown(root.name)} is an entry of a {layout.words}.")
        why = f"it is no entry of a {layout.words}, as the others are"
        named = {node.name for node in fitting}
        unlike = [node for node in entries if node.name not in named]
        is_gradescope = layout is _GRADESCOPE
        read = _gradescope(root, fitting) if is_gradescope else _by_number(layout, fitting, lesson)
        found = list(read)
    else:
        why = "it has the name that every student submits, which does not say whose it is"
        unlike = [node for node in entries if is_everyones(node.name)]
        fitting = [node for node in fitting if not is_everyones(node.name)]
        # in a plain class every entry may be called as a student, also what is no submission
        found = [_plain(node, lesson) for node in entries if not is_everyones(node.name)]
        if layout is _PLAIN and any(one.submitted_at is not None for one in found):
            layout = _NBGRADER
    shape = f"{layout.words}, {len(fitting)} of {len(entries)} entries"
    return [*(Entry(node.name, node, (), why=why) for node in unlike), *found], shape


def _plain(node: Node, lesson: Lesson) -> Entry:
    entry = labelled(node)
    if not is_candidate(node):
        return replace(entry, node=gathered(node.name, [node]), is_doubtful=True)
    try:  # nbgrader writes the time beside a student's files, in the assignment's folder
        below = [each for each in visible(node) if each.kind == FOLDER]
        below = [each for each in below if each.name == lesson.id] or below
        told = find(below[0], "timestamp.txt") if len(below) == 1 else None
    except OSError:
        return entry
    data = told.read(KIB, told.name) if told is not None else ""
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else ""
    return replace(entry, submitted_at=read_time(text, UTC))


def _by_number(layout: Layout, entries: Sequence[Node], lesson: Lesson) -> Iterator[Entry]:
    """Bring together what is of one student; what may be of several is of neither."""
    theirs: dict[tuple[str, str], list[tuple[Node, Reading]]] = defaultdict(list)
    for node in entries:
        readings = list(layout.readings(node.name).values())
        folders = [each for each in readings if not each.file]  # such a folder is a student's own
        readings = folders if folders and node.kind == FOLDER else readings
        if len(readings) == 1:
            theirs[readings[0].name, readings[0].number].append((node, readings[0]))
        else:
            several = tuple(Who((), each.name, layout.id, each.number) for each in readings)
            yield Entry(node.name, node, several, is_one_of_them=True)
    for (name, number), parts in theirs.items():
        if layout is _BLACKBOARD:
            files = [(node, each) for node, each in parts if each.file] or parts
            label, who = number, _named_in_text(number, [n for n, each in parts if not each.file])
        else:
            files = [part for part in parts if part[1].plugin == "file"] or parts
            label, who = files[0][0].name, (Who((), name, layout.id, number),)
        is_late = any(each.late for _, each in parts)
        # of two folders, or two files for one, each makes a submission: nobody chooses among them
        wholes = [(node.name, node) for node, _ in files if node.kind == FOLDER]
        flat = [(node.name, replace(node, name=_own_name(each.file or node.name, layout, lesson)))
                for node, each in files if node.kind != FOLDER]  # fmt: skip
        names = Counter(node.name for _, node in flat)
        once = [node for _, node in flat if names[node.name] == 1]
        twice = [(entry, [*once, node]) for entry, node in flat if names[node.name] > 1]
        for entry, nodes in twice or ([(label, once)] if once else []):
            wholes.append((entry, gathered(entry, nodes)))
        for entry, whole in wholes:
            yield Entry(entry, whole, who, is_marked_late=is_late)


def _own_name(name: str, layout: Layout, lesson: Lesson) -> str:
    """Return what a file was called before Canvas numbered it as one submitted again."""
    again = re.fullmatch(r"(.+)-\d+(\.[^.]+)", name, re.DOTALL)
    bare = again[1] + again[2] if again and layout is CANVAS else name
    notebook = PurePosixPath(lesson.module_file).with_suffix(".ipynb").name
    return bare if bare in (*lesson.hand_in, notebook) else name


_FIRST_LINE = re.compile(
    r"[^:\r\n]+:[ \t]*(?P<name>[^\r\n]+?)[ \t]*\((?P<account>[^()\r\n]+)\)[ \t]*(?=[\r\n]|\Z)"
)
_TEXT_BYTES = 256 * KIB  # with all that a student typed


def _named_in_text(attempt: str, texts: Sequence[Node]) -> tuple[Who, ...]:
    """Read in Blackboard's own text whose an attempt is.

    An assignment's name and an account may hold underscores, so the attempt has to agree.
    """
    data = texts[0].read(_TEXT_BYTES, texts[0].name) if len(texts) == 1 else ""
    said = (
        _FIRST_LINE.match(data.decode("utf-8-sig", "replace")) if isinstance(data, bytes) else None
    )
    if said is None or not attempt.rpartition("_attempt_")[0].endswith(f"_{said['account']}"):
        return ()
    return (Who((said["account"],), said["name"]),)


# Of each submission these two keys and what is indented below them. Its results are nearly all of
# the file, and slow to read.
_NEEDED = re.compile(
    rb"^(?:[^ \r\n].*\n?|  :(?:submitters|created_at):.*\n?(?:  [ -].*\n?|\r?\n)*)", re.MULTILINE
)
_METADATA_BYTES = 128 * MIB  # with all results
_DEEPEST = 50  # what Gradescope writes is nested five deep


def _gradescope(root: Node, entries: Sequence[Node]) -> Iterator[Entry]:
    """Read an export; raises UsageError for metadata that is none."""
    folders = {node.name: node for node in entries}
    data = folders.pop(_METADATA).read(_METADATA_BYTES, _METADATA)
    if isinstance(data, str):
        raise UsageError(f"{root.name}: {data}")
    try:
        told = _load_yaml(b"".join(_NEEDED.findall(data)))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{root.name}: {_METADATA} is not sound YAML. Export it again.") from error
    if not isinstance(told, dict):
        raise UsageError(f"{root.name}: {_METADATA} names no submission. Export it again.")
    for name, about in told.items():
        if isinstance(name, str) and isinstance(about, dict):
            people = [each for each in about.get(":submitters") or () if isinstance(each, dict)]
            when = about.get(":created_at")
            when = when.get("utc") if isinstance(when, dict) else when  # an object of Ruby's
            time = read_time(when, UTC) if isinstance(when, str) else None
            who = tuple(map(_submitter, people)) or (Who((name,)),)
            yield Entry(name, folders.pop(name, gathered(name, ())), who, submitted_at=time)
    for node in folders.values():
        yield Entry(node.name, node, ())


def _load_yaml(data: bytes) -> object:
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


def _submitter(person: dict[Any, Any]) -> Who:
    told = [person.get(key) for key in (":sid", ":email", ":name")]
    sid, email, name = (
        text.strip() if isinstance(text, str) and text not in ("~", "null") else "" for text in told
    )
    return Who(tuple(filter(None, (sid, email))), name)
