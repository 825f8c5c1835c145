"""Takes submissions in: finds them in whatever they came in, and gives them to their students."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader.errors import UsageError
from grader.model.course import Lesson, StudentId
from grader.model.phrases import FIRST, listed, who
from grader.model.report import Verdict
from grader.model.submission import Submission, with_team_times

from .archives import archive_kind, archive_suffix, open_archive
from .class_people import People
from .file_tree import FOLDER, Node, disk_node, visible
from .layouts import Entry, Unplaced, is_candidate, labelled, layout_of, read_class
from .names import called, shown
from .owners import Owner, one_for_each, place, submission_of
from .reading_room import Read
from .roster import Who
from .student_files import StudentFiles

ONE = "one"
_WRAPPED = 4  # folders around a class
_NOTHING = "Nothing was submitted."
_UNCLEAR = "A file was submitted that may be yours. Your instructor has to say whose it is."


class Source(Struct, frozen=True):
    """Where submissions are, and what is known of it."""

    path: Path
    student: str | None = None  # of a single submission
    layout: str = ""  # as it is said to be; else it is found out


class Intake(Struct, frozen=True):
    """What was taken in."""

    submissions: tuple[Submission, ...]  # by student
    unplaced: tuple[Unplaced, ...] = ()
    notes: tuple[str, ...] = ()  # sentences for the instructor
    shape: str = ""  # as what it was read: "Moodle download, 300 of 300 entries"


def take_in(source: Source, lesson: Lesson, people: People | None = None, *, read: Read) -> Intake:
    """Take in what a source holds for one lesson; raises UsageError where that is unclear.

    `read` reads strangers' bytes, which is for another process to do.
    """
    people = people or People()
    files = StudentFiles(lesson, read)
    try:
        with opened(source) as root:
            entries, shape = _entries(root, source, lesson, files, people)
            owners, unplaced = place(entries, people)
            submissions, not_chosen = one_for_each(owners, people, files)
    except OSError as error:
        raise UsageError(f"{source.path} cannot be read: {error.strerror}.") from error
    unclear = {student for one in unplaced for student in one.candidates}
    present = {owner.student for owner in owners}
    for one in people.roster.students if people.roster else ():
        if one.id not in present:
            state = Verdict.UNDECIDED if one.id in unclear else Verdict.MISSING
            why = _UNCLEAR if one.id in unclear else _NOTHING
            submissions.append(Submission(one.id, refused=why, name=one.name, refused_as=state))
    submissions = with_team_times(sorted(submissions, key=lambda one: one.student))
    notes = [*_times_missing(owners, people, submissions)]
    if root.left_out:
        what = f"Left out of {source.path}, since their paths cannot be used"
        notes.append(f"{what}: {_listed(root.left_out)}.")
    if renamed := [
        f"{', '.join(one.renamed)} of {who(one.student, one.name)}"
        for one in submissions
        if one.renamed
    ]:
        asked = " and ".join(lesson.hand_in)
        notes.append(f"Taken as {asked}, though called otherwise: {_listed(renamed)}.")
    unplaced = [replace(one, origin=shown(one.origin)) for one in (*unplaced, *not_chosen)]
    return Intake(tuple(submissions), tuple(unplaced), tuple(notes), shape)


@contextmanager
def opened(source: Source) -> Iterator[Node]:
    """Open a folder or a zip as a tree; any other file is its own; raises OSError."""
    path = source.path
    path.lstat()
    if path.is_dir():
        yield disk_node(path)
    elif archive_kind(path.name) != "zip" or not path.is_file():
        yield disk_node(path.absolute().parent, path.name)
    else:
        with path.open("rb") as file:
            root = open_archive("zip", file, path.name)
            if isinstance(root, str):
                raise UsageError(f"{path}: {root}")
            yield root


def _entries(
    root: Node, source: Source, lesson: Lesson, files: StudentFiles, people: People
) -> tuple[list[Entry], str]:
    """Read one submission, or a class in the layout that it has, and say which."""
    folder, is_one = root, source.layout == ONE or source.student is not None
    if root.kind == FOLDER and not is_one:
        folder = _class_folder(root, lesson, files, source.layout, people)
        is_one = not source.layout and _is_single(folder, files)
    if is_one or root.kind != FOLDER:
        suffix = archive_suffix(root.name) or ""
        label = root.name.removesuffix(suffix) if root.kind == FOLDER else ""
        return [labelled(folder, source.student or label)], "One submission"
    entries, shape = read_class(folder, lesson, files.is_lessons_own, source.layout)
    if all(entry.is_doubtful or not entry.who for entry in entries):
        raise UsageError(
            f"{source.path} holds no submission. It may hold {lesson.module_file}, or a folder, "
            "a .py file, a notebook or an archive for each student."
        )
    return entries, shape


def _is_single(folder: Node, files: StudentFiles) -> bool:
    """Whether a folder holds what the lesson asks for, and nothing else that may be a hand-in."""
    others = [node for node in visible(folder) if not files.is_known(node.name)]
    return files.is_submission(folder) and not _hand_ins(others, files)


def _hand_ins(entries: Iterable[Node], files: StudentFiles) -> list[Node]:
    return [
        node
        for node in entries
        if (files.holds_submission(node) if node.kind == FOLDER else is_candidate(node))
    ]


def _class_folder(
    root: Node, lesson: Lesson, files: StudentFiles, said: str, people: People
) -> Node:
    """Find the folder that holds the class: this one, or the last of those in which it is wrapped.

    An only folder is wrapped around what it holds where that is of a platform, or several hand-ins.
    One that is a student's, who may have put others' names into it, is no class.
    """
    folder, deepest = root, root
    for _ in range(_WRAPPED):
        entries = visible(folder)
        layout, fitting = layout_of(entries, said)
        if layout.patterns and fitting:
            return folder
        if files.is_submission(folder) or len(entries) != 1 or entries[0].kind != FOLDER:
            break
        folder = entries[0]
        if people.roster and people.roster.match(Who((folder.name,), folder.name)).student:
            break
        several = not files.is_submission(folder) and len(_hand_ins(visible(folder), files)) > 1
        if several or folder.name in (lesson.id, lesson.module):
            deepest = folder
    return deepest


def _times_missing(
    owners: Sequence[Owner], people: People, submissions: Sequence[Submission]
) -> Iterator[str]:
    """Say which rows of the table of times are nobody's, and whose time it does not say."""
    untimed = [one.student for one in submissions if one.origin and one.submitted_at is None]
    late = len({owner.entry.label for owner in owners if owner.entry.is_marked_late})
    keys = {key for one in owners for key in people.keys_of(one.student, one.entry.who)}
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


def _listed(names: Iterable[str]) -> str:
    return listed(map(shown, names), FIRST)


def take_path(path: Path, lesson: Lesson, student: str, *, read: Read) -> Submission:
    """Take what one student has: a folder of files, or one file as the module."""
    node = disk_node(path) if path.is_dir() else disk_node(path.absolute().parent, path.name)
    owner = Owner(StudentId(called(student)), None, Entry(node.name, node, (Who((student,)),)))
    return submission_of(owner, StudentFiles(lesson, read).take(node), People())
