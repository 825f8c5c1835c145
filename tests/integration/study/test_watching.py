"""`grader watch` tries every save, whatever way an editor saves, until Ctrl-C."""

import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.integration.study.small_course import RIGHT, WRONG
from tests.integration.study.terminal import Terminal

pytestmark = [pytest.mark.jail, pytest.mark.slow]

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


SAVES: list[Callable[[Path, str], None]] = [save_in_place, save_by_rename, save_after_moving_away]


def test_every_save_is_tried_until_it_is_interrupted(terminal: Terminal) -> None:
    """A refused file is told and the next save is tried; what is passed leads on."""
    path = terminal.write("plain/plain.py", WRONG.format(n=1))
    process = terminal.start(terminal.command("watch", "plain"))
    read_until(process, FAILS)
    for number, save in enumerate(SAVES):
        text, expected = ((RIGHT, PASSES), (WRONG, FAILS))[number % 2]
        save(path, text.format(n=1) + f"# {number}\n")
        read_until(process, expected)
    read_until(process, "grader submit plain")
    assert terminal.type("submit", "plain").code == 0
    save_in_place(path, RIGHT.format(n=1))
    read_until(process, PASSES)
    read_until(process, "grader start ")

    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors


def read_until(process: "subprocess.Popen[str]", text: str) -> None:
    """Read lines until one holds the text."""
    assert process.stdout is not None
    for line in process.stdout:
        if text in line:
            return
    pytest.fail(f"it ended without {text}")


def test_there_must_be_something_to_watch(terminal: Terminal) -> None:
    """Before `start` there is no file, and the sentence says what to type."""
    said = terminal.type("watch", "plain")

    assert said.code == 2
    assert "`grader start plain` puts it there." in said.complaint
