"""Says where a class lies on disk: a folder for each lesson, and one for the results."""

from pathlib import Path

from msgspec import Struct

from grader.course.course_file import refuse_course
from grader.course.manifest import load_course
from grader.errors import UsageError
from grader.intake.class_intake import Source, opened
from grader.intake.file_tree import FOLDER, visible
from grader.intake.names import shown

_ANOTHER = "Name another folder with --out."


def refuse_out(out: Path, submissions: Path, course_root: Path) -> None:
    """Raise UsageError for a file, a tree of the course, and a place among the submissions."""
    if out.exists() and not out.is_dir():
        raise UsageError(f"{out} is no folder. {_ANOTHER}")
    refuse_course(course_root, out, _ANOTHER)
    if submissions.is_dir() and out.resolve().is_relative_to(submissions.resolve()):
        raise UsageError(
            f"{out} lies among the submissions in {submissions}: next time its folders would be "
            f"taken for students. {_ANOTHER}"
        )


class LessonFolders(Struct, frozen=True):
    """The lessons in the order of the course, and what is none."""

    lessons: tuple[str, ...]
    others: tuple[str, ...]


def lesson_folders(course_root: Path, source: Source, out: Path) -> LessonFolders:
    """List them; raises UsageError where nothing is named after a lesson, or `out` among them."""
    refuse_out(out, source.path, course_root)
    course = load_course(course_root)
    submissions = source.path
    try:
        with opened(source) as root:
            entries = visible(root.children()) if root.kind == FOLDER else []
            folders = {node.name for node in entries if node.kind == FOLDER}
            names = [node.name for node in entries]
    except OSError as error:
        raise UsageError(f"{submissions} cannot be read: {error.strerror}.") from error
    lessons = tuple(str(lesson.id) for lesson in course.lessons if lesson.id in folders)
    if not lessons:
        ids = ", ".join(lesson.id for lesson in course.lessons)
        raise UsageError(
            f"Which lesson is {submissions} for? Name it with --lesson (the course has: {ids}), or "
            "give a folder that holds one folder for each lesson, named by its id."
        )
    return LessonFolders(lessons, tuple(shown(name) for name in names if name not in lessons))
