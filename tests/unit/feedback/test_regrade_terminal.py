"""A regrade of a large class can be read, and nothing in it is obeyed by a terminal."""

import io

from rich.console import Console

from grader.feedback.regrade_terminal import print_changes
from grader.model.regrade import AttemptChange
from grader.model.report import Outcome
from tests.unit.platforms.builders import case, report

PASSES = report("x", case(1), lesson_passed=True)
FAILS = report("x", case(1), case(2, Outcome.FAILED), lesson_passed=False)


def shown(changes: list[AttemptChange], encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    screen = Console(file=io.TextIOWrapper(raw, encoding), width=80)
    print_changes(changes, screen)
    screen.file.flush()
    return raw.getvalue().decode(encoding)


def test_a_large_class() -> None:
    """Of 300 equal changes the first few are shown, and the others are counted."""
    changes = [AttemptChange(f"s{n}", "sums", 1, PASSES, FAILS) for n in range(300)]
    changes.append(AttemptChange("same", "sums", 1, PASSES, PASSES))

    text = shown(changes)

    assert len(text.splitlines()) < 20
    assert "and 292 more" in text
    assert "300 attempts of 300 students would change" in text
    assert "300 attempts would no longer reach the points that pass" in text
    assert "1 attempt judged again with the same result." in text


def test_many_causes() -> None:
    """However many there are, each has its table."""
    changes = [
        AttemptChange(f"s{n}", "sums", 1, PASSES, report("x", case(1), case(n)))
        for n in range(2, 22)
    ]

    assert shown(changes).count("sums: 1 attempt, because of") == 20


def test_nothing_changes() -> None:
    """Where no result differs that is said, and no table is drawn."""
    assert shown([AttemptChange("ann", "sums", 1, PASSES, PASSES)]) == (
        "No result changes: 1 attempt judged again.\n"
    )


def test_a_plain_terminal() -> None:
    """A terminal without arrows gets plain ones; what it would obey is shown instead."""
    text = shown([AttemptChange("a\x1b[31mé", "sums", 1, PASSES, FAILS)], "ascii")

    assert "->" in text
    assert "\x1b" not in text


def test_a_narrow_terminal() -> None:
    """Where the table has no room each attempt takes lines of its own, on which all is said."""
    raw = io.BytesIO()
    screen = Console(file=io.TextIOWrapper(raw, "utf-8"), width=40)

    print_changes([AttemptChange("ann\nlee", "sums", 1, PASSES, FAILS)], screen)

    screen.file.flush()
    assert (
        "  Student ann\\nlee\n"
        "    Attempt 1, Points 1 of 1 → 1 of 2,\n"
        "    Passed yes → no, Verdict passed →\n"
        "    not all passed\n"
    ) in raw.getvalue().decode()
