"""An analysis and its groups fit terminals of any width and encoding."""

import io

import msgspec
import pytest

from grader.feedback.analysis_terminal import print_analysis, print_groups
from grader.feedback.analysis_words import discrimination_text, seconds_text
from grader.feedback.screen import Screen
from grader.model.analysis import (
    AttemptsNeeded,
    HintStep,
    LessonAnalysis,
    LessonClass,
    analyze_lesson,
)
from grader.model.report import Example
from tests.unit.model.planted_class import diagnosed, in_part, planted, sample


def lesson(*, is_recorded: bool = True) -> LessonAnalysis:
    """A class of three."""
    samples = (
        sample(planted("ann\x1b[31m", "ppf", group="a" * 16), {"test_sums.py::test_1": 0.25}),
        sample(planted("ben", "pft", group="a" * 16)),
        sample(planted("cem", "pfp", group="c" * 16, diagnosis=diagnosed("slip"))),
        sample(planted("dan", "ppp", group="d" * 16)),
        sample(planted("eva", "pff", group="e" * 16, mistakes_in_part=(in_part("slip", 2),))),
    )
    attempts = AttemptsNeeded(((1, 20), (3, 1)), never=2, median=None)
    known = LessonClass("sums", "Sums", samples)
    if is_recorded:
        known = LessonClass("sums", "Sums", samples, attempts, (HintStep(1, 5), HintStep(2, 0)))
    return analyze_lesson(known)


def printed(given: LessonAnalysis, width: int, encoding: str = "utf-8") -> str:
    """Print analysis and groups."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Screen(file=file, width=width)
    print_analysis([given], console)
    print_groups(given, console)
    file.seek(0)
    return file.read()


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("width", [30, 40, 80, 200])
def test_lines_fit(width: int, encoding: str) -> None:
    """No line is wider than the terminal, nothing in a name is obeyed by it."""
    text = printed(lesson(), width, encoding)

    assert [line for line in text.splitlines() if len(line) > width] == []
    assert "\x1b" not in text
    assert "\\x1b[31m" in text


@pytest.mark.parametrize("width", [40, 80])
def test_the_planted_numbers_are_printed(width: int) -> None:
    """Pass rates, discrimination, time, mistake, group and attempts stand there."""
    text = " ".join(printed(lesson(), width).split())

    for expected in ("40 %", "250 ms", "slip: 1 student, 1 student in part", "not yet"):
        assert expected in text
    assert "aaaaaa: 2 students" in text
    assert "aaaaaa may be worth a known mistake: grader new sums --mistake NAME" in text
    assert "slip (in part): Think of slip." in text
    assert "Every student passes this case" in text
    assert "3 1 █" in text
    assert "2 0" in text


def test_where_no_case_passes_none_is_listed() -> None:
    """Of a group that passes nothing it is said so; of another, which cases do not pass."""
    alike = [sample(planted(name, "fff", group="same")) for name in ("ann", "ben")]
    other = sample(planted("cem", "pff", group="other"))

    text = printed(analyze_lesson(LessonClass("sums", "Sums", (*alike, other))), 80)

    assert "    not passed: all 3 cases\n" in text
    assert "    2 cases not passed:\n" in text


def test_what_is_not_known_is_no_zero() -> None:
    """Without a record there is neither a table of attempts nor of hints, and it is said."""
    text = printed(lesson(is_recorded=False), 80)

    assert "Attempts until passed: only the record" in text
    assert "Hints taken: only the record" in text
    assert "not yet" not in text


def test_a_missing_hidden_case_is_told() -> None:
    """Who passes everything and answers a fair call wrongly shows what the cases lack."""
    example = Example("f([2]) should give 2; your code gives 1.", "f([2])", "2", "1")
    missed = msgspec.structs.replace(planted("ann", "pp"), example=example)
    known = analyze_lesson(
        LessonClass("sums", "Sums", (sample(missed), sample(planted("b", "pp"))))
    )

    text = " ".join(printed(known, 80).split())

    assert (
        "A hidden case is missing: 1 student (ann) passed every case, and yet f([2]) should give "
        "2; your code gives 1."
    ) in text


def test_a_fault_alone_is_told() -> None:
    """A class that the grader failed at has no cases and says why."""
    nobody = analyze_lesson(LessonClass("sums", "Sums", ()))

    assert "0 submissions" in printed(nobody, 80)


@pytest.mark.parametrize(
    ("value", "text"), [(None, "-"), (-0.001, "0.00"), (0.126, "0.13"), (-1.0, "-1.00")]
)
def test_discrimination(value: float | None, text: str) -> None:
    """Two places, a dash for what is undefined, and no negative nought."""
    assert discrimination_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (0.00004, "0.0 ms"),
        (0.0008, "0.8 ms"),
        (0.12, "120 ms"),
        (0.9996, "1.0 s"),
        (12.34, "12.3 s"),
    ],
)
def test_seconds(value: float | None, text: str) -> None:
    """Milliseconds below a second."""
    assert seconds_text(value) == text
