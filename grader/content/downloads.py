"""Tells who handed in what from the names that learning platforms give their downloads.

Canvas      leeann_LATE_123_456_sums-1.py                lib/content_zipper.rb
Classroom   sums-annlee/.git/...                         `gh classroom clone student-repos`
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import PurePosixPath

from grader.model.course import Lesson

from .archives import archive_suffix
from .names import run_together
from .roster import Who
from .trees import FOLDER, Gathered, Node, Renamed, find, visible

_CANVAS = re.compile(
    r"(?:(?P<name>.*?)(?P<late>_LATE)?_(?P<number>\d+)|(?P<anon_late>LATE_)?anon_(?P<anon>\w+?))"
    r"_(?:(?P<file_id>\d+)_(?P<file>.+)|(?P<typed>text\.html|link\.html))",
    re.DOTALL,
)
_RESUBMITTED = re.compile(r"(.+)-\d+(\.[^.]+)", re.DOTALL)
_CLONES = "-submissions"


@dataclass(frozen=True)
class Found:
    """One thing that was handed in."""

    label: str  # the name of its file or folder
    node: Node
    who: tuple[Who, ...]  # several for a team
    submitted_at: datetime | None = None
    is_marked_late: bool = False  # by the platform, which does not say when it came
    is_one_of_them: bool = False  # of `who`, and its name does not say which


@dataclass(frozen=True)
class Download:
    """What a folder holds, and what in it belongs to nobody."""

    found: tuple[Found, ...]
    strays: tuple[str, ...] = ()
    doubtful: tuple[Found, ...] = ()  # no submission, but by its name somebody may have meant it


def is_candidate(node: Node) -> bool:
    """Whether something may be one student's, by what it is and how it is called."""
    if node.kind == FOLDER:
        return True
    suffix = PurePosixPath(node.name).suffix.lower()
    if node.kind == "a link" and not suffix:
        return True  # in the place of a folder
    return suffix in (".py", ".ipynb") or archive_suffix(node.name) is not None


def plain_class(root: Node, lesson: Lesson) -> Download:  # noqa: ARG001 - as every layout
    """Take each folder, module, notebook or archive for one student's, named by its stem."""
    entries = visible(root.children())
    found = [_plain(node) for node in entries if is_candidate(node)]
    others = [
        replace(_plain(n), node=Gathered(n.name, (n,))) for n in entries if not is_candidate(n)
    ]
    return Download(tuple(found), doubtful=tuple(others))


def stem(node: Node) -> str:
    """Return a name without what says of which kind the file is."""
    if node.kind == FOLDER:
        return node.name
    suffix = archive_suffix(node.name) or PurePosixPath(node.name).suffix
    return node.name.removesuffix(suffix)


def _plain(node: Node) -> Found:
    label = stem(node)
    return Found(node.name, node, (Who(ids=(label,), names=(label,)),))


def canvas(root: Node, lesson: Lesson) -> Download | None:
    """Read Canvas' download of all submissions."""
    entries = [(node, _CANVAS.fullmatch(node.name)) for node in visible(root.children())]
    fitting = [(node, match) for node, match in entries if match and node.kind != FOLDER]
    others = [node for node, match in entries if match is None or node.kind == FOLDER]
    if len(fitting) <= sum(map(is_candidate, others)):
        return None
    parts: dict[str, list[tuple[Node, re.Match[str]]]] = defaultdict(list)
    for node, match in fitting:
        parts[match["number"] or match["anon"]].append((node, match))
    found = tuple(_canvas_student(number, own, lesson) for number, own in parts.items())
    return Download(found, _strays(others))


def _canvas_student(
    number: str, parts: Sequence[tuple[Node, re.Match[str]]], lesson: Lesson
) -> Found:
    own = tuple(Renamed(n, _first_name(m["file"] or m["typed"], lesson)) for n, m in parts)
    node, match = parts[0]
    who = Who(
        platform="canvas",
        number=number,
        run_together=run_together(match["name"] or ""),
        name=match["name"] or None,
    )
    is_late = bool(match["late"] or match["anon_late"])
    return Found(node.name, Gathered(node.name, own), (who,), is_marked_late=is_late)


def _first_name(name: str, lesson: Lesson) -> str:
    """Return what a file was called before Canvas numbered it as one handed in again."""
    again = _RESUBMITTED.fullmatch(name)
    bare = again[1] + again[2] if again else name
    notebook = str(PurePosixPath(lesson.module_file).with_suffix(".ipynb").name)
    return bare if bare in (*lesson.hand_in, notebook) else name


def clones(root: Node, lesson: Lesson) -> Download | None:  # noqa: ARG001 - as every layout
    """Read a folder of clones, each named by its assignment and its student."""
    entries = visible(root.children())
    assignment = root.name.removesuffix(_CLONES) if root.name.endswith(_CLONES) else None
    repositories = [n for n in entries if _is_clone(n, assignment)]
    if not repositories:
        return None
    found = []
    for node in repositories:
        accounts = _accounts(node.name, assignment)
        who = Who(ids=accounts, names=accounts[:1])
        found.append(Found(node.name, node, (who,)))
    named = {node.name for node in repositories}
    others = [node for node in entries if node.name not in named and is_candidate(node)]
    return Download((*found, *map(_plain, others)))


def _is_clone(node: Node, assignment: str | None) -> bool:
    is_named = assignment is not None and node.name.startswith(f"{assignment}-")
    is_named = is_named and not node.name.endswith(_CLONES)  # a folder around the same folder
    return node.kind == FOLDER and (is_named or find(node, ".git") is not None)


def _accounts(name: str, assignment: str | None) -> tuple[str, ...]:
    """Return who may be meant: where the assignment is not known, every end of the name."""
    if assignment is not None and name.startswith(f"{assignment}-"):
        return (name[len(assignment) + 1 :],)
    hyphens = [place for place, sign in enumerate(name) if sign == "-"]
    return (name, *(name[place + 1 :] for place in hyphens))


def _strays(nodes: Iterable[Node]) -> tuple[str, ...]:
    return tuple(node.name for node in nodes)
