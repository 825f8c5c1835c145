"""Claims about what the text of the lesson largest_gap teaches."""

import ast
import re
from math import log2
from statistics import fmean
from typing import Any

import pytest

from tests.course.lesson_material import (
    assert_printed,
    exercise,
    mistakes,
    reference,
    text,
    without_prompts,
)

LESSON = "largest_gap"
QUERY = re.compile(r"^\| (\w+) \| `(\[.*\])` \|$", re.MULTILINE)
SCORES = re.compile(r"^\| (\w+)" + r" \| (\d\.\d+)" * 4 + r" \|$", re.MULTILINE)
FOUND = {query: ast.literal_eval(grades) for query, grades in QUERY.findall(text(LESSON))}


def material() -> tuple[dict[str, list[str]], dict[str, dict[str, int]]]:
    """Make results and judgments from the grades that the text prints."""
    results = {query: [f"d{i}" for i, _ in enumerate(found)] for query, found in FOUND.items()}
    judged = {query: dict(zip(results[query], FOUND[query], strict=True)) for query in FOUND}
    return results, judged


def dcg(gains: list[int]) -> float:
    """Compute a DCG the way that the text does it, term by term."""
    return sum(gain / log2(index + 2) for index, gain in enumerate(gains))


def gap(query: str, k: int) -> float:
    """Compute the gap of a single query by the reference."""
    results, judged = material()
    value: float = reference(LESSON).largest_gap({query: results[query]}, judged, k)[1]
    return value


def by_hand() -> dict[str, float]:
    """Compute each number of the text that stands outside of its tables."""
    bus = FOUND["bus"]
    scores: Any = reference(LESSON).ndcg_at_cutoffs(*material())
    mean = fmean(at_five for at_five, _ in scores.values())
    return {
        "0.430677": 1 / log2(5),
        "1.430677": dcg(bus[:5]),
        "1.424829": 4 / log2(7),
        "0.666667": 2 / log2(8),
        "3.522172": dcg(bus),
        "1.261860": 2 / log2(3),
        "0.5": 1 / log2(4),
        "6.192536": dcg(sorted(bus, reverse=True)),
        "0.231032": scores["bus"][0],
        "0.568777": scores["bus"][1],
        "0.768968": gap("bus", 5),
        "0.431223": gap("bus", 10),
        "0.192242": gap("bus", 5) / 4,
        "0.012292": gap("tea", 5) / 4,
        "0.427250": mean,
        "0.619492": mean + gap("bus", 5) / 4,
        "0.0": gap("visa", 5),
        "1.0": 1.0,
        "0.7": fmean([1.0] * 7 + [0.0] * 3),
    }


@pytest.mark.parametrize("printed", by_hand())
def test_every_number_by_hand_is_right(printed: str) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    assert_printed(LESSON, printed, by_hand()[printed])


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places stands in a checked table or is computed by a claim above."""
    prose = SCORES.sub("", without_prompts(LESSON))

    assert set(re.findall(r"\d+\.\d+", prose)) <= set(by_hand())


def test_every_row_of_scores_and_gaps_is_right() -> None:
    """The large table holds both scores and both gaps of each query of the small one."""
    rows = {query: tuple(values) for query, *values in SCORES.findall(text(LESSON))}
    scores = reference(LESSON).ndcg_at_cutoffs(*material())

    assert list(rows) == list(FOUND)
    for query, (at_five, at_ten) in scores.items():
        computed = (at_five, gap(query, 5), at_ten, gap(query, 10))
        assert rows[query] == tuple(f"{value:.6f}" for value in computed)


def test_the_cut_decides_which_query_is_named() -> None:
    """At 5 the largest gap of the four queries is that of bus, and at 10 that of hotel."""
    named = [reference(LESSON).largest_gap(*material(), k)[0] for k in (5, 10)]

    assert named == ["bus", "hotel"]
    assert 'At 5 "bus" has the largest gap, and at 10 "hotel" has it.' in text(LESSON)


def test_run_and_public_cases_use_the_queries_of_the_text() -> None:
    """run.py and the public cases hold the grades that the text prints."""
    for name in ("run.py", f"test_{LESSON}.py"):
        tree = ast.parse((exercise(LESSON) / name).read_text(encoding="utf-8"))
        held = [
            ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "GRADES"
        ]
        assert held == [FOUND]


def test_the_lowest_score_is_not_the_largest_gap() -> None:
    """The known mistake that charges a hopeless query names visa, and the reference does not."""
    charging = mistakes(LESSON)["charges_the_hopeless"]

    assert charging.largest_gap(*material(), 5)[0] == "visa"
