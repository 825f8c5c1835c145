"""`grader verify`: proves a course sound."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec

from grader.cli.author_options import author_court
from grader.cli.course_options import complete_lesson, course_option, course_root
from grader.cli.judge_options import cache_folder, isolation_option, jobs_option
from grader.cli.progress import bar_on
from grader.cli.screen import console, say_json, terminal
from grader.feedback.findings_terminal import print_proof
from grader.flows.proof.course import DONE, VerifyRequest, verify_course
from grader.flows.proof.course import Progress as Tell
from grader.flows.proof.lesson_runs import Tell as TellStep
from grader.model.soundness import Level


@click.command("verify")
@click.argument("lesson_ids", metavar="[LESSON]...", nargs=-1, shell_complete=complete_lesson)
@course_option
@click.option("--no-mutants", is_flag=True, help="Leave out the mutants of the reference.")
@click.option("--strict", is_flag=True, help="Take what is to be looked at as wrong, too.")
@jobs_option
@isolation_option
@click.option("--json", "as_json", is_flag=True, help="Print the findings and nothing more.")
def command(lesson_ids: tuple[str, ...], course: Path | None, **options: Any) -> int:
    """Prove the course sound, or the LESSONs that are named; ends with 1 where it is not.

    Says at once everything that is wrong, by file and line, with what to do about it.
    """
    request = VerifyRequest(
        course_root=course_root(course),
        lesson_ids=lesson_ids,
        cache=cache_folder(),
        court=author_court(options["isolation"], options["jobs"]),
        with_mutants=not options["no_mutants"],
    )
    with _progress() as tell:
        proof = verify_course(request, tell)
    if options["as_json"]:
        say_json({"sound": proof.is_sound, **msgspec.to_builtins(proof)})
    else:
        print_proof(proof, terminal())
    is_fine = proof.is_sound and not (options["strict"] and proof.count(Level.WARNING))
    return 0 if is_fine else 1


@contextmanager
def _progress() -> Iterator[Tell]:
    with bar_on(console(errors=True), "{task.description}") as bar:
        tasks = {"": bar.add_task("Reading the course", total=None)}

        def begin(lesson: str, step: str) -> TellStep:
            bar.update(tasks[""], visible=False)
            if lesson not in tasks:
                tasks[lesson] = bar.add_task(lesson, total=None)
            task = tasks[lesson]
            description = f"{lesson}: {step}"
            bar.reset(task, description=description, total=None, visible=step != DONE)
            return lambda done, total: bar.update(task, completed=done, total=total)

        yield begin
