"""Judges what an earlier process left without a verdict, or says that it waits."""

from typing import TYPE_CHECKING

from grader.flows.student.enrolment import Enrolment
from grader.flows.student.history import list_waiting
from grader.model.report import Verdict
from grader.store.attempts import AttemptRow

from .screen import busy, note

if TYPE_CHECKING:
    from grader.flows.student.submit import CaughtUp, Submitter


def finish_waiting(submitting: "Submitter") -> None:
    """Judge what waits, and say so."""
    with busy("Judging what had been cut short"):
        for one in submitting.finish_waiting():
            note(_caught_up(one))


def tell_waiting(enrolment: Enrolment) -> None:
    """Name what waits: a command that only looks must not take as long as a judgement."""
    for attempt in list_waiting(enrolment):
        note(f"{_named(attempt)} has no verdict yet: `grader submit {attempt.lesson}` judges it.")


def _caught_up(one: "CaughtUp") -> str:
    which = _named(one.attempt)
    if one.why is not None:
        return f"{which} waits to be judged. {one.why}"
    if one.verdict is Verdict.GRADER_FAULT:
        return f"{which} still waits to be judged: the grader failed again. It costs nothing."
    return f"{which} had been cut short; it is judged now."


def _named(attempt: AttemptRow) -> str:
    return f"Attempt {attempt.number} at {attempt.lesson}"
