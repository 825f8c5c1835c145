"""Claims about what the text of the lesson expected_reciprocal_rank teaches."""

import re
from itertools import accumulate
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import assert_printed, exercise, metric_of, reference, text

LESSON = "expected_reciprocal_rank"
LIST = [3, 2, 0, 0, 1]
SWAPPED = [2, 3, 0, 0, 1]
PROBABILITY = re.compile(r"^\| (\d) \| \$.* = ([\d.]+)\$ \|$", re.MULTILINE)
STEP = re.compile(r"^\| (\d) \| (\d) " + r"\| ([\d.]+) " * 5 + r"\|$", re.MULTILINE)


def chance(grade: float, max_grade: int = 3) -> float:
    """Compute a stop probability by the reference."""
    value: float = reference(LESSON).stop_probability(grade, max_grade)
    return value


def reached(grades: list[int]) -> list[float]:
    """Compute how likely the reader gets to each position, and below the last one."""
    return list(accumulate((1 - chance(grade) for grade in grades), float.__mul__, initial=1.0))


def by_hand() -> dict[str, float]:
    """Compute each number of the text that stands outside of its tables."""
    first, second = metric_of("ERR", LIST, 3), metric_of("ERR", SWAPPED, 3)
    cut = len(LIST)
    return {
        "0.125": chance(1),
        "0.375": chance(2),
        "0.875": chance(3),
        "0.4375": chance(3, 4),
        "0.625": 1 - chance(2),
        "0.078125": reached(LIST)[4],
        "0.023438": (1 - chance(3)) * chance(2) / 2,
        "0.001953": reached(LIST)[4] * chance(1) / 5,
        "0.273438": (1 - chance(2)) * chance(3) / 2,
        "0.900391": first,
        "0.650391": second,
        "0.976239": metric_of("NDCG", LIST, cut),
        "0.898733": metric_of("NDCG", SWAPPED, cut),
        "0.0775": metric_of("NDCG", LIST, cut) - metric_of("NDCG", SWAPPED, cut),
        "0.25": first - second,
        "0.078": reached(LIST)[2],
        "0.047": reached(LIST)[1] * chance(2),
        "0.010": reached(LIST)[4] * chance(1),
    }


@pytest.mark.parametrize("printed", by_hand())
def test_every_number_by_hand_is_right(printed: str) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    assert_printed(LESSON, printed, by_hand()[printed])


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places stands in a checked table or is computed by a claim above."""
    prose = "\n".join(line for line in text(LESSON).splitlines() if not line.startswith("| "))

    assert set(re.findall(r"\d+\.\d+", prose)) <= set(by_hand())


def test_the_table_of_probabilities_is_right() -> None:
    """Each row gives the probability that a grade satisfies on the scale from 0 to 3."""
    rows = PROBABILITY.findall(text(LESSON))

    assert [int(grade) for grade, _ in rows] == [0, 1, 2, 3]
    assert [float(printed) for _, printed in rows] == [chance(grade) for grade in range(4)]


def test_the_way_down_is_right() -> None:
    """Each row of the worked list holds what the definition gives for its position."""
    rows = STEP.findall(text(LESSON))
    total = 0.0

    assert [int(row[1]) for row in rows] == LIST
    steps = zip(reached(LIST)[:-1], rows, strict=True)
    for index, (there, (position, grade, *cells)) in enumerate(steps):
        stops = there * chance(int(grade))
        total += stops / (index + 1)
        computed = (there, chance(int(grade)), stops, 1 / (index + 1), stops / (index + 1))
        assert int(position) == index + 1
        assert [float(cell) for cell in cells] == pytest.approx(computed, abs=6e-7)
    assert total == metric_of("ERR", LIST, 3)


def test_a_thousand_readers() -> None:
    """Of 1000 readers 875 stop at the first result, about 47 at the second, and 78 go on."""
    readers = [1000 * share for share in reached(LIST)]

    assert "875 are satisfied and stop" in text(LESSON)
    assert "about 47 of them stop there, and about 78 go on" in text(LESSON)
    assert [round(one) for one in readers] == [1000, 125, 78, 78, 78, 68]
    assert round(readers[1] - readers[2]) == 47


def test_what_stands_above_changes_nothing_for_ndcg() -> None:
    """A good page at position 3 adds as much to the DCG below perfect as below useless pages."""
    added = [
        metric_of("DCG", [*above, 2], 3) - metric_of("DCG", above, 3) for above in ([3, 3], [0, 0])
    ]

    assert added[0] == pytest.approx(added[1])
    for above, adds_much in (([3, 3], False), ([0, 0], True)):
        adds = metric_of("ERR", [*above, 2], 3) - metric_of("ERR", above, 3)
        assert (adds > 0.1) is adds_much


def test_the_picture_is_drawn_to_scale() -> None:
    """Each bar is as high as the probability of getting there, its dark part as that of a stop."""
    drawing = ElementTree.parse(exercise(LESSON) / "cascade.svg")
    bars = [one.attrib for one in drawing.iter("{http://www.w3.org/2000/svg}rect")]

    assert len(bars) == 2 * len(LIST)
    for index, (there, grade) in enumerate(zip(reached(LIST)[:-1], LIST, strict=True)):
        whole, stops = bars[2 * index], bars[2 * index + 1]
        assert (whole["class"], stops["class"]) == ("there", "stops")
        assert float(whole["height"]) == pytest.approx(160 * there, abs=0.01)
        assert float(stops["height"]) == pytest.approx(160 * there * chance(grade), abs=0.01)
