"""Claims about what the text of the lesson ndcg_from_scores teaches."""

import ast
import re
from math import factorial, log2
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import assert_printed, exercise, reference, text

LESSON = "ndcg_from_scores"
TRUE, SCORE = [[1, 3, 0, 2]], [[0.9, 0.4, 0.4, 0.1]]
SECOND = [[0, 1, 2, 0]], [[0.2, 0.8, 0.5, 0.1]]


def score(true: list[list[int]], scores: list[list[float]], k: int | None = None) -> float:
    """Compute a score by the reference."""
    value: float = reference(LESSON).ndcg_score(true, scores, k)
    return value


def hand_dcg(gains: list[float]) -> float:
    """Compute a DCG the way that the text does it, term by term."""
    return sum(gain / log2(index + 2) for index, gain in enumerate(gains))


BY_HAND = {
    "3.754142": hand_dcg([1, 3, 0, 2]),
    "3.361353": hand_dcg([1, 0, 3, 2]),
    "3.557748": hand_dcg([1, 1.5, 1.5, 2]),
    "4.761860": hand_dcg([3, 2, 1, 0]),
    "0.747134": score(TRUE, SCORE),
    "0.456701": score(TRUE, SCORE, 2),
    "0.859719": score(*SECOND),
    "0.803426": score(TRUE + SECOND[0], SCORE + SECOND[1]),
    "0.806914": score([[3, 2, 1, 0]], [[1, 1, 1, 1]]),
    "0.946395": 1.5 / log2(3),
    "0.75": 1.5 / log2(4),
    "0.861353": 2 / log2(5),
    "0.95": 1.5 / log2(3),
    "0.86": 2 / log2(5),
    "1.892789": 3 / log2(3),
    "1.261860": 2 / log2(3),
    "0.630930": 1 / log2(3),
    "1.5": 3 / log2(4),
    "0.5": 1 / log2(4),
    "0.0": 0.0,
    "1.0": score([[3, 2, 1, 0]], [[4, 3, 2, 1]]),
}


@pytest.mark.parametrize("printed", BY_HAND)
def test_every_number_by_hand_is_right(printed: str) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    assert_printed(LESSON, printed, BY_HAND[printed])


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places is a score of a model, stands in a table, or is computed above."""
    prose = "\n".join(line for line in text(LESSON).splitlines() if not re.match(r"\| \d \|", line))
    scores = {str(one) for row in SCORE + SECOND[1] for one in row} | {"3.2", "0.45"}

    assert set(re.findall(r"\d+\.\d+", prose)) <= set(BY_HAND) | scores


def test_the_average_is_that_over_both_orders() -> None:
    """The DCG with the mean gain is the mean of the DCGs in good and in bad luck."""
    both = (hand_dcg([1, 3, 0, 2]) + hand_dcg([1, 0, 3, 2])) / 2

    assert hand_dcg([1, 1.5, 1.5, 2]) == pytest.approx(both)
    assert factorial(10) > 3_000_000


def test_the_arrays_of_the_text_are_those_that_the_claims_compute_with() -> None:
    """The query printed in the text holds the grades and scores used here."""
    found = re.findall(r"^y_\w+ = np\.array\((.*)\)$", text(LESSON), re.MULTILINE)

    assert [ast.literal_eval(one) for one in found] == [TRUE, SCORE]


def test_every_cut_is_right() -> None:
    """The table of cuts holds the NDCG@k of the query for each k."""
    found = re.findall(r"^\| (\d) \| (0\.\d+) \|$", text(LESSON), re.MULTILINE)

    assert [int(k) for k, _ in found] == [1, 2, 3, 4]
    for k, printed in found:
        assert printed == f"{score(TRUE, SCORE, int(k)):.6f}"


def test_a_sort_would_call_a_model_perfect_that_knows_nothing() -> None:
    """Left in the order of the columns, the best order would score 1.0, as the text warns."""
    assert hand_dcg([3, 2, 1, 0]) / hand_dcg(sorted([3, 2, 1, 0], reverse=True)) == 1.0
    assert score([[3, 2, 1, 0]], [[1, 1, 1, 1]]) < 1.0


def test_the_picture_is_drawn_to_scale() -> None:
    """Each bar is as high as its mean gain, and its filled part as what the discount leaves."""
    drawing = ElementTree.parse(exercise(LESSON) / "tied.svg")
    bars = [one.attrib for one in drawing.iter("{http://www.w3.org/2000/svg}rect")]

    for index, gain in enumerate([1, 1.5, 1.5, 2]):
        whole, left = bars[2 * index], bars[2 * index + 1]
        assert (whole["class"], left["class"]) == ("grade", "gain")
        assert float(whole["height"]) == 60 * gain
        assert float(left["height"]) == pytest.approx(60 * gain / log2(index + 2), abs=0.01)
