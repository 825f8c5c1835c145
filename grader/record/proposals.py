"""Keeps the verdicts of a regrade until they are taken: no attempt is judged twice for it."""

from collections.abc import Iterable
from datetime import datetime

from grader.model.report import JudgedSubmission

from .attempts import AttemptRow, pack_judged, unpack_judged
from .connections import Connection


def propose_verdicts(
    writing: Connection, new: Iterable[tuple[AttemptRow, JudgedSubmission]], now: datetime
) -> None:
    """Keep what attempts may get, in place of what was kept before."""
    for row, judged in new:
        writing.change("DELETE FROM proposals WHERE attempt = :attempt", attempt=row.id)
        writing.change(
            "INSERT INTO proposals (attempt, student, lesson, submission_sha256, judged, made_at)"
            " VALUES (:attempt, :student, :lesson, :sha, :judged, :now)",
            attempt=row.id,
            student=row.student,
            lesson=row.lesson,
            sha=row.submission_sha256,
            judged=pack_judged(judged),
            now=now,
        )


def read_proposals(reading: Connection, lesson: str) -> dict[int, JudgedSubmission]:
    """Read what is kept of a lesson, by the attempt's id."""
    found = reading.rows(
        "SELECT proposals.attempt, proposals.judged FROM proposals JOIN attempts"
        " ON attempts.id = proposals.attempt AND attempts.student = proposals.student"
        " AND attempts.lesson = proposals.lesson"
        " AND attempts.submission_sha256 = proposals.submission_sha256"
        " WHERE proposals.lesson = :lesson",
        lesson=lesson,
    )
    return {number: unpack_judged(data, f"a proposal for {lesson}") for number, data in found}
