"""Dates, penalties and limits of a lesson: told beforehand, kept, and extended by hand."""

import pytest

from tests.integration.study.small_course import RIGHT, WRONG
from tests.integration.study.terminal import STUDENT, Terminal

pytestmark = [pytest.mark.jail, pytest.mark.slow]

N = {"once": 3, "early": 4, "strict": 5, "late": 6}
BEFORE, IN_GRACE, AFTER = (
    "2026-09-10T17:59+02:00",
    "2026-09-10T18:05+02:00",
    "2026-09-12T12:00+02:00",
)
DUE = "Due Thu 10 Sep 2026, 18:00 (Europe/Berlin)"


def hand_in(terminal: Terminal, lesson: str, text: str = RIGHT) -> list[str]:
    """Word the submission of a file of its own."""
    terminal.write(f"{lesson}.py", text.format(n=N[lesson]))
    return ["submit", lesson, f"{lesson}.py"]


def test_rules_are_told_before_a_student_hands_in(terminal: Terminal) -> None:
    """`start` says what holds for the lesson, and so does the map for all."""
    said = {name: terminal.type("start", name).lines for name in ("once", "strict", "late")}
    table = terminal.type("lessons").lines

    assert "1 attempt left." in said["once"]
    assert f"{DUE}; late work is not taken." in said["strict"]
    assert f"{DUE}; late work loses 25 % of the points a day." in said["late"]
    for told in ("1 attempt left.", "late work is not taken.", "loses 25 % of the points a day."):
        assert told in table


def test_a_lesson_opens_at_its_time(terminal: Terminal) -> None:
    """Before it, it is locked by a date that is told."""
    words = hand_in(terminal, "early")

    soon = terminal.at("2026-09-01T07:59+02:00").type(*words)
    then = terminal.at("2026-09-01T08:00+02:00").type(*words)

    assert (soon.code, soon.out) == (1, "")
    assert "Locked: opens on Tue 1 Sep 2026, 08:00 (Europe/Berlin)." in soon.complaint
    assert then.code == 0, then.err


def test_grace_ends_what_takes_no_late_work(terminal: Terminal) -> None:
    """Within the grace nothing is lost; after it nothing is taken; what was taken stays."""
    words = hand_in(terminal, "strict", WRONG)

    in_grace = terminal.at(IN_GRACE).type(*words)
    same = terminal.at(AFTER).type(*words)
    other = terminal.at(AFTER).type(*hand_in(terminal, "strict"))

    assert in_grace.code == 1
    assert "taken without loss until Thu 10 Sep 2026, 18:10" in in_grace.lines
    assert (same.code, "cost no attempt" in same.lines) == (1, True)
    assert (other.code, other.out) == (1, "")
    assert (
        "Nothing is taken any more: the last moment was Thu 10 Sep 2026, 18:10" in other.complaint
    )


def test_late_work_loses_points(terminal: Terminal) -> None:
    """Before it is submitted the loss is told, after it the map shows what is left."""
    late = terminal.at(AFTER)

    begun = late.type("start", "late")
    done = late.type(*hand_in(terminal, "late"))
    table = late.type("lessons")

    assert "2 days late, so 50 % of the points are taken off now." in begun.lines
    assert done.code == 0, done.err
    told = "1 of 2 points count: 2 days late, 25 % a day."
    assert told in done.lines
    assert "late, 25 % a day" in table.lines, table.lines


def test_an_attempt_that_is_used_up_is_not_had_again(terminal: Terminal) -> None:
    """The limit holds for other bytes, not for the same ones; more can be granted."""
    wrong = terminal.type(*hand_in(terminal, "once", WRONG))
    same = terminal.type("submit", "once", "once.py")
    refused = terminal.type(*hand_in(terminal, "once"))
    granted = grant(terminal, "once", "--attempts", "1")
    taken = terminal.type("submit", "once", "once.py")

    assert (wrong.code, same.code, refused.code) == (1, 1, 1)
    assert "No attempt is left. Your best one counts." in refused.complaint
    assert refused.out == ""
    assert granted == f"once takes 1 attempt more for {STUDENT}."
    assert taken.code == 0, taken.err


@pytest.mark.parametrize(
    ("lesson", "options", "said"),
    [
        ("early", [], "early is open for ada."),
        (
            "strict",
            ["--due", "2026-09-13T18:00"],
            "strict is due Sun 13 Sep 2026, 18:00 (Europe/Berlin) for ada.",
        ),
    ],
)
def test_an_instructor_makes_room_for_one_student(
    terminal: Terminal, lesson: str, options: list[str], said: str
) -> None:
    """What is refused before the grant is taken after it, and from nobody else."""
    then = terminal.at("2026-08-01T12:00+02:00" if lesson == "early" else AFTER)
    words = hand_in(then, lesson)

    before = then.type(*words)
    granted = grant(then, lesson, *options)
    after = then.type(*words)
    another = then.with_settings(GRADER_STUDENT="bob").type(*words)

    assert [before.code, after.code, another.code] == [1, 0, 1]
    assert granted == said


def grant(terminal: Terminal, lesson: str, *options: str) -> str:
    """Grant something, with a note."""
    said = terminal.type("unlock", lesson, "--student", STUDENT, "--note", "ill", *options)
    assert said.code == 0, said.err
    return said.lines
