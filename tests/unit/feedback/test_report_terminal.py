"""What is said of a submission fits on one screen, or is told in full, on any terminal."""

import io
import re
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
    Report,
    Shown,
    Verdict,
)
from tests.unit.feedback.map_builders import attempt, course, states
from tests.unit.feedback.map_builders import lesson as build

MakeCase = Callable[..., CaseReport]
MakeReport = Callable[..., Report]
LONG = "a sentence that takes more than one line of the terminal " * 4
SHOWN = Shown("f()", "1" * 400, "2" * 400)
KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"diagnosis": Diagnosis("sign", LONG * 3)},
    {"mistakes_in_part": (MistakeInPart("sign", LONG * 3, ("test_sums.py::test_adds",)),) * 2},
)
EXAMPLE = {"example": Example(LONG * 5, "f()", "1", "2", ("no",))}
SYNTAX = "m.py could not be imported: SyntaxError in line 1.\n    def f()\n           ^"


@pytest.fixture
def screen(lesson: Lesson) -> Callable[..., str]:
    """Return a function that prints a report on one screen."""

    def draw(report: Report, **settings: Any) -> str:
        notes = ("2 attempts are left.", "This is attempt 3.")
        commands = (Command("grader hint m", "for a hint"), Command("grader submit m", "again"))
        written = io.StringIO()
        screen = Console(**{"file": written, "width": 80, **settings})
        standing = Standing((), notes=notes, commands=commands)
        print_report(report, screen, lesson=lesson, standing=standing)
        return written.getvalue()

    return draw


@pytest.mark.parametrize("cases", [1, 2, 7, 60])
@pytest.mark.parametrize("shown", [None, Shown(LONG, "1" * 400, "1" * 300 + "2")])
@pytest.mark.parametrize("told", [kind | more for kind in KINDS for more in ({}, EXAMPLE)])
def test_it_fits_on_a_screen(
    cases: int,
    shown: Shown | None,
    told: dict[str, Any],
    screen: Callable[..., str],
    make_case: MakeCase,
    make_report: MakeReport,
) -> None:
    """However much there is to say, it takes no more than 24 lines at 80 columns."""
    made = [
        make_case(sentence=LONG, message=f"{LONG}{number % 5}.", hint=LONG, shown=shown)
        for number in range(cases)
    ]
    passed = make_case(outcome=Outcome.PASSED, points="1")

    text = screen(make_report(cases=(*made, passed), **told))

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
    written = io.StringIO()

    standing = standing_after(report, before, after, ["This is attempt 3.", LONG[:100]])
    print_report(report, Console(file=written, width=80), lesson=made.lessons[0], standing=standing)

    text = written.getvalue()
    assert text.count("\n") <= 23
    assert ("--all" in text) == bool(failing)
    _, _, last = text.partition("\nLesson passed\n")
    assert last.startswith("  This opens:\n  - a sentence" if others else "  You have passed")
    assert ("and 5 more\n" in last) == (others == 9)
    assert ("grader start m0" in last) == bool(others)


@pytest.mark.parametrize(("file", "is_told"), [("m.py", True), ("a" * 60, False)])
def test_a_purpose_stands_beside_its_command_or_nowhere(
    file: str, *, is_told: bool, lesson: Lesson, make_report: MakeReport
) -> None:
    """A long command takes one line of the screen, whole."""
    standing = Standing((), commands=(Command(f"grader submit m {file}", "to submit again"),))
    written = io.StringIO()

    print_report(make_report(), Console(file=written, width=80), lesson=lesson, standing=standing)

    _, _, last = written.getvalue().partition("Type next\n")
    assert last.count("\n") == 1
    assert ("to submit again" in last) is is_told


def test_lines_below_are_left_free(
    lesson: Lesson, make_case: MakeCase, make_report: MakeReport
) -> None:
    """Where keys stand under it, a screen with them fits all the same."""
    report = make_report(cases=tuple(make_case(id=str(n)) for n in range(40)))
    written = io.StringIO()
    screen = Console(file=written, width=80)

    print_report(report, screen, lesson=lesson, standing=Standing(()), below=3)

    assert written.getvalue().count("\n") == 23 - 3


def test_cases_without_room_are_numbers(
    screen: Callable[..., str], make_case: MakeCase, make_report: MakeReport
) -> None:
    """The first cases stand there by sentence, the others by number, a reason once."""
    cases = tuple(
        make_case(
            id=str(n),
            sentence=f"adds {n}",
            message=f"It is wrong{'.' if n < 39 else ', too.'}",
        )
        for n in range(40)
    )

    text = screen(make_report(cases=cases))

    assert "Case 1: adds 0\n" in text
    assert "It is wrong. The same in cases 2-39." in text
    assert "\n✗ 2. adds 1\n" in text
    assert re.search(r"\n✗ (\d+)\. .*\n  Not passed either: \d+-40\.\n", text)


def test_a_short_screen_leaves_out_first_what_passes(
    lesson: Lesson, make_case: MakeCase, make_report: MakeReport
) -> None:
    """The question of the first case stays whole."""
    case = make_case(message="It is wrong.", hint="Which sum is it?")
    report = make_report(cases=(case, make_case(id="2", outcome=Outcome.PASSED, points="1")))
    texts = []
    for below in (3, 14):
        written = io.StringIO()
        print_report(report, Console(file=written, width=80), lesson=lesson, below=below)
        texts.append(written.getvalue())

    assert ["Passed: 2." in text for text in texts] == [True, False]
    assert all("Hint: Which sum is it?" in text for text in texts)


def test_where_nothing_could_be_tried_no_case_is_listed(
    screen: Callable[..., str], make_case: MakeCase, make_report: MakeReport
) -> None:
    """An error of the whole file is told once, with its line, and in place of the cases."""
    first, _, _ = SYNTAX.partition("\n")
    broken = make_case(message=first, outcome=Outcome.ERROR)

    text = screen(make_report(message=SYNTAX, cases=(broken,) * 3))

    assert text.count("SyntaxError") == 1
    assert "    def f()\n           ^\n" in text
    assert "None of the cases could be tried." in text
    assert "adds two" not in text


def test_the_part_that_differs_is_shown(
    screen: Callable[..., str], make_case: MakeCase, make_report: MakeReport
) -> None:
    """Of two long values that part far behind, the place where they part is seen."""
    shown = Shown("f()", "1" * 200 + "expected" + "1" * 90, "1" * 200 + "obtained" + "1" * 90)

    text = screen(make_report(cases=(make_case(message="It is wrong.", shown=shown),)))

    assert "expected1" in text
    assert "obtained1" in text


@pytest.mark.parametrize("points", ["0", "1"])
def test_no_case_passes_is_said_so(
    points: str, screen: Callable[..., str], make_case: MakeCase, make_report: MakeReport
) -> None:
    """Where no case passes the headline says that, and not that some do not."""
    report = make_report(points=points, cases=(make_case(), make_case()))

    text = screen(report)

    assert ("no case passes yet" in text) == (points == "0")
    assert ("some cases do not pass yet" in text) == (points != "0")


@pytest.mark.parametrize("cases", [0, 1, 60])
def test_a_try_fits_on_a_screen(
    cases: int, lesson: Lesson, make_case: MakeCase, make_report: MakeReport
) -> None:
    """A try of the public cases shows the same, with what was printed and without points."""
    made = [make_case(id=str(n), sentence=LONG, message=LONG, shown=SHOWN) for n in range(cases)]
    report = make_report(cases=tuple(made), printed="a line\n" * 30)
    written = io.StringIO()
    screen = Console(file=written, width=80)

    print_trial(report, screen, lesson, (Command("grader test m", "to try again"),))

    text = written.getvalue()
    assert text.count("\n") <= 24
    assert "  a line\n  ... and 27 more.\n" in text
    assert "needed" not in text
    assert text.endswith("  grader test m  to try again\n")
    assert ("--all` shows every case in full." in text) == bool(cases)


def printed(report: Report, **settings: Any) -> str:
    """Print a report on a terminal with the given settings."""
    written = io.StringIO()
    screen = Console(
        **{"file": written, "width": 60, "height": 25, "force_terminal": True, **settings}
    )
    print_report(report, screen, in_full=True)
    return written.getvalue()


def test_colours_only_decorate(
    make_report: MakeReport,
    make_case: MakeCase,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without colours, on a dumb terminal and in a file the words are the same."""
    report = make_report(cases=(make_case(message="A wrong value."),))

    plain = printed(report, force_terminal=False)

    assert "\x1b[31m" in printed(report)
    assert "✗ 1. adds two (not passed, 0 of 1 point)" in plain
    assert "\x1b" not in plain
    monkeypatch.setenv("TERM", "dumb")
    assert printed(report) == plain
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in printed(report)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
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


def test_a_long_line_is_cut_around_its_caret(make_report: MakeReport) -> None:
    """On a narrow terminal the caret stays below what it points at."""
    source = "total = " + " + ".join(f"value_{n}" for n in range(20)) + " + nothing + more * 12"
    caret = " " * source.index("nothing") + "^^^^^^^"
    report = make_report(message=f"Line 3 raised NameError.\n    {source}\n    {caret}")

    lines = printed(report, width=40, force_terminal=False).splitlines()

    at = next(number for number, line in enumerate(lines) if "^" in line)
    assert max(map(len, lines)) <= 40
    assert lines[at - 1][lines[at].index("^") :].startswith("nothing")
    assert lines[at - 1].lstrip().startswith("...")


def test_a_try_shows_its_cases_alone(
    lesson: Lesson, make_report: MakeReport, make_case: MakeCase
) -> None:
    """What counts for nothing says neither how many points there are nor what would open."""
    written = io.StringIO()
    screen = Console(file=written, width=60)
    report = make_report(max_points="1", cases=(make_case(),))

    print_trial(report, screen, lesson, in_full=True)

    text = written.getvalue()
    assert "x 1. adds two" in text.replace("✗", "x")
    assert "0 of 1 case pass." in text
    assert "Lesson not passed" not in text
    assert "11 of" not in text


def test_what_is_wrong_comes_first(make_report: MakeReport, make_case: MakeCase) -> None:
    """Cases that pass stand below the others, each in as few words as can be."""
    passed = make_case(sentence="adds one", outcome=Outcome.PASSED, points="1")
    partly = make_case(sentence="adds none", outcome=Outcome.PASSED, points="1/2")
    report = make_report(cases=(passed, make_case(), partly))

    text = printed(report, force_terminal=False)

    assert text.index("2. adds two (not passed") < text.index("1. adds one\n")
    assert "3. adds none (passed, 0.5 of 1 point)" in text


def test_nothing_is_told_twice(make_report: MakeReport, make_case: MakeCase) -> None:
    """An error of the whole file is told once, and so is each reason of a case."""
    syntax = "m.py could not be imported: SyntaxError in line 1.\n    def f()\n           ^"
    broken = make_case(message=syntax, outcome=Outcome.ERROR, hint="Sort.")
    raising = make_case(message="IndexError in line 3 of m.py.", outcome=Outcome.ERROR)
    wrong = make_case(message="The result is a wrong value.")

    whole = printed(make_report(message=syntax, cases=(broken,) * 3), force_terminal=False)
    lines = printed(make_report(cases=(raising, wrong, raising, wrong)), force_terminal=False)

    assert whole.count("SyntaxError") == 1
    assert "None of the cases could be tried." in whole
    assert "adds two" not in whole
    assert "Sort." not in whole
    assert lines.count("IndexError") == 1
    assert "IndexError in line 3 of m.py. The same in case 3." in lines
    assert lines.count("The result is a wrong value.") == 1


def test_what_a_try_printed_is_shown_in_part(lesson: Lesson, make_report: MakeReport) -> None:
    """The first lines of it stand below the cases, the others are counted."""
    written = io.StringIO()
    screen = Console(file=written, width=60)
    text = "\n".join(f"line {n} {'x' * 100}" for n in range(33))

    print_trial(make_report(printed=text), screen, lesson, in_full=True)

    _, _, shown = written.getvalue().partition("What your code printed\n")
    assert shown.count("  line ") == 20
    assert "\n  ... and 13 more.\n" in shown


def test_that_something_was_printed_is_said(make_report: MakeReport) -> None:
    """What hidden cases made the code print is not shown; how to see what it prints is."""
    text = printed(make_report(has_printed=True), force_terminal=False)

    assert "`grader test ndcg_at_k`" in text
    assert "What your code printed" not in text
