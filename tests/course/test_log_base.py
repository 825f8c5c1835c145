"""Claims about what the text of the lesson log_base teaches."""

import math
import re
from collections.abc import Sequence
from math import log, log2
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import assert_printed, exercise, metric_of, reference, text

LESSON = "log_base"
TEN = 10  # a name, since the text speaks of log with a base and not of log10
LIST, BEST = [3, 2, 0, 0, 1], [3, 2, 1, 0, 0]


def dcg(rels: Sequence[float], formula: str, base: float) -> float:
    """Compute the DCG of a whole list with the divisors of the reference."""
    divisors = getattr(reference(LESSON), f"divisors_{formula}")(len(rels), base)
    return math.fsum(rel / divisor for rel, divisor in zip(rels, divisors, strict=True))


BY_HAND = {
    "2.718282": math.e,
    "9.297425": dcg(LIST, "today", 4),
    "4.648712": dcg(LIST, "today", 2),
    "4.65": dcg(LIST, "today", 2),
    "15.44": dcg(LIST, "today", 10),
    "0.976239": metric_of("NDCG", LIST, 5),
    "0.894999": metric_of("NDCG", LIST, 3),
    "0.792481": log(3, 4),
    "1.292481": log(6, 4),
    "0.5": log(2, 4),
    "1.0": log(4, 4),
    "3.32": 1 / math.log10(2),
    "1.584963": log2(3),
    "1.892789": dcg([0, 0, 3], "at_first", 2),
    "1.5": 1.5,
    "2.9999999999999996": log(1000, TEN),
}


def rows(columns: int) -> list[list[float]]:
    """Find the rows of the table that has so many columns of numbers and nothing else."""
    cells = r"\| " + r" \| ".join([r"(\d+(?:\.\d+)?)"] * columns) + r" \|$"
    found = re.findall(f"^{cells}", text(LESSON), re.MULTILINE)
    return [[float(cell) for cell in row] for row in found]


@pytest.mark.parametrize("printed", BY_HAND)
def test_every_number_by_hand_is_right(printed: str) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    assert_printed(LESSON, printed, BY_HAND[printed])


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places stands in a table that is computed or in the claims above."""
    prose = "\n".join(line for line in text(LESSON).splitlines() if not re.match(r"\| \d", line))

    assert set(re.findall(r"\d+\.\d+", prose)) <= set(BY_HAND)


def test_the_tables_of_divisors_are_right() -> None:
    """Each position stands beside its divisors, for three bases, in both formulas."""
    found = rows(4)

    assert [row[0] for row in found] == [1, 2, 3, 4, 5] * 2
    for formula, bases, part in (
        ("today", (2, 4, 10), found[:5]),
        ("at_first", (2, 3, 10), found[5:]),
    ):
        columns = [getattr(reference(LESSON), f"divisors_{formula}")(5, base) for base in bases]
        for position, *printed in part:
            computed = [column[int(position) - 1] for column in columns]
            assert printed == pytest.approx(computed, abs=5e-7)


def test_a_base_is_a_factor_today() -> None:
    """Each row of bases holds the factor, both DCGs and the one NDCG that all of them share."""
    found = rows(5)

    assert [row[0] for row in found] == [1.5, 2, 4, 10]
    for base, *printed in found:
        as_found, ideal = (dcg(rels, "today", base) for rels in (LIST, BEST))
        assert printed == pytest.approx([log2(base), as_found, ideal, as_found / ideal], abs=5e-7)
        assert as_found == pytest.approx(log2(base) * metric_of("DCG", LIST, 5))
        assert as_found / ideal == pytest.approx(metric_of("NDCG", LIST, 5))


def test_the_exponential_gain_does_not_see_the_base_either() -> None:
    """The NDCG of the gains of the last lesson is that lesson's NDCG with every base."""
    gains, best = ([2**rel - 1 for rel in rels] for rels in (LIST, BEST))
    expected = reference("exponential_gain").exponential_ndcg(LIST, 5)

    for base in (1.5, 2, 10):
        assert dcg(gains, "today", base) / dcg(best, "today", base) == pytest.approx(expected)


def test_the_two_lists_of_the_text_change_places_with_the_first_formula_only() -> None:
    """Base 10 prefers the first of them, base 2 the second; today they agree."""
    first, second = [0, 0, 3], [2, 0, 0]

    assert all(f"`{rels}`" in text(LESSON) for rels in (first, second))
    assert dcg(first, "at_first", 10) > dcg(second, "at_first", 10)
    assert dcg(first, "at_first", 2) < dcg(second, "at_first", 2)
    assert dcg(first, "today", 10) / dcg(second, "today", 10) == pytest.approx(
        dcg(first, "today", 2) / dcg(second, "today", 2)
    )


def test_the_curves_are_drawn_to_scale() -> None:
    """Each curve stands as high over the axis as what is left of a gain at its positions."""
    drawing = ElementTree.parse(exercise(LESSON) / "left_over.svg")
    curves = {
        one.attrib["id"]: [point.split(",") for point in one.attrib["points"].split()]
        for one in drawing.iter("{http://www.w3.org/2000/svg}polyline")
    }

    assert list(curves) == ["base2", "base4", "base10"]
    for name, points in curves.items():
        base = int(name.removeprefix("base"))
        assert [float(x) for x, _ in points] == [40 * i for i in range(1, 11)]
        heights = [(250 - float(y)) / 60 for _, y in points]
        assert heights == pytest.approx([1 / log(i + 1, base) for i in range(1, 11)], abs=1e-3)
