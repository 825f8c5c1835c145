"""Claims about what the text of the lesson implicit_feedback teaches."""

import re
from math import inf, log2
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import exercise, reference, text

LESSON = "implicit_feedback"
PRODUCTS = {
    "A": ([1, 0, 1, 0], [1.0] * 4),
    "B": ([1, *[0] * 7], [0.25] * 8),
    "C": ([1, 0], [0.01] * 2),
}


def gain(clicks: list[int], propensities: list[float], clip: float) -> float:
    """Compute a gain by the reference."""
    value: float = reference(LESSON).ips_gain(clicks, propensities, clip)
    return value


def exponential(name: str, grades: list[int]) -> float:
    """Compute a score of a whole list by the lesson that this one builds on."""
    value: float = getattr(reference("exponential_gain"), f"exponential_{name}")(grades, 4)
    return value


BY_HAND = {
    "4.561606": exponential("dcg", [0, 1, 3, 1]),
    "8.130930": exponential("dcg", [3, 1, 1, 0]),
    "0.561019": exponential("ndcg", [0, 1, 3, 1]),
    "0.630930": 1 / log2(3),
    "0.430677": 1 / log2(5),
    "3.5": 7 / log2(4),
    "1.25": gain([1, 0, 1, 0], [1.0, 0.5, 0.2, 0.1], 4),
    "1.5": gain([1, 0, 1, 0], [1.0, 0.5, 0.2, 0.1], inf),
    "0.5": gain(*PRODUCTS["B"], inf),
    "0.25": 1 / 4,
    "0.33": 1 / 3,
    "0.2": 1 / 5,
    "0.17": 1 / 6,
    "0.14": 1 / 7,
    "0.125": 1 / 8,
    "0.0": gain([], [], 4),
}


def rows(pattern: str) -> list[tuple[str, ...]]:
    """Find the rows of a table of the text."""
    return re.findall(rf"^\| {pattern} \|$", text(LESSON), re.MULTILINE)


@pytest.mark.parametrize("printed", BY_HAND)
def test_every_number_by_hand_is_right(printed: str) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    places = len(printed.partition(".")[2])

    assert printed in text(LESSON)
    assert float(printed) == pytest.approx(BY_HAND[printed], abs=0.51 * 10**-places)


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places is a given one, stands in a table, or is computed above."""
    prose = "\n".join(
        line for line in text(LESSON).splitlines() if not re.match(r"\| [ABC\d]", line)
    )

    assert set(re.findall(r"\d+\.\d+", prose)) <= set(BY_HAND) | {"1.0", "0.1"}


def test_every_event_has_the_grade_of_the_table() -> None:
    """Each event stands with the grade that it has alone."""
    found = rows(r'`"(\w+)"`: [^|]* \| (\d)')

    assert [event for event, _ in found] == ["impression", "click", "cart", "purchase"]
    for event, grade in found:
        assert reference(LESSON).grade_of([event]) == int(grade)


def test_every_product_has_the_grade_of_its_strongest_event() -> None:
    """The four products have the grades that the DCG of the text is computed from."""
    found = rows(r"(impression[a-z, ]*) \| (\d)")

    assert [int(grade) for _, grade in found] == [0, 1, 3, 1]
    for events, grade in found:
        assert reference(LESSON).grade_of(events.split(", ")) == int(grade)


def test_shares_of_clicks_are_right() -> None:
    """Each product has as many showings and clicks as stand in the table, and their share."""
    found = rows(r"([AB]) \| (\d) \| (\d) \| ([\d.]+)")

    assert [name for name, *_ in found] == ["A", "B"]
    for name, showings, clicked, share in found:
        clicks, _ = PRODUCTS[name]
        assert (len(clicks), sum(clicks)) == (int(showings), int(clicked))
        assert share == f"{sum(clicks) / len(clicks):.3f}"


def test_weights_are_clipped_as_the_table_says() -> None:
    """Each propensity stands beside its weight without a clip, and clipped at 4 and at 2."""
    found = rows(r"([\d.]+) \| (\d+) \| (\d+) \| (\d+)")

    assert [float(propensity) for propensity, *_ in found] == [1, 0.5, 0.25, 0.1, 0.01]
    for propensity, *printed in found:
        weights = [
            reference(LESSON).clipped_weight(float(propensity), clip) for clip in (inf, 4, 2)
        ]
        assert [float(one) for one in printed] == pytest.approx(weights)


def test_gains_are_clipped_as_the_table_says() -> None:
    """Each product stands with its gain at every clip, down to the share of its clicks."""
    found = rows(r"([ABC]) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+)")

    assert [name for name, *_ in found] == ["A", "B", "C"]
    for name, *printed in found:
        gains = [gain(*PRODUCTS[name], clip) for clip in (inf, 4, 2, 1)]
        assert [float(one) for one in printed] == pytest.approx(gains)


def test_the_picture_is_drawn_to_scale() -> None:
    """Each bar is as high as 1 divided by its position."""
    drawing = ElementTree.parse(exercise(LESSON) / "looked_at.svg")
    bars = [one.attrib for one in drawing.iter("{http://www.w3.org/2000/svg}rect")]

    heights = [float(bar["height"]) for bar in bars]
    assert heights == pytest.approx([160 / position for position in range(1, 9)], abs=0.01)
