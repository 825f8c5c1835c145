"""Tells whether a path holds one submission or a class."""

from fnmatch import fnmatch

from grader.model.course import Lesson

from .archives import archive_suffix
from .downloads import Download, Unplaced, is_candidate, labelled, stem
from .file_tree import FOLDER, Node, find, visible
from .layouts import platform_entries
from .near_names import BESIDE
from .student_files import StudentFiles

ONE = "one"
_SHAPE = "One submission"
_MAY_BE_ANOTHER = (
    "it may be a submission of its own; --layout plain takes each entry for a student's"
)


def single_submission(
    root: Node, lesson: Lesson, files: StudentFiles, *, is_said: bool = False
) -> Download | None:
    """Return the one submission that a path holds, if it holds just one, or is said to.

    One that lies beside submissions of others is no reason to pass these over.
    """

    def unless_class(folder: Node, student: str) -> Download | None:
        own = [node for node in visible(folder.children()) if files.is_lessons_own(node.name)]
        others = [] if is_said else _others(folder, lesson, files)
        return None if len(others) > len(own) else _one(folder, student, others)

    if root.kind != FOLDER:
        return _one(root, stem(root))
    if _holds_lesson(root, lesson, files):
        return unless_class(root, _bare(root))
    folder = _only_folder(root)
    is_packed = archive_suffix(root.name) is not None
    if is_packed and folder is not None and files.is_submission(folder):
        is_lesson = folder.name in (lesson.id, lesson.module)
        return unless_class(folder, _bare(root) if is_lesson else folder.name)
    return None


def said_to_be_one(root: Node) -> Download:
    """Take whatever a path holds for one submission."""
    return _one(root, _bare(root) if root.kind == FOLDER else stem(root))


def _one(node: Node, student: str, others: list[Node] | None = None) -> Download:
    misfits = tuple(Unplaced(other.name, _MAY_BE_ANOTHER) for other in others or ())
    total = f", 1 of {1 + len(misfits)} entries" if misfits else ""
    return Download((labelled(node, student),), _SHAPE + total, misfits)


def _holds_lesson(root: Node, lesson: Lesson, files: StudentFiles) -> bool:
    course = find(root, f"exercises/{lesson.id}")
    return files.is_submission(root) or (course is not None and course.kind == FOLDER)


def _others(root: Node, lesson: Lesson, files: StudentFiles) -> list[Node]:
    """List what may be submissions of others, beside what is the lesson's own."""
    named = platform_entries(root)
    known = {lesson.id, *lesson.files}
    entries = [n for n in visible(root.children()) if n.name not in known]
    entries = [node for node in entries if not files.is_lessons_own(node.name)]
    return [n for n in entries if n.name in named or _may_be_one(n, files)]


def _may_be_one(node: Node, files: StudentFiles) -> bool:
    if node.kind == FOLDER:
        return files.holds_submission(node)
    return is_candidate(node) and not any(fnmatch(node.name, name) for name in BESIDE)


def _bare(root: Node) -> str:
    return root.name.removesuffix(archive_suffix(root.name) or "")


def _only_folder(root: Node) -> Node | None:
    entries = visible(root.children())
    return entries[0] if len(entries) == 1 and entries[0].kind == FOLDER else None
