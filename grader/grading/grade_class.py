"""Grades a class: puts it on record, judges what has no verdict, writes gradebook and pages."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from shlex import quote

from msgspec import Struct

from grader.course.course_file import refuse_course
from grader.course.handout import given_names
from grader.course.lesson_files import LessonFiles, load_lesson_files
from grader.course.manifest import find_lesson, load_course
from grader.errors import UsageError
from grader.ground.folders import own_folder, refuse_others, write_whole
from grader.intake.class_intake import Intake, Source, take_in
from grader.intake.class_people import PeopleFiles, read_people
from grader.intake.layouts import Unplaced
from grader.intake.reading_room import ReadingRoom
from grader.model.course import Lesson
from grader.model.csv_file import csv_text, disarmed
from grader.model.phrases import FIRST, count, count_points, listed, who
from grader.model.regrade import AttemptChange
from grader.model.remarks import is_marked_forever, told_points
from grader.model.report import NOT_JUDGED, JudgedSubmission, is_judged
from grader.model.submission import Submission, left_beside, place_in
from grader.record.claims import Claims, claims_of
from grader.record.grants import ByHand
from grader.record.store import Store
from grader.sandbox.spec import Isolation

from .class_judging import ClassOnRecord, can_be_recorded, left_unrecorded, teams_of
from .class_reports import read_class
from .outputs import OTHER_OUT, write_outputs

_NAME = "intake.csv"
_COLUMNS = ("handed_in", "student", "name", "team", "submitted_at", "note")
_NAMED = 3  # students, for each way in which cells failed
_ANOTHER = "Name another folder with --out."

Progress = Callable[[int, int], None]
TellShape = Callable[[str], None]  # as what the submissions were read, before any is judged


class GradeRequest(Struct, frozen=True):
    """What an instructor asks for."""

    course_root: Path
    lesson_id: str
    submissions: Path
    out: Path
    cache: Path
    isolation: Isolation
    jobs: int
    record: Store
    now: datetime
    student: str | None = None
    people: PeopleFiles = PeopleFiles()
    allows_left_out: bool = False  # judge also where the reference fails a case
    layout: str = ""  # how the class was submitted; else it is found out
    claims: Claims | None = None  # on the record's attempts, where this process has them open


class GradedClass(Struct, frozen=True):
    """What came of it."""

    lesson: Lesson
    judged: tuple[JudgedSubmission, ...]  # of each student what counts
    judged_now: int  # of those with something to judge
    warnings: tuple[str, ...]
    ignored: dict[str, tuple[str, ...]]  # names of files, by whose they are
    unplaced: tuple[Unplaced, ...] = ()  # what was submitted and is nobody's: not judged
    changes: tuple[AttemptChange, ...] = ()  # of what was judged anew


def refuse_out(out: Path, submissions: Path, course_root: Path) -> None:
    """Raise UsageError for a file, a tree of the course, and a place among the submissions."""
    if out.exists() and not out.is_dir():
        raise UsageError(f"{out} is no folder. {_ANOTHER}")
    refuse_course(course_root, out, _ANOTHER)
    if submissions.is_dir() and out.resolve().is_relative_to(submissions.resolve()):
        raise UsageError(
            f"{out} lies among the submissions in {submissions}: next time its folders would be "
            f"taken for students. {_ANOTHER}"
        )
    refuse_others(out, OTHER_OUT)


def grade_class(
    request: GradeRequest, progress: Progress, tell_shape: TellShape = lambda _shape: None
) -> GradedClass:
    """Put every submission below a path on record, judge what has no verdict, write pages.

    Raises GraderError before anything is judged.
    """
    refuse_out(request.out, request.submissions, request.course_root)
    course = load_course(request.course_root)
    lesson = find_lesson(course, request.lesson_id)
    files = load_lesson_files(course, lesson)
    people = read_people(request.people, course)
    source = Source(request.submissions, student=request.student, layout=request.layout)
    with ReadingRoom() as room:
        intake = take_in(source, lesson, people, read=room.read)
    tell_shape(intake.shape)
    submissions = [one for one in intake.submissions if can_be_recorded(one.student)]
    own_folder(request.out, OTHER_OUT)
    on_record = ClassOnRecord(
        request.record, lesson.id, files.version, request.isolation, submissions, request.now
    )
    todo = on_record.left()
    progress(len(submissions) - len(todo), len(submissions))
    warnings: Sequence[str] = ()
    if todo:
        warnings = _judge(request, lesson, files, on_record, todo, progress)
    on_record.note_names()
    known = on_record.judged | on_record.faults
    new = [known[str(one.student)].report.verdict for one in todo]
    found = read_class(request.record, course, lesson.id)
    counting = {one.report.student: one for one in found.judged} | on_record.faults
    whole = tuple(counting[student] for student in sorted(known))
    write_outputs(request.out, course, lesson, whole, found.by_hand, request.now)
    _write_intake_list(request.out, intake)
    return GradedClass(
        lesson,
        whole,
        sum(verdict not in NOT_JUDGED for verdict in new),
        (
            *warnings,
            *intake.notes,
            *_cells_failed(submissions, on_record.judged.values()),
            *_times_unknown(lesson, whole),
            *left_unrecorded(str(one.student) for one in intake.submissions),
            *_overruled(on_record.judged.values(), whole, found.by_hand),
        ),
        left_beside(submissions, given_names(course, lesson)),
        intake.unplaced,
        tuple(on_record.changes),
    )


def _judge(
    request: GradeRequest,
    lesson: Lesson,
    files: LessonFiles,
    on_record: ClassOnRecord,
    todo: list[Submission],
    progress: Progress,
) -> Sequence[str]:
    """Judge what has no verdict, and give the warnings about the lesson."""
    # a class that is known needs no judge, and one that is refused no Jinja
    from grader.advice.lesson_judge import LessonJudge
    from grader.feedback.html import load_templates

    jobs = max(1, min(request.jobs, len(teams_of(todo))))
    total = len(on_record.submissions)
    with ExitStack() as held:
        claims = request.claims
        if claims is None:
            claims = claims_of(request.record, request.cache)
            held.callback(claims.close)
        judge = held.enter_context(
            LessonJudge(lesson, files, request.isolation, request.cache, jobs)
        )
        load_templates()  # while the sandboxes start
        if not request.allows_left_out:
            judge.refuse_left_out()
        on_record.judge(judge, claims, jobs, lambda done: progress(done, total))
        return judge.warnings


def _write_intake_list(out: Path, intake: Intake) -> None:
    """Write whose each thing is, what is nobody's, and why something was not taken."""
    rows: list[tuple[str, ...]] = [_COLUMNS]
    for one in intake.unplaced:
        rows.append((one.origin, "", "", "", "", f"undecided: {one.why}"))
    for each in intake.submissions:
        when = each.submitted_at.isoformat() if each.submitted_at is not None else ""
        team, name = each.team or "", each.name or ""
        note = each.refused or "; ".join(f"taken: {file}" for file in each.renamed)
        rows.append((each.origin or "", each.student, name, team, when, note))
    write_whole(out / _NAME, csv_text(map(disarmed, row) for row in rows).encode())


# -- what is to be known beside the reports


def _cells_failed(
    submissions: Sequence[Submission], judged: Iterable[JudgedSubmission]
) -> Iterator[str]:
    """Say in one line how many notebooks had a cell that failed, and in which way most did."""
    cells = {str(one.student): one.cells for one in submissions if one.cells}
    failed: dict[str, list[str]] = defaultdict(list)
    for one in judged:
        failure, name = one.report.failure, one.report.student
        if name in cells and failure is not None and failure.kind == "cell":
            place = place_in(cells[name], failure.place.line) if failure.place else "a cell"
            what = f"{failure.type or 'an error of its own'} in {place.partition(',')[0]}"
            failed[what].append(who(name, one.report.name))
    if failed:
        total = count(len(cells), "notebook")
        ways = sorted(failed.items(), key=lambda way: -len(way[1]))
        told = listed((f"{what} ({listed(names, _NAMED)})" for what, names in ways), FIRST)
        yield f"{sum(map(len, failed.values()))} of {total} had cells that failed: {told}."


def _times_unknown(lesson: Lesson, judged: Iterable[JudgedSubmission]) -> Iterator[str]:
    """Say that nobody can be late where a lesson takes points for it and no time is known."""
    times = [one.report.submitted_at for one in judged if one.report.handed_in_as is not None]
    if lesson.due is not None and lesson.late_penalty and times and not any(times):
        yield (
            "It is not known when anybody submitted, so nobody loses points for lateness: "
            "--submitted-at can tell the times."
        )


def _overruled(
    judged: Iterable[JudgedSubmission], counted: Iterable[JudgedSubmission], by_hand: ByHand
) -> Iterator[str]:
    """Say where a mark that was given before there was a submission holds against the judge."""
    earned = {one.report.student: one.report.points for one in judged if is_judged(one.report)}
    for report in (one.report for one in counted):
        points = Fraction(earned.get(report.student, report.points))
        is_other = points != Fraction(report.points)
        if is_other and is_marked_forever(report, by_hand.remarks):
            yield (
                f"{who(report.student, report.name)} earned {count_points(points)}, and a mark "
                f"by hand for every submission makes them {told_points(report)}. "
                f"`grader mark --student {quote(report.student)} --lesson {report.lesson} --undo` "
                "takes the mark back."
            )
