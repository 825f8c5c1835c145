"""What is said of a submission fits on one screen, or is told in full, on any terminal."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console

from grader.feedback.course_map import Command, Standing, standing_after
from grader.feedback.report_terminal import print_report, print_trial
from grader.model.course import Lesson
from grader.model.report import (
    CaseReport,
    Diagnosis,
    Example,
    MistakeInPart,
    Outcome,
    Place,
    Report,
    ReportedFailure,
    Shown,
    Verdict,
)
from tests.unit.feedback.map_builders import attempt, course, states
from tests.unit.feedback.map_builders import lesson as build

MakeCase = Callable[..., CaseReport]
MakeReport = Callable[..., Report]
LONG = "a sentence that takes more than one line of the terminal " * 4
SHOWN = Shown("f()", "1" * 400, "1" * 300 + "2")
KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"diagnosis": Diagnosis("sign", LONG * 3)},
    {"mistakes_in_part": (MistakeInPart("sign", LONG * 3, ("test_sums.py::test_adds",)),) * 2},
    {"example": Example(LONG * 5, "f()", "1", "2", ("test_sums.py::test_adds",))},
)
SYNTAX = "m.py could not be imported: SyntaxError in line 1.\n    def f()\n           ^"
COMMANDS = (Command("grader hint m", "for a hint"), Command("grader submit m", "again"))


def screen(report: Report, lesson: Lesson, width: int = 80, **settings: Any) -> str:
    """Print a report on one screen, with what to type below it."""
    written = io.StringIO()
    notes = ("2 attempts are left.", "This is attempt 3.")
    standing = Standing((), notes=notes, commands=COMMANDS)
    settings = {"lesson": lesson, "standing": standing, **settings}
    print_report(report, Console(file=written, width=width), **settings)
    return written.getvalue()


@pytest.mark.parametrize("cases", [1, 2, 7, 60])
@pytest.mark.parametrize("shown", [None, SHOWN])
@pytest.mark.parametrize("told", KINDS)
def test_it_fits_on_a_screen(
    cases: int,
    shown: Shown | None,
    told: dict[str, Any],
    lesson: Lesson,
    make_case: MakeCase,
    make_report: MakeReport,
) -> None:
    """However much there is to say, it takes no more than 24 lines at 80 columns."""
    made = [
        make_case(sentence=LONG, message=f"{LONG}{number % 5}.", hint=LONG, shown=shown)
        for number in range(cases)
    ]
    passed = make_case(outcome=Outcome.PASSED, points="1")

    text = screen(make_report(cases=(*made, passed), **told), lesson)

    assert text.count("\n") <= 24
    assert "grader submit m" in text
    assert f"Passed: {cases + 1}." in text


@pytest.mark.parametrize("others", [0, 1, 9])
@pytest.mark.parametrize("failing", [0, 40])
def test_a_passed_lesson_fits_on_a_screen(
    others: int, failing: int, make_case: MakeCase, make_report: MakeReport
) -> None:
    """However many cases and lessons there are, what it opens stands last, above what to type."""
    made = course(build("sums"), *(build(f"m{n}", LONG[:70], "sums") for n in range(others)))
    before, after = states(made), states(made, attempt("sums", 5))
    passed = make_case(outcome=Outcome.PASSED, points="1")
    cases = (*(passed,) * 40, *(make_case(message=LONG) for _ in range(failing)))
    report = make_report(lesson="sums", lesson_passed=True, cases=cases, has_printed=True)
    standing = standing_after(report, before, after, ["This is attempt 3.", LONG[:100]])

    text = screen(report, made.lessons[0], standing=standing)

    assert text.count("\n") <= 23
    assert ("--all" in text) == ("Not passed" in text) == ("Passed: " in text) == bool(failing)
    _, _, last = text.partition("\nLesson passed\n")
    assert last.startswith("  This opens:\n    - a" if others else "  You have passed") or others
    assert ("and 5 more\n" in last) == (others == 9)
    assert ("grader start m0" in last) == bool(others)


@pytest.mark.parametrize(("file", "is_told"), [("m.py", True), ("a" * 60, False)])
def test_a_purpose_stands_beside_its_command_or_nowhere(
    file: str, *, is_told: bool, lesson: Lesson, make_report: MakeReport
) -> None:
    """A long command takes one line of the screen, whole."""
    standing = Standing((), commands=(Command(f"grader submit m {file}", "to submit again"),))

    _, _, last = screen(make_report(), lesson, standing=standing).partition("Type next\n")

    assert last.count("\n") == 1
    assert ("to submit again" in last) is is_told


def test_cases_without_room_are_numbers(
    lesson: Lesson, make_case: MakeCase, make_report: MakeReport
) -> None:
    """The first cases stand there by sentence, the others by number; below, lines are left free."""
    cases = tuple(make_case(id=str(n), sentence=f"adds {n}") for n in range(40))
    report = make_report(cases=(*cases, make_case(id="40", message="It is wrong.")))

    text = screen(report, lesson, standing=None, below=3)

    assert text.count("\n") == 23 - 3
    assert "✗ 1. adds 0\n" in text
    assert "\n✗ 2. adds 1\n" in text
    assert "\n  Not passed either: 12-41.\n" in text


def test_a_short_screen_leaves_out_first_what_passes(
    lesson: Lesson, make_case: MakeCase, make_report: MakeReport
) -> None:
    """The question of the first case stays whole."""
    case = make_case(message="It is wrong.", hint="Which sum is it?")
    report = make_report(cases=(case, make_case(id="2", outcome=Outcome.PASSED, points="1")))

    texts = [screen(report, lesson, standing=None, below=below) for below in (3, 14)]

    assert ["Passed: 2." in text for text in texts] == [True, False]
    assert all("Hint: Which sum is it?" in text for text in texts)


def test_where_nothing_could_be_tried_no_case_is_listed(
    lesson: Lesson, make_case: MakeCase, make_report: MakeReport
) -> None:
    """An error of the whole file is told once, with its line, and in place of the cases."""
    first, _, _ = SYNTAX.partition("\n")
    broken = make_case(message=first, outcome=Outcome.ERROR, hint="Sort.")
    report = make_report(message=SYNTAX, cases=(broken,) * 3)

    for text in (screen(report, lesson), screen(report, lesson, in_full=True)):
        assert text.count("SyntaxError") == 1
        assert "    def f()\n           ^\n" in text
        assert "None of the cases could be tried." in text
        assert "adds two" not in text
        assert "Sort." not in text


def test_the_part_that_differs_is_shown(
    lesson: Lesson, make_case: MakeCase, make_report: MakeReport
) -> None:
    """Of two long values that part far behind, the place where they part is seen."""
    shown = Shown("f()", "1" * 200 + "expected" + "1" * 90, "1" * 200 + "obtained" + "1" * 90)

    text = screen(make_report(cases=(make_case(message="It is wrong.", shown=shown),)), lesson)

    assert "expected1" in text
    assert "obtained1" in text


def trial(report: Report, lesson: Lesson, **settings: Any) -> str:
    """Print a try of the public cases."""
    written = io.StringIO()
    print_trial(report, Console(file=written, width=80), lesson, COMMANDS, **settings)
    return written.getvalue()


@pytest.mark.parametrize("cases", [0, 1, 60])
def test_a_try_fits_on_a_screen(
    cases: int, lesson: Lesson, make_case: MakeCase, make_report: MakeReport
) -> None:
    """A try of the public cases shows the same, with what was printed and without points."""
    made = [make_case(id=str(n), sentence=LONG, message=LONG, shown=SHOWN) for n in range(cases)]
    report = make_report(cases=tuple(made), printed="a line\n" * 30)

    text, whole = trial(report, lesson), trial(report, lesson, in_full=True)

    assert text.count("\n") <= 24
    assert "  a line\n  ... and 27 more.\n" in text
    assert "  a line\n  ... and 10 more.\n" in whole
    assert not any(word in text + whole for word in ("needed", "11 of", "Lesson not passed"))
    assert ("--all` shows every case in full." in text) == bool(cases)


def test_a_try_that_passes_says_so(
    lesson: Lesson, make_case: MakeCase, make_report: MakeReport
) -> None:
    """Public cases are not all cases."""
    passed = make_case(outcome=Outcome.PASSED)

    report = make_report(verdict=Verdict.PASSED, cases=(passed,))
    assert "Your code passes every public case." in trial(report, lesson)


def test_colours_only_decorate(
    make_report: MakeReport, make_case: MakeCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without colours, on a dumb terminal and in a file the words are the same."""

    def printed(*, is_terminal: bool = True) -> str:
        written = io.StringIO()
        report = make_report(cases=(make_case(message="A wrong value."),))
        console = Console(file=written, width=60, height=25, force_terminal=is_terminal)
        print_report(report, console, in_full=True)
        return written.getvalue()

    plain = printed(is_terminal=False)

    assert "\x1b[31m" in printed()
    assert "✗ 1. adds two (not passed, 0 of 1 point)" in plain
    assert "\x1b" not in plain
    monkeypatch.setenv("TERM", "dumb")
    assert printed() == plain


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_old_encodings_are_written(
    encoding: str, make_report: MakeReport, make_case: MakeCase
) -> None:
    """A terminal that cannot write a character gets an escape, never an error of ours."""
    report = make_report(cases=(make_case(sentence="sorts 日本 and é"),), verdict=Verdict.PASSED)
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)

    print_report(report, Console(file=file, width=60), in_full=True)
    file.flush()

    text = file.buffer.getvalue().decode(encoding)
    assert "+ passed" in text
    assert "x 1. sorts \\u65e5\\u672c and " in text


def test_what_is_wrong_comes_first(
    lesson: Lesson, make_report: MakeReport, make_case: MakeCase
) -> None:
    """In full, cases that pass stand below the others; a reason is told once."""
    passed = make_case(sentence="adds one", outcome=Outcome.PASSED, points="1")
    failure = ReportedFailure("raised", place=Place("m.py", 3))
    error = {"outcome": Outcome.ERROR, "hint": "Which index?", "failure": failure}
    raising = make_case(message="IndexError in line 3 of m.py.", **error)
    wrong = make_case(message="The result is a wrong value.", shown=Shown("f()", "1", "2"))

    report = make_report(cases=(passed, raising, wrong, raising, wrong), has_printed=True)
    text = screen(report, lesson, in_full=True)

    assert text.index("2. adds two (error, 0 of 1 point)") < text.index("1. adds one\n")
    assert text.count("IndexError") == 1
    assert "IndexError in line 3 of m.py. The same in case 4." in text
    assert text.count("The result is a wrong value.") == 1
    assert "Hint:" not in text
    assert "    call:     f()\n    expected: 1\n    got:      2\n" in text
    assert "Your code printed something" in text
