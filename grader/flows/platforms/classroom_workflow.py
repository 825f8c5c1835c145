"""Writes a student repository for GitHub Classroom, and the private one that judges it.

Whoever may change a workflow can read what its secrets open. So a student repository asks for
public cases alone, unless an instructor names a private repository for the hidden ones.
"""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from grader.course.handout import TEXT, Handout, course_text, load_handout
from grader.course.manifest import find_lesson
from grader.errors import ContentError, UsageError
from grader.flows.author.release import released_files
from grader.model.course import Course, Lesson
from grader.model.parsing import parse_source

from .autograder_zip import RUN_CLASSROOM, TEMPLATES, Bundle, pack, requirements

WORKFLOW = ".github/workflows/classroom.yml"
REQUIREMENTS = ".github/classroom/requirements.txt"
SECRET = "GRADER_TOKEN"  # noqa: S105 - its name, not its value

_REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+")
_FOR_PUBLIC_CASES = ("iniconfig", "packaging", "pluggy", "pygments", "pytest")


@dataclass(frozen=True)
class _Part:
    lesson: Lesson
    handout: Handout
    points: int  # one for each public case

    @property
    def name(self) -> str:
        return f"{self.lesson.title}: public cases"

    @property
    def minutes(self) -> int:
        return 1 + ceil(self.lesson.limits.seconds_in_all / 60)


def student_repository(
    course: Course, lesson_ids: Sequence[str], private: str | None, packages: Path | None
) -> Bundle:
    """Collect the files: handouts, the workflow, what it installs; nothing hidden."""
    if private is not None and not _REPOSITORY.fullmatch(private):
        raise UsageError(f"--private {private} is no repository; it is like OWNER/NAME.")
    parts = [_part(course, name) for name in dict.fromkeys(lesson_ids)]
    released_files(course, [part.lesson for part in parts])
    about = course_text(course)
    files: Bundle = {} if about is None else {TEXT: about.encode()}  # where lessons link to it
    for part in parts:
        text = {} if part.handout.text is None else {TEXT: part.handout.text.encode()}
        given = {**part.handout.for_student(), **part.handout.pictures, **text}
        files |= {f"{part.lesson.id}/{name}": data for name, data in given.items()}
    files[REQUIREMENTS] = _public_requirements([part.lesson for part in parts], packages)
    files[WORKFLOW] = _workflow(parts, private).encode()
    return files


def private_repository(course: Course, lesson_ids: Sequence[str], packages: Path | None) -> Bundle:
    """Collect what the workflow fetches with its token: hidden cases, reference, grader."""
    script = (TEMPLATES / RUN_CLASSROOM).read_bytes()
    return pack(course, lesson_ids, packages) | {RUN_CLASSROOM: script}


def _part(course: Course, lesson_id: str) -> _Part:
    lesson = find_lesson(course, lesson_id)
    handout = load_handout(course, lesson)
    if not handout.public_cases:
        raise ContentError(
            f"exercises/{lesson.id} holds no test_*.py: a workflow needs public cases to run."
        )
    try:
        return _Part(lesson, handout, max(1, _count_cases(handout)))
    except (SyntaxError, ValueError) as error:
        raise ContentError(f"The public cases of {lesson.id} are not Python: {error}.") from error


def _count_cases(handout: Handout) -> int:
    trees = (parse_source(data) for data in handout.public_cases.values())
    nodes = (node for tree in trees for node in ast.walk(tree))
    names = (node.name for node in nodes if isinstance(node, ast.FunctionDef))
    return sum(name.startswith("test") for name in names)


def _public_requirements(lessons: Sequence[Lesson], packages: Path | None) -> bytes:
    """Take from the lock what plain pytest needs, with its hashes, and what students may import."""
    whole = requirements(lessons, packages).decode()
    own = requirements([], None).decode()
    blocks = re.split(r"^(?=[a-z0-9])", own, flags=re.MULTILINE)
    kept = [block for block in blocks if block.partition("==")[0] in _FOR_PUBLIC_CASES]
    lines = "".join(kept).splitlines(keepends=True)
    bare = "".join(line for line in lines if not line.lstrip().startswith("#"))
    return (bare + whole.removeprefix(own)).encode()


def _workflow(parts: Sequence[_Part], private: str | None) -> str:
    made = Environment(  # noqa: S701 - what is written is YAML, and quoted as such
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        block_start_string="<%",  # since GitHub has {{ }} for its own expressions
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
    )
    made.filters["scalar"] = _scalar
    return made.get_template("classroom.yml.j2").render(
        parts=parts,
        private=private,
        minutes=10 + sum(part.minutes for part in parts),
        secret=SECRET,
        requirements=REQUIREMENTS,
    )


def _scalar(text: str) -> str:
    dumped: str = yaml.safe_dump(text, allow_unicode=True, width=10**6)
    return dumped.removesuffix("...\n").rstrip("\n")
