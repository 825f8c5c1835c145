"""`grader verify`: proves a course sound."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from grader.content.manifest import MANIFEST
from grader.errors import UsageError
from grader.feedback.verify_terminal import print_proof
from grader.flows.isolation import choose_isolation
from grader.flows.trying import IS_JAILED
from grader.flows.verify.course import DONE, VerifyRequest, verify_course
from grader.flows.verify.course import Progress as Tell
from grader.flows.verify.lesson_runs import Court
from grader.flows.verify.lesson_runs import Tell as TellStep
from grader.jail.isolation import best_isolation
from grader.jail.spec import Isolation
from grader.model.soundness import CourseProof, Level

from .desk_options import cache_folder, complete_lesson, console


@click.command("verify")
@click.argument("lesson_ids", metavar="[LESSON]...", nargs=-1, shell_complete=complete_lesson)
@click.option(
    "--course",
    type=click.Path(path_type=Path),
    envvar="GRADER_COURSE",
    help="The course's folder. Default: this folder or the nearest above that is one.",
)
@click.option("--no-mutants", is_flag=True, help="Leave out the mutants of the reference.")
@click.option("--strict", is_flag=True, help="Take what is to be looked at as wrong, too.")
@click.option("--jobs", type=click.IntRange(1), help="Default: one for each core.")
@click.option(
    "--isolation",
    type=click.Choice(["full", "reduced", "none"]),
    help="Default: the best that this machine has.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings and nothing more.")
def command(lesson_ids: tuple[str, ...], course: Path | None, **options: Any) -> int:
    """Prove the course sound, or the LESSONs that are named; ends with 1 where it is not.

    Says at once everything that is wrong, by file and line, with what to do about it.
    """
    request = VerifyRequest(
        course_root=_course_root(course),
        lesson_ids=lesson_ids,
        cache=cache_folder(),
        court=_court(options["isolation"], options["jobs"]),
        with_mutants=not options["no_mutants"],
    )
    with _progress(console(errors=True)) as tell:
        proof = verify_course(request, tell)
    if options["as_json"]:
        sys.stdout.write(_as_json(proof) + "\n")
    else:
        print_proof(proof, console())
    is_fine = proof.is_sound and not (options["strict"] and proof.count(Level.WARNING))
    return 0 if is_fine else 1


def _course_root(folder: Path | None) -> Path:
    if folder is not None:
        return folder
    here = Path.cwd()
    for place in (here, *here.parents):
        if (place / MANIFEST).is_file():
            return place
    raise UsageError(
        f"There is no course here: neither {here} nor a folder above it holds {MANIFEST}. "
        "Change to a course's folder, or name one with --course."
    )


def _court(asked: Isolation | None, jobs: int | None) -> Court | None:
    if not IS_JAILED:
        return None
    # what is judged here is the author's own code, so that it may be isolated by nothing
    level = choose_isolation(asked or best_isolation())
    return Court(level.name, cache_folder(), min(jobs or _cores(), _cores()))


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


@contextmanager
def _progress(errors: Console) -> Iterator[Tell]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=errors, transient=True) as bar:
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


def _as_json(proof: CourseProof) -> str:
    whole = {"sound": proof.is_sound, **msgspec.to_builtins(proof)}
    return msgspec.json.encode(whole).decode()
