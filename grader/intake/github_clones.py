"""Tells who submitted what from the names of GitHub Classroom's clones.

sums-submissions/sums-annlee/.git/...        `gh classroom clone student-repos`
"""

from collections.abc import Sequence

from grader.model.course import Lesson

from .downloads import Found, Layout, labelled
from .file_tree import FOLDER, Node, find

_AROUND = "-submissions"


def _fitting(root: Node, entries: Sequence[Node]) -> list[Node]:
    assignment = _assignment(root)
    return [node for node in entries if assignment and _is_clone(node, assignment)]


def _assignment(root: Node) -> str:
    return root.name.removesuffix(_AROUND) if root.name.endswith(_AROUND) else ""


def _is_clone(node: Node, assignment: str) -> bool:
    is_named = node.name.startswith(f"{assignment}-")
    is_named = is_named and not node.name.endswith(_AROUND)  # a folder around the same folder
    return node.kind == FOLDER and (is_named or find(node, ".git") is not None)


def _read(root: Node, entries: Sequence[Node], _lesson: Lesson) -> list[Found]:
    start = f"{_assignment(root)}-"
    return [labelled(node, node.name.removeprefix(start)) for node in entries]


CLONES = Layout("github", "GitHub Classroom download", _fitting, _read)
