"""The command line as people type it: slips of the pen, paths for lessons, no words at all."""

import os
from pathlib import Path

import pytest

from tests.integration.study.screen import at_terminal
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


def test_a_file_elsewhere_is_the_file_that_is_meant(terminal: Terminal) -> None:
    """Not the one in the lesson's own folder."""
    terminal.write("plain/plain.py", RIGHT.format(n=1))
    terminal.write("older/plain.py", RIGHT.format(n=30))

    said = terminal.type("run", "older/plain.py")

    assert (said.code, said.out) == (0, "seven: 37\n")


def test_a_file_that_is_named_like_no_lesson(terminal: Terminal) -> None:
    """The sentence says where its name goes."""
    terminal.write("mine.py", RIGHT.format(n=1))

    said = terminal.type("run", "mine.py")

    assert (said.code, said.out) == (2, "")
    assert "Name the lesson first: LESSON mine.py" in said.complaint


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
    assert 'File "plain.py", line 4, in add\n' in student.err
    assert "\nSystemExit\n" in student.err
    assert (script.code, script.out) == (0, "")


def test_a_run_ends_with_the_help_of_a_test(terminal: Terminal) -> None:
    """Below what run.py shows stands what `grader test` says of what to look at, no more."""
    terminal.write("plain/plain.py", "def add(x):\n    print(x + 1)\n")
    run, test = terminal.type("run", "plain"), terminal.type("test", "plain")

    told = test.lines.partition("What to look at next")[2].partition(" 0 of 2")[0]
    assert (run.code, run.out) == (0, "8\nseven: None\n")
    assert "write `return` where it says `print`" in told
    assert run.complaint == f"Public cases 0 of 2 cases pass. What to look at next{told}"


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


@pytest.mark.parametrize(("answer", "number"), [(b"\r", "seven: 10"), (b"plain\r", "seven: 11")])
def test_whoever_can_answer_is_asked(terminal: Terminal, answer: bytes, number: str) -> None:
    """The lesson that would have been meant is the answer of whoever says nothing."""
    save(terminal, "plain", 1)
    assert terminal.type("submit", "plain").code == 0
    save(terminal, "once", 3)
    save(terminal, "plain", 4)

    with at_terminal(terminal, "run") as screen:
        screen.wait_for("Which one do you mean (once, plain) [once]:")
        screen.press(answer)
        screen.wait_for(number)


def test_a_complaint_breaks_between_words(terminal: Terminal) -> None:
    """At a terminal; a path that is longer than a line stays whole."""
    nowhere = f"/{'long' * 25}"

    with at_terminal(terminal, "submit", "--course", nowhere) as screen:
        said = screen.wait_for("Name another")

    assert said.split("\n", 1)[0] == nowhere
    assert max(map(len, said.split("\n")[1:])) <= 80


def test_what_is_said_of_a_layer_keeps_its_margin(terminal: Terminal) -> None:
    """On a narrow terminal, too, a line of `doctor` begins with a state or stands below one."""
    said = terminal.with_settings(COLUMNS="40").type("doctor")

    layers = said.out.partition("\n\n")[0].split("\n")
    assert {line[:8] for line in layers} <= {"active  ", "missing ", " " * 8}


def test_a_long_text_comes_in_a_pager(terminal: Terminal) -> None:
    """Where the terminal is too short for it, and what to type comes after it."""
    paged = terminal.with_settings(PAGER="sed s/^/>/")
    with at_terminal(paged, "start", "plain", lines=3) as short:
        short.wait_for(">Plain: adding 1", ">Add 1.", "Written to plain:")
    with at_terminal(paged, "start", "plain", lines=40) as long:
        assert ">" not in long.wait_for("Left as you have it:")


def test_a_course_may_be_named_by_the_folder_of_its_manifest(terminal: Terminal) -> None:
    """As whoever sees course.toml does."""
    inner = str(terminal.course / "exercises")

    by_option = terminal.with_settings(GRADER_COURSE="").type("lessons", "--course", inner)
    by_variable = terminal.with_settings(GRADER_COURSE=inner).type("lessons")

    assert (by_option.code, by_variable.code) == (0, 0)
    assert by_option.out == by_variable.out


def test_a_variable_that_is_wrong_is_named(terminal: Terminal, tmp_path: Path) -> None:
    """Nobody has typed --course, so that this is not what is spoken of first."""
    said = terminal.with_settings(GRADER_COURSE=str(tmp_path)).type("lessons")

    assert (said.code, said.out) == (2, "")
    assert said.complaint.startswith(f"GRADER_COURSE is {tmp_path}, which holds no course:")


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
