"""What an instructor's pages show of a class: everybody's lessons, who needs help, reports."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction

from msgspec import Struct

from grader.course.handout import without_locks
from grader.feedback.words import STATES, VERDICTS, Badge, Tone
from grader.grading.class_reports import read_class
from grader.model.course import Course, Lesson
from grader.model.deadlines import Grant, History
from grader.model.report import JudgedSubmission, Verdict
from grader.model.unlocking import LessonState, State, lesson_states, short_titles
from grader.record.accounts import Role, list_accounts
from grader.record.attempts import AttemptRow, facts, list_attempts, read_all_judged
from grader.record.grants import read_grants
from grader.record.remarks import marked_rows
from grader.record.store import Store

_STUCK_AFTER = 4  # attempts without more points
_UNSEEN, _DUE_SOON = timedelta(days=5), timedelta(days=7)
_FAULTY_TRIES = 3
_FAULT = Badge("!", "!", "our fault", Tone.STOPPED)
_STUCK = Badge("!", "!", "stuck", Tone.BAD)
_NO_CASE = Badge("!", "!", "no case passes yet", Tone.BAD)
_UNSEEN_BADGE = Badge("◷", "~", "not seen", Tone.STOPPED)
_UNREADABLE, _STOPS = VERDICTS[Verdict.UNREADABLE].badge, VERDICTS[Verdict.ERROR].badge
_WORST_FIRST = (_FAULT, _UNREADABLE, _STUCK, _STOPS, _NO_CASE, _UNSEEN_BADGE)


class Cell(Struct, frozen=True):
    """One lesson of one student."""

    lesson: str
    badge: Badge
    percent: int | None  # of the points, by the attempt that counts; None without any
    attempts: int


class Need(Struct, frozen=True):
    """Why a student needs the instructor, and where."""

    badge: Badge
    lesson: str  # its title


class Member(Struct, frozen=True):
    """One student of the class."""

    student: str
    name: str | None  # as a roster or a platform's download calls them
    cells: tuple[Cell, ...]
    passed: int
    points: float
    seen_at: datetime | None
    needs: tuple[Need, ...]  # the worst first


class ClassTable(Struct, frozen=True):
    """Everybody, by name."""

    titles: dict[str, str]  # of the lessons, by id
    members: tuple[Member, ...]


def read_table(
    course: Course, store: Store, now: datetime, names: dict[int, str | None]
) -> ClassTable:
    """Read how every student stands in every lesson; `names` keeps what reports say, by attempt."""
    with store.reading() as reading:
        pass_scores = {str(one.id): one.pass_score for one in course.lessons}
        rows = marked_rows(reading, list_attempts(reading), pass_scores)
        grants = read_grants(reading)
        accounts = {one.account: one for one in list_accounts(reading)}
        last = {str(row.student): row for row in rows if row.judged_at is not None}
        unknown = [row for row in last.values() if row.id not in names]
        for row, judged in read_all_judged(reading, unknown):
            names[row.id] = judged.report.name
    by_student: defaultdict[str, list[AttemptRow]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.id):
        by_student[row.student].append(row)
    students = {name for name, one in accounts.items() if one.role is Role.STUDENT}
    titles = {str(name): title for name, title in short_titles(course).items()}
    open_course = without_locks(course)
    members = []
    given_to: defaultdict[str, list[Grant]] = defaultdict(list)
    for (student, _), given in grants.items():
        given_to[student] += given
    for student in sorted(students | by_student.keys()):
        own = by_student[student]
        states = lesson_states(open_course, History(facts(own), tuple(given_to[student])), now)
        times = [row.submitted_at for row in own if row.submitted_at is not None]
        seen = accounts[student].seen_at if student in accounts else None
        seen = max([*times, *([seen] if seen else [])], default=None)
        name = names.get(last[student].id) if student in last else None
        cells = tuple(map(_cell, states))
        points = sum(float(one.counted.points) for one in states if one.counted is not None)
        passed = sum(one.state is State.PASSED for one in states)
        needs = _needs(states, own, seen, now, titles)
        members.append(Member(student, name, cells, passed, points, seen, needs))
    return ClassTable(titles, tuple(members))


def _cell(one: LessonState) -> Cell:
    percent = None
    if one.counting is not None and one.counted is not None and one.counting.max_points:
        percent = int(Fraction(100) * one.counted.points / one.counting.max_points)
    return Cell(str(one.lesson.id), STATES[one.state], percent, one.attempts_used)


def _needs(
    states: Sequence[LessonState],
    rows: Sequence[AttemptRow],
    seen: datetime | None,
    now: datetime,
    titles: dict[str, str],
) -> tuple[Need, ...]:
    """Say what a student needs help with, the worst first."""
    of_lesson: defaultdict[str, list[AttemptRow]] = defaultdict(list)
    for row in rows:
        of_lesson[row.lesson].append(row)
    found = [
        Need(badge, titles[one.lesson.id])
        for one in states
        if (badge := _trouble(one, of_lesson[one.lesson.id])) is not None
    ]
    dues = [one.dates.due for one in states if one.state is State.OPEN and one.dates.due]
    is_soon = any(now <= due <= now + _DUE_SOON for due in dues)
    if is_soon and (seen is None or now - seen > _UNSEEN):
        found.append(Need(_UNSEEN_BADGE, "something is due within a week"))
    return tuple(sorted(found, key=lambda one: _WORST_FIRST.index(one.badge)))


def _trouble(one: LessonState, rows: Sequence[AttemptRow]) -> Badge | None:
    judged = [row for row in rows if row.judged_at is not None]
    last = judged[-1] if judged else None
    if any(row.judged_at is None and row.tries >= _FAULTY_TRIES for row in rows):
        return _FAULT
    if last is not None and last.verdict is Verdict.UNREADABLE:
        return _UNREADABLE
    if last is None or one.state is State.PASSED:
        return None
    if _is_stuck(judged):
        return _STUCK
    if last.verdict is Verdict.ERROR:
        return _STOPS
    return _NO_CASE if last.verdict is Verdict.FAILED and not Fraction(last.points or 0) else None


def _is_stuck(judged: Sequence[AttemptRow]) -> bool:
    """Whether the last attempts brought no more points than one before them."""
    points = [Fraction(row.points or 0) for row in judged]
    return len(points) > _STUCK_AFTER and max(points[-_STUCK_AFTER:]) <= max(points[:-_STUCK_AFTER])


def read_lesson(store: Store, course: Course, lesson: Lesson) -> list[JudgedSubmission]:
    """Read of each student what counts at a lesson."""
    return read_class(store, course, lesson.id).judged
