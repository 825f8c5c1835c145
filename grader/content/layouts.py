"""Recognises how a class was handed in: one submission, a platform's download, or plain files."""

from dataclasses import replace

from grader.model.course import Lesson

from .archives import archive_suffix
from .downloads import Download, Found, canvas, clones, is_candidate, plain_class, stem
from .gradescope import gradescope
from .moodle import moodle
from .roster import Who
from .student_files import StudentFiles
from .trees import FILE, FOLDER, Node, find, visible

_LAYOUTS = (gradescope, moodle, canvas, clones)


def single_submission(root: Node, lesson: Lesson, files: StudentFiles) -> Found | None:
    """Return the one submission that a path holds, if it holds just one."""
    if root.kind != FOLDER:
        return _named(root, stem(root))
    course = find(root, f"exercises/{lesson.id}")
    if files.is_submission(root) or (course is not None and course.kind == FOLDER):
        return _named(root, _bare(root))
    folder = _only_folder(root)
    if _is_packed(root) and folder is not None and files.is_submission(folder):
        is_lesson = folder.name in (lesson.id, lesson.module)
        return _named(folder, _bare(root) if is_lesson else folder.name)
    return None


def _named(node: Node, student: str) -> Found:
    return Found(node.name, node, (Who(ids=(student,), names=(student,)),))


def _bare(root: Node) -> str:
    return (
        root.name.removesuffix(archive_suffix(root.name) or "") if _is_packed(root) else root.name
    )


def _is_packed(root: Node) -> bool:
    return archive_suffix(root.name) is not None


def class_download(root: Node, lesson: Lesson, files: StudentFiles) -> Download:
    """Find everyone's submissions below a folder, or in an archive."""
    known = _download(root, lesson)
    if known is not None:
        return known
    folder = _around_class(root, lesson, files)
    if folder is None:
        return plain_class(root, lesson)
    inside = _download(folder, lesson) or plain_class(folder, lesson)
    beside = tuple(n.name for n in visible(root.children()) if n.name != folder.name)
    return replace(inside, strays=(*beside, *inside.strays))


def _around_class(root: Node, lesson: Lesson, files: StudentFiles) -> Node | None:
    """Find the folder that holds the class: the only one there is, or the lesson's own of several.

    Files that are nobody's submission may lie beside it.
    """
    beside = [node for node in visible(root.children()) if is_candidate(node)]
    if len(beside) == 1 and beside[0].kind == FOLDER:
        folder = beside[0]
        is_known = _download(folder, lesson) is not None
        return folder if is_known or _is_wrapper(folder, root, files) else None
    own = [n for n in beside if n.name == lesson.id and files.own_place(n) is None]
    others = [n for n in beside if n.kind != FOLDER or files.holds_submission(n)]
    return own[0] if own and all(node is own[0] for node in others) else None


def _is_wrapper(folder: Node, root: Node, files: StudentFiles) -> bool:
    """Whether the only folder of a class holds the class, as it often does in an archive."""
    if files.own_place(folder) is not None:
        return False
    inside = [node for node in visible(folder.children()) if is_candidate(node)]
    students = [node for node in inside if files.holds_submission(node)]
    if _is_packed(root) and len(visible(root.children())) == 1:
        return bool(students) or any(node.kind == FILE for node in inside)
    return len(students) > 1  # one alone may be a student who has the lesson in a folder


def _download(root: Node, lesson: Lesson) -> Download | None:
    for layout in _LAYOUTS:
        found = layout(root, lesson)
        if found is not None:
            return replace(found, strays=tuple(name for name in found.strays if name))
    return None


def _only_folder(root: Node) -> Node | None:
    entries = visible(root.children())
    return entries[0] if len(entries) == 1 and entries[0].kind == FOLDER else None
