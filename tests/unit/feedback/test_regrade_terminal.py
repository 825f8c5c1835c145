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


def test_nothing_changes() -> None:
    """Where no result differs that is said, and no table is drawn."""
    assert shown([AttemptChange("ann", "sums", 1, PASSES, PASSES)]) == (
        "No result changes: 1 attempt judged again.\n"
    )


def test_a_plain_terminal() -> None:
    """A terminal without arrows gets plain ones; what it would obey is shown instead."""
    text = shown([AttemptChange("a\x1b[31mé\n", "sums", 1, PASSES, FAILS)], "ascii")

    assert "->" in text
    assert "\x1b" not in text
