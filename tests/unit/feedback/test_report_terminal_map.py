"""The course map reads the same on any terminal."""

import io
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console

from grader.feedback.course_map import Command, next_commands
from grader.feedback.pen import Pen
from grader.feedback.report_terminal import print_commands, print_map
from grader.model.unlocking import LessonState
from tests.unit.feedback.map_builders import attempt, branched, chain, course, lesson, mixed, states


def printed(found: tuple[LessonState, ...], **settings: Any) -> str:
    """Print the map on a terminal with the given settings."""
    written = io.StringIO()
    screen = Console(**{"file": written, "width": 80, "force_terminal": True, **settings})
    print_map(found, screen, "Ranking metrics")
    return written.getvalue()


def test_colours_only_decorate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without colours, on a dumb terminal and in a file the words are the same."""
    found = states(chain(), attempt("cg", 5))

    plain = printed(found, force_terminal=False)

    assert "\x1b[32m" in printed(found)
    assert "passed" in plain
    assert "\x1b" not in plain
    monkeypatch.setenv("TERM", "dumb")
    assert printed(found) == plain
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[1m" in printed(found)
    assert "\x1b[3" not in printed(found)


def test_a_lesson_is_a_line() -> None:
    """Each lesson has its state, id, points and time, with its lock's sentence below."""
    found = states(chain(), attempt("cg", 5), attempt("dcg", 3))

    lines = [line.strip() for line in printed(found, force_terminal=False).splitlines()]

    assert lines[2:6] == [
        "✓  1. Cumulative gain (cg): passed, 5 of 5 points, 20 min",
        "→  2. DCG@k (dcg): open, 3 of 5 points, 20 min",
        "■  3. NDCG@k: graded relevance (ndcg): locked, 20 min",
        "Locked: needs DCG@k. Your best is 3 of 5 points.",
    ]
    assert "1 of 3 lessons passed." in lines
    assert lines[-1] == "grader submit dcg  to go on with DCG@k"


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120, 200])
@pytest.mark.parametrize("found", [mixed(), states(branched()), states(chain(17))])
def test_every_width_says_everything(width: int, found: tuple[LessonState, ...]) -> None:
    """Each lesson has its state, title, id and reason, and only a command may be too long."""
    text = printed(found, width=width, force_terminal=False)

    lines = [line for line in text.splitlines() if not line.startswith("  grader ")]
    assert max(map(len, lines)) <= width
    squeezed = "".join(text.split())
    for one in found:
        assert one.lesson.id in squeezed
        assert "".join(one.lesson.title.split()) in squeezed
        assert "".join((one.reason or "").split()) in squeezed


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_old_encodings_are_written(encoding: str) -> None:
    """Where only ASCII can be written, each state has a sign of its own."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    made = course(lesson("a", "Größe 日"), lesson("b", "", "a"), lesson("c", "", "b"))

    print_map(states(made, attempt("a", 5)), Console(file=file, width=60), "Ranking 日")
    file.flush()

    text = file.buffer.getvalue().decode(encoding)
    assert "+  1." in text
    assert ">  2." in text
    assert "#  3." in text
    assert "\\u65e5" in text


@pytest.mark.parametrize("width", [30, 80])
def test_a_command_is_never_broken(width: int) -> None:
    """What is to be typed stands in one piece, to be copied."""
    name = "a_lesson_with_a_very_long_name_1"
    written = io.StringIO()
    screen = Console(file=written, width=width)

    print_commands(Pen(screen), next_commands(states(course(lesson(name)))))

    assert f"  grader start {name}" in written.getvalue()


def test_a_command_works_as_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the shell does not find `grader`, a command begins as the program was called."""
    written = io.StringIO()
    monkeypatch.setattr("sys.argv", ["my venv/bin/grader", "lessons"])
    monkeypatch.setenv("PATH", "")

    print_commands(Pen(Console(file=written)), [Command("grader start dcg", "to begin")])

    assert "  'my venv/bin/grader' start dcg  to begin\n" in written.getvalue()


def test_a_course_without_lessons_has_a_map() -> None:
    """Nothing is drawn where there is nothing."""
    assert "0 of 0 lessons passed" in printed((), force_terminal=False)


def test_a_title_without_spaces_is_folded() -> None:
    """A word longer than its column goes on in the next line."""
    made = course(replace(lesson("a"), title="x" * 300))

    assert max(map(len, printed(states(made), force_terminal=False).splitlines())) <= 80
