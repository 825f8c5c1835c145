"""Refuses an out folder whose results somebody would take for something else."""

from pathlib import Path

from grader.course.course_folders import refuse_course
from grader.errors import UsageError

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
