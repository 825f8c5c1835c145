"""`grader gradescope`: an autograder of one lesson, as Gradescope takes it."""

from pathlib import Path

import click

from grader.cli.course_options import complete_lesson, course_option, find_course
from grader.cli.screen import note
from grader.course.manifest import find_lesson
from grader.errors import UsageError
from grader.flows.platforms.autograder_zip import pack, zip_bytes
from grader.flows.platforms.export_grades import Exported, write_export
from grader.model.report import TOGETHER

_PATH = click.Path(path_type=Path)


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
    lesson = find_lesson(loaded, lesson_id)
    bundle = pack(loaded, lesson, packages)
    path = out or Path(f"{lesson_id}-gradescope.zip")
    if path.resolve().is_relative_to((loaded.root / "exercises").resolve()):
        raise UsageError(
            f"{path} would lie in exercises/, which students receive. Name another place."
        )
    data = zip_bytes(bundle)
    write_export(Exported(data), path, overwrite=overwrite)
    note(
        f"Written: {path} ({len(data) / 1e6:.1f} MB). Upload it to Gradescope and to no other "
        "place, since the hidden cases are inside."
    )
    if lesson.cases == "together":
        note(f"{lesson_id}: {TOGETHER}")
