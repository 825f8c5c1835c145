"""`grader classroom`: a student repository for GitHub Classroom, with its workflow."""

from pathlib import Path
from typing import Any

import click

from grader.cli.course_options import complete_lesson, course_option, find_course
from grader.cli.screen import note
from grader.errors import UsageError
from grader.flows.platforms.autograder_zip import Bundle
from grader.flows.platforms.classroom_workflow import SECRET, private_repository, student_repository
from grader.flows.platforms.export_grades import Exported, write_export
from grader.model.course import Course

from .gradescope import note_together, refuse_handout

_PATH = click.Path(path_type=Path)
_INSTRUCTORS = ("solutions", "tests/hidden")  # of a course, or of one in a private repository


@click.command("classroom")
@click.argument(
    "lesson_ids", metavar="LESSON...", nargs=-1, required=True, shell_complete=complete_lesson
)
@click.option(
    "--out", type=_PATH, default=Path("classroom"), help="The repository. Default: ./classroom."
)
@click.option(
    "--private", help="OWNER/NAME of a private repository, from which hidden cases are judged."
)
@click.option("--private-out", type=_PATH, help="What to push there. Default: OUT-private.")
@click.option("--overwrite", is_flag=True, help="Replace what is there already.")
@click.option(
    "--packages", type=_PATH, help="Requirements with hashes, for what students may import."
)
@course_option
def command(lesson_ids: tuple[str, ...], course: Path | None, **options: Any) -> None:
    """Write a template repository for an assignment: the LESSONs' files and a workflow.

    The workflow runs the public cases. With --private it judges the hidden ones, where the
    repository has the secret GRADER_TOKEN: read the documentation first, since a student who may
    change the workflow can read what that secret opens.
    """
    loaded, out, private = find_course(course), options["out"], options["private"]
    _check_student(loaded, out)
    packages, overwrite = options["packages"], options["overwrite"]
    student = student_repository(loaded, lesson_ids, private, packages)
    if private is None:
        if options["private_out"] is not None:
            raise UsageError("--private-out says what to push to the repository of --private.")
        _write(student, out, overwrite=overwrite)
        note(f"Written: {out}, for students: its workflow runs the public cases.")
        return
    inner = options["private_out"] or out.with_name(f"{out.name}-private")
    _check_private(loaded, inner, out)
    _write(private_repository(loaded, lesson_ids, packages), inner, overwrite=overwrite)
    _write(student, out, overwrite=overwrite)
    note(
        f"Written: {out}, for students, and {inner}, to push to {private}.\n"
        f"Give the classroom a secret {SECRET} that reads {private} and nothing else, and keep "
        "students from pushing to .github/: otherwise they can read the hidden cases."
    )
    note_together(loaded, lesson_ids)


def _check_student(course: Course, out: Path) -> None:
    places = [*_INSTRUCTORS, *(f"course/{name}" for name in _INSTRUCTORS)]
    found = [name for name in places if (out / name).exists()]
    inside = [n for n in _INSTRUCTORS if out.resolve().is_relative_to((course.root / n).resolve())]
    if found or inside:
        raise UsageError(
            f"{out} is for students and holds, or lies in, {(found or inside)[0]}. "
            "Name another folder with --out."
        )


def _check_private(course: Course, inner: Path, out: Path) -> None:
    refuse_handout(course, inner)
    if inner.resolve().is_relative_to(out.resolve()):
        raise UsageError(f"{inner} lies in {out}, which is for students. Name another folder.")


def _write(files: Bundle, folder: Path, *, overwrite: bool) -> None:
    write_export(Exported(files=files), folder, overwrite=overwrite)
