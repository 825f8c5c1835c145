"""What an instructor says by hand reaches the student, the rules of unlocking, and the end."""

import json
from pathlib import Path

import pytest

from tests.integration.study.terminal import STUDENT, Said, Terminal

pytestmark = [pytest.mark.jail, pytest.mark.slow]
PUBLISH = ("unlock", "plain", "--publish")


def mark(terminal: Terminal, *words: str) -> Said:
    """Mark the student's submission to the first lesson."""
    return terminal.type(
        "mark", "--lesson", "plain", "--student", STUDENT, "--by", "Dr. Lee", *words
    )


def state(terminal: Terminal) -> list[str]:
    """Read the map's words about the two lessons."""
    lines = terminal.type("lessons").out.splitlines()
    rows = (line for line in lines if " 1. " in line or " 2. " in line)
    return [row.partition("): ")[2].split(",")[0] for row in rows]


def test_a_mark_passes_a_lesson_and_opens_the_next(terminal: Terminal) -> None:
    """History, map and the same bytes again count points by hand, until they are taken back."""
    before = state(terminal)
    said = mark(terminal, "--points", "2", "--comment", "You were right.")
    after, again = state(terminal), terminal.type("submit", "plain", "plain.py")
    row = terminal.attempts()[0]
    listed = terminal.type("history").lines
    removed = mark(terminal, "--undo")

    assert (said.code, before, after) == (0, ["open", "locked"], ["passed", "open"])
    assert "ada gets 2 points by hand for plain" in said.lines
    assert again.code == 0
    assert "2 of 2 points, marked by hand" in again.lines
    assert "Marked by hand: 2 points. You were right. (Dr. Lee, 2026-09-05)" in again.lines
    assert "not all passed" in again.lines
    assert (row["points"], row["lesson_passed"], row["verdict"]) == ("2", True, "failed")
    assert "2 of 2, by hand" in listed
    assert (removed.code, state(terminal)) == (0, ["open", "locked"])


def test_a_mark_takes_a_pass_away(terminal: Terminal) -> None:
    """A lesson that the judge passed is locked in front of again."""
    terminal.type("submit", "plain", terminal.write("right.py", "def add(x):\n    return x + 1\n"))
    before = state(terminal)

    mark(terminal, "--points", "0", "--case", "seven")

    assert (before, state(terminal)) == (["passed", "open"], ["open", "locked"])


def test_a_mark_stays_with_its_file(terminal: Terminal) -> None:
    """Another file of the student's is judged as it is, unless the mark is on all."""
    terminal.write("other.py", "def add(x):\n    return 5\n")
    mark(terminal, "--points", "2")
    other = terminal.type("submit", "plain", "other.py", "--json").report
    everywhere = mark(terminal, "--points", "3/2", "--all")
    again = terminal.type("submit", "plain", "other.py", "--json").report

    assert (other["points"], other["remarks"]) == ("0", [])
    assert (everywhere.code, again["points"]) == (0, "3/2")


def test_a_case_that_waits_for_publication(terminal: Terminal) -> None:
    """Neither the case nor what was said of it is told before; both are from then on."""
    mark(terminal, "--points", "1", "--case", "2", "--comment", "half right")
    shown = []
    for words in (PUBLISH, [*PUBLISH, "--undo"], None):
        shown.append(terminal.type("history", "plain", "--attempt", "1").lines)
        if words:
            assert terminal.type(*words).code == 0

    assert ["Seven is the start" in one for one in shown] == [False, True, False]
    assert ["half right" in one for one in shown] == [False, True, False]
    assert all("2 of 2 points" in one for one in shown)  # they count from the beginning


def test_publishing_twice_says_since_when(terminal: Terminal) -> None:
    """A second time changes nothing, and what was never out cannot be taken back."""
    terminal.type(*PUBLISH, "--by", "Dr. Lee")
    again = terminal.at("2026-09-07T12:00+02:00").type(*PUBLISH)
    undone = [terminal.type(*PUBLISH, "--undo").lines for _ in range(2)]

    assert "since Sat 5 Sep 2026, 12:00 (Europe/Berlin), by Dr. Lee" in again.lines
    assert "is no longer published" in undone[0]
    assert "was not published" in undone[1]


def test_the_student_takes_it_along(terminal: Terminal) -> None:
    """A remark is handed over with what is on record, and erased with it."""
    mark(terminal, "--points", "1", "--comment", "unforgettable")
    given = json.loads(terminal.type("export", "--student", STUDENT).out)
    terminal.type("forget", STUDENT, "--yes")
    left = [
        path.name
        for path in Path(terminal.data).rglob("*")
        if path.is_file() and b"unforgettable" in path.read_bytes()
    ]

    (row,) = given["remarks"]
    assert (row["text"], row["written_by"], row["points"]) == ("unforgettable", "Dr. Lee", "1")
    assert [one["event"] for one in given["audit"]] == ["submitted", "judged", "marked"]
    assert "unforgettable" not in json.dumps(given["audit"])
    assert left == []
    assert terminal.type("mark", "--list").lines == "There are no remarks."


def test_what_is_written_is_harmless(terminal: Terminal) -> None:
    """A terminal obeys nothing that an instructor has pasted."""
    text = "<script>alert(1)</script>\x1b[2J\u202e"
    said = terminal.type("mark", "--student", STUDENT, "--by", "<b>\x1b[1m", "--comment", text)
    shown = terminal.type("submit", "plain", "plain.py").out

    assert said.code == 0
    assert "\x1b" not in said.out + shown + terminal.type("mark", "--list").out
    assert r"\u202e" in shown
