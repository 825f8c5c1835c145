"""`grader release`: what students receive, and nothing else."""

from pathlib import Path

import click

from grader.cli.course_options import complete_lesson, course_option, find_course
from grader.cli.screen import say
from grader.flows.author.release import ZIP, release_course


@click.command("release")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("release.zip"),
    show_default=True,
    help="A new folder, or a new file that ends with .zip.",
)
@click.option(
    "--lesson",
    "lesson_ids",
    multiple=True,
    shell_complete=complete_lesson,
    help="This lesson only. May be repeated.",
)
@course_option
def command(out: Path, lesson_ids: tuple[str, ...], course: Path | None) -> None:
    """Write what students receive, which is exercises/ as the manifest names it.

    A file that is neither text nor a picture is refused, and a program that is the reference, a
    known mistake or a hidden file but for its layout: then nothing is written.
    """
    lessons, files = release_course(find_course(course).root, out, lesson_ids)
    kind = "zip" if out.suffix.lower() == ZIP else "folder"
    say(f"{out}: a {kind} with {len(lessons)} of the course's lessons, {len(files)} files.")
