"""`grader verify`: proves a course sound."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec

from grader.cli.course_options import complete_lesson, course_option, course_root
from grader.cli.judge_options import cache_folder, isolation_option, jobs_option
from grader.cli.screen import bar_on, console, say_json
from grader.feedback.findings_terminal import print_proof
from grader.flows.isolation import choose_isolation
from grader.flows.proof.course import DONE, Progress, verify_course
from grader.flows.proof.lesson_runs import Court, Tell
from grader.flows.student.practice import IS_JAILED
from grader.ground.children import cores
from grader.jail.isolation import best_isolation
from grader.jail.spec import Isolation
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
    root, mutants = course_root(course), not options["no_mutants"]
    court = _author_court(options["isolation"], options["jobs"])
    with _progress() as progress:
        proof = verify_course(root, lesson_ids, court, progress, with_mutants=mutants)
    if options["as_json"]:
        say_json({"sound": proof.is_sound, **msgspec.to_builtins(proof)})
    else:
        print_proof(proof, console())
    is_fine = proof.is_sound and not (options["strict"] and proof.count(Level.WARNING))
    return 0 if is_fine else 1


@contextmanager
def _progress() -> Iterator[Progress]:
    with bar_on(console(errors=True), "{task.description}") as bar:
        tasks = {"": bar.add_task("Reading the course", total=None)}

        def begin(lesson: str, step: str) -> Tell:
            bar.update(tasks[""], visible=False)
            if lesson not in tasks:
                tasks[lesson] = bar.add_task(lesson, total=None)
            task = tasks[lesson]
            description = f"{lesson}: {step}"
            bar.reset(task, description=description, total=None, visible=step != DONE)
            return lambda done, total: bar.update(task, completed=done, total=total)

        yield begin


def _author_court(asked: Isolation | None, jobs: int | None) -> Court | None:
    """Choose a level and so many workers, at most one for each core; None where none can be."""
    if not IS_JAILED:
        return None
    # what is judged here is the author's own code, so that it may be isolated by nothing
    level = choose_isolation(asked or best_isolation())
    return Court(level.name, cache_folder(), min(jobs or cores(), cores()))
