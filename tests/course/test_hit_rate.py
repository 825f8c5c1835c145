"""Claims about what the text of the lesson hit_rate teaches."""

import ast
import re
from itertools import combinations
from math import comb, log2
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import (
    assert_printed,
    exercise,
    metric_of,
    reference,
    solution,
    text,
)

LESSON = "hit_rate"
A, B = [1, 3, 600, 800], [12, 15, 18, 20]
ITEMS, NEGATIVES, K = 1000, 100, 10
WAYS = re.compile(
    r"^\| (\d) \| \$\\binom\{2\}\{(\d)\} \\cdot \\binom\{7\}\{(\d)\} = (\d+)\$ "
    r"\| ([\d.]+) \| (\d) \|$",
    re.MULTILINE,
)
COMPARED = re.compile(r"^\| (HR|NDCG)@10, (.+) \| ([\d.]+) \| ([\d.]+) \|$", re.MULTILINE)


def sampled(ranks: list[int], k: int, items: int, negatives: int) -> float:
    """Ask the reference for the expected sampled hit rate."""
    value: float = reference(LESSON).sampled_hit_rate(ranks, k, items, negatives)
    return value


def sampled_ndcg(ranks: list[int]) -> float:
    """Compute the expected NDCG@10 in the sample: each rank's chance, divided by its logarithm."""
    hits = [sampled(ranks, k, ITEMS, NEGATIVES) for k in range(K + 1)]
    return sum((hits[k] - hits[k - 1]) / log2(k + 1) for k in range(1, K + 1))


def ndcg(ranks: list[int]) -> float:
    """Compute the mean NDCG@10 over all items by the lesson that teaches it."""
    pages = [[int(place == rank) for place in range(1, ITEMS + 1)] for rank in ranks]
    return sum(metric_of("NDCG", page, K) for page in pages) / len(pages)


BY_HAND = {
    "0.583333": comb(7, 2) / comb(9, 2),
    "0.972222": (comb(7, 2) + 2 * 7) / comb(9, 2),
    "0.375": ndcg(A),
    "0.5": 1 / log2(3 + 1),
    "10.009009": 1 + 90 * NEGATIVES / (ITEMS - 1),
}


@pytest.mark.parametrize("printed", BY_HAND)
def test_every_number_by_hand_is_right(printed: str) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    assert_printed(LESSON, printed, BY_HAND[printed])


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places in the prose is computed above."""
    prose = "\n".join(line for line in text(LESSON).splitlines() if not line.startswith("| "))

    assert set(re.findall(r"\d+\.\d+", prose)) == {*BY_HAND}


def test_the_rank_by_hand_is_right() -> None:
    """Three films are left for the person of the text, and the held-out one is the last."""
    films, known = ["jaws", "heat", "fargo", "alien", "up"], ["heat", "up"]

    assert '`["jaws", "heat", "fargo", "alien", "up"]`' in text(LESSON)
    assert '"jaws", "fargo" and "alien" are left, and the rank is 3.' in text(LESSON)
    assert [film for film in films if film not in known] == ["jaws", "fargo", "alien"]
    assert reference(LESSON).held_out_rank(films, "alien", known) == 3


def test_the_ways_to_draw_two_of_nine_are_counted() -> None:
    """Each row holds the samples with so many items from above, by counting all 36."""
    others = [place for place in range(1, 11) if place != 3]
    above = [sum(place < 3 for place in sample) for sample in combinations(others, 2)]
    rows = WAYS.findall(text(LESSON))

    assert len(above) == comb(9, 2) == 36
    assert [int(row[0]) for row in rows] == [0, 1, 2]
    for drawn, top, below, ways, chance, rank in rows:
        assert int(drawn) == int(top) == 2 - int(below) == int(rank) - 1
        assert int(ways) == above.count(int(drawn))
        assert chance == f"{int(ways) / 36:.6f}"
    for k, printed in ((1, "0.583333"), (2, "0.972222")):
        assert f"{sampled([3], k, 10, 2):.6f}" == printed


def test_a_sample_turns_two_recommenders_round() -> None:
    """The table holds both metrics of both, over all items and among 100 negatives."""
    rows = {(metric, where): (a, b) for metric, where, a, b in COMPARED.findall(text(LESSON))}
    hit_rate = reference(LESSON).hit_rate

    assert [
        ast.literal_eval(each)
        for each in re.findall(r"^- [AB]: `(.*)`$", text(LESSON), re.MULTILINE)
    ] == [A, B]
    computed = {
        ("HR", "all items"): [hit_rate(ranks, K) for ranks in (A, B)],
        ("NDCG", "all items"): [ndcg(ranks) for ranks in (A, B)],
        ("HR", "100 negatives"): [sampled(ranks, K, ITEMS, NEGATIVES) for ranks in (A, B)],
        ("NDCG", "100 negatives"): [sampled_ndcg(ranks) for ranks in (A, B)],
    }
    assert rows == {
        place: tuple(f"{value:.6f}" for value in values) for place, values in computed.items()
    }
    assert all((a > b) == (where == "all items") for (_, where), (a, b) in computed.items())


def test_the_mean_rank_in_the_sample() -> None:
    """Adding up the ranks in all samples gives the mean that the text states."""
    items, negatives = 8, 3
    for rank in range(1, items + 1):
        misses = [1 - sampled([rank], k, items, negatives) for k in range(1, negatives + 1)]

        assert 1 + sum(misses) == pytest.approx(1 + (rank - 1) * negatives / (items - 1))


def test_no_pair_exists_where_the_text_says_so() -> None:
    """Wherever the reference finds none, the sample orders no two ranks otherwise.

    An expected hit rate is a mean over ranks: if the chance in the sample rises with the hit over
    all items, or is the same for all, so do all means.
    """
    for items in range(1, 8):
        for negatives in range(items):
            for k in range(-1, items + 2):
                if reference(LESSON).misleading_pair(items, negatives, k) is None:
                    chances = [sampled([r], k, items, negatives) for r in range(1, items + 1)]
                    hits = [float(r <= k) for r in range(1, items + 1)]
                    assert chances == hits or len({*chances}) == 1


def test_the_rarest_hit_of_the_hints() -> None:
    """With all others but one as negatives, a hit at 1 from rank 2 is 1 of 9 among ten items."""
    hints = (solution(LESSON) / "hints.md").read_text(encoding="utf-8")

    assert "For 10 items and $k = 1$ it is 1 of 9" in hints
    assert sampled([2], 1, 10, 8) == pytest.approx(1 / 9)
    chances = [sampled([2], 1, 10, negatives) for negatives in range(9)]
    assert chances == sorted(chances, reverse=True)


def test_the_curves_are_drawn_to_scale() -> None:
    """The step falls after rank 10, and the curve is as high as the chance in the sample."""
    drawing = ElementTree.parse(exercise(LESSON) / "chances.svg")
    lines = {
        one.attrib["id"]: [
            ((float(x) - 40) / 1.9, (250 - float(y)) / 200)
            for x, y in (point.split(",") for point in one.attrib["points"].split())
        ]
        for one in drawing.iter("{http://www.w3.org/2000/svg}polyline")
    }

    assert [x for x, _ in lines["all"]] == pytest.approx([1, 10.5, 10.5, 200], abs=0.01)
    assert [y for _, y in lines["all"]] == [1, 1, 0, 0]
    for rank, height in lines["sampled"]:
        expected = sampled([round(rank)], K, ITEMS, NEGATIVES)
        assert height == pytest.approx(expected, abs=1e-4)
