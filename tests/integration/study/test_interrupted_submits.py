"""Ctrl-C in a submit stops it at once, withdraws the attempt, and holds up no later command."""

import signal
import sqlite3
import subprocess
import time
from contextlib import closing

import pytest

from grader.advice.lesson_judge import LessonJudge
from grader.record.store import FILE
from tests.integration.study.children import command, forked, killed_at
from tests.integration.study.small_course import RIGHT
from tests.integration.study.terminal import Terminal

pytestmark = [pytest.mark.jail, pytest.mark.slow]

ENDLESS = "while True:\n    pass\n"
_SECONDS = 40


def on_record(terminal: Terminal) -> list[tuple[str, int]]:
    """List lesson and tries of each attempt; empty before there is a record."""
    try:
        with closing(sqlite3.connect(f"file:{terminal.data / FILE}?mode=ro", uri=True)) as record:
            return record.execute("SELECT lesson, tries FROM attempts").fetchall()
    except sqlite3.OperationalError:
        return []


def wait_until_judged(terminal: Terminal, lesson: str) -> None:
    """Wait until judging an attempt has begun."""
    until = time.monotonic() + _SECONDS
    while (lesson, 1) not in on_record(terminal):
        assert time.monotonic() < until
        time.sleep(0.02)


def interrupted(terminal: Terminal, *words: str) -> tuple[int, str]:
    """Submit, and press Ctrl-C once judging has begun; give the exit code and what was said."""
    process = terminal.start(terminal.command("submit", *words))
    wait_until_judged(terminal, words[0])
    process.send_signal(signal.SIGINT)
    try:
        out, errors = process.communicate(timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    assert out == ""
    return process.returncode, " ".join(errors.split())


def test_a_submit_that_is_stopped_is_withdrawn(terminal: Terminal) -> None:
    """It costs no attempt, not the last one either, and the next file is attempt 1."""
    terminal.write("once/once.py", ENDLESS)

    code, said = interrupted(terminal, "once")

    assert code == 130
    assert said == (
        "Stopped before there was a verdict: attempt 1 at once is withdrawn and costs nothing."
    )
    assert on_record(terminal) == []
    terminal.write("once/once.py", RIGHT.format(n=3))
    assert "This is attempt 1." in terminal.type("submit", "once").lines


@pytest.mark.parametrize("words", [("lessons",), ("history",), ("hint", "plain")])
def test_who_only_looks_waits_for_no_judgement(terminal: Terminal, words: tuple[str, ...]) -> None:
    """What a kill left waiting stays for the next submit."""
    terminal.write("plain/plain.py", RIGHT.format(n=1))
    forked(killed_at(LessonJudge, "judge_one", command(terminal, "submit", "plain")))
    assert on_record(terminal) == [("plain", 1)]

    said = terminal.type(*words)

    assert said.code == 0
    assert on_record(terminal) == [("plain", 1)]
    submitted = terminal.type("submit", "plain")
    assert "Attempt 1 at plain had been cut short; it is judged now." in submitted.complaint
