"""Recognises how a class was submitted: a layout is what most entries fit.

That of Gradescope, a folder, is read here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from grader.errors import UsageError
from grader.model.course import Lesson
from grader.model.dates import read_time

from .archives import archive_suffix
from .download_names import BLACKBOARD, CANVAS, MOODLE
from .downloads import PLAIN, Download, Found, Layout, Unplaced, doubtful, is_candidate
from .file_tree import BOUNDS, FILE, FOLDER, Gathered, Node, visible
from .names import shown
from .roster import Roster, Who
from .student_files import StudentFiles

_NO_NAME = "it has the name that every student submits, which does not say whose it is"


def class_download(
    root: Node, lesson: Lesson, files: StudentFiles, said: str = "", roster: Roster | None = None
) -> Download:
    """Find everyone's submissions below a folder, or in an archive; `said` names the layout."""
    folder = None if fits(root, said) else _around_class(root, lesson, files, said)
    # a folder that is one student's, who may have put others' names into it, is no class
    who = Who(ids=(folder.name,), names=(folder.name,)) if folder is not None else Who()
    if folder is None or (roster is not None and roster.match(who).student is not None):
        return _download(root, lesson, files, said)
    inside = _download(folder, lesson, files, said)
    beside = tuple(n.name for n in visible(root.children()) if n.name != folder.name)
    return replace(inside, strays=beside)


def fits(root: Node, said: str = "") -> bool:
    """Whether a folder's entries are those of a platform's download, or of the layout named."""
    if said:
        return bool(_LAYOUTS[said].fitting(root, visible(root.children()))) and said != PLAIN.id
    return _layout(root, visible(root.children())) is not PLAIN


def platform_entries(root: Node) -> set[str]:
    """Name the entries of a folder that some platform may have named."""
    entries = visible(root.children())
    return {node.name for each in _PLATFORMS for node in each.fitting(root, entries)}


def _layout(root: Node, entries: Sequence[Node]) -> Layout:
    """Choose the platform that most entries fit, if more do than do not; else a plain class."""
    # of equals the first; one student's file names may look like those of another platform
    layout = max(_PLATFORMS, key=lambda each: len(each.fitting(root, entries)))
    fitting = layout.fitting(root, entries)
    named = {node.name for node in fitting}
    others = [node for node in entries if is_candidate(node) and node.name not in named]
    return layout if len(fitting) > len(others) else PLAIN


def _download(root: Node, lesson: Lesson, files: StudentFiles, said: str) -> Download:
    entries = visible(root.children())
    layout = _LAYOUTS[said] if said else _layout(root, entries)
    fitting = layout.fitting(root, entries)
    if said and not fitting:
        raise UsageError(f"Nothing in {shown(root.name)} is an entry of a {layout.words}.")
    misfits = []
    if layout is PLAIN:
        misfits = [Unplaced(n.name, _NO_NAME) for n in fitting if files.is_lessons_own(n.name)]
        fitting = [node for node in fitting if not files.is_lessons_own(node.name)]
    named = {node.name for node in fitting} | {one.origin for one in misfits}
    others = [node for node in entries if node.name not in named]
    if layout is not PLAIN:
        why = f"it is no entry of a {layout.words}, as the others are"
        misfits = [Unplaced(node.name, why) for node in others]
    return Download(
        tuple(layout.read(root, fitting, lesson)),
        f"{layout.words}, {len(fitting)} of {len(entries)} entries",
        tuple(misfits),
        tuple(map(doubtful, others)) if layout is PLAIN else (),
    )


def _around_class(root: Node, lesson: Lesson, files: StudentFiles, said: str) -> Node | None:
    """Find the folder that holds the class: the only one there is, or the lesson's own of several.

    Files that are nobody's submission may lie beside it.
    """
    beside = [node for node in visible(root.children()) if is_candidate(node)]
    if len(beside) == 1 and beside[0].kind == FOLDER:
        folder = beside[0]
        return folder if fits(folder, said) or _is_wrapper(folder, root, files) else None
    own = [n for n in beside if n.name == lesson.id and files.own_place(n) is None]
    others = [n for n in beside if n.kind != FOLDER or files.holds_submission(n)]
    return own[0] if own and all(node is own[0] for node in others) else None


def _is_wrapper(folder: Node, root: Node, files: StudentFiles) -> bool:
    """Whether the only folder of a class holds the class, as it often does in an archive."""
    if files.own_place(folder) is not None:
        return False
    inside = [node for node in visible(folder.children()) if is_candidate(node)]
    students = [node for node in inside if files.holds_submission(node)]
    if archive_suffix(root.name) is not None and len(visible(root.children())) == 1:
        return bool(students) or any(node.kind == FILE for node in inside)
    return len(students) > 1  # one alone may be a student who has the lesson in a folder


_METADATA = "submission_metadata.yml"
_SUBMISSION = re.compile(r"submission_\d+")
_NEEDED = (b"  :submitters:", b"  :created_at:")
_DEEPEST = 50  # what Gradescope writes is nested five deep
_BELOW = (b" ", b"-", b"\r", b"\n")


def _gradescope_fitting(_root: Node, entries: Sequence[Node]) -> list[Node]:
    """List the folders of an export; what lists them is read only where there are some.

    A student can put a file of that name into another download, and any name into the file.
    """
    named = [node for node in entries if _SUBMISSION.fullmatch(node.name)]
    listed = [node for node in entries if node.name == _METADATA and node.kind != FOLDER]
    return [*listed, *named] if listed and named else []


def _gradescope_read(root: Node, entries: Sequence[Node], _lesson: Lesson) -> list[Found]:
    """Read an export; raises UsageError for metadata that is none."""
    folders: dict[object, Node] = {node.name: node for node in entries}
    data = folders.pop(_METADATA).read(BOUNDS.metadata_bytes, _METADATA)
    if isinstance(data, str):
        raise UsageError(f"{root.name}: {data}")
    try:
        try:
            told = _load(b"".join(_needed_lines(data)))
        except ValueError:
            told = _load(data)  # what is needed may refer to what was left out
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{root.name}: {_METADATA} is not sound YAML. Export it again.") from error
    if not isinstance(told, dict):
        raise UsageError(f"{root.name}: {_METADATA} names no submission. Export it again.")
    found = []
    for name, about in told.items():
        if isinstance(name, str) and isinstance(about, dict):
            people = [each for each in about.get(":submitters") or () if isinstance(each, dict)]
            who = tuple(map(_gradescope_who, people)) or (Who(ids=(name,)),)
            when = _time(about.get(":created_at"))
            found.append(Found(name, folders.pop(name, Gathered(name, ())), who, when))
    return [*found, *(Found(node.name, node, ()) for node in folders.values())]


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


def _needed_lines(data: bytes) -> Iterator[bytes]:
    """Leave out each submission's results, which are nearly all of the file and slow to read.

    A key of a submission is indented by two; all that is its value by more, or is a list's item.
    """
    is_needed = True
    for line in data.splitlines(keepends=True):
        if not line.startswith(b"  "):
            is_needed = is_needed if not line.strip() else True
        elif line[2:3] not in _BELOW:
            is_needed = line.startswith(_NEEDED)
        if is_needed:
            yield line


def _gradescope_who(person: Mapping[Any, Any]) -> Who:
    told = (person.get(key) for key in (":sid", ":email", ":name"))
    sid, email, name = (
        value.strip() if isinstance(value, str) and value not in ("~", "null") else ""
        for value in told
    )
    return Who(
        ids=(sid,) if sid else (),
        emails=(email,) if email else (),
        names=(name,) if name else (),
        name=name or None,
    )


def _time(value: object) -> datetime | None:
    """Read a time as Ruby writes it: "2026-09-01 08:00:00.123456000 Z", or an object with one."""
    if isinstance(value, dict):
        value = value.get("utc")
    return read_time(value, UTC) if isinstance(value, str) else None


GRADESCOPE = Layout("gradescope", "Gradescope export", _gradescope_fitting, _gradescope_read)

_PLATFORMS = (GRADESCOPE, MOODLE, CANVAS, BLACKBOARD)
_LAYOUTS = {layout.id: layout for layout in (PLAIN, *_PLATFORMS)}
LAYOUTS = tuple(_LAYOUTS)
