"""Claims about what the text of the lesson rank_biased_precision teaches."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import exercise, reference, text

LESSON = "rank_biased_precision"
PAGE = [1, 0, 1, 1, 0]
READERS = [0.5, 0.8, 0.95]
RANGE = re.compile(
    r"^\| ([\d.]+) \| ([\d.]+) \| \$([\d.]+)\^5 = ([\d.]+)\$ \| ([\d.]+) and ([\d.]+) \|$",
    re.MULTILINE,
)
REACHED = re.compile(
    r"^\| (\d) \| \$0\.5\^(\d) = ([\d.]+)\$ \| \$0\.8\^(\d) = ([\d.]+)\$ \|$",
    re.MULTILINE,
)


def score(rels: Sequence[int | None], p: float) -> float:
    """Compute the RBP by the reference."""
    value: float = reference(LESSON).rank_biased_precision(rels, p)
    return value


def rest(rels: Sequence[int | None], p: float) -> float:
    """Compute the residual by the reference."""
    value: float = reference(LESSON).residual(rels, p)
    return value


def test_the_mean_share_is_another_number() -> None:
    """A reader who stops at position n saw one relevant result of n: on average 0.693, not RBP."""
    mean = sum(0.5**n / n for n in range(1, 60))

    assert f"that mean is {mean:.3f}" in text(LESSON)
    assert score([1, *[0] * 50], 0.5) == 0.5


def test_the_table_of_chances_is_right() -> None:
    """Each row gives p to the power of the position minus one, for both readers."""
    rows = REACHED.findall(text(LESSON))

    assert [int(position) for position, *_ in rows] == [1, 2, 3, 4, 5]
    for position, first, half, second, most in rows:
        assert int(first) == int(second) == int(position) - 1
        assert float(half) == pytest.approx(0.5 ** int(first), abs=1e-12)
        assert float(most) == pytest.approx(0.8 ** int(first), abs=1e-12)


def test_the_number_of_results_that_are_looked_at() -> None:
    """The chances of all positions add up to 2, 5 and 20 results, as the text says."""
    assert "2 for $p = 0.5$, 5 for $p = 0.8$ and 20 for $p = 0.95$." in text(LESSON)
    for p, looked_at in zip(READERS, [2, 5, 20], strict=True):
        assert sum(p**step for step in range(2000)) == pytest.approx(looked_at)


def test_score_and_residual_of_three_readers() -> None:
    """The table of what is not known holds both numbers and their sum."""
    rows = RANGE.findall(text(LESSON))

    assert [float(row[0]) for row in rows] == READERS
    for p, (_, known, base, still_open, low, high) in zip(READERS, rows, strict=True):
        assert float(base) == p
        assert known == low == f"{score(PAGE, p):.6f}"
        assert float(still_open) == pytest.approx(rest(PAGE, p), abs=5e-7)
        assert high == f"{score(PAGE, p) + rest(PAGE, p):.6f}"


def test_the_sums_by_hand_are_right() -> None:
    """The two scores and the residual that are worked out are what the reference gives."""
    assert r"0.5 \cdot 1.375 = 0.6875" in text(LESSON)
    assert 0.5 * 1.375 == score(PAGE, 0.5) == 0.6875
    assert r"0.2 \cdot 2.152 = 0.4304" in text(LESSON)
    assert score(PAGE, 0.8) == pytest.approx(0.2 * 2.152)
    assert "0.125 + 0.25 = 0.375" in text(LESSON)
    assert rest([1, None, 1], 0.5) == 0.375


def test_the_residual_is_what_hope_would_add() -> None:
    """With everything unknown relevant, a thousand positions down, the score rises by just it."""
    for p in READERS:
        hoped = [1, 1, 1] + [1] * 1000

        assert score(hoped, p) - score([1, None, 1], p) == pytest.approx(rest([1, None, 1], p))


def test_a_full_list_stays_below_one() -> None:
    """A list of n results reaches 1 - p^n at most, as the conventions say."""
    assert "Even the best list of $n$ results reaches only $1 - p^n$." in text(LESSON)
    for p in READERS:
        assert score([1] * 5, p) == pytest.approx(1 - p**5)


def test_the_picture_is_drawn_to_scale() -> None:
    """In each bar the dark part is the score, and the light one the residual beside it."""
    drawing = ElementTree.parse(exercise(LESSON) / "open.svg")
    bars = [one.attrib for one in drawing.iter("{http://www.w3.org/2000/svg}rect")]

    for index, p in enumerate(READERS):
        known, still_open, whole = bars[3 * index : 3 * index + 3]
        assert (known["class"], still_open["class"]) == ("known", "open")
        full = float(whole["width"])
        assert float(known["width"]) / full == pytest.approx(score(PAGE, p), abs=1e-4)
        assert float(still_open["width"]) / full == pytest.approx(rest(PAGE, p), abs=1e-4)
        assert float(still_open["x"]) == pytest.approx(80 + float(known["width"]), abs=0.02)


def test_every_number_with_places_is_checked() -> None:
    """The numbers with places in the prose are those that are computed above."""
    prose = "\n".join(line for line in text(LESSON).splitlines() if not line.startswith("| "))
    pictured = {f"{value(PAGE, p):.3f}" for p in READERS for value in (score, rest)}

    assert set(re.findall(r"\d+\.\d+", prose)) == {
        *("0.5", "0.8", "0.95", "0.25", "0.125", "0.64", "0.512", "0.2"),
        *("1.375", "0.6875", "2.152", "0.4304", "0.375", "0.693"),
        *pictured,
    }
