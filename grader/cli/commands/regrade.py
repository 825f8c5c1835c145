"""`grader regrade`: attempts on record judged again under the course as it is now."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from grader.cli.course_options import (
    clock,
    complete_lesson,
    course_options,
    find_course,
    open_record,
    record_place,
)
from grader.cli.judge_options import cache_folder, isolation_option, jobs_option, left_out_option
from grader.cli.screen import agreed, bar_on, console, note, say, write_page
from grader.errors import UsageError
from grader.exchange.amounts import as_decimal
from grader.feedback.regrade_terminal import print_changes
from grader.flows.isolation import choose_isolation
from grader.flows.review.regrade import (
    Outdated,
    Regrade,
    RegradeRequest,
    Tell,
    find_outdated,
    judge_again,
    take,
)
from grader.jail.spec import Isolation
from grader.model.course import Course
from grader.model.csv_file import csv_text, guarded
from grader.model.phrases import count, listed
from grader.model.regrade import AttemptChange
from grader.store.place import has_record
from grader.store.store import Store

_UNCHANGED = "Nothing has been changed."


@click.command("regrade")
@click.option("--lesson", help="This lesson only.", shell_complete=complete_lesson)
@click.option("--student", help="This student only.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@click.option("--yes", is_flag=True, help="Take all changes without being asked.")
@click.option("--csv", "table", type=click.Path(path_type=Path), help="Also write every attempt.")
@course_options
@jobs_option
@isolation_option
@left_out_option
def command(lesson: str | None, student: str | None, **options: Any) -> int:
    """Judge attempts on record again, where the course or the grader is no longer the same.

    Shows who changes, from what to what, and because of which case; then all changes are taken,
    or none. What is passed stays passed.
    """
    if options["dry_run"] and options["yes"]:
        raise UsageError("--dry-run changes nothing, so there is nothing to say --yes to.")
    course = find_course(options["course"])
    place = record_place(course.root, options["data"])
    if not has_record(place):
        raise UsageError(
            f"There is no record at {place}, so nothing can be judged again. `grader grade "
            "--record` makes one; --data names another."
        )
    with open_record(course.root, options["data"]) as store:
        outdated = find_outdated(course, store, lesson, student)
        _tell_left_alone(outdated)
        if not outdated.lessons:
            are = f"{count(outdated.up_to_date, 'attempt')} judged under the course as it is now."
            say(f"Nothing to judge again: {are}")
            return 0
        regrade = _judge(course, store, outdated, options)
        _show(regrade, options["table"])
        _decide(store, regrade, options)
    return 0


def _tell_left_alone(outdated: Outdated) -> None:
    if outdated.gone:
        note(f"No longer in the course, and left alone: {listed(outdated.gone)}.")
    if outdated.waiting:
        note(f"{count(outdated.waiting, 'attempt')} without a verdict yet: left alone.")


def _judge(course: Course, store: Store, outdated: Outdated, options: dict[str, Any]) -> Regrade:
    level = choose_isolation(options["isolation"])
    note(level.notice)
    isolation: Isolation = level.name
    jobs = options["jobs"] or os.cpu_count() or 1
    request = RegradeRequest(
        course, store, cache_folder(), isolation, jobs, options["allow_left_out"]
    )
    with _progress() as tell:
        return judge_again(request, outdated, tell)


@contextmanager
def _progress() -> Iterator[Tell]:
    with bar_on(console(errors=True), "Judging {task.description} again") as bar:
        task = bar.add_task("", total=None)
        try:
            yield lambda lesson, done, total: bar.update(
                task, description=lesson, completed=done, total=total
            )
        except KeyboardInterrupt:
            bar.stop()
            note(f"Stopped. {_UNCHANGED}")
            raise


def _show(regrade: Regrade, table: Path | None) -> None:
    for warning in regrade.warnings:
        note(f"Warning: {warning}")
    changes = regrade.changes
    print_changes(changes, console())
    if table is not None:
        write_page(table, regrade_csv(changes))


def _decide(store: Store, regrade: Regrade, options: dict[str, Any]) -> None:
    if options["dry_run"]:
        note(f"{_UNCHANGED} Leave --dry-run out to take it.")
    elif options["yes"] or _is_agreed(regrade):
        take(store, regrade, clock())
        reports = count(len(regrade.attempts), "new report")
        note(f"Taken: {reports} on record in {store.where}. The earlier ones are kept there.")


def _is_agreed(regrade: Regrade) -> bool:
    if not sys.stdin.isatty():
        note(f"{_UNCHANGED} There is no terminal to ask: say --yes to take it.")
        return False
    changed = sum(one.is_change for one in regrade.changes)
    what = f"these {changed} changes" if changed > 1 else "this change"
    if not changed:
        what = "the new reports"
    return agreed(f"Take {what}?", _UNCHANGED)


_REGRADE_COLUMNS = (
    *("student", "lesson", "attempt", "changed", "points_from", "points_to"),
    *("max_points_from", "max_points_to", "passed_from", "passed_to"),
    *("verdict_from", "verdict_to", "cases"),
)


def regrade_csv(changes: Iterable[AttemptChange]) -> str:
    """Return a row for each attempt that was judged again, also where nothing changed."""
    return csv_text([_REGRADE_COLUMNS, *(map(guarded, _change_row(one)) for one in changes)])


def _change_row(change: AttemptChange) -> tuple[str, ...]:
    both = (change.before, change.after)
    return (
        *(change.student, change.lesson, str(change.number), _yes(change.is_change)),
        *(as_decimal(Fraction(one.points)) for one in both),
        *(as_decimal(Fraction(one.max_points)) for one in both),
        *(_yes(one.lesson_passed) for one in both),
        *(one.verdict.value for one in both),
        "; ".join(f"{one.id}: {one.told}" for one in change.cases),
    )


def _yes(value: bool) -> str:  # a cell's content
    return "yes" if value else "no"
