"""`grader replay`: judges one submission again and shows one of its cases, to the instructor."""

from pathlib import Path
from typing import Any

import click

from grader.cli.course_options import (
    complete_lesson,
    course_options,
    find_course,
    open_record,
    record_place,
)
from grader.cli.judge_options import cache_folder, isolation_option
from grader.cli.screen import busy, say_json, terminal
from grader.errors import UsageError
from grader.feedback.review_terminal import print_cases_of, print_replay
from grader.flows.isolation import choose_isolation
from grader.flows.review.replay import Meant, Replay, meant_on_disk, meant_on_record, replay
from grader.model.course import Course
from grader.model.report import Outcome, Verdict
from grader.store.place import has_record


@click.command("replay")
@click.argument("submission")
@click.argument("case", required=False)
@click.option("--lesson", "lesson_id", shell_complete=complete_lesson, help="Where it is unclear.")
@click.option("--student", help="Whose, where SUBMISSION holds several.")
@isolation_option
@click.option("--json", "as_json", is_flag=True, help="Print the case and nothing more.")
@course_options
def command(submission: str, case: str | None, as_json: bool, **options: Any) -> int:
    """Judge SUBMISSION again and show what CASE did with it: calls, results, frames, failure.

    SUBMISSION is a file, a folder, an archive or a notebook as `grader grade` takes one; or an
    attempt on record: STUDENT (the last one), STUDENT:NUMBER, or the start of its SHA-256.

    CASE is its number, its id or a part of it. Without one, the cases are listed.
    Ends with 0 where it passed, 1 where it did not.
    """
    course = find_course(options["course"])
    meant = _meant(course, submission, options)
    level = choose_isolation(options["isolation"]).name
    with busy("Judging"):
        found = replay(course, meant, case, level, cache_folder())
    if as_json:
        say_json(_facts(found))
    elif found.case is None:
        print_cases_of(found.judged, terminal(), found.lesson)
    else:
        print_replay(found.judged, found.case, found.own_lines, terminal(), found.lesson)
    return _exit_code(found)


def _meant(course: Course, submission: str, options: dict[str, Any]) -> Meant:
    lesson_id, student = options["lesson_id"], options["student"]
    path = Path(submission)
    try:
        is_there = path.exists()
    except (OSError, ValueError):  # too long a name, or one with a null byte
        is_there = False
    if is_there:
        return meant_on_disk(course, path, lesson_id, student)
    if not has_record(record_place(course.root, options["data"])):
        raise UsageError(f"{submission} does not exist, and there is no record to look it up in.")
    with open_record(course.root, options["data"]) as store:
        return meant_on_record(course, store, submission, lesson_id, student)


def _facts(found: Replay) -> dict[str, Any]:
    report = found.judged.report
    head = {
        "student": report.student,
        "lesson": report.lesson,
        "submission_sha256": report.submission_sha256,
        "isolation": report.isolation,
        "verdict": report.verdict,
        "message": report.message,
        "caveat": report.caveat,
        "printed": report.printed,
    }
    if found.case is None:
        return {**head, "cases": report.cases}
    own = [{"file": one.file, "line": one.number, "source": one.source} for one in found.own_lines]
    return {**head, "case": found.case, "trace": found.trace, "own_lines": own}


def _exit_code(found: Replay) -> int:
    if found.judged.report.verdict is Verdict.GRADER_FAULT:
        return 3
    if found.case is not None:
        return 0 if found.case.outcome is Outcome.PASSED else 1
    return 0 if found.judged.report.verdict is Verdict.PASSED else 1
