"""Records hints taken, and what an instructor granted by hand."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from grader.model.course import LessonId
from grader.model.progress import Grant, History

from .attempts import facts, list_attempts
from .audit import write_audit
from .people import enrol
from .remarks import marked_rows
from .schema import grants, hints


@dataclass(frozen=True)
class HintTaken:
    """One step of a lesson's hints that a student has read."""

    student: str
    lesson: str
    step: int  # from 1
    taken_at: datetime


def take_hint(writing: Connection, student: str, lesson: str, step: int, now: datetime) -> None:
    """Write down that a student read a step; reading it again changes nothing."""
    enrol(writing, student, now)
    if step not in [one.step for one in hints_taken(writing, student, lesson)]:
        row = {"student": student, "lesson": lesson, "step": step, "taken_at": now}
        writing.execute(hints.insert(), row)
        write_audit(writing, "hint", now, student=student, lesson=lesson, detail=f"step {step}")


def hints_taken(
    reading: Connection, student: str | None = None, lesson: str | None = None
) -> list[HintTaken]:
    """List the steps read, in order."""
    asked = select(hints).order_by(hints.c.student, hints.c.lesson, hints.c.step)
    if student is not None:
        asked = asked.where(hints.c.student == student)
    if lesson is not None:
        asked = asked.where(hints.c.lesson == lesson)
    return [HintTaken(*row) for row in reading.execute(asked)]


def add_grant(
    writing: Connection, student: str, grant: Grant, by: str, note: str, now: datetime
) -> None:
    """Write down what an instructor grants one student, who, and why."""
    enrol(writing, student, now)
    writing.execute(
        grants.insert(),
        {
            "student": student,
            "lesson": grant.lesson,
            "opens": grant.opens,
            "due": grant.due,
            "attempts": grant.attempts,
            "granted_by": by,
            "granted_at": now,
            "note": note,
        },
    )
    event = "unlocked" if grant.opens else "extended"
    write_audit(writing, event, now, student=student, lesson=grant.lesson)


def read_history(reading: Connection, student: str) -> History:
    """Read what the rules of unlocking need of one student, in the order in which it came."""
    asked = select(grants).where(grants.c.student == student).order_by(grants.c.id)
    granted = tuple(_grant(row) for row in reading.execute(asked))
    rows = marked_rows(reading, list_attempts(reading, student))
    came = sorted(rows, key=lambda row: row.id)
    return History(facts(came), granted)


def read_grants(reading: Connection) -> dict[tuple[str, str], tuple[Grant, ...]]:
    """Read everybody's grants, by student and lesson."""
    found: dict[tuple[str, str], tuple[Grant, ...]] = {}
    for row in reading.execute(select(grants).order_by(grants.c.id)):
        key = (row.student, row.lesson)
        found[key] = (*found.get(key, ()), _grant(row))
    return found


def _grant(row: Any) -> Grant:
    return Grant(LessonId(row.lesson), row.opens, row.due, row.attempts)
