"""Claims about what the text of the lesson log_base teaches."""

import math
import re
from math import log, log2
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import (
    assert_printed,
    exercise,
    metric_of,
    mistakes,
    reference,
    text,
)

LESSON = "log_base"
TEN = 10  # a name, since the text speaks of log with a base and not of log10
LIST, BEST = [3, 2, 0, 0, 1], [3, 2, 1, 0, 0]


def with_base(name: str, rels: list[int], k: int, base: float) -> float:
    """Compute a score by the reference."""
    value: float = getattr(reference(LESSON), f"{name}_with_base")(rels, k, base)
    return value


def of_the_first_paper(rels: list[int], base: float) -> float:
    """Compute the NDCG of a whole list that is undiscounted above the position of the base."""

    def dcg(grades: list[int]) -> float:
        divisors = [1 if i < base else log(i, base) for i in range(1, len(grades) + 1)]
        return sum(grade / divisor for grade, divisor in zip(grades, divisors, strict=True))

    return dcg(rels) / dcg(sorted(rels, reverse=True))


BY_HAND = {
    "2.718282": math.e,
    "9.297425": with_base("dcg", LIST, 5, 4),
    "9.523719": with_base("dcg", BEST, 5, 4),
    "4.648712": with_base("dcg", LIST, 5, 2),
    "4.65": with_base("dcg", LIST, 5, 2),
    "15.44": with_base("dcg", LIST, 5, 10),
    "0.976239": with_base("ndcg", LIST, 5, 4),
    "0.894999": with_base("ndcg", LIST, 3, 4),
    "0.792481": log(3, 4),
    "1.292481": log(6, 4),
    "2.523719": 2 / log(3, 4),
    "0.773706": 1 / log(6, 4),
    "0.5": log(2, 4),
    "3.32": 1 / math.log10(2),
    "0.863330": of_the_first_paper([1, 3, 0, 0, 2], 2),
    "0.894202": of_the_first_paper([1, 3, 0, 0, 2], 3),
    "1.000000": of_the_first_paper([1, 3, 0, 0, 2], 10),
    "0.0": 0.0,
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


def test_the_table_of_divisors_is_right() -> None:
    """Each position stands beside its logarithms to the bases 2, 4 and 10."""
    found = rows(4)

    assert [row[0] for row in found] == [1, 2, 3, 4, 5]
    for position, *printed in found:
        computed = [log(position + 1, base) for base in (2, 4, 10)]
        assert printed == pytest.approx(computed, abs=5e-7)


def test_a_base_is_a_factor() -> None:
    """Each row of bases holds the factor, both DCGs and the one NDCG that all of them share."""
    found = rows(5)

    assert [row[0] for row in found] == [1.5, 2, 4, 10]
    for base, *printed in found:
        dcg, ideal = (with_base("dcg", rels, 5, base) for rels in (LIST, BEST))
        computed = [log2(base), dcg, ideal, with_base("ndcg", LIST, 5, base)]
        assert printed == pytest.approx(computed, abs=5e-7)
        assert dcg == pytest.approx(log2(base) * metric_of("DCG", LIST, 5))
        assert dcg / ideal == pytest.approx(metric_of("NDCG", LIST, 5))


def test_the_exponential_gain_does_not_see_the_base_either() -> None:
    """The mistake with the gain of the last lesson has that lesson's NDCG with every base."""
    wrong = mistakes(LESSON)["keeps_the_exponential_gain"]
    expected = reference("exponential_gain").exponential_ndcg(LIST, 5)

    for base in (1.5, 2, 10):
        assert wrong.ndcg_with_base(LIST, 5, base) == pytest.approx(expected)


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
