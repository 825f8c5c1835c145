"""`grader release`: what students receive, and nothing else."""

from pathlib import Path

import click

from grader.cli.author_options import author_court
from grader.cli.course_options import complete_lesson, course_option, find_course
from grader.cli.screen import busy, say, terminal
from grader.feedback.findings_terminal import print_release
from grader.flows.author.release import ReleaseRequest, release_course
from grader.flows.author.release_target import is_zip

_DEFAULT = Path("release.zip")


@click.command("release")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=_DEFAULT,
    show_default=True,
    help="A folder, or a file that ends with .zip; an earlier release there is replaced.",
)
@click.option(
    "--lesson",
    "lesson_ids",
    multiple=True,
    shell_complete=complete_lesson,
    help="This lesson only. May be repeated.",
)
@course_option
def command(out: Path, lesson_ids: tuple[str, ...], course: Path | None) -> int:
    """Write what students receive: exercises/, with a README, as a folder or a zip.

    Before, every file is searched for what only hidden cases should hold. Where something is
    found nothing is written, and the command ends with 1.
    """
    root = find_course(course).root
    request = ReleaseRequest(root, out, lesson_ids, author_court(None, 1))
    with busy("Looking for what is hidden"):
        released = release_course(request)
    print_release(released.findings, released.left_out, terminal(errors=True))
    if not released.is_written:
        return 1
    kind = "zip" if is_zip(out) else "folder"
    say(
        f"{out}: a {kind} with {len(released.lessons)} of the course's lessons, "
        f"{len(released.files)} files."
    )
    return 0
