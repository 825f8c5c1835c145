"""Claims about what the text of the lesson cumulative_gain teaches."""

import re
import sys

import pytest

from tests.course.lesson_material import exercise, load, metric_of, reference, text

LESSON = "cumulative_gain"


@pytest.mark.parametrize(
    ("formula", "rels", "k", "value"),
    [
        (r"\mathrm{CG@}5 = 1 + 0 + 1 + 1 + 0 = 3", [1, 0, 1, 1, 0], 5, 3),
        ("$1 + 0 + 1 = 2$", [1, 0, 1, 1, 0], 3, 2),
        ("$5 + 5 + 5 + 5 + 5 = 25$", [5, 5, 5, 5, 5], 5, 25),
        (r"\mathrm{CG@}5 = 3 + 2 + 0 + 0 + 1 = 6", [3, 2, 0, 0, 1], 5, 6),
    ],
)
def test_sums_by_hand_are_cumulative_gains(
    formula: str, rels: list[int], k: int, value: int
) -> None:
    """A sum of the text is the cumulative gain of the list that it stands beside."""
    assert formula in text(LESSON)
    assert str(rels) in text(LESSON)
    assert metric_of("CG", rels, k) == value


def test_it_counts_for_yes_or_no() -> None:
    """For ones and zeros CG@k is what stands above the line of precision and of recall."""
    for k in range(1, 6):
        count = metric_of("CG", [1, 0, 1, 1, 0], k)
        assert metric_of("P", [1, 0, 1, 1, 0], k) == count / k
        assert metric_of("R", [1, 0, 1, 1, 0], k, 4) == count / 4


def test_reciprocal_rank_would_see_the_difference() -> None:
    """The two lists that CG cannot tell apart have different reciprocal ranks."""
    first, second = [1, 1, 1, 0, 0], [0, 0, 1, 1, 1]

    assert f"`{first}`" in text(LESSON)
    assert f"`{second}`" in text(LESSON)
    assert metric_of("RR", first) > metric_of("RR", second)


def test_the_last_two_rows_differ_in_their_order_only() -> None:
    """The last two lists of the table hold the same results and have the same CG@5."""
    rows = re.findall(r"^\| `\[(.*)\]` \| (\d) \| (\d+) \|$", text(LESSON), re.MULTILINE)
    (first, *first_values), (second, *second_values) = rows[-2:]

    assert first != second
    assert sorted(first) == sorted(second)
    assert first_values == second_values


def test_no_number_with_places_is_printed() -> None:
    """The text holds whole numbers only."""
    assert re.findall(r"\d+\.\d+", text(LESSON)) == []


def test_run_draws_how_much_the_order_matters(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each cut has a line from the worst order to the best, and at the end it is one point."""
    monkeypatch.setitem(sys.modules, LESSON, reference(LESSON))
    load(exercise(LESSON) / "run.py").main()

    lines = re.findall(r"^  (\d)   ( *)(\S+)$", capsys.readouterr().out, re.MULTILINE)
    ends = [(len(left), len(left) + len(line) - 1) for _, left, line in lines]
    sums = [
        tuple(8 * metric_of("CG", order, k) for order in ([0, 0, 1, 2, 3], [3, 2, 1, 0, 0]))
        for k in range(1, 6)
    ]
    assert ends == sums
    assert lines[-1][2] == "*"
