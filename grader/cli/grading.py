"""What an instructor types to have a class judged, or judged again: grade, regrade."""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.course.manifest import find_lesson, load_course
from grader.errors import UsageError
from grader.ground.children import cores
from grader.intake.class_intake import ONE
from grader.intake.class_people import PeopleFiles
from grader.intake.layouts import LAYOUTS
from grader.model.course import Course
from grader.model.phrases import FIRST, count, first_of, listed, who
from grader.model.report import NOT_JUDGED, Verdict, caveats

from .options import (
    PATH,
    cache_folder,
    choose_isolation,
    clock,
    course_options,
    course_root,
    find_course,
    isolation_option,
    jobs_option,
    json_option,
    left_out_option,
    open_record,
    record_place,
)
from .screen import agreed, console, note, progress_teller, say, say_json

if TYPE_CHECKING:
    from grader.grading.grade_class import GradedClass, GradeRequest

_TABLES = ("roster", "groups", "submitted_at")
_UNCHANGED = "Nothing has been changed."


@click.command("grade")
@click.argument("submissions", type=PATH)
@click.option("--lesson", "lesson_id", required=True, help="The lesson of the submissions.")
@course_options
@click.option("--out", type=PATH, help="Default: grades/<lesson>.")
@click.option("--roster", type=PATH, help="A CSV file with id, name and email: who is who.")
@click.option("--groups", type=PATH, help="A CSV file with group and id: who works together.")
@click.option("--submitted-at", type=PATH, help="A CSV file with id and time: when it came.")
@jobs_option
@isolation_option
@click.option("--student", help="The student of a single submission.")
@click.option(
    "--layout",
    type=click.Choice((ONE, *LAYOUTS)),
    help="The layout of SUBMISSIONS. Default: what most entries of SUBMISSIONS fit.",
)
@left_out_option
@json_option
def grade(submissions: Path, lesson_id: str, as_json: bool, **options: Any) -> int:
    """Judge SUBMISSIONS: a file, a folder, an archive, or a learning platform's download.

    A folder or a zip may hold a module, a notebook, a folder or an archive for each student, or be
    what nbgrader, Moodle, Canvas, Blackboard or Gradescope gives.

    The first line says as what it was read: "Moodle download, 300 of 300 entries". An entry that is
    unlike the others, or whose student is not clear, is named as undecided and not judged.

    Each submission is put on record as an attempt before it is judged. From the record OUT gets
    gradebook.csv, intake.csv, results.jsonl, a feedback and an instructor page for each student,
    and index.html. Run it again to judge only what has changed, and to write OUT again.

    Ends with 0 when the whole class is graded, 1 when a submission is undecided or the course
    cannot be used, 2 for wrong use, 3 when the grader itself failed, 130 when interrupted.
    A course whose reference fails a hidden case cannot be used without --allow-left-out.
    """
    from grader.grading.grade_class import GradeRequest, refuse_out

    root = course_root(options["course"])
    root = Path() if root == Path.cwd() else root  # short in messages
    tables = [path for name in _TABLES if (path := options[name]) is not None]
    # what was mistyped is told at once: to try the isolation takes seconds
    course = load_named(root, lesson_id, (submissions, *tables))
    out = options["out"] or Path("grades") / lesson_id
    level = choose_isolation(options["isolation"])
    refuse_out(out, submissions, root)  # before a record is begun
    with open_record(course, options["data"]) as record:
        request = GradeRequest(
            course_root=root,
            lesson_id=lesson_id,
            submissions=submissions,
            out=out,
            cache=cache_folder(),
            isolation=level,
            jobs=options["jobs"] or cores(),
            record=record,
            now=clock(),
            student=options["student"],
            people=PeopleFiles(*(options[name] for name in _TABLES)),
            allows_left_out=options["allow_left_out"],
            layout=options["layout"] or "",
        )
        graded = _grade(request)
        if as_json:
            for one in graded.judged:
                say_json(one.report)
        else:
            _summarize(graded, out)
        _tell_record(graded, record.where)
    return _tell_not_judged(graded, out)


def load_named(root: Path, lesson_id: str, paths: Iterable[Path]) -> Course:
    """Load the course; raises GraderError for a lesson or a path that is named and not there."""
    course = load_course(root)
    find_lesson(course, lesson_id)
    for path in paths:
        try:
            path.lstat()
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    return course


def _grade(request: "GradeRequest") -> "GradedClass":
    """Grade a class, and say how far it has come and what is to be known of it."""
    from grader.grading.grade_class import grade_class

    seen, teller = [0, 0], progress_teller()

    def tell(done: int, total: int) -> None:
        seen[:] = [done, total]
        teller(request.lesson_id, done, total)

    def tell_shape(shape: str) -> None:
        note(f"{shape}.")
        note(f"Isolation: {request.isolation}.")

    try:
        graded = grade_class(request, tell, tell_shape)
    except KeyboardInterrupt:
        note(
            f"Stopped after {seen[0]} of {seen[1]}. What is judged is on record in "
            f"{request.record.where}: the same command goes on from there.",
        )
        raise
    for warning in graded.warnings:
        note(f"Warning: {warning}")
    named = [f"{listed(names, FIRST)} of {whose}" for whose, names in graded.ignored.items()]
    if named:
        shown, more = first_of(named)
        note(f"Ignored: {'; '.join([*shown, *([more] if more else [])])}.")
    return graded


def _summarize(graded: "GradedClass", out: Path) -> None:
    verdicts = Counter(one.report.verdict for one in graded.judged)

    def counted(*, are_judged: bool) -> str:
        which = [one for one in reversed(Verdict) if (one not in NOT_JUDGED) is are_judged]
        named = {one: one.value.replace("_", " ") for one in which if verdicts[one]}
        return ", ".join(f"{verdicts[one]} {name}" for one, name in named.items())

    judged = len(graded.judged) - sum(verdicts[verdict] for verdict in NOT_JUDGED)
    known = judged - graded.judged_now
    again = f" ({known} known from before)" if known else ""
    late = sum(one.report.counted_because is not None for one in graded.judged)
    counts, not_judged = counted(are_judged=True), counted(are_judged=False)
    say(f"{count(judged, 'submission')} to {graded.lesson.id}{again}: {counts or 'none judged'}.")
    if not_judged:
        say(f"Not judged: {not_judged}.")
    for caveat in caveats(one.report for one in graded.judged):
        say(caveat)
    if late:
        say(f"Late: fewer points count for {count(late, 'student')}, as their pages say.")
    say(f"  class       {out / 'index.html'}")
    say(f"  gradebook   {out / 'gradebook.csv'}")
    say(f"  students    {out / 'feedback'}")
    say(f"  instructor  {out / 'instructor'}")


def _tell_record(graded: "GradedClass", where: str) -> None:
    """Say where the class is on record, and who has another verdict than before."""
    note(f"On record in {where}.")
    if graded.changes:
        from grader.feedback.regrade_terminal import print_changes

        note("Judged anew, since the lesson, the grader or the isolation is no longer the same:")
        print_changes(graded.changes, console(errors=True))


def _tell_not_judged(graded: "GradedClass", out: Path) -> int:
    """Say what is nobody's, and whose cannot be read, each with the reason; give the exit code."""
    for each in graded.unplaced:
        note(f"Undecided: {each.origin}: {each.why}.")
    reasons: dict[str, list[str]] = defaultdict(list)
    for judged in graded.judged:
        report = judged.report
        if report.verdict is Verdict.UNREADABLE:
            reasons[report.message or ""].append(who(report.student, report.name))
    shown, more = first_of([f"{listed(names, FIRST)}: {why}" for why, names in reasons.items()])
    for line in shown:
        note(f"Unreadable: {line}")
    if more:
        note(f"Unreadable: {more} reasons, which {out / 'intake.csv'} names.")
    if any(one.report.verdict is Verdict.GRADER_FAULT for one in graded.judged):
        return 3
    return 1 if graded.unplaced else 0


@click.command("regrade")
@click.option("--lesson", help="This lesson only.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@click.option("--yes", is_flag=True, help="Take all changes without being asked.")
@course_options
@jobs_option
@isolation_option
@left_out_option
def regrade(lesson: str | None, **options: Any) -> None:
    """Judge attempts on record again, where the course or the grader is no longer the same.

    Shows who changes, from what to what, and because of which case; then all changes are taken,
    or none. What is passed stays passed.
    """
    from grader.feedback.regrade_terminal import print_changes
    from grader.grading.regrade import RegradeRequest, find_outdated, judge_again, take
    from grader.record.store import has_record

    if options["dry_run"] and options["yes"]:
        raise UsageError("--dry-run changes nothing, so there is nothing to say --yes to.")
    course = find_course(options["course"])
    place = record_place(course.root, options["data"])
    if not has_record(place):
        raise UsageError(
            f"There is no record at {place}, so nothing can be judged again. `grader grade` "
            "makes one; --data names another."
        )
    with open_record(course, options["data"]) as store:
        outdated = find_outdated(course, store, lesson)
        if not outdated:
            say("Nothing to judge again: all is judged under the course as it is now.")
            return
        level = choose_isolation(options["isolation"])
        note(f"Isolation: {level}.")
        jobs = options["jobs"] or cores()
        request = RegradeRequest(store, cache_folder(), level, jobs, options["allow_left_out"])
        try:
            judged = judge_again(request, outdated, progress_teller())
        except KeyboardInterrupt:
            note(f"Stopped. {_UNCHANGED}")
            raise
        for warning in judged.warnings:
            note(f"Warning: {warning}")
        print_changes(judged.changes, console())
        if options["dry_run"]:
            note(f"{_UNCHANGED} Leave --dry-run out to take it.")
        elif options["yes"] or _is_agreed():
            take(store, judged, clock())
            reports = count(len(judged.attempts), "new report")
            note(f"Taken: {reports} on record in {store.where}. The earlier ones are kept there.")


def _is_agreed() -> bool:
    if sys.stdin.isatty():
        return agreed("Take this as a whole?", _UNCHANGED)
    note(f"{_UNCHANGED} There is no terminal to ask: say --yes to take it.")
    return False
