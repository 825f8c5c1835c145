"""`grader gradescope`: an autograder of one lesson, as Gradescope takes it."""

from collections.abc import Sequence
from pathlib import Path

import click

from grader.cli.course_options import complete_lesson, course_option, find_course
from grader.cli.screen import note
from grader.course.manifest import find_lesson
from grader.errors import UsageError
from grader.flows.platforms.autograder_zip import RUN, TEMPLATES, pack, zip_bytes
from grader.flows.platforms.classroom_workflow import WORKFLOW
from grader.flows.platforms.export_grades import Exported, write_export
from grader.model.course import Course
from grader.model.report import TOGETHER

_PATH = click.Path(path_type=Path)
_ELSEWHERE = "Name another place."


@click.command("gradescope")
@click.argument("lesson_id", metavar="LESSON", shell_complete=complete_lesson)
@click.option("--out", type=_PATH, help="The zip to write. Default: LESSON-gradescope.zip here.")
@click.option("--overwrite", is_flag=True, help="Replace it where it is there already.")
@click.option(
    "--packages", type=_PATH, help="Requirements with hashes, for what students may import."
)
@course_option
def command(
    lesson_id: str, out: Path | None, overwrite: bool, packages: Path | None, course: Path | None
) -> None:
    """Pack LESSON as a Gradescope autograder: a zip to upload under Configure Autograder.

    It holds the hidden cases and the reference solution: it is for you and Gradescope alone.
    """
    loaded = find_course(course)
    bundle = pack(loaded, [lesson_id], packages)
    bundle[RUN] = (TEMPLATES / RUN).read_bytes()
    path = out or Path(f"{lesson_id}-gradescope.zip")
    refuse_handout(loaded, path)
    data = zip_bytes(bundle)
    write_export(Exported(data), path, overwrite=overwrite)
    note(
        f"Written: {path} ({len(data) / 1e6:.1f} MB). Upload it to Gradescope and to no other "
        "place, since the hidden cases are inside."
    )
    note_together(loaded, [lesson_id])


def note_together(course: Course, lesson_ids: Sequence[str]) -> None:
    """Say of which lessons a submission could read the hidden cases, wherever it is judged."""
    lessons = [find_lesson(course, name) for name in dict.fromkeys(lesson_ids)]
    names = [str(lesson.id) for lesson in lessons if lesson.cases == "together"]
    if names:
        note(f"{', '.join(names)}: {TOGETHER}")


def refuse_handout(course: Course, path: Path) -> None:
    """Keep what holds hidden cases out of what students receive."""
    place = path.resolve()
    if place.is_relative_to((course.root / "exercises").resolve()):
        raise UsageError(f"{path} would lie in exercises/, which students receive. {_ELSEWHERE}")
    if any((folder / WORKFLOW).is_file() for folder in (place, *place.parents)):
        raise UsageError(f"{path} would lie in a repository for students. {_ELSEWHERE}")
