"""Records hints taken, what an instructor granted by hand, and whose results are published."""

from datetime import datetime

from msgspec import Struct

from grader.model.deadlines import Grant, History

from .attempts import facts, list_attempts
from .connections import Connection, matching, moment, moment_or_none, of_row
from .people import enrol, write_audit
from .remarks import marked_rows

_GRANTS = "SELECT student, lesson, opens, due, attempts FROM grants"


class HintTaken(Struct, frozen=True):
    """One step of a lesson's hints that a student has read."""

    student: str
    lesson: str
    step: int  # from 1
    taken_at: datetime


def take_hint(writing: Connection, student: str, lesson: str, step: int, now: datetime) -> None:
    """Write down that a student read a step; reading it again changes nothing."""
    enrol(writing, student, now)
    if step not in [one.step for one in hints_taken(writing, student, lesson)]:
        writing.change(
            "INSERT INTO hints (student, lesson, step, taken_at)"
            " VALUES (:student, :lesson, :step, :now)",
            student=student,
            lesson=lesson,
            step=step,
            now=now,
        )
        write_audit(writing, "hint", now, student=student, lesson=lesson, detail=f"step {step}")


def hints_taken(
    reading: Connection, student: str | None = None, lesson: str | None = None
) -> list[HintTaken]:
    """List the steps read, in order."""
    chosen, values = matching(student=student, lesson=lesson)
    rows = reading.rows(
        f"SELECT student, lesson, step, taken_at FROM hints{chosen} ORDER BY student, lesson, step",
        **values,
    )
    return [
        of_row(HintTaken, {"student": who, "lesson": what, "step": step, "taken_at": moment(at)})
        for who, what, step, at in rows
    ]


def add_grant(
    writing: Connection, student: str, grant: Grant, by: str, note: str, now: datetime
) -> None:
    """Write down what an instructor grants one student, who, and why."""
    enrol(writing, student, now)
    writing.change(
        "INSERT INTO grants (student, lesson, opens, due, attempts, granted_by, granted_at, note)"
        " VALUES (:student, :lesson, :opens, :due, :attempts, :by, :now, :note)",
        student=student,
        lesson=grant.lesson,
        opens=grant.opens,
        due=grant.due,
        attempts=grant.attempts,
        by=by,
        now=now,
        note=note,
    )
    event = "unlocked" if grant.opens else "extended"
    write_audit(writing, event, now, student=student, lesson=grant.lesson)


def read_history(reading: Connection, student: str) -> History:
    """Read what the rules of unlocking need of one student, in the order in which it came."""
    chosen = reading.rows(f"{_GRANTS} WHERE student = :student ORDER BY id", student=student)
    granted = tuple(_grant(*row) for _, *row in chosen)
    rows = marked_rows(reading, list_attempts(reading, student))
    came = sorted(rows, key=lambda row: row.id)
    return History(facts(came), granted)


def read_grants(reading: Connection) -> dict[tuple[str, str], tuple[Grant, ...]]:
    """Read everybody's grants, by student and lesson."""
    found: dict[tuple[str, str], tuple[Grant, ...]] = {}
    for student, lesson, *rest in reading.rows(f"{_GRANTS} ORDER BY id"):
        found[student, lesson] = (*found.get((student, lesson), ()), _grant(lesson, *rest))
    return found


def _grant(lesson: str, opens: int, due: str | None, attempts: int) -> Grant:
    fields = {"lesson": lesson, "opens": bool(opens), "attempts": attempts}
    return of_row(Grant, {**fields, "due": moment_or_none(due)})


class Publication(Struct, frozen=True):
    """That a lesson's results are out: since when, and by whom."""

    lesson: str
    published_by: str
    published_at: datetime


def publish(writing: Connection, lesson: str, by: str, now: datetime) -> Publication | None:
    """Publish a lesson's results; return the earlier publication where they were out already."""
    known = find_publication(writing, lesson)
    if known is None:
        writing.change(
            "INSERT INTO publications (lesson, published_by, published_at)"
            " VALUES (:lesson, :by, :now)",
            lesson=lesson,
            by=by,
            now=now,
        )
        write_audit(writing, "published", now, lesson=lesson)
    return known


def take_back_publication(writing: Connection, lesson: str, now: datetime) -> Publication | None:
    """Take a publication back; return it, or None where there was none."""
    known = find_publication(writing, lesson)
    if known is not None:
        writing.change("DELETE FROM publications WHERE lesson = :lesson", lesson=lesson)
        write_audit(writing, "publication undone", now, lesson=lesson)
    return known


def find_publication(reading: Connection, lesson: str) -> Publication | None:
    """Find a lesson's publication."""
    found = reading.rows(
        "SELECT published_by, published_at FROM publications WHERE lesson = :lesson",
        lesson=lesson,
    )
    if not found:
        return None
    by, at = found[0]
    fields = {"lesson": lesson, "published_by": by, "published_at": moment(at)}
    return of_row(Publication, fields)


def published_lessons(reading: Connection) -> frozenset[str]:
    """Name all lessons whose results are out."""
    return frozenset(lesson for (lesson,) in reading.rows("SELECT lesson FROM publications"))
