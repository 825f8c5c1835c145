"""Claims about what the text of the lesson compare_rankings teaches."""

import ast
import math
import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import assert_printed, exercise, reference, text

LESSON = "compare_rankings"
AP = [0.4, 0.3, 0.2, 0.1]
NDCG = [0.7, 0.8, 0.5, 0.6]
P_AT_5 = [0.6, 0.8, 0.4, 0.4]
OLD = ["d1", "d2", "d3", "d4"]
NEW = ["d2", "d1", "d5", "d3"]
ROW_OF_A_PAIR = re.compile(
    r"^\| ([W-Z]), ([W-Z]) \| ([W-Z]) \| ([W-Z]) \| (dis|con)cordant \|$", re.MULTILINE
)
ROW_OF_A_DEPTH = re.compile(
    r"^\| (\d) \| (d[^|]*) \| (d[^|]*) \| (\d) \| \$\\frac\{(\d)\}\{(\d)\} = ([\d.]+)\$ \|$",
    re.MULTILINE,
)
ROW_OF_TWO_PAGES = re.compile(
    r"^\| (d\d d\d d\d d\d) \| (d\d d\d d\d d\d) \| ([\d.]+) \| ([\d.]+) \|$", re.MULTILINE
)


def tau(a: Sequence[float], b: Sequence[float]) -> float:
    """Compute tau-b by the reference."""
    value: float = reference(LESSON).kendall_tau(a, b)
    return value


def overlap(first: Sequence[str], second: Sequence[str], p: float) -> float:
    """Compute the RBO by the reference."""
    value: float = reference(LESSON).rank_biased_overlap(first, second, p)
    return value


def assumed(p: float) -> float:
    """Compute the part of the two pages' RBO that stands for what is below them."""
    share: float = reference(LESSON).agreement(OLD, NEW, 4)
    return share * p**4


def seen(p: float) -> float:
    """Compute the rest of it."""
    return overlap(OLD, NEW, p) - assumed(p)


def by_hand() -> dict[str, float]:
    """Compute each number of the text that is worked out outside of its tables."""
    return {
        "0.333333": tau(AP, NDCG),
        "5.477226": math.sqrt(6 * 5),
        "0.547723": tau(AP, P_AT_5),
        "0.666667": tau([4, 3, 2, 1], [3, 4, 2, 1]),
        "0.25": (1 - 0.5) * 0.5,
        "0.0625": (1 - 0.5) * 0.5**3,
        "0.125": (1 - 0.5) * 0.5**2,
        "0.75": reference(LESSON).agreement(OLD, NEW, 4),
        "0.427083": overlap(OLD, NEW, 0.5),
        "0.492075": assumed(0.9),
        "0.380": seen(0.5),
        "0.199": seen(0.9),
        "0.047": assumed(0.5),
        "0.492": assumed(0.9),
        "0.690750": overlap(OLD, NEW, 0.9),
    }


@pytest.mark.parametrize("printed", by_hand())
def test_every_number_by_hand_is_right(printed: str) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    assert_printed(LESSON, printed, by_hand()[printed])


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places is given, or in the table of pages, or computed above."""
    prose = ROW_OF_TWO_PAGES.sub("", text(LESSON))
    given = {*map(str, [*AP, *NDCG, *P_AT_5]), "0.5", "0.9", "0.0"}

    assert set(re.findall(r"\d+\.\d+", prose)) <= set(by_hand()) | given


def test_the_pairs_of_the_lesson() -> None:
    """Each pair is told as both measures order it: four concordant, two discordant."""
    rows = ROW_OF_A_PAIR.findall(text(LESSON))

    assert [one + other for one, other, *_ in rows] == ["WX", "WY", "WZ", "XY", "XZ", "YZ"]
    for one, other, by_ap, by_ndcg, kind in rows:
        i, j = "WXYZ".index(one), "WXYZ".index(other)
        assert by_ap == (one if AP[i] > AP[j] else other)
        assert by_ndcg == (one if NDCG[i] > NDCG[j] else other)
        assert (kind == "con") == (by_ap == by_ndcg)
    assert [row[-1] for row in rows].count("con") == 4


def test_the_scores_are_those_that_the_claims_compute_with() -> None:
    """The table of scores, the sentence about P@5 and the public cases hold the same numbers."""
    for name, scores in (("AP", AP), ("NDCG", NDCG)):
        assert f"| {name} | {' | '.join(map(str, scores))} |" in text(LESSON)
        assert f"`{scores}`" in text(LESSON)
    assert f"By P@5 the four engines score `{P_AT_5}`." in text(LESSON)
    pages = re.findall(r"^(?:old|new) = (\[.*\])$", text(LESSON), re.MULTILINE)
    assert [ast.literal_eval(page) for page in pages] == [OLD, NEW]
    public = (exercise(LESSON) / f"test_{LESSON}.py").read_text(encoding="utf-8")
    for value in (AP, NDCG, P_AT_5, OLD, NEW):
        assert str(value).replace("'", '"') in public


def test_tau_b_is_plain_tau_without_ties() -> None:
    """Both count all pairs then; with one tie in one list only, even the same order is below 1."""
    assert tau(AP, NDCG) == (4 - 2) / 6
    assert tau(AP, AP) == 1
    assert tau(AP, AP[::-1]) == -1
    assert tau([1, 2, 3], [1, 1, 2]) < 1


def test_tau_does_not_see_where_two_documents_change_places() -> None:
    """At the top and at the end tau is the same, and RBO is not."""
    page, top, end = [4, 3, 2, 1], [3, 4, 2, 1], [4, 3, 1, 2]

    assert tau(page, top) == tau(page, end) == (5 - 1) / 6
    assert overlap(OLD, ["d2", "d1", "d3", "d4"], 0.5) < overlap(OLD, ["d1", "d2", "d4", "d3"], 0.5)


def test_the_table_of_depths_is_right() -> None:
    """Each row names the first documents of both pages, and their agreement."""
    rows = ROW_OF_A_DEPTH.findall(text(LESSON))

    assert len(rows) == 4
    for depth, (printed, old, new, both, above, below, share) in enumerate(rows, start=1):
        assert int(printed) == int(below) == depth
        assert (old.split(", "), new.split(", ")) == (OLD[:depth], NEW[:depth])
        assert int(both) == int(above) == len({*OLD[:depth]} & {*NEW[:depth]})
        agreed = reference(LESSON).agreement(OLD, NEW, depth)
        assert float(share) == pytest.approx(agreed, abs=5e-7)


def test_the_table_of_pages_is_right() -> None:
    """Each row holds two pages, p and their RBO."""
    rows = ROW_OF_TWO_PAGES.findall(text(LESSON))

    assert len(rows) == 7
    for old, new, p, printed in rows:
        assert f"{overlap(old.split(), new.split(), float(p)):.6f}" == printed


def test_overlap_is_the_mean_agreement_where_readers_stop() -> None:
    """With lists that go on with the last agreement, the sum over a thousand depths is RBO."""
    for p in (0.5, 0.9):
        shares = [reference(LESSON).agreement(OLD, NEW, depth) for depth in (1, 2, 3, 4)]
        shares += shares[-1:] * 1000
        stops = [(1 - p) * p**steps for steps in range(len(shares))]

        mean = sum(stop * share for stop, share in zip(stops, shares, strict=True))
        assert overlap(OLD, NEW, p) == pytest.approx(mean, abs=1e-12)


def test_the_picture_is_drawn_to_scale() -> None:
    """In each bar the dark part is what was seen, and the light one beside it is assumed."""
    drawing = ElementTree.parse(exercise(LESSON) / "assumed.svg")
    bars = [one.attrib for one in drawing.iter("{http://www.w3.org/2000/svg}rect")]

    assert len(bars) == 6
    for p, (dark, light, whole) in zip((0.5, 0.9), (bars[:3], bars[3:]), strict=True):
        assert (dark["class"], light["class"]) == ("seen", "assumed")
        full = float(whole["width"])
        assert float(dark["width"]) / full == pytest.approx(seen(p), abs=1e-4)
        assert float(light["width"]) / full == pytest.approx(assumed(p), abs=1e-4)
        assert float(light["x"]) == pytest.approx(80 + float(dark["width"]), abs=0.02)
