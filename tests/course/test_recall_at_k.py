"""Claims about what the text of the lesson recall_at_k teaches."""

import re
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import exercise, metric_of, text

LESSON = "recall_at_k"
PAGE = [1, 0, 1, 1, 0]
LONG_PAGE = [1, 0, 1, 1, 0, 0, 0, 1]
RELEVANT = 4
COLLECTION = 40
SHARE = r"\$\\frac\{(\d+)\}\{(\d+)\} = ([\d.]+)\$"
WAY_DOWN = re.compile(rf"^\| (\d) \| ([01]) \| {SHARE} \| {SHARE} \|$", re.MULTILINE)


@pytest.mark.parametrize(
    ("formula", "k"),
    [
        (r"\mathrm{R@}5 = \frac{1 + 0 + 1 + 1 + 0}{4} = \frac{3}{4} = 0.75", 5),
        (r"\mathrm{R@}3 = \frac{1 + 0 + 1}{4} = \frac{2}{4} = 0.5", 3),
        ("R@10 is 0.75", 10),
    ],
)
def test_shares_by_hand_are_recalls(formula: str, k: int) -> None:
    """A share of the text is the recall of the page that the lesson is about."""
    assert formula in text(LESSON)
    assert metric_of("R", PAGE, k, RELEVANT) == float(formula.rpartition(" ")[2])


def test_the_page_of_the_last_lesson_has_the_precision_that_is_quoted() -> None:
    """The P@5 of 0.6 that the text starts from is that of the same page."""
    assert f"`{PAGE}`, and its P@5 was 0.6" in text(LESSON)
    assert metric_of("P", PAGE, 5) == 0.6
    assert str(PAGE) in text("precision_at_k")


def test_the_way_down_the_page_is_right() -> None:
    """Each row of the table has the relevance at k with the precision and the recall there."""
    rows = WAY_DOWN.findall(text(LESSON))

    assert [(int(row[0]), int(row[1])) for row in rows] == list(enumerate(LONG_PAGE, start=1))
    for k, row in enumerate(rows, start=1):
        found = sum(LONG_PAGE[:k])
        assert list(map(int, (row[2], row[3], row[5], row[6]))) == [found, k, found, RELEVANT]
        assert float(row[4]) == pytest.approx(metric_of("P", LONG_PAGE, k), abs=5e-7)
        assert float(row[7]) == pytest.approx(metric_of("R", LONG_PAGE, k, RELEVANT))


def test_what_the_text_says_of_the_way_down_is_true() -> None:
    """Recall does not fall, precision does both, and at k = 4 they are equal."""
    ks = range(1, len(LONG_PAGE) + 1)
    recalls = [metric_of("R", LONG_PAGE, k, RELEVANT) for k in ks]
    precisions = [metric_of("P", LONG_PAGE, k) for k in ks]

    assert recalls == sorted(recalls)
    assert precisions != sorted(precisions)
    assert precisions != sorted(precisions, reverse=True)
    assert recalls[RELEVANT - 1] == precisions[RELEVANT - 1]


def test_the_picture_is_drawn_to_scale() -> None:
    """Both curves of the picture go through the values of the table, as its words say."""
    drawing = ElementTree.parse(exercise(LESSON) / "curves.svg")
    curves = [one.attrib for one in drawing.iter("{http://www.w3.org/2000/svg}polyline")]
    drawn = {
        curve["class"].split()[1]: [
            (220 - float(point.partition(",")[2])) / 180 for point in curve["points"].split()
        ]
        for curve in curves
    }
    ks = range(1, len(LONG_PAGE) + 1)

    assert drawn["precision"] == pytest.approx([metric_of("P", LONG_PAGE, k) for k in ks], abs=1e-4)
    assert drawn["recall"] == pytest.approx(
        [metric_of("R", LONG_PAGE, k, RELEVANT) for k in ks], abs=1e-4
    )


def test_two_cheap_engines() -> None:
    """Showing everything costs precision and showing one result costs recall, as printed."""
    everything = LONG_PAGE + [0] * (COLLECTION - len(LONG_PAGE))

    assert metric_of("R", everything, COLLECTION, RELEVANT) == 1
    assert metric_of("P", everything, COLLECTION) == 0.1
    assert metric_of("R", [1], 1, RELEVANT) == 0.25
    for printed in (r"$\frac{4}{4} = 1$", r"$\frac{4}{40} = 0.1$", r"$\frac{1}{4} = 0.25$"):
        assert printed in text(LESSON)


def test_run_draws_the_page_of_the_text() -> None:
    """The page, the total and the collection that Run draws are those of the text."""
    drawn = (exercise(LESSON) / "run.py").read_text(encoding="utf-8")

    assert f"PAGE = {LONG_PAGE}\nTOTAL = {RELEVANT}\n" in drawn
    assert f"{LONG_PAGE} + [0] * {COLLECTION - len(LONG_PAGE)}" in drawn
    assert f"`{LONG_PAGE}`" in text(LESSON)


def test_every_number_with_places_is_checked() -> None:
    """The numbers with places in the prose are those of the formulas that are computed."""
    prose = "\n".join(line for line in text(LESSON).splitlines() if not line.startswith("| "))

    assert set(re.findall(r"\d+\.\d+", prose)) == {"0.6", "0.75", "0.5", "0.1", "0.25", "0.0"}
