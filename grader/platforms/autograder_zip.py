"""Packs what judges a lesson on Gradescope: course, grader, locked requirements, scripts.

setup.sh            run once: makes the virtual environment, judges the reference
run_autograder      run for each submission on Gradescope
requirements.txt    every package with its hashes
lesson.txt          which lesson is inside
package/grader/     the grader itself
course/             exercises/, solutions/ and tests/hidden/ of this lesson
"""

from collections.abc import Iterator
from pathlib import Path

import grader
from grader.authoring.release import packed
from grader.course.course_file import files_below, read_course_file
from grader.course.handout import load_handout
from grader.course.lesson_files import load_lesson_files
from grader.course.manifest import MANIFEST
from grader.errors import GraderError, UsageError
from grader.model.course import Course, Lesson

Bundle = dict[str, bytes]  # by the path inside
LESSON = "lesson.txt"
_SCRIPTS = ("setup.sh", "run_autograder")
_LOCK = "requirements.txt"
_TEMPLATES = Path(__file__).with_name("templates")

_PACKAGE = Path(grader.__file__).resolve().parent
# In an installed package the lock lies inside it, in a checkout beside it.
_LOCKS = (_PACKAGE / _LOCK, _PACKAGE.parent / "requirements" / "runtime.txt")


def pack(course: Course, lesson: Lesson, packages: Path | None) -> Bundle:
    """Collect everything; raises UsageError or ContentError where the lesson cannot be judged."""
    bundle = {LESSON: f"{lesson.id}\n".encode()}
    bundle |= {name: (_TEMPLATES / name).read_bytes() for name in _SCRIPTS}
    bundle[_LOCK] = requirements(lesson, packages)
    bundle[f"course/{MANIFEST.as_posix()}"] = (course.root / MANIFEST).read_bytes()
    bundle |= _course_files(course, lesson)
    bundle |= {f"package/grader/{name}": data for name, data in _files(_PACKAGE)}
    return bundle


def zip_bytes(bundle: Bundle) -> bytes:
    """Write a bundle as a zip: the same bytes for the same files, at any time on any machine."""
    return packed(bundle, _SCRIPTS)


def _course_files(course: Course, lesson: Lesson) -> Bundle:
    load_lesson_files(course, lesson)  # says in a sentence what is missing
    load_handout(course, lesson)
    folders = (
        course.exercise_folder(lesson),
        course.solution_folder(lesson),
        course.hidden_folder(lesson),
    )
    found: Bundle = {}
    for folder in folders:
        place = folder.relative_to(course.root).as_posix()
        found |= {f"course/{place}/{name}": data for name, data in _files(folder)}
    return found


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in files_below(folder):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), read_course_file(folder.parent, path)


def requirements(lesson: Lesson, packages: Path | None) -> bytes:
    """Give the grader's lock and what students may import; raises UsageError for what is open."""
    lock = next((path for path in _LOCKS if path.is_file()), None)
    if lock is None:
        raise GraderError("The grader's own requirements are missing. Install it again.")
    if packages is None and lesson.installed:
        raise UsageError(
            f"The lesson needs {', '.join(sorted(set(lesson.installed)))}. Name a requirements "
            "file that pins it with hashes: --packages FILE (uv pip compile --generate-hashes "
            "makes one)."
        )
    try:
        more = packages.read_bytes() if packages is not None else b""
    except OSError as error:
        raise UsageError(f"{packages} cannot be read: {error.strerror}.") from error
    if more and b"--hash=sha256:" not in more:
        raise UsageError(
            f"{packages} is not locked: each line must be like numpy==2.3.0 --hash=sha256:...; "
            "uv pip compile --generate-hashes writes that."
        )
    return lock.read_bytes() + b"\n" + more
