"""`grader watch` at a terminal: every save, every key, and a terminal left as it was found."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.integration.study.screen import SECONDS, Screen, at_terminal
from tests.integration.study.small_course import RIGHT, WRONG
from tests.integration.study.terminal import Terminal

pytestmark = [pytest.mark.jail, pytest.mark.slow]

PROMPT = "q quit"
FAILS, PASSES = "0 of 2 cases pass", "2 of 2 cases pass"


def save_in_place(path: Path, text: str) -> None:
    """Write over the file, as simple editors do."""
    path.write_text(text, encoding="utf-8")


def save_by_rename(path: Path, text: str) -> None:
    """Write another file and put it in the place of the old one, as vim and others do."""
    other = path.with_name(f".{path.name}.new")
    other.write_text(text, encoding="utf-8")
    other.replace(path)


def save_after_moving_away(path: Path, text: str) -> None:
    """Keep the old file as a backup, then write a new one, as Emacs does."""
    path.replace(path.with_name(path.name + "~"))
    path.write_text(text, encoding="utf-8")


def save_with_the_folder_gone(path: Path, text: str) -> None:
    """Put another folder in the place of the lesson's, as a `git checkout` may."""
    path.parent.replace(path.parent.with_name("old"))
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")


SAVES = [save_in_place, save_by_rename, save_after_moving_away, save_with_the_folder_gone]


def test_every_save_is_tried_and_every_key_does_its_work(terminal: Terminal) -> None:
    """Whatever way an editor saves; the terminal is given back as it was found."""
    path = terminal.write("plain/plain.py", WRONG.format(n=1))
    with at_terminal(terminal, "watch", "plain") as screen:
        before = screen.settings()
        screen.wait_for(FAILS, PROMPT)
        took = [feedback_after(screen, path, save, number) for number, save in enumerate(SAVES)]
        save_in_place(path, "def add(x)\n    return 1\n")
        screen.wait_for("SyntaxError in line 1", PROMPT)
        path.unlink()
        screen.wait_for("plain.py is gone. Save it again", PROMPT)
        screen.press(b"s")
        screen.wait_for("does not exist", PROMPT)
        save_in_place(path, WRONG.format(n=1))
        screen.wait_for(FAILS, PROMPT)

        press_every_key(screen)
        screen.press(b"\x1bOR\x1b[1;5Hq")  # F3 and Ctrl-Home end in letters, and are none
        assert screen.process.wait(SECONDS) == 0
        after = screen.settings()
    times = ", ".join(f"{one:.2f}" for one in took)
    print(f"seconds from save to feedback: {times}")  # noqa: T201 # measured, not asserted
    assert after == before
    assert [row["number"] for row in terminal.attempts()] == [1]


def feedback_after(
    screen: Screen, path: Path, save: Callable[[Path, str], None], number: int
) -> float:
    """Save another content, wait for its feedback; give the seconds that took."""
    text, expected = ((RIGHT, PASSES), (WRONG, FAILS))[number % 2]
    begun = time.monotonic()
    save(path, text.format(n=1) + f"# {number}\n")
    screen.wait_for(expected)
    took = time.monotonic() - begun
    screen.wait_for(PROMPT)
    return took


def press_every_key(screen: Screen) -> None:
    """Run, submit, take a hint, look at the map."""
    screen.press(b"r")
    screen.wait_for("seven: 6", PROMPT)
    screen.press(b"s")
    screen.wait_for("0 of 2 points", "This is attempt 1.", PROMPT)
    screen.press(b"S")
    screen.wait_for("These very bytes", PROMPT)
    screen.press(b"h")
    screen.wait_for("A hint is counted", PROMPT)
    screen.press(b"t")
    screen.wait_for(FAILS, PROMPT)
    screen.press(b"y")  # nobody has asked
    screen.wait_for(FAILS, PROMPT)
    screen.press(b"h")
    screen.wait_for("A hint is counted", PROMPT)
    screen.press(b"y")
    screen.wait_for("Hint 1 of 2", PROMPT)
    screen.press(b"l")
    screen.wait_for("0 of 6 lessons passed.", PROMPT)
    screen.press(b"?")
    screen.wait_for("the next hint; you are asked before it is counted", PROMPT)


def test_ctrl_c_gives_the_terminal_back(terminal: Terminal) -> None:
    """As q does, with the exit code of an interrupt."""
    terminal.write("plain/plain.py", WRONG.format(n=1))
    with at_terminal(terminal, "watch", "plain") as screen:
        before = screen.settings()
        screen.wait_for(PROMPT)

        screen.press(b"\x03")

        assert screen.process.wait(SECONDS) == 130
        assert screen.settings() == before
