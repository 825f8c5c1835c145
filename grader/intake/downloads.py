"""What is found in a class's folder, and the plain layout: a folder or a file for each student."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from grader.model.course import Lesson, StudentId
from grader.model.submission import SOURCE_SUFFIXES

from .archives import archive_suffix
from .file_tree import FOLDER, Gathered, Node, find
from .roster import Who


class Found(Struct, frozen=True):
    """One thing that was submitted."""

    label: str  # the name of its file or folder
    node: Node
    who: tuple[Who, ...]  # several for a team, none where the download does not say
    submitted_at: datetime | None = None
    is_marked_late: bool = False  # by the platform, which does not say when it came
    is_one_of_them: bool = False  # of `who`, and its name does not say which


class Unplaced(Struct, frozen=True):
    """Something that was submitted and is nobody's, as far as can be known."""

    origin: str
    why: str
    candidates: tuple[StudentId, ...] = ()


class Download(Struct, frozen=True):
    """What a folder holds, and what in it belongs to nobody."""

    found: tuple[Found, ...]
    shape: str = ""  # how it was read: "Moodle download, 300 of 300 entries"
    misfits: tuple[Unplaced, ...] = ()  # unlike the others, and not read
    doubtful: tuple[Found, ...] = ()  # no submission, but by its name somebody may have meant it
    strays: tuple[str, ...] = ()  # lie beside the folder of the class


class Layout(Struct, frozen=True):
    """One way in which a class is submitted."""

    id: str  # as it is asked for
    words: str
    fitting: Callable[[Node, Sequence[Node]], list[Node]]  # of a folder's entries, those like it
    read: Callable[[Node, Sequence[Node], Lesson], list[Found]]  # a folder's fitting entries


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


def labelled(node: Node, label: str, *, is_prefixed: bool = False) -> Found:
    """Take something for the student, or the group, whom its label names."""
    who = Who(ids=(label,), names=(label,), label=label, is_prefixed=is_prefixed)
    return Found(node.name, node, (who,))


def doubtful(node: Node) -> Found:
    """Take a file that is no submission for what the student of its name meant to submit."""
    return replace(_plain(node), node=Gathered(node.name, (node,)))


def _plain(node: Node) -> Found:
    # before the account, a clone's name has that of the assignment
    is_clone = node.kind == FOLDER and find(node, ".git") is not None
    return labelled(node, stem(node), is_prefixed=is_clone)


PLAIN = Layout(
    "plain",
    "Plain class",
    lambda _root, entries: [node for node in entries if is_candidate(node)],
    lambda _root, entries, _lesson: [_plain(node) for node in entries],
)
