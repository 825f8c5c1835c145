"""The command line as people type it: slips of the pen, paths for lessons, no words at all."""

import os

import pytest

from tests.integration.study.small_course import RIGHT
from tests.integration.study.terminal import Terminal

pytestmark = [pytest.mark.jail, pytest.mark.slow]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("sumbit", "plain"), "Did you mean 'submit'?"),
        (("statr",), "Did you mean 'start'?"),
        (("submit", "--jsn"), "Did you mean '--json'?"),
        (("status",), ""),
        (("submit", "--lesson"), ""),
    ],
)
def test_a_slip_of_the_pen(terminal: Terminal, words: tuple[str, ...], meant: str) -> None:
    """The one name that is much like it is offered; where none is, none."""
    said = terminal.type(*words)

    assert (said.code, said.out) == (2, "")
    assert ("mean" in said.err) is bool(meant)
    assert said.complaint.endswith(meant)


@pytest.mark.parametrize(
    "typed",
    ["1", "plain/", "./plain", "plain/plain.py", "plain.py", "plain/plain.ipynb"],
)
def test_a_folder_or_a_file_means_its_lesson(terminal: Terminal, typed: str) -> None:
    """As the shell completes it."""
    terminal.write("plain/plain.py", RIGHT.format(n=1))

    said = terminal.type("run", typed)

    assert (said.code, said.out) == (0, "seven: 8\n")


def test_no_words_at_all_show_the_map(terminal: Terminal) -> None:
    """In a course; elsewhere the help says what students type."""
    course = terminal.type()
    elsewhere = terminal.with_settings(GRADER_COURSE="").type()

    assert course.code == 0
    assert "0 of 6 lessons passed." in course.lines
    assert "Type next" in course.out
    assert elsewhere.code == 2
    assert "For students:" in elsewhere.err


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
    assert student.err.startswith(
        "plain.py, line 4, ended the run here, by exit(): nothing after it was run.\n"
    )
    assert (script.code, script.out) == (0, "")


def save(terminal: Terminal, name: str, at: int) -> None:
    """Save a file at a time."""
    os.utime(terminal.write(f"{name}/{name}.py", RIGHT.format(n=at)), (at, at))


def test_a_passed_lesson_saved_last_is_asked_about(terminal: Terminal) -> None:
    """Nothing of another lesson's is submitted; where nobody can answer, that is refused."""
    save(terminal, "plain", 1)
    assert terminal.type("submit", "plain").code == 0
    save(terminal, "once", 3)
    save(terminal, "plain", 4)

    said = terminal.type("submit")

    assert (said.code, said.out) == (2, "")
    assert said.complaint == (
        "You saved plain last, which you have passed already. Name the lesson that you mean: plain "
        "or once."
    )
    assert len(terminal.attempts()) == 1
