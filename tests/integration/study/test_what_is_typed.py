"""The command line as people type it: locked lessons, runs that end, pagers, homes, times."""

from pathlib import Path

import pytest

from tests.integration.study.screen import at_terminal
from tests.integration.study.small_course import RIGHT
from tests.integration.study.terminal import Terminal

pytestmark = [pytest.mark.jail, pytest.mark.slow]


@pytest.mark.parametrize("word", ["start", "run", "test", "submit", "watch", "hint"])
def test_a_locked_lesson_is_locked_for_every_command(terminal: Terminal, word: str) -> None:
    """Before a word about files that are not there."""
    said = terminal.type(word, "locked")

    assert (said.code, said.out) == (1, "")
    assert said.complaint.startswith("Locked: needs Plain.")


def test_code_that_leaves_ends_the_run(terminal: Terminal) -> None:
    """With 1 and the line that did; what the script itself says stays as it is."""
    terminal.write("plain/plain.py", "import sys\n\ndef add(x):\n    sys.exit()\n")
    student = terminal.type("run", "plain")
    terminal.write("plain/run.py", "import sys\nsys.exit(0)\n")
    script = terminal.type("run", "plain")

    assert (student.code, student.out) == (1, "")
    assert 'File "plain.py", line 4, in add\n' in student.err
    assert "\nSystemExit\n" in student.err
    assert (script.code, script.out) == (0, "")


def test_a_long_text_comes_in_a_pager(terminal: Terminal) -> None:
    """Where the terminal is too short for it, and what to type comes after it."""
    paged = terminal.with_settings(PAGER="sed s/^/>/")
    with at_terminal(paged, "start", "plain", lines=3) as short:
        short.wait_for("Plain: adding 1", ">Add 1.", "Written to plain:")
    with at_terminal(paged, "start", "plain", lines=40) as long:
        assert ">" not in long.wait_for("Left as you have it:")


@pytest.mark.slow
@pytest.mark.parametrize("home", ["", "nowhere", "/nowhere/at/all"])
def test_a_home_that_does_not_exist_makes_no_folder(
    terminal: Terminal, tmp_path: Path, home: str
) -> None:
    """Neither in the student's folder nor where the name says."""
    terminal.write("plain/plain.py", RIGHT.format(n=1))
    homeless = terminal.with_settings(HOME=home, XDG_CACHE_HOME="", TMPDIR=str(tmp_path))

    # a process of its own, since only that removes at its end what it keeps in a passing folder
    process = homeless.start(homeless.command("test", "plain"))
    _, errors = process.communicate()

    assert (process.returncode, errors) == (0, "")
    assert list(tmp_path.glob("grader-cache-*")) == []
    assert [path.name for path in terminal.folder.iterdir()] == ["plain"]
    assert not Path("/nowhere").exists()


def test_times_are_local_and_name_their_zone(terminal: Terminal) -> None:
    """The course is in Berlin, and this student is not."""
    terminal.write("plain/plain.py", RIGHT.format(n=1))
    assert terminal.type("submit", "plain").code == 0
    away = terminal.with_settings(TZ="Asia/Tokyo")

    said, _ = away.start(away.command("history")).communicate()

    assert "2026-09-05 19:00 JST" in said
