"""Two processes that submit for one student at once lose nothing and do nothing twice."""

import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from grader.cli.options import open_enrolment
from grader.errors import SubmissionRefused
from grader.record.attempts import AttemptRow, list_attempts
from grader.record.store import open_store
from grader.study.submit import Submitter
from tests.integration.record.children import in_children
from tests.integration.study.children import sit_down
from tests.integration.study.small_course import WRONG
from tests.integration.study.terminal import STUDENT, Terminal

pytestmark = [pytest.mark.jail, pytest.mark.slow]

ROUNDS = 12


def submit_all(terminal: Terminal, lesson: str, name: Callable[[int], str]) -> list[int]:
    """Submit one file after the other; give the numbers of the attempts."""
    sit_down(terminal)
    options = {"course": terminal.course, "data": str(terminal.data), "student": STUDENT}
    numbers = []
    with (
        open_enrolment({**options, "work": None, "isolation": None}) as enrolment,
        ExitStack() as stack,
    ):
        to = Submitter(enrolment, stack)
        for step in range(ROUNDS):
            path = Path(f"{name(step)}.py")
            part = path.with_suffix(f".{os.getpid()}")  # both may write the same file
            part.write_text(WRONG.format(n=1) + f"# {name(step)}\n", encoding="utf-8")
            part.replace(path)
            try:
                numbers.append(to.submit(lesson, path).number)
            except SubmissionRefused:
                numbers.append(0)
    return numbers


def on_record(terminal: Terminal) -> list[AttemptRow]:
    """Read all attempts."""
    store = open_store(str(terminal.data))
    with store.reading() as reading:
        rows = list_attempts(reading)
    store.close()
    return rows


def test_different_bytes_are_attempts_of_their_own(terminal: Terminal) -> None:
    """Many rounds: none is lost, each has a number and a verdict of its own."""
    one, other = in_children(
        (submit_all, (terminal, "plain", "one{}".format)),
        (submit_all, (terminal, "plain", "other{}".format)),
    )

    rows = on_record(terminal)
    numbers = list(range(1, 2 * ROUNDS + 1))
    assert sorted(one + other) == numbers
    assert [row.number for row in rows] == numbers
    assert {(row.verdict, row.tries) for row in rows} == {("failed", 1)}


def test_the_same_bytes_are_one_attempt_judged_once(terminal: Terminal) -> None:
    """Whoever comes second waits for the verdict of whoever came first."""
    both = (submit_all, (terminal, "plain", "same{}".format))

    one, other = in_children(both, both)

    rows = on_record(terminal)
    assert one == other == list(range(1, ROUNDS + 1))
    assert [row.number for row in rows] == list(range(1, ROUNDS + 1))
    assert {(row.verdict, row.tries) for row in rows} == {("failed", 1)}


def test_the_last_attempt_is_not_had_twice(terminal: Terminal) -> None:
    """Of two that come at once where one attempt is left, one is taken."""
    one, other = in_children(
        (submit_all, (terminal, "once", "one{}".format)),
        (submit_all, (terminal, "once", "other{}".format)),
    )

    assert [row.number for row in on_record(terminal)] == [1]
    assert sorted(one + other) == [0] * (2 * ROUNDS - 1) + [1]


@pytest.mark.parametrize(("second", "attempts"), [("plain/plain.py", 1), ("mine.py", 2)])
def test_two_commands_at_once_both_answer(terminal: Terminal, second: str, attempts: int) -> None:
    """The same as two commands in two terminals."""
    terminal.write("plain/plain.py", WRONG.format(n=1))
    terminal.write("mine.py", WRONG.format(n=1) + "# mine\n")

    started = [
        terminal.start(terminal.command("submit", "plain", name))
        for name in ("plain/plain.py", second)
    ]
    said = [one.communicate(timeout=60) for one in started]

    assert [one.returncode for one in started] == [1, 1], said
    assert all("0 of 2 points" in out for out, _ in said)
    assert "locked" not in "".join(error for _, error in said)
    assert len(on_record(terminal)) == attempts
