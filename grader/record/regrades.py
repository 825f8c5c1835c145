"""Keeps the verdicts of a regrade until they are taken, and puts them in the place of earlier ones.

No attempt is judged twice for it, and no earlier verdict is lost.
"""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, literal, select

from grader.errors import StoreError
from grader.model.report import JudgedSubmission

from .attempts import AttemptRow, as_it_was_read, verdict_values
from .database import change
from .packing import pack_judged, unpack_judged
from .tables import Moment, attempts, earlier_verdicts

NewVerdicts = Iterable[tuple[AttemptRow, JudgedSubmission]]
_KEPT = ("student", "lesson", "number", "verdict", "points", "judged")


def propose_verdicts(writing: Connection, new: NewVerdicts) -> None:
    """Keep what attempts may get, in place of what was kept before."""
    for row, judged in new:
        proposed = attempts.update().where(as_it_was_read(row))
        writing.execute(proposed.values(proposed=pack_judged(judged)))


def read_proposals(reading: Connection, lesson: str) -> dict[int, JudgedSubmission]:
    """Read what is kept of a lesson, by the attempt's id."""
    is_proposed = attempts.c.proposed.is_not(None)
    asked = select(attempts.c.id, attempts.c.proposed).where(attempts.c.lesson == lesson)
    found = reading.execute(asked.where(is_proposed))
    return {number: unpack_judged(data, f"a proposal for {lesson}") for number, data in found}


def replace_verdicts(writing: Connection, new: NewVerdicts, now: datetime) -> None:
    """Put new verdicts in the place of attempts' and keep the earlier ones.

    A pass stays: an edited course takes none back. Raises StoreError where an attempt is no longer
    as it was read.
    """
    for row, judged in new:
        before = select(*(attempts.c[name] for name in _KEPT), literal(now, Moment))
        kept = before.where(as_it_was_read(row))
        writing.execute(earlier_verdicts.insert().from_select([*_KEPT, "replaced_at"], kept))
        values = {**verdict_values(judged, now), "proposed": None}
        values["lesson_passed"] |= bool(row.lesson_passed)
        if change(writing, attempts.update().where(as_it_was_read(row)).values(values)) != 1:
            raise StoreError(
                f"{row} was changed by another process meanwhile. Nothing has been changed by "
                "this one: run the command again."
            )
