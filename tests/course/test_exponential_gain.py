"""Claims about what the text of the lesson exponential_gain teaches."""

import re
from math import log2
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import assert_printed, exercise, metric_of, reference, text

LESSON = "exponential_gain"
SYSTEMS = {"A": [3, 0, 0, 2, 2], "B": [2, 2, 3, 0, 0]}


def exponential(name: str, rels: list[int], k: int) -> float:
    """Compute a score by the reference."""
    value: float = getattr(reference(LESSON), f"exponential_{name}")(rels, k)
    return value


BY_HAND = {
    "9.279642": exponential("dcg", [3, 2, 0, 0, 1], 5),
    "9.392789": exponential("dcg", [3, 2, 1, 0, 0], 5),
    "0.987954": exponential("ndcg", [3, 2, 0, 0, 1], 5),
    "0.976239": metric_of("NDCG", [3, 2, 0, 0, 1], 5),
    "9.452588": exponential("dcg", SYSTEMS["A"], 5),
    "8.392789": exponential("dcg", SYSTEMS["B"], 5),
    "10.392789": exponential("dcg", [3, 2, 2, 0, 0], 5),
    "1.930677": exponential("dcg", [1, 0, 1, 1, 0], 5),
    "0.432100": exponential("ndcg", [1, 1, 1, 10], 4),
    "0.430677": 1 / log2(5),
    "0.414214": exponential("dcg", [0.5], 1),  # type: ignore[list-item]
    "1.892789": 3 / log2(3),
    "0.386853": 1 / log2(6),
    "1.292030": 3 / log2(5),
    "1.160558": 3 / log2(6),
    "3.5": 7 / log2(4),
    "1.5": 3 / log2(4),
    "0.5": 1 / log2(4),
    "0.0": 0.0,
}


def rows(pattern: str) -> list[tuple[str, ...]]:
    """Find the rows of a table of the text."""
    return re.findall(rf"^\| {pattern} \|$", text(LESSON), re.MULTILINE)


@pytest.mark.parametrize("printed", BY_HAND)
def test_every_number_by_hand_is_right(printed: str) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    assert_printed(LESSON, printed, BY_HAND[printed])


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places stands in a table that is computed or in the claims above."""
    prose = "\n".join(
        line for line in text(LESSON).splitlines() if not re.match(r"\| [AB\d]", line)
    )

    assert set(re.findall(r"\d+\.\d+", prose)) <= set(BY_HAND)


def test_the_table_of_gains_is_right() -> None:
    """Each grade stands beside its linear and its exponential gain."""
    found = rows(r"(\d) \| (\d) \| \$2\^(\d) - 1 = (\d+)\$")

    assert [int(grade) for grade, *_ in found] == [0, 1, 2, 3, 4]
    for grade, linear, power, gain in found:
        assert grade == linear == power
        assert int(gain) == exponential("dcg", [int(grade)], 1)


def test_each_gain_prefers_another_system() -> None:
    """The table of the two systems is computed, and the winners differ as the text says."""
    found = rows(r"([AB]) \| `(.*)` \| ([\d.]+) \| ([\d.]+)")

    assert [(name, rels) for name, rels, *_ in found] == [(n, str(r)) for n, r in SYSTEMS.items()]
    for name, _, linear, own in found:
        assert linear == f"{metric_of('NDCG', SYSTEMS[name], 5):.6f}"
        assert own == f"{exponential('ndcg', SYSTEMS[name], 5):.6f}"
    assert found[0][2] < found[1][2]
    assert found[0][3] > found[1][3]


def test_only_the_linear_score_ignores_the_scale() -> None:
    """The rows of doubled and tripled grades are computed; the linear score is always the same."""
    found = rows(r"(\d, \d, \d) \| ([\d.]+) \| ([\d.]+)")

    assert len(found) == 3
    assert len({linear for _, linear, _ in found}) == 1
    for grades, linear, own in found:
        rels = [int(grade) for grade in grades.split(", ")]
        assert linear == f"{metric_of('NDCG', rels, 3):.6f}"
        assert own == f"{exponential('ndcg', rels, 3):.6f}"


def test_gains_agree_for_yes_or_no() -> None:
    """For grades of 0 and 1 both DCGs are the same, list by list."""
    for number in range(64):
        rels = [number >> place & 1 for place in range(6)]
        assert exponential("dcg", rels, 6) == metric_of("DCG", rels, 6)


def test_the_picture_is_drawn_to_scale() -> None:
    """The bars of each grade are as high as its two gains."""
    drawing = ElementTree.parse(exercise(LESSON) / "gains.svg")
    bars = [one.attrib for one in drawing.iter("{http://www.w3.org/2000/svg}rect")]

    for grade in range(5):
        linear, own = bars[2 * grade], bars[2 * grade + 1]
        assert (linear["class"], own["class"]) == ("linear", "exponential")
        assert float(linear["height"]) == 12 * grade
        assert float(own["height"]) == 12 * exponential("dcg", [grade], 1)
