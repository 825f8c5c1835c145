"""Takes submissions in: finds them in whatever they came in, and gives them to their students."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from grader.errors import UsageError
from grader.model.course import Lesson, StudentId
from grader.model.phrases import FIRST, listed, who
from grader.model.report import Verdict
from grader.model.submission import Submission

from .archives import PackedNode, archive_suffix, open_class_archive
from .disk_tree import DiskNode
from .downloads import Download, Found, Unplaced, is_candidate, labelled, stem
from .file_tree import BOUNDS, FILE, FOLDER, Gathered, IntakeBounds, Node, find, visible
from .layouts import class_download, platform_entries
from .names import called, shown, told_apart
from .owners import Owner, People, Placing, absent, one_for_each, submission_of
from .read_requests import Read, Taken
from .roster import Roster, Who
from .student_files import BESIDE, StudentFiles

ONE = "one"
_SHAPE = "One submission"
_MAY_BE_ANOTHER = (
    "it may be a submission of its own; --layout plain takes each entry for a student's"
)
_NOTHING = "Nothing was submitted."
_UNCLEAR = "A file was submitted that may be yours. Your instructor has to say whose it is."
_NO_SUBMISSION = (
    "it is no module, notebook, folder or archive, and belongs to no student without one"
)


class Source(Struct, frozen=True):
    """Where submissions are, and what is known of it."""

    path: Path
    inside: str = ""  # the folder of one lesson, where several are taken in
    student: str | None = None  # of a single submission
    layout: str = ""  # as it is said to be; else it is found out
    tables: tuple[Path, ...] = ()  # what is told of the class may lie among the submissions too


class Intake(Struct, frozen=True):
    """What was taken in."""

    submissions: tuple[Submission, ...]  # by student
    unplaced: tuple[Unplaced, ...] = ()
    notes: tuple[str, ...] = ()  # sentences for the instructor
    shape: str = ""  # as what it was read: "Moodle download, 300 of 300 entries"


def take_in(
    source: Source,
    lesson: Lesson,
    people: People | None = None,
    bounds: IntakeBounds = BOUNDS,
    *,
    read: Read,
) -> Intake:
    """Take in what a source holds for one lesson; raises UsageError where that is unclear.

    `read` reads strangers' bytes, which is for another process to do.
    """
    people = people or People()
    files = StudentFiles(lesson, bounds, read)
    placing = Placing(people)
    try:
        with opened(source, bounds) as root:
            download = _download(root, source, lesson, files, people.roster)
            owners = placing.place(download.found)
            owners += placing.place_doubtful(download.doubtful, owners)
            placed = {id(owner.found) for owner in owners}
            rest = (found for found in download.doubtful if id(found) not in placed)
            nobodys = (Unplaced(found.label, _NO_SUBMISSION) for found in rest)
            unplaced = [*download.misfits, *placing.unplaced, *nobodys]
            words = told_apart(one.origin for one in unplaced)
            unplaced = [replace(one, origin=words[one.origin]) for one in unplaced]
            notes = list(_notes(download, root, source))
            submissions, not_chosen = one_for_each(owners, people, files)
            is_said = source.layout or source.inside  # an odd folder of one lesson stops no other
            if not is_said and people.roster is None:
                _refuse_class_within(source.path, download, submissions)
    except OSError as error:
        raise UsageError(f"{source.path} cannot be read: {error.strerror}.") from error
    unclear = {student for one in unplaced for student in one.candidates}
    for one in absent(people, owners):
        is_unclear = one.id in unclear
        why, state = (_UNCLEAR, Verdict.UNDECIDED) if is_unclear else (_NOTHING, Verdict.MISSING)
        submissions.append(Submission(one.id, {}, why, name=one.name, refused_as=state))
    submissions.sort(key=lambda submission: submission.student)
    notes += _times_missing(download, people, submissions)
    notes += _renamed(lesson, submissions)
    unplaced += not_chosen
    return Intake(tuple(submissions), tuple(unplaced), tuple(notes), download.shape)


def _refuse_class_within(path: Path, download: Download, taken: Sequence[Submission]) -> None:
    """Refuse what holds only an archive without a submission: it may hold the class."""
    only = [found.node for found in download.found if not download.misfits]
    if len(only) != 1 or not taken or taken[0].sources:
        return
    name = only[0].name
    if only[0].kind == FILE and archive_suffix(name) is not None:
        raise UsageError(
            f"{path} holds nothing but {shown(name)}, in which no submission was found. If that "
            "is the class, grade it by itself; --layout plain takes it for one student's."
        )


@contextmanager
def opened(source: Source, bounds: IntakeBounds = BOUNDS) -> Iterator[Node]:
    """Open a folder or an archive as a tree; any other file is its own; raises OSError."""
    path = source.path
    path.lstat()
    if path.is_dir():
        yield _inside(DiskNode(path), source)
    elif archive_suffix(path.name) is None or not path.is_file():
        yield DiskNode(path.absolute().parent, (path.name,))
    else:
        with path.open("rb") as file:
            packed = open_class_archive(file, path.name, bounds)
            if isinstance(packed, str):
                raise UsageError(f"{path}: {packed}")
            with packed.space or nullcontext():
                root = _inside(packed.root, source)
                if isinstance(root, PackedNode):
                    root.left_out = (*packed.outside, *packed.lost)
                yield root


def _inside(root: Node, source: Source) -> Node:
    below = find(root, source.inside)
    if below is None or below.kind != FOLDER:
        raise UsageError(f"{source.path} holds no folder {source.inside}.")
    if not isinstance(below, DiskNode):
        return below
    tables = {table.resolve() for table in source.tables}
    kept = (node for node in below.children() if node.place() not in tables)
    return Gathered(below.name, tuple(kept))


def _download(
    root: Node, source: Source, lesson: Lesson, files: StudentFiles, roster: Roster | None
) -> Download:
    if source.layout == ONE:
        student = _bare(root) if root.kind == FOLDER else stem(root)
        single: Download | None = _one(root, student)
    elif source.layout:
        single = None
    else:
        single = _single_submission(root, lesson, files, is_said=source.student is not None)
    if single is not None and not _holds_students(single, roster):
        name = source.student or (source.path.resolve().name if source.inside else None)
        found = single.found if name is None else (replace(single.found[0], who=(_called(name),)),)
        return replace(single, found=found)
    if source.student is not None:
        raise UsageError(f"--student names one submission, and {source.path} holds a class.")
    whole = class_download(root, lesson, files, source.layout, roster)
    if not whole.found:
        raise UsageError(
            f"{source.path} holds no submission. It may hold {lesson.module_file}, or a folder, "
            "a .py file, a notebook or an archive for each student."
        )
    return whole


def _holds_students(download: Download, roster: Roster | None) -> bool:
    """Whether beside one submission, of nobody on the roster, lies what is called as students."""
    if roster is None:
        return False
    beside = [_called(PurePosixPath(one.origin).stem) for one in download.misfits]
    first, *others = (roster.match(who).student for who in (*download.found[0].who, *beside))
    return first is None and any(others)


def _called(student: str) -> Who:
    return Who(ids=(student,), names=(student,), label=student)


def _notes(download: Download, root: Node, source: Source) -> Iterator[str]:
    if download.strays:
        yield f"Left out, since it belongs to no student: {_listed(download.strays)}."
    if isinstance(root, PackedNode) and root.left_out:
        left_out = _listed(root.left_out)
        yield f"Left out of {source.path}, since their paths cannot be used: {left_out}."


def _times_missing(
    download: Download, people: People, submissions: Sequence[Submission]
) -> Iterator[str]:
    untimed = [one.student for one in submissions if one.origin and one.submitted_at is None]
    late = sum(found.is_marked_late for found in download.found)
    if people.times and untimed:
        yield f"The table of times does not say when these came: {_listed(untimed)}."
    elif late:
        yield (
            f"Canvas marks {late} as late and does not say when they came. Their times are "
            "unknown and cost nothing; --submitted-at can tell them."
        )


def _renamed(lesson: Lesson, submissions: Sequence[Submission]) -> Iterator[str]:
    """Say whose files are called a little otherwise, and what became of them."""
    named = [
        f"{', '.join(one.renamed)} of {who(one.student, one.name)}"
        for one in submissions
        if one.renamed
    ]
    if not named:
        return
    asked = " and ".join(lesson.hand_in)
    if lesson.accept_renamed:
        yield f"Taken as {asked}, though called otherwise: {_listed(named)}."
    else:
        yield f"{asked} is called otherwise, so --accept-renamed would take: {_listed(named)}."


def _listed(names: Iterable[str]) -> str:
    return listed(map(shown, names), FIRST)


def take_folder(folder: Path, lesson: Lesson, student: str, *, read: Read) -> Submission:
    """Take the handed-in files of one student's folder."""
    node = DiskNode(folder)
    return _alone(node, StudentFiles(lesson, BOUNDS, read).take(node), student)


def take_file(path: Path, lesson: Lesson, student: str, *, read: Read) -> Submission:
    """Take one file as the lesson's module, or what it holds of it."""
    node = DiskNode(path.absolute().parent, (path.name,))
    return _alone(node, StudentFiles(lesson, BOUNDS, read).take_file(node), student)


def _alone(node: Node, taken: Taken, student: str) -> Submission:
    found = Found(node.name, node, (_called(student),))
    return submission_of(Owner(StudentId(called(student)), None, found), taken, People())


def _single_submission(
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
    course = find(root, f"exercises/{lesson.id}")
    if files.is_submission(root) or (course is not None and course.kind == FOLDER):
        return unless_class(root, _bare(root))
    entries = visible(root.children())
    if archive_suffix(root.name) is None or len(entries) != 1 or entries[0].kind != FOLDER:
        return None
    (folder,) = entries
    if files.is_submission(folder):
        is_lesson = folder.name in (lesson.id, lesson.module)
        return unless_class(folder, _bare(root) if is_lesson else folder.name)
    return None


def _one(node: Node, student: str, others: list[Node] | None = None) -> Download:
    misfits = tuple(Unplaced(other.name, _MAY_BE_ANOTHER) for other in others or ())
    total = f", 1 of {1 + len(misfits)} entries" if misfits else ""
    return Download((labelled(node, student),), _SHAPE + total, misfits)


def _others(root: Node, lesson: Lesson, files: StudentFiles) -> list[Node]:
    """List what may be submissions of others, beside what is the lesson's own."""
    named = platform_entries(root)
    known = {lesson.id, *lesson.files}
    entries = [n for n in visible(root.children()) if n.name not in known]
    entries = [node for node in entries if not files.is_lessons_own(node.name)]

    def may_be_one(node: Node) -> bool:
        if node.kind == FOLDER:
            return files.holds_submission(node)
        return is_candidate(node) and not any(fnmatch(node.name, name) for name in BESIDE)

    return [node for node in entries if node.name in named or may_be_one(node)]


def _bare(root: Node) -> str:
    return root.name.removesuffix(archive_suffix(root.name) or "")
