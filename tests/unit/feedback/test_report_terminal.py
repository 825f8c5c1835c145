"""The terminal shows the same, whatever it can do."""

import io
from collections.abc import Callable
from typing import Any

import pytest

from grader.feedback.report_terminal import print_cases, print_report
from grader.feedback.screen import Screen
from grader.model.report import CaseReport, Outcome, Report, Verdict


def printed(report: Report, **settings: Any) -> str:
    """Print a report on a terminal with the given settings."""
    written = io.StringIO()
    screen = Screen(**{"file": written, "width": 60, "is_terminal": True, **settings})
    print_report(report, screen)
    return written.getvalue()


def test_colours_only_decorate(
    make_report: Callable[..., Report],
    make_case: Callable[..., CaseReport],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without colours, on a dumb terminal and in a file the words are the same."""
    report = make_report(cases=(make_case(message="A wrong value."),))

    plain = printed(report, is_terminal=False)

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
    encoding: str, make_report: Callable[..., Report], make_case: Callable[..., CaseReport]
) -> None:
    """A terminal that cannot write a character gets an escape, never an error of ours."""
    report = make_report(cases=(make_case(sentence="sorts 日本 and é"),), verdict=Verdict.PASSED)
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)

    print_report(report, Screen(file=file, width=60))
    file.flush()

    text = file.buffer.getvalue().decode(encoding)
    assert "+ passed" in text
    assert "x 1. sorts \\u65e5\\u672c and " in text


def test_a_long_line_is_cut_around_its_caret(make_report: Callable[..., Report]) -> None:
    """On a narrow terminal the caret stays below what it points at."""
    source = "total = " + " + ".join(f"value_{n}" for n in range(20)) + " + nothing + more * 12"
    caret = " " * source.index("nothing") + "^^^^^^^"
    report = make_report(message=f"Line 3 raised NameError.\n    {source}\n    {caret}")

    lines = printed(report, width=40, is_terminal=False).splitlines()

    at = next(number for number, line in enumerate(lines) if "^" in line)
    assert max(map(len, lines)) <= 40
    assert lines[at - 1][lines[at].index("^") :].startswith("nothing")
    assert lines[at - 1].lstrip().startswith("...")


def test_a_try_shows_its_cases_alone(
    make_report: Callable[..., Report], make_case: Callable[..., CaseReport]
) -> None:
    """What counts for nothing says neither how many points there are nor what would open."""
    written = io.StringIO()
    screen = Screen(written, 60)

    print_cases(make_report(max_points="1", cases=(make_case(),)), screen)

    text = written.getvalue()
    assert "x 1. adds two" in text.replace("✗", "x")
    assert "0 of 1 case pass." in text
    assert "Lesson not passed" not in text
    assert "11 of" not in text


def test_what_is_wrong_comes_first(
    make_report: Callable[..., Report], make_case: Callable[..., CaseReport]
) -> None:
    """Cases that pass stand below the others, each in as few words as can be."""
    passed = make_case(sentence="adds one", outcome=Outcome.PASSED, points="1")
    partly = make_case(sentence="adds none", outcome=Outcome.PASSED, points="1/2")
    report = make_report(cases=(passed, make_case(), partly))

    text = printed(report, is_terminal=False)

    assert text.index("2. adds two (not passed") < text.index("1. adds one\n")
    assert "3. adds none (passed, 0.5 of 1 point)" in text


def test_nothing_is_told_twice(
    make_report: Callable[..., Report], make_case: Callable[..., CaseReport]
) -> None:
    """An error of the whole file is told once, and so is each reason of a case."""
    syntax = "m.py could not be imported: SyntaxError in line 1.\n    def f()\n           ^"
    broken = make_case(message=syntax, outcome=Outcome.ERROR, hint="Sort.")
    raising = make_case(message="IndexError in line 3 of m.py.", outcome=Outcome.ERROR)
    wrong = make_case(message="The result is a wrong value.")

    whole = printed(make_report(message=syntax, cases=(broken,) * 3), is_terminal=False)
    lines = printed(make_report(cases=(raising, wrong, raising, wrong)), is_terminal=False)

    assert whole.count("SyntaxError") == 1
    assert "None of the cases could be tried." in whole
    assert "adds two" not in whole
    assert "Sort." not in whole
    assert lines.count("IndexError") == 1
    assert "IndexError in line 3 of m.py. The same in case 3." in lines
    assert lines.count("The result is a wrong value.") == 1


def test_what_a_try_printed_is_shown_in_part(make_report: Callable[..., Report]) -> None:
    """The first lines of it stand below the cases, the others are counted."""
    written = io.StringIO()
    screen = Screen(written, 60)
    text = "\n".join(f"line {n} {'x' * 100}" for n in range(33))

    print_cases(make_report(printed=text), screen)

    _, _, shown = written.getvalue().partition("What your code printed\n")
    assert len(shown.splitlines()) == 21
    assert shown.endswith("\n  ... and 13 more.\n")


def test_that_something_was_printed_is_said(make_report: Callable[..., Report]) -> None:
    """What hidden cases made the code print is not shown; how to see what it prints is."""
    text = printed(make_report(has_printed=True), is_terminal=False)

    assert "`grader test ndcg_at_k`" in text
    assert "What your code printed" not in text
