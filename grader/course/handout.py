"""Reads what a student receives of a lesson: text, stub, public cases, data, hints step by step."""

import re
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader.model.course import PUBLIC_CASES, SCRIPT, Course, Lesson

from .course_file import read_if_there, read_together

TEXT = "README.md"
COURSE_TEXT = Path("exercises", TEXT)  # the course's own page
HINTS = "hints.md"
_PIECE = re.compile(  # a block of code, in which ## begins a comment, or the heading of a step
    r"^ {0,3}(?P<fence>`{3,}|~{3,})[^`\n]*\n[\s\S]*?^ {0,3}(?P=fence)[`~]*[ \t]*$"
    r"|^##[ \t]+(?P<title>.+?)[ \t]*#*$",
    re.MULTILINE,
)


class Handout(Struct, frozen=True):
    """The files of exercises/<id>/ by the role that they have."""

    text: str | None
    stub: dict[str, bytes]
    script: bytes | None
    public_cases: dict[str, bytes]
    files: dict[str, bytes]
    pictures: dict[str, bytes]  # that the text shows

    def for_student(self) -> dict[str, bytes]:
        """List what `start` puts into the student's folder."""
        script = {} if self.script is None else {SCRIPT: self.script}
        return {**self.stub, **script, **self.public_cases, **self.files}


def load_handout(course: Course, lesson: Lesson) -> Handout:
    """Read a lesson's handout; raises ContentError for what is missing or cannot be read."""
    folder = course.exercise_folder(lesson)
    read, seek = partial(read_together, course.root, folder), partial(read_if_there, course.root)
    text = seek(folder / TEXT)
    public = sorted(path.name for path in folder.glob(PUBLIC_CASES))
    pictures = sorted(path.name for path in folder.glob("*.svg"))
    return Handout(
        text=None if text is None else text.decode("utf-8", "replace"),
        stub=read(lesson.hand_in),
        script=seek(folder / SCRIPT),
        public_cases=read(public),
        files=read(lesson.files),
        pictures=read(pictures),
    )


def course_text(course: Course) -> str | None:
    """Read the course's own page, such as what holds in all of its lessons."""
    text = read_if_there(course.root, course.root / COURSE_TEXT)
    return None if text is None else text.decode("utf-8", "replace")


def given_names(course: Course, lesson: Lesson) -> frozenset[str]:
    """Name what the course gives every student of a lesson."""
    folder = course.exercise_folder(lesson)
    return frozenset(path.name for path in folder.iterdir()) if folder.is_dir() else frozenset()


def has_public_cases(course: Course, lesson: Lesson) -> bool:
    """Whether there is something that students can try before they submit."""
    return any(course.exercise_folder(lesson).glob(PUBLIC_CASES))


def is_handout(course: Course, lesson: Lesson) -> bool:
    """Whether the course folder lacks all that students do not get."""
    return not course.solution_folder(lesson).exists() and not course.hidden_folder(lesson).exists()


def without_locks(course: Course) -> Course:
    """Let no lesson require another where a copy has no hidden cases: there nothing is passed."""
    lessons = [
        replace(one, requires=()) if is_handout(course, one) else one for one in course.lessons
    ]
    return replace(course, lessons=tuple(lessons))


class Hint(Struct, frozen=True):
    """One step."""

    title: str
    text: str  # markdown


def load_hints(course: Course, lesson: Lesson) -> tuple[Hint, ...]:
    """Read the steps in order; none where the lesson has no hints."""
    path = course.solution_folder(lesson) / HINTS
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ()
    headings = [found for found in _PIECE.finditer(text) if found["title"]]
    ends = [*(found.start() for found in headings[1:]), len(text)]
    return tuple(
        Hint(found["title"], text[found.end() : end].strip())
        for found, end in zip(headings, ends, strict=False)
    )
