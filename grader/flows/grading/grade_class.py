"""Grades a class: takes submissions in, judges what is new, writes gradebook and pages."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from grader import __version__
from grader.course.course_file import refuse_course
from grader.course.handout import given_names
from grader.course.lesson_files import LessonFiles, load_lesson_files
from grader.course.manifest import find_lesson, load_course
from grader.errors import JailError, UsageError
from grader.flows.publication import ByHand
from grader.flows.reading_room import ReadingRoom
from grader.flows.recording import left_unrecorded, record_class
from grader.ground.folders import own_folder, refuse_others, write_whole
from grader.intake.class_intake import Intake, Source, opened, take_in
from grader.intake.class_people import NO_TABLES, PeopleFiles, read_people
from grader.intake.file_tree import FOLDER, visible
from grader.intake.layouts import Unplaced
from grader.intake.names import shown
from grader.jail.packages import installed_versions
from grader.jail.spec import Isolation
from grader.model.course import Course, Lesson
from grader.model.csv_file import csv_text, disarmed
from grader.model.phrases import FIRST, count, count_points, listed, who
from grader.model.remarks import is_marked_forever, told_points
from grader.model.report import NOT_JUDGED, JudgedSubmission, Verdict, is_judged
from grader.model.submission import Submission, left_beside, place_in

from .outputs import (
    OTHER_OUT,
    Journal,
    entry_key,
    is_coherent,
    read_journal,
    write_outputs,
)

if TYPE_CHECKING:
    from grader.flows.lesson_judge import LessonJudge
    from grader.store.attempts import ClassRecorded
    from grader.store.store import Store

NAME = "intake.csv"
_NAMED = 3  # students, for each way in which cells failed
_COLUMNS = ("handed_in", "student", "name", "team", "submitted_at", "note")


def write_intake_list(out: Path, intake: Intake) -> None:
    """Write whose each thing is, what is nobody's, and why something was not taken."""
    rows: list[tuple[str, ...]] = [_COLUMNS]
    for one in intake.unplaced:
        rows.append((one.origin, "", "", "", "", f"undecided: {one.why}"))
    for each in intake.submissions:
        when = each.submitted_at.isoformat() if each.submitted_at is not None else ""
        team, name = each.team or "", each.name or ""
        note = each.refused or "; ".join(f"taken: {file}" for file in each.renamed)
        rows.append((each.origin or "", each.student, name, team, when, note))
    write_whole(out / NAME, csv_text(map(disarmed, row) for row in rows).encode())


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
    reports = [one.report for one in judged]
    times = [one.submitted_at for one in reports if one.handed_in_as is not None]
    if lesson.due is not None and lesson.late_penalty and times and not any(times):
        yield (
            "It is not known when anybody submitted, so nobody loses points for lateness: "
            "--submitted-at can tell the times."
        )


_ANOTHER = "Name another folder with --out."


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


class LessonFolders(Struct, frozen=True):
    """The lessons in the order of the course, and what is none."""

    lessons: tuple[str, ...]
    others: tuple[str, ...]


def lesson_folders(course_root: Path, source: Source, out: Path) -> LessonFolders:
    """List them; raises UsageError where nothing is named after a lesson, or `out` among them."""
    refuse_out(out, source.path, course_root)
    course = load_course(course_root)
    submissions = source.path
    try:
        with opened(source) as root:
            entries = visible(root.children()) if root.kind == FOLDER else []
            folders = {node.name for node in entries if node.kind == FOLDER}
            names = [node.name for node in entries]
    except OSError as error:
        raise UsageError(f"{submissions} cannot be read: {error.strerror}.") from error
    lessons = tuple(str(lesson.id) for lesson in course.lessons if lesson.id in folders)
    if not lessons:
        ids = ", ".join(lesson.id for lesson in course.lessons)
        raise UsageError(
            f"Which lesson is {submissions} for? Name it with --lesson (the course has: {ids}), or "
            "give a folder that holds one folder for each lesson, named by its id."
        )
    return LessonFolders(lessons, tuple(shown(name) for name in names if name not in lessons))


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
    by_hand: ByHand
    student: str | None = None
    inside: str = ""  # the folder of this lesson in what holds several lessons
    people: PeopleFiles = NO_TABLES
    record: "Store | None" = None  # where each judged submission is recorded
    allows_left_out: bool = False  # judge also where the reference fails a case
    layout: str = ""  # how the class was submitted; else it is found out
    accepts_renamed: bool = False  # as every lesson does whose manifest says so


class GradedClass(Struct, frozen=True):
    """What came of it."""

    course: Course
    lesson: Lesson
    judged: tuple[JudgedSubmission, ...]
    judged_now: int  # of those with something to judge
    warnings: tuple[str, ...]
    ignored: dict[str, tuple[str, ...]]  # names of files, by whose they are
    unplaced: tuple[Unplaced, ...] = ()  # what was submitted and is nobody's: not judged
    recorded: "ClassRecorded | None" = None


def grade_class(
    request: GradeRequest, progress: Progress, tell_shape: TellShape = lambda _shape: None
) -> GradedClass:
    """Grade every submission below a path; raises GraderError before anything is judged."""
    refuse_out(request.out, request.submissions, request.course_root)
    refuse_others(request.out, OTHER_OUT)
    course = load_course(request.course_root)
    named = find_lesson(course, request.lesson_id)
    lesson = replace(named, accept_renamed=named.accept_renamed or request.accepts_renamed)
    files = load_lesson_files(course, lesson)
    known = read_journal(request.out)
    with ExitStack() as held:
        people = read_people(request.people, course)
        source = Source(
            request.submissions,
            request.inside,
            request.student,
            request.layout,
            request.people.tables,
        )
        with ReadingRoom() as room:
            intake = take_in(source, lesson, people, read=room.read)
        tell_shape(intake.shape)
        submissions = intake.submissions
        own_folder(request.out, OTHER_OUT)
        keys = {str(s.student): _key(s, lesson, files, request) for s in submissions}
        for student, key in keys.items():
            if key in known and not is_coherent(known[key], student, lesson):
                del known[key]  # it is judged again
        journal = held.enter_context(Journal(request.out, known))
        _share(submissions, keys, journal)
        todo = [s for s in submissions if _is_open(journal.find(keys[s.student]))]
        progress(len(submissions) - len(todo), len(submissions))
        warnings: Sequence[str] = ()
        if todo:
            # a class that is known needs no judge, and one that is refused no Jinja
            from grader.feedback.html import load_templates
            from grader.flows.lesson_judge import LessonJudge

            jobs = max(1, min(request.jobs, len(_teams(todo))))
            judge = held.enter_context(
                LessonJudge(lesson, files, request.isolation, request.cache, jobs)
            )
            load_templates()  # while the sandboxes start
            warnings = _judge_all(judge, request, keys, todo, journal, progress)
        new = {s.student for s in todo}
        judged, lacking = [], []
        for s in submissions:
            if (one := journal.find(keys[s.student])) is None:
                lacking.append(s.student)
                continue
            # whose it is, and what it was submitted as, may change without new work
            report = replace(one.report, name=s.name, handed_in_as=s.origin)
            judged.append(replace(one, report=report))
        if lacking:
            raise JailError(f"No verdict came for {listed(lacking)}. Grade the class again.")
        recorded = None
        if request.record is not None:
            now = request.by_hand.now
            recorded = record_class(request.record, lesson.id, submissions, judged, now)
        # the journal keeps what the judge said: a mark that is taken back leaves nothing behind
        times = {str(s.student): s.submitted_at for s in submissions}
        counted = (
            replace(j, report=request.by_hand.counted(j.report, lesson, times[j.report.student]))
            for j in judged
        )
        whole = tuple(sorted(counted, key=lambda j: j.report.student))
        journal.keep([keys[j.report.student] for j in whole if not _is_open(j)])
    write_outputs(request.out, course, lesson, whole, request.by_hand)
    write_intake_list(request.out, intake)
    ignored = left_beside(submissions, given_names(course, lesson))
    nameless = left_unrecorded(s.student for s in submissions) if request.record is not None else ()
    failed = (*_cells_failed(submissions, whole), *_times_unknown(lesson, whole))
    overruled = _overruled(judged, whole, request.by_hand)
    told = (*warnings, *intake.notes, *failed, *nameless, *overruled)
    is_new = [j.report.student in new and j.report.verdict not in NOT_JUDGED for j in whole]
    return GradedClass(course, lesson, whole, sum(is_new), told, ignored, intake.unplaced, recorded)


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


def _share(submissions: Iterable[Submission], keys: Mapping[str, str], journal: Journal) -> None:
    """Give a member who joined a team later what the team has already."""
    for team in _teams(submissions):
        known = [journal.find(keys[one.student]) for one in team]
        sound = next((each for each in known if not _is_open(each)), None)
        if sound is None:
            continue
        for one, own in zip(team, known, strict=True):
            if _is_open(own):
                journal.add(keys[one.student], _for_member(sound, one))


def _is_open(known: JudgedSubmission | None) -> bool:
    # a fault of ours that a killed run wrote down is tried again
    return known is None or known.report.verdict is Verdict.GRADER_FAULT


def _key(submission: Submission, lesson: Lesson, files: LessonFiles, request: GradeRequest) -> str:
    more = [repr(submission.cells)] if submission.cells else []
    if submission.refused is not None:
        more.append(submission.refused_as)
    return entry_key(
        submission.student,
        submission.sha256(),
        submission.refused,
        files.digest,
        __version__,
        request.isolation,
        *installed_versions(lesson.installed),
        *more,
    )


def _judge_all(
    judge: "LessonJudge",
    request: GradeRequest,
    keys: Mapping[str, str],
    todo: list[Submission],
    journal: Journal,
    progress: Progress,
) -> Sequence[str]:
    teams = _teams(todo)
    done = 0
    if not request.allows_left_out:
        judge.refuse_left_out()
    for number, judged in judge.judge([team[0] for team in teams]):
        for member in teams[number]:
            journal.add(keys[str(member.student)], _for_member(judged, member))
        done += len(teams[number])
        progress(done, len(todo))
    return judge.warnings


def _teams(submissions: Iterable[Submission]) -> list[list[Submission]]:
    """Bring together who handed the same thing in together: it is judged once, for all."""
    teams: dict[tuple[str | None, ...], list[Submission]] = {}
    for one in submissions:
        alone = one.student if one.team is None else None
        teams.setdefault((one.team, alone, one.sha256(), one.refused), []).append(one)
    return list(teams.values())


def _for_member(judged: JudgedSubmission, member: Submission) -> JudgedSubmission:
    return replace(judged, report=replace(judged.report, student=member.student))
