"""Claims about what the text of the lesson ndcg_over_queries teaches."""

import ast
import re
from math import log2
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import assert_printed, exercise, reference, text

LESSON = "ndcg_over_queries"
TEA = {"doc_X": 4, "doc_Y": 2, "doc_Z": 0, "doc_W": 3}
MUSEUM = {"doc_C": 2, "doc_A": 1}
FOUND = {
    "tea": ["doc_X", "doc_Y", "doc_Z", "doc_W"],
    "museum": ["doc_A", "doc_B", "doc_C"],
}
SWAPPED = {"tea": ["doc_X", "doc_Y", "doc_W", "doc_Z"]}
WITH_MISSED = {"tea": TEA | {"doc_V": 3}}


def hand_dcg(gains: list[int]) -> float:
    """Compute a DCG the way that the text does it, term by term."""
    return sum(gain / log2(index + 2) for index, gain in enumerate(gains))


def system(results: dict[str, list[str]], judged: dict[str, dict[str, int]]) -> float:
    """Compute the score of a system by the reference."""
    value: float = reference(LESSON).ndcg(results, judged)
    return value


def by_hand() -> dict[str, float]:
    """Compute each number of the text."""
    both = {"tea": TEA, "museum": MUSEUM}
    failed = FOUND | {"third": ["doc_N"]}
    found = {"tea": FOUND["tea"]}
    return {
        "6.553889": hand_dcg([4, 2, 0, 3]),
        "6.892789": hand_dcg([4, 3, 2, 0]),
        "8.254142": hand_dcg([4, 3, 3, 2]),
        "2.630930": hand_dcg([2, 1]),
        "0.630930": 1 / log2(3),
        "1.261860": 2 / log2(3),
        "1.292030": 3 / log2(5),
        "1.892789": 3 / log2(3),
        "0.861353": 2 / log2(5),
        "1.5": 3 / log2(4),
        "0.950833": system(found, both),
        "0.981005": system(SWAPPED, both),
        "0.760188": system({"museum": FOUND["museum"]}, both),
        "0.855510": system(FOUND, both),
        "0.570340": system(failed, both),
        "0.794012": reference(LESSON).ndcg_all_judged(found, WITH_MISSED, 4),
        "0.0": 0.0,
        "1.0": system({"tea": ["doc_W"]}, both),
    }


@pytest.mark.parametrize("printed", by_hand())
def test_every_number_by_hand_is_right(printed: str) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    assert_printed(LESSON, printed, by_hand()[printed])


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places stands in a checked table or is computed by a claim above."""
    prose = "\n".join(line for line in text(LESSON).splitlines() if not re.match(r"\| \d", line))
    short = {"1.26", "1.29", "1.89"}

    assert set(re.findall(r"\d+\.\d+", prose)) <= set(by_hand()) | short
    assert all(any(long.startswith(one) for long in by_hand()) for one in short)


def test_the_tables_of_the_text_are_those_that_the_claims_compute_with() -> None:
    """The dictionaries printed in the text hold the results and grades used here."""
    block = re.search(r"```python\n(.*?)```", text(LESSON), re.DOTALL)
    assert block
    nodes = [node for node in ast.parse(block[1]).body if isinstance(node, ast.Assign)]
    values = [ast.literal_eval(node.value) for node in nodes]

    assert values == [FOUND, {"tea": TEA, "museum": MUSEUM}]


def test_both_ideals_side_by_side() -> None:
    """The table with doc_V prints DCG, IDCG and their quotient, which both functions give."""
    rows = re.findall(
        r"^\| ideal from .* \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", text(LESSON), re.MULTILINE
    )
    functions = (reference(LESSON).ndcg, reference(LESSON).ndcg_all_judged)

    for (dcg, ideal, quotient), function in zip(rows, functions, strict=True):
        assert float(dcg) / float(ideal) == pytest.approx(float(quotient), abs=1e-6)
        assert f"{function({'tea': FOUND['tea']}, WITH_MISSED, 4):.6f}" == quotient


def test_one_relevant_document_is_seen_alike() -> None:
    """The table of positions holds 1 / i and 1 / log2(i + 1), the NDCG of one document there."""
    rows = re.findall(r"^\| (\d) \| (\d\.\d+) \| (\d\.\d+) \|$", text(LESSON), re.MULTILINE)

    assert [int(position) for position, _, _ in rows] == [1, 2, 3, 4]
    for position, reciprocal, ndcg in rows:
        found = [f"d{one}" for one in range(1, int(position) + 1)]
        assert reciprocal == f"{1 / int(position):.6f}"
        assert ndcg == f"{system({'q': found}, {'q': {found[-1]: 1}}):.6f}"


def test_the_picture_is_drawn_to_scale() -> None:
    """Each bar is as high as its grade, and its filled part as what the discount leaves."""
    drawing = ElementTree.parse(exercise(LESSON) / "gains.svg")
    bars = [one.attrib for one in drawing.iter("{http://www.w3.org/2000/svg}rect")]
    grades = [4, 2, 0, 3, 4, 3, 2, 0]

    for index, grade in enumerate(grades):
        whole, left = bars[2 * index], bars[2 * index + 1]
        assert (whole["class"], left["class"]) == ("grade", "gain")
        assert float(whole["height"]) == 36 * grade
        discounted = 36 * grade / log2(index % 4 + 2)
        assert float(left["height"]) == pytest.approx(discounted, abs=0.01)
