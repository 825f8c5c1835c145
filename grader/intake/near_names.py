"""Finds the files that were meant as the lesson's, though they are called a little otherwise.

Browsers, editors and systems add to names: `sums (1).py`, `Sums.py`, `sums.py.txt`.
"""

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch

from grader.model.course import PUBLIC_CASES, SCRIPT, Lesson

from .file_tree import FILE, Gathered, Node, Renamed

BESIDE = (SCRIPT, PUBLIC_CASES, "conftest.py")  # what a student has beside what is submitted
_COPY = re.compile(r"(?: ?\(\d+\)|[-_ ]\d+|[-_ ]+(?:copy|kopie))$")

Meant = Mapping[str, Node]  # by the name that the lesson asks for


def meant_nearly(entries: Sequence[Node], lesson: Lesson) -> Meant:
    """Find the one file that is nearly called so, for each of the lesson's that is not there."""
    names = {node.name for node in entries}
    found = {}
    for wanted in lesson.hand_in:
        near = [node for node in entries if node.kind == FILE and _is_nearly(node.name, wanted)]
        if wanted not in names and len(near) == 1:
            found[wanted] = near[0]
    return found


def meant_alone(entries: Sequence[Node], lesson: Lesson) -> Meant:
    """Find the only Python file of a folder, where the lesson asks for one file."""
    if len(lesson.hand_in) > 1 or "/" in lesson.module_file:
        return {}
    given = (*BESIDE, *lesson.files)
    python = [
        node
        for node in entries
        if node.kind == FILE
        and _written(node.name).endswith(".py")
        and not any(fnmatch(node.name, name) for name in given)
    ]
    return {lesson.module_file: python[0]} if len(python) == 1 else {}


def under_their_names(folder: Node, entries: Sequence[Node], meant: Meant) -> Node:
    """Return a folder in which the files are called as the lesson asks for."""
    wanted = {id(node): name for name, node in meant.items()}
    return Gathered(
        folder.name,
        tuple(Renamed(n, wanted[id(n)]) if id(n) in wanted else n for n in entries),
    )


def _is_nearly(name: str, wanted: str) -> bool:
    written = _written(name)
    stem, dot, suffix = written.rpartition(".")
    plain = f"{_COPY.sub('', stem).removeprefix('copy of ')}{dot}{suffix}"
    return wanted.casefold() in (written, plain)


def _written(name: str) -> str:
    """Write a name without capitals and without the ending that an editor put behind its own."""
    folded = name.casefold()
    return folded.removesuffix(".txt") if folded.endswith(".py.txt") else folded
