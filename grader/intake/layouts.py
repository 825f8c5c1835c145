"""Recognises how a class was submitted: a layout is what most entries fit."""

from collections.abc import Sequence

from msgspec.structs import replace

from grader.errors import UsageError
from grader.model.course import Lesson

from .archives import archive_suffix
from .blackboard import BLACKBOARD
from .canvas import CANVAS
from .downloads import PLAIN, Download, Found, Layout, Misfit, doubtful, is_candidate, labelled
from .file_tree import FILE, FOLDER, Node, find, visible
from .gradescope import GRADESCOPE
from .moodle import MOODLE
from .names import shown
from .roster import Roster, Who
from .student_files import StudentFiles

_NO_NAME = "it has the name that every student submits, which does not say whose it is"


def class_download(
    root: Node, lesson: Lesson, files: StudentFiles, said: str = "", roster: Roster | None = None
) -> Download:
    """Find everyone's submissions below a folder, or in an archive; `said` names the layout."""
    folder = None if fits(root, said) else _around_class(root, lesson, files, said)
    if folder is None or _is_student(folder, roster):
        return _download(root, lesson, files, said)
    inside = _download(folder, lesson, files, said)
    beside = tuple(n.name for n in visible(root.children()) if n.name != folder.name)
    return replace(inside, strays=beside)


def _is_student(folder: Node, roster: Roster | None) -> bool:
    """Whether a folder is one student's, who may have put others' names into it."""
    who = Who(ids=(folder.name,), names=(folder.name,))
    return roster is not None and roster.match(who).student is not None


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
        misfits = [Misfit(n.name, _NO_NAME) for n in fitting if files.is_lessons_own(n.name)]
        fitting = [node for node in fitting if not files.is_lessons_own(node.name)]
    named = {node.name for node in fitting} | {one.label for one in misfits}
    others = [node for node in entries if node.name not in named]
    if layout is not PLAIN:
        why = f"it is no entry of a {layout.words}, as the others are"
        misfits = [Misfit(node.name, why) for node in others]
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

_PLATFORMS = (GRADESCOPE, MOODLE, CANVAS, BLACKBOARD, CLONES)
_LAYOUTS = {layout.id: layout for layout in (PLAIN, *_PLATFORMS)}
LAYOUTS = tuple(_LAYOUTS)
