"""`grader grade`: a class at once."""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from grader.flows.grade_class import GradedClass, GradeRequest, grade_class
from grader.flows.grade_class import Progress as Tell
from grader.flows.isolation import choose_isolation
from grader.model.report import Verdict
from grader.model.text import printable


@click.command("grade")
@click.argument("submissions", type=click.Path(path_type=Path))
@click.option("--lesson", "lesson_id", required=True, help="The lesson that was handed in.")
@click.option(
    "--course", type=click.Path(path_type=Path), default=Path(), help="The course's folder."
)
@click.option("--out", type=click.Path(path_type=Path), help="Default: grades/<lesson>.")
@click.option("--jobs", type=click.IntRange(1), help="Default: one for each core.")
@click.option(
    "--isolation",
    type=click.Choice(["full", "reduced", "none"]),
    help="Default: the best that this machine has.",
)
@click.option("--student", help="The student of a single submission.")
@click.option("--json", "as_json", is_flag=True, help="Print the reports and nothing more.")
def command(submissions: Path, lesson_id: str, as_json: bool, **options: Any) -> int:
    """Judge SUBMISSIONS: one file, a folder of <student>.py, or a folder of student folders.

    Writes gradebook.csv, results.jsonl, a feedback page and an instructor page for each
    student, and index.html. Run it again to judge only what has changed.
    """
    errors = Console(stderr=True)
    level = choose_isolation(options["isolation"])
    if level.notice:
        errors.print(level.notice, highlight=False, markup=False)
    request = GradeRequest(
        course_root=options["course"],
        lesson_id=lesson_id,
        submissions=submissions,
        out=options["out"] or Path("grades") / lesson_id,
        cache=_cache_folder(),
        isolation=level.name,
        jobs=options["jobs"] or os.cpu_count() or 1,
        student=options["student"],
    )
    with _progress(errors, request) as tell:
        graded = grade_class(request, tell)
    _warn(errors, graded)
    if as_json:
        for one in graded.judged:
            sys.stdout.write(msgspec.json.encode(one.report).decode() + "\n")
    else:
        _summarize(Console(), graded, request.out)
    faults = any(one.report.verdict is Verdict.GRADER_FAULT for one in graded.judged)
    return 3 if faults else 0


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "grader"


@contextmanager
def _progress(console: Console, request: GradeRequest) -> Iterator[Tell]:
    columns = (
        TextColumn("Judging {task.fields[lesson]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None, lesson=request.lesson_id)
        seen = [0, 0]

        def tell(done: int, total: int) -> None:
            seen[:] = [done, total]
            bar.update(task, completed=done, total=total)

        try:
            yield tell
        except KeyboardInterrupt:
            bar.stop()
            console.print(
                f"Stopped after {seen[0]} of {seen[1]}. What is judged is kept in "
                f"{request.out}: the same command goes on from there.",
                highlight=False,
            )
            raise


def _warn(console: Console, graded: GradedClass) -> None:
    for warning in graded.warnings:
        console.print(f"Warning: {printable(warning)}", highlight=False, markup=False)
    for student, names in sorted(graded.ignored.items()):
        listed = ", ".join(names[:8]) + (" ..." if len(names) > 8 else "")
        console.print(
            printable(f"{student}: ignored {listed}"), style="dim", highlight=False, markup=False
        )


def _summarize(console: Console, graded: GradedClass, out: Path) -> None:
    verdicts = Counter(one.report.verdict for one in graded.judged)
    counts = ", ".join(
        f"{verdicts[verdict]} {verdict.value.replace('_', ' ')}"
        for verdict in reversed(Verdict)
        if verdicts[verdict]
    )
    total = len(graded.judged)
    again = f" ({total - graded.judged_now} known from before)" if graded.judged_now < total else ""
    lines = [
        f"{total} submission{'s' if total != 1 else ''} to {graded.lesson.id}{again}: {counts}.",
        f"  class       {out / 'index.html'}",
        f"  gradebook   {out / 'gradebook.csv'}",
        f"  students    {out / 'feedback'}",
        f"  instructor  {out / 'instructor'}",
    ]
    for line in lines:
        console.print(line, highlight=False, markup=False, soft_wrap=True)
