"""Takes submissions in: finds them in whatever they came in, and gives them to their students."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from tempfile import TemporaryFile

from msgspec import Struct
from msgspec.structs import replace

from grader.errors import UsageError
from grader.model.course import Lesson, StudentId
from grader.model.phrases import FIRST, listed, who
from grader.model.report import Verdict
from grader.model.submission import Submission, with_team_times

from .archives import archive_suffix, open_class_archive
from .class_people import People
from .file_tree import BOUNDS, FILE, FOLDER, IntakeBounds, Node, disk_node, find, gathered, visible
from .layouts import (
    Download,
    Found,
    Unplaced,
    is_candidate,
    labelled,
    layout_of,
    read_class,
    stem,
)
from .names import called, shown, told_apart
from .owners import Owner, Placing, one_for_each, submission_of
from .reading_room import Read
from .roster import Roster, Who
from .student_files import BESIDE, StudentFiles

ONE = "one"
_WRAPPED = 4  # folders around a class
_MAY_BE_ANOTHER = (
    "it may be a submission of its own; --layout plain takes each entry for a student's"
)
_NOTHING = "Nothing was submitted."
_UNCLEAR = "A file was submitted that may be yours. Your instructor has to say whose it is."


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
            submissions, not_chosen = one_for_each(owners, people, files)
            is_said = source.layout or source.inside  # an odd folder of one lesson stops no other
            if not is_said and people.roster is None:
                _refuse_class_within(source.path, download, submissions)
    except OSError as error:
        raise UsageError(f"{source.path} cannot be read: {error.strerror}.") from error
    unplaced = [*download.misfits, *placing.unplaced]
    words = told_apart(one.origin for one in unplaced)
    unclear = {student for one in unplaced for student in one.candidates}
    present = {owner.student for owner in owners}
    for one in people.roster.students if people.roster else ():
        if one.id not in present:
            state = Verdict.UNDECIDED if one.id in unclear else Verdict.MISSING
            why = _UNCLEAR if one.id in unclear else _NOTHING
            submissions.append(Submission(one.id, refused=why, name=one.name, refused_as=state))
    submissions = with_team_times(sorted(submissions, key=lambda one: one.student))
    notes = []
    if download.strays:
        notes.append(f"Left out, since it belongs to no student: {_listed(download.strays)}.")
    if root.left_out:
        what = f"Left out of {source.path}, since their paths cannot be used"
        notes.append(f"{what}: {_listed(root.left_out)}.")
    notes += [*_times_missing(owners, people, submissions), *_renamed(lesson, submissions)]
    named = (replace(one, origin=words[one.origin]) for one in unplaced)
    return Intake(tuple(submissions), (*named, *not_chosen), tuple(notes), download.shape)


def _refuse_class_within(path: Path, download: Download, taken: Sequence[Submission]) -> None:
    """Refuse what holds only an archive without a submission: it may hold the class."""
    only = [found.node for found in download.found if not download.misfits]
    if len(only) != 1 or not taken or taken[0].sources or only[0].kind != FILE:
        return
    if archive_suffix(only[0].name) is not None:
        raise UsageError(
            f"{path} holds nothing but {shown(only[0].name)}, in which no submission was found. If "
            "that is the class, grade it by itself; --layout plain takes it for one student's."
        )


@contextmanager
def opened(source: Source, bounds: IntakeBounds = BOUNDS) -> Iterator[Node]:
    """Open a folder or an archive as a tree; any other file is its own; raises OSError."""
    path = source.path
    path.lstat()
    if path.is_dir():
        yield _inside(disk_node(path), source)
    elif archive_suffix(path.name) is None or not path.is_file():
        yield disk_node(path.absolute().parent, path.name)
    else:
        with path.open("rb") as file, TemporaryFile() as space:
            root = open_class_archive(file, space, path.name, bounds)
            if isinstance(root, str):
                raise UsageError(f"{path}: {root}")
            yield replace(_inside(root, source), left_out=root.left_out)


def _inside(root: Node, source: Source) -> Node:
    below = find(root, source.inside)
    if below is None or below.kind != FOLDER:
        raise UsageError(f"{source.path} holds no folder {source.inside}.")
    tables = {table.resolve() for table in source.tables}
    if below.place is None or not tables:
        return below
    place = below.place.resolve()
    return gathered(below.name, (n for n in below.children() if place / n.name not in tables))


def _download(
    root: Node, source: Source, lesson: Lesson, files: StudentFiles, roster: Roster | None
) -> Download:
    """Read one submission, or a class in the layout that it has."""
    single = None
    if source.layout == ONE or root.kind != FOLDER:
        single = _one(root, stem(root) if root.kind != FOLDER else _bare(root))
    elif not source.layout:
        single = _single(root, lesson, files, roster, is_said=source.student is not None)
    if single is not None:
        name = source.student or (source.path.resolve().name if source.inside else None)
        found = single.found if name is None else (labelled(single.found[0].node, name),)
        return replace(single, found=found)
    if source.student is not None:
        raise UsageError(f"--student names one submission, and {source.path} holds a class.")
    folder = _class_folder(root, lesson, files, source.layout, roster)
    whole = read_class(folder, lesson, files.is_lessons_own, source.layout)
    if all(found.is_doubtful for found in whole.found):
        raise UsageError(
            f"{source.path} holds no submission. It may hold {lesson.module_file}, or a folder, "
            "a .py file, a notebook or an archive for each student."
        )
    beside = visible(root.children()) if folder is not root else []
    around = [node for node in beside if is_candidate(node)]
    around = around if len(around) == 1 else [n for n in around if n.name == folder.name]
    return replace(whole, strays=tuple(node.name for node in beside if node not in around))


def _one(node: Node, student: str, others: Sequence[Node] = ()) -> Download:
    misfits = tuple(Unplaced(other.name, _MAY_BE_ANOTHER) for other in others)
    total = f", 1 of {1 + len(misfits)} entries" if misfits else ""
    return Download((labelled(node, student),), f"One submission{total}", misfits)


def _single(
    root: Node, lesson: Lesson, files: StudentFiles, roster: Roster | None, *, is_said: bool
) -> Download | None:
    """Return the one submission that a folder holds, if it holds just one, or is said to.

    One that lies beside submissions of others is no reason to pass these over. If it is of nobody
    on the roster, and what lies beside it is called as students, the folder holds a class.
    """
    course = find(root, f"exercises/{lesson.id}")
    entries = visible(root.children())
    folder, student = root, _bare(root)
    if not files.is_submission(root) and (course is None or course.kind != FOLDER):
        # an archive may put a folder around the only submission in it
        is_wrapped = archive_suffix(root.name) is not None and len(entries) == 1
        if not is_wrapped or entries[0].kind != FOLDER or not files.is_submission(entries[0]):
            return None
        folder = entries[0]
        student = student if folder.name in (lesson.id, lesson.module) else folder.name
    if is_said:
        return _one(folder, student)
    entries = visible(folder.children())
    own = [node for node in entries if files.is_lessons_own(node.name)]
    known = {lesson.id, *lesson.files, *(node.name for node in own)}
    others = [
        node
        for node in entries
        if node.name not in known
        and (files.holds_submission(node) if node.kind == FOLDER else is_candidate(node))
        and not any(fnmatch(node.name, name) for name in BESIDE)
    ]
    labels = [student, *(PurePosixPath(node.name).stem for node in others)]
    first, *beside = (_is_student(label, roster) for label in labels)
    is_class = len(others) > len(own) or (not first and any(beside))
    return None if is_class else _one(folder, student, others)


def _is_student(label: str, roster: Roster | None) -> bool:
    return roster is not None and roster.match(Who((label,), label)).student is not None


def _class_folder(
    root: Node, lesson: Lesson, files: StudentFiles, said: str, roster: Roster | None
) -> Node:
    """Find the folder that holds the class: the only one there is, or the lesson's own of several.

    Files that are nobody's submission may lie beside it. A folder that is one student's, who may
    have put others' names into it, is no class.
    """
    entries = visible(root.children())
    beside = [node for node in entries if is_candidate(node)]
    folder = root
    for _ in range(_WRAPPED):  # a platform's download is known by its names, however it was packed
        inside = visible(folder.children())
        layout, fitting = layout_of(inside, said)
        if layout.patterns and fitting:
            return folder
        candidates = [node for node in inside if is_candidate(node)]
        if len(candidates) != 1 or candidates[0].kind != FOLDER:
            break
        folder = candidates[0]
        if _is_student(folder.name, roster):
            break
    if len(beside) != 1 or beside[0].kind != FOLDER:
        own = [n for n in beside if n.name == lesson.id and files.own_place(n) is None]
        others = [n for n in beside if n.kind != FOLDER or files.holds_submission(n)]
        is_class = bool(own) and all(node is own[0] for node in others)
        folder = own[0] if is_class else root
    else:
        folder = beside[0]
        inside = visible(folder.children())
        students = [node for node in inside if files.holds_submission(node)]
        is_class = len(students) > 1  # one alone may have the lesson in a folder
        if archive_suffix(root.name) is not None and len(entries) == 1:
            has_files = any(node.kind == FILE and is_candidate(node) for node in inside)
            is_class = bool(students) or has_files
        is_class = is_class and files.own_place(folder) is None
    return folder if is_class and not _is_student(folder.name, roster) else root


def _times_missing(
    owners: Sequence[Owner], people: People, submissions: Sequence[Submission]
) -> Iterator[str]:
    """Say which rows of the table of times are nobody's, and whose time it does not say."""
    untimed = [one.student for one in submissions if one.origin and one.submitted_at is None]
    late = len({owner.found.label for owner in owners if owner.found.is_marked_late})
    keys = {key for one in owners for key in people.keys_of(one.student, one.found.who)}
    keys |= {key for one in submissions for key in people.keys_of(one.student)}
    strange = [row for row in people.times if keys.isdisjoint(row.keys)]
    if strange:
        rows = (f"{row.called} (line {row.line})" for row in strange)
        yield f"The table of times has rows that fit no student: {_listed(rows)}."
    told = "table of times" if people.times else "download"
    if untimed and (people.times or any(one.submitted_at for one in submissions)):
        yield f"The {told} does not say when these came: {_listed(untimed)}."
    elif late:
        yield (
            f"Canvas marks {late} as late and does not say when they came. Their times are "
            "unknown and cost nothing; --submitted-at can tell them."
        )


def _renamed(lesson: Lesson, submissions: Sequence[Submission]) -> Iterator[str]:
    """Say whose files are called a little otherwise, and what became of them."""
    named = [f"{', '.join(one.renamed)} of {who(one.student, one.name)}"
             for one in submissions if one.renamed]  # fmt: skip
    asked = " and ".join(lesson.hand_in)
    if named and lesson.accept_renamed:
        yield f"Taken as {asked}, though called otherwise: {_listed(named)}."
    elif named:
        yield f"{asked} is called otherwise, so accept_renamed would take: {_listed(named)}."


def _listed(names: Iterable[str]) -> str:
    return listed(map(shown, names), FIRST)


def _bare(root: Node) -> str:
    return root.name.removesuffix(archive_suffix(root.name) or "")


def take_path(path: Path, lesson: Lesson, student: str, *, read: Read) -> Submission:
    """Take what one student has: a folder of files, or one file as the module."""
    node = disk_node(path) if path.is_dir() else disk_node(path.absolute().parent, path.name)
    owner = Owner(StudentId(called(student)), None, Found(node.name, node, (Who((student,)),)))
    return submission_of(owner, StudentFiles(lesson, BOUNDS, read).take(node), People())
