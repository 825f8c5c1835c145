"""What a course's author types: new, import, release, verify."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec

from grader.course.manifest import MANIFEST
from grader.errors import UsageError
from grader.ground.children import cores

from .options import (
    PATH,
    cache_folder,
    choose_isolation,
    course_option,
    course_root,
    find_course,
    isolation_option,
    jobs_option,
    json_option,
)
from .screen import console, note, progress_teller, say, say_json

_new_course_option = click.option(
    "--new-course", metavar="TITLE", help="Begin a course with it, where there is none."
)


def _course_to_fill(course: Path | None, new_course: str | None) -> Path:
    """Return the folder of the course that lessons come to, which may be a new one."""
    if new_course is not None:
        return course or Path()
    try:
        return find_course(course).root
    except UsageError as error:
        raise UsageError(f"{error} --new-course TITLE begins one.") from error


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
    type=PATH,
    metavar="FILE",
    help="Take the reference from a file, and make the stub of it.",
)
@_new_course_option
@course_option
def new(lesson_id: str, course: Path | None, new_course: str | None, **options: Any) -> None:
    """Begin LESSON: stub, text, cases, reference, hints and a mistake, to be filled in.

    `grader verify LESSON` then lists, line by line, what is still to be filled in.
    """
    from grader.authoring.foreign import read_text
    from grader.authoring.function_headers import headers_of, read_headers
    from grader.authoring.scaffolding import Entry, begin_lesson
    from grader.model.parsing import syntax_fault

    solution = options["solution"]
    if (options["functions"] is None) == (solution is None):
        raise UsageError("Say what students write: --functions, or --from-solution FILE.")
    whole = None if solution is None else read_text(solution)
    try:
        headers = read_headers(options["functions"]) if whole is None else headers_of(whole)
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"{solution} is not Python: {syntax_fault(error)}.") from error
    if not headers:
        raise UsageError(f"{solution} has no function and no class that a student could write.")
    root = _course_to_fill(course, new_course)
    entry = Entry(lesson_id, options["title"], None, None)
    for path in begin_lesson(root, entry, headers, new_course, whole):
        say(str(root / path))
    note(
        f"{lesson_id} is begun and listed in {MANIFEST}. "
        f"Type next: grader verify {lesson_id}, which lists what is to be filled in."
    )


@click.command("import")
@click.argument("source", type=PATH)
@_new_course_option
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

    root = _course_to_fill(course, new_course)
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
    type=PATH,
    default=Path("release.zip"),
    show_default=True,
    help="A new folder, or a new file that ends with .zip.",
)
@click.option("--lesson", "lesson_ids", multiple=True, help="This lesson only. May be repeated.")
@course_option
def release(out: Path, lesson_ids: tuple[str, ...], course: Path | None) -> None:
    """Write what students receive, which is exercises/ as the manifest names it.

    A file that is neither text nor a picture is refused, and a program that is the reference, a
    known mistake or a file of hidden cases but for its layout: then nothing is written.
    """
    from grader.authoring.release import ZIP, release_course

    lessons, files = release_course(find_course(course).root, out, lesson_ids)
    is_zip = out.suffix.lower() == ZIP
    kind, there = ("zip", "unpack it, and in its") if is_zip else ("folder", "in that")
    say(f"{out}: a {kind} with {len(lessons)} of the course's lessons, {len(files)} files.")
    note(f"With grader installed, students {there} folder type: grader start {lessons[0].id}")


@click.command("verify")
@click.argument("lesson_ids", metavar="[LESSON]...", nargs=-1)
@course_option
@click.option("--no-mutants", is_flag=True, help="Leave out the mutants of the reference.")
@jobs_option
@isolation_option
@json_option
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
    from grader.sandbox.isolation import best_isolation

    court = None
    if sys.platform == "linux":
        # what is judged here is the author's own code, so that it may be isolated by nothing
        level = choose_isolation(options["isolation"] or best_isolation())
        court = Court(level, cache_folder(), min(options["jobs"] or cores(), cores()))
    tell = progress_teller()

    def begin(lesson: str, step: str) -> Callable[[int, int], None]:
        return lambda done, total: tell(f"{lesson}: {step}", done, total)

    proof = verify_course(root, lesson_ids, court, begin, with_mutants=with_mutants)
    if options.get("as_json"):
        say_json({"sound": proof.is_sound, **msgspec.to_builtins(proof)})
    else:
        print_proof(proof, console())
    return 0 if proof.is_sound else 1
