"""What a course's author types: new, import, release, verify."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from grader.authoring.foreign import read_text
from grader.authoring.function_headers import headers_of, read_headers
from grader.cli.isolation import choose_isolation
from grader.course.manifest import MANIFEST
from grader.errors import UsageError
from grader.ground.children import cores
from grader.model.parsing import syntax_fault
from grader.model.soundness import Level
from grader.sandbox.isolation import best_isolation

from .options import (
    cache_folder,
    complete_lesson,
    course_option,
    course_root,
    find_course,
    isolation_option,
    jobs_option,
)
from .screen import bar_on, console, note, say, say_json

if TYPE_CHECKING:
    from grader.proof.course import Progress
    from grader.proof.lesson_runs import Tell

_PATH = click.Path(path_type=Path)


@click.command("new")
@click.argument("lesson_id", metavar="LESSON")
@click.option("--title", required=True, help="What people read.")
@click.option(
    "--functions",
    help='What students write: "dcg(rels), ndcg_at_k(rels, k=10)", or '
    '"class Ledger(path): add(name, amount), balance()".',
)
@click.option(
    "--from-solution",
    "solution",
    type=_PATH,
    metavar="FILE",
    help="Take the reference from a file, and make the stub of it.",
)
@click.option("--requires", help="Lessons to pass first, like a,b. Default: the one before it.")
@click.option("--minutes", type=click.IntRange(1, 10_000), help="How long it takes.")
@click.option("--new-course", metavar="TITLE", help="Begin a course with it, where there is none.")
@course_option
def new(lesson_id: str, course: Path | None, **options: Any) -> None:
    """Begin LESSON: stub, text, cases, reference, hints and a mistake, to be filled in.

    `grader verify LESSON` then lists, line by line, what is still to be filled in.
    """
    from grader.authoring.scaffolding import Entry, begin_lesson

    title, new_course, solution = options["title"], options["new_course"], options["solution"]
    if (options["functions"] is None) == (solution is None):
        raise UsageError("Say what students write: --functions, or --from-solution FILE.")
    whole = None if solution is None else read_text(solution)
    try:
        headers = read_headers(options["functions"]) if whole is None else headers_of(whole)
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"{solution} is not Python: {syntax_fault(error)}.") from error
    if not headers:
        raise UsageError(f"{solution} has no function and no class that a student could write.")
    try:
        root = find_course(course).root if new_course is None else course or Path()
    except UsageError as error:
        raise UsageError(f"{error} --new-course TITLE begins one.") from error
    requires = options["requires"]
    if requires is not None:
        requires = list(dict.fromkeys(one.strip() for one in requires.split(",") if one.strip()))
    entry = Entry(lesson_id, title, options["minutes"], requires)
    for path in begin_lesson(root, entry, headers, new_course, whole):
        say(str(root / path))
    note(
        f"{lesson_id} is begun and listed in {MANIFEST}. "
        f"Type next: grader verify {lesson_id}, which lists what is to be filled in."
    )


@click.command("import")
@click.argument("source", type=_PATH)
@click.option("--new-course", metavar="TITLE", help="Begin a course with it, where there is none.")
@course_option
@jobs_option
@isolation_option
def import_(source: Path, new_course: str | None, course: Path | None, **options: Any) -> int:
    """Bring lessons of another system into the course, and say what is left to do.

    SOURCE is a folder of pytest files with the modules that they import, an exercise or a track of
    exercism's, or an assignment of nbgrader or otter (.ipynb) with its solutions. Nothing of it is
    changed.
    """
    from grader.authoring.importing import import_lessons

    root = find_course(course).root if new_course is None else course or Path()
    ids = []
    for brought in import_lessons(source, root, new_course):
        if isinstance(brought, str):
            note(brought)
            continue
        ids.append(brought.id)
        say(f"{brought.id}:")
        for path in brought.files:
            say(f"  {root / path}")
        for sentence in brought.notes:
            note(f"  {sentence}")
    if not ids:
        raise UsageError("No lesson came over.")
    say("")
    return _prove(root, tuple(ids), options, with_mutants=False)


@click.command("release")
@click.option(
    "--out",
    type=_PATH,
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
def release(out: Path, lesson_ids: tuple[str, ...], course: Path | None) -> None:
    """Write what students receive, which is exercises/ as the manifest names it.

    A file that is neither text nor a picture is refused, and a program that is the reference, a
    known mistake or a file of hidden cases but for its layout: then nothing is written.
    """
    from grader.authoring.release import ZIP, release_course

    lessons, files = release_course(find_course(course).root, out, lesson_ids)
    kind = "zip" if out.suffix.lower() == ZIP else "folder"
    say(f"{out}: a {kind} with {len(lessons)} of the course's lessons, {len(files)} files.")
    unpacked = "unpack it, and in its folder " if out.suffix.lower() == ZIP else "in that folder "
    note(f"With grader installed, students {unpacked}type: grader start {lessons[0].id}")


@click.command("verify")
@click.argument("lesson_ids", metavar="[LESSON]...", nargs=-1, shell_complete=complete_lesson)
@course_option
@click.option("--no-mutants", is_flag=True, help="Leave out the mutants of the reference.")
@click.option("--strict", is_flag=True, help="Take what is to be looked at as wrong, too.")
@jobs_option
@isolation_option
@click.option("--json", "as_json", is_flag=True, help="Print the findings and nothing more.")
def verify(lesson_ids: tuple[str, ...], course: Path | None, **options: Any) -> int:
    """Prove the course sound, or the LESSONs that are named; ends with 1 where it is not.

    Says at once everything that is wrong, by file and line, with what to do about it.
    """
    return _prove(course_root(course), lesson_ids, options, with_mutants=not options["no_mutants"])


def _prove(
    root: Path, lesson_ids: tuple[str, ...], options: dict[str, Any], *, with_mutants: bool
) -> int:
    from grader.feedback.findings_terminal import print_proof
    from grader.proof.course import verify_course
    from grader.proof.lesson_runs import Court

    court = None
    if sys.platform == "linux":
        # what is judged here is the author's own code, so that it may be isolated by nothing
        level = choose_isolation(options["isolation"] or best_isolation())
        workers = min(options["jobs"] or cores(), cores())
        court = Court(level.name, cache_folder(), workers)
    with _progress() as progress:
        proof = verify_course(root, lesson_ids, court, progress, with_mutants=with_mutants)
    if options.get("as_json"):
        say_json({"sound": proof.is_sound, **msgspec.to_builtins(proof)})
    else:
        print_proof(proof, console())
    is_fine = proof.is_sound and not (options.get("strict") and proof.count(Level.WARNING))
    return 0 if is_fine else 1


@contextmanager
def _progress() -> "Iterator[Progress]":
    from grader.proof.course import DONE

    with bar_on(console(errors=True), "{task.description}") as bar:
        tasks = {"": bar.add_task("Reading the course", total=None)}

        def begin(lesson: str, step: str) -> "Tell":
            bar.update(tasks[""], visible=False)
            if lesson not in tasks:
                tasks[lesson] = bar.add_task(lesson, total=None)
            task = tasks[lesson]
            description = f"{lesson}: {step}"
            bar.reset(task, description=description, total=None, visible=step != DONE)
            return lambda done, total: bar.update(task, completed=done, total=total)

        yield begin
