"""Claims about what the text of the lesson dcg_at_k teaches."""

import re
from math import log, log2

import pytest

from tests.course.lesson_material import (
    assert_printed,
    metric_of,
    mistakes,
    reference,
    text,
    without_prompts,
)

LESSON = "dcg_at_k"
ROW = re.compile(r"^\| (\d) \| \$.* = ([\d.]+)\$ \| ([\d.]+) \|$", re.MULTILINE)
BY_HAND = {
    "1.5": metric_of("DCG", [1, 0, 1, 1, 0], 3),
    "1.630930": metric_of("DCG", [1, 1, 0, 1, 0], 3),
    "1.6309": metric_of("DCG", [1, 1, 0, 1, 0], 3),
    "4.648712": metric_of("DCG", [3, 2, 0, 0, 1], 5),
    "0.5": 1 / log2(4),
    "0.630930": 1 / log2(3),
    "1.261860": 2 / log2(3),
    "0.386853": 1 / log2(6),
}


def test_every_divisor_in_the_table_is_right() -> None:
    """The table of divisors holds log2(i + 1) and 1 divided by it, to six places."""
    rows = ROW.findall(text(LESSON))

    assert [int(position) for position, _, _ in rows] == [1, 2, 3, 4, 5]
    for position, divisor, left in rows:
        assert float(divisor) == pytest.approx(log2(int(position) + 1), abs=5e-7)
        assert left == f"{1 / log2(int(position) + 1):.6f}"


def test_every_number_by_hand_is_right() -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    for printed, computed in BY_HAND.items():
        assert_printed(LESSON, printed, computed)


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places is one by hand, or stands in a table that is computed too."""
    lines = without_prompts(LESSON).splitlines()
    prose = "\n".join(line for line in lines if not line.startswith("| "))
    divisors = {f"{log2(i + 1):.6f}" for i in range(1, 6)}

    assert set(re.findall(r"\d+\.\d+", prose)) <= set(BY_HAND) | divisors


def test_longer_lists_collect_more() -> None:
    """Ten equal results are worth more than twice as much as three of them, as the text says."""
    rels = [1] * 10

    assert f"`{rels}`" in text(LESSON)
    assert metric_of("DCG", rels, 10) > 2 * metric_of("DCG", rels, 3)


def test_cumulative_gain_does_not_see_the_step_up() -> None:
    """Both lists of the first example have a CG@3 of 2, and the two of the start a CG@5 of 3."""
    assert metric_of("CG", [1, 0, 1, 1, 0], 3) == metric_of("CG", [1, 1, 0, 1, 0], 3) == 2
    assert metric_of("CG", [1, 1, 1, 0, 0], 5) == metric_of("CG", [0, 0, 1, 1, 1], 5) == 3


def test_the_position_itself_falls_too_steeply() -> None:
    """Reciprocal rank leaves a fifth at position 5, and the logarithm leaves 0.386853."""
    assert "only a fifth is left, and with the logarithm 0.386853." in text(LESSON)
    assert metric_of("RR", [0, 0, 0, 0, 1]) == 1 / 5
    assert f"{metric_of('DCG', [0, 0, 0, 0, 1], 5):.6f}" == "0.386853"


def test_another_base_is_a_factor() -> None:
    """With natural logarithms every score is 1.44 times as high, as the known mistake says."""
    natural = mistakes(LESSON)["natural_log"]

    assert "about 1.44." in (natural.__doc__ or "")
    assert f"{1 / log(2):.2f}" == "1.44"
    for rels in ([3, 2, 0, 0, 1], [0, 1], [2, 2, 2]):
        expected = reference(LESSON).dcg_at_k(rels, 5) / log(2)
        assert natural.dcg_at_k(rels, 5) == pytest.approx(expected)
