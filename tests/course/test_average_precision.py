"""Claims about what the text of the lesson average_precision teaches."""

import ast
import re
from xml.etree import ElementTree

import pytest

from tests.course.lesson_material import assert_printed, exercise, metric_of, reference, text

LESSON = "average_precision"
PAGES = [[1, 1, 1, 0, 0], [1, 0, 1, 1, 0], [0, 0, 1, 1, 1]]
LONG = [1, 0, 1, 1, 0, 0, 0, 1]
QUERIES = [([1, 0, 1, 1, 0], 4), ([0, 1], 1), ([0, 0, 0], 2)]


def by_hand() -> dict[str, float]:
    """Compute each number of the text that stands outside of its tables of pages."""
    page = PAGES[1]
    return {
        "0.666667": metric_of("P", page, 3),
        "0.75": metric_of("P", page, 4),
        "0.6": metric_of("P", page, 5),
        "0.333333": metric_of("RR", PAGES[2]),
        "2.416667": 1 + 2 / 3 + 3 / 4,
        "0.604167": metric_of("AP", page, 5, 4),
        "0.25": metric_of("R", LONG, 1, 4),
        "0.166667": metric_of("P", LONG, 3) / 4,
        "0.1875": metric_of("P", LONG, 4) / 4,
        "0.125": metric_of("P", LONG, 8) / 4,
        "0.729167": metric_of("AP", LONG, 8, 4),
        "0.729": metric_of("AP", LONG, 8, 4),
        "0.667": metric_of("P", LONG, 3),
        "0.5": metric_of("P", LONG, 8),
        "1.104167": 3 * reference(LESSON).mean_average_precision(QUERIES, 5),
        "0.368056": reference(LESSON).mean_average_precision(QUERIES, 5),
        "0.416667": metric_of("AP", page, 3, 4),
        "0.555556": (1 + 2 / 3) / min(3, 4),
        "0.833333": (1 + 2 / 3) / sum(page[:3]),
        "0.0": 0.0,
    }


@pytest.mark.parametrize("printed", by_hand())
def test_every_number_by_hand_is_right(printed: str) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    assert_printed(LESSON, printed, by_hand()[printed])


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with places stands in the table of pages or is computed by a claim above."""
    prose = "\n".join(line for line in text(LESSON).splitlines() if not line.startswith("| `"))

    assert set(re.findall(r"\d+\.\d+", prose)) <= set(by_hand())


def test_three_measures_do_not_tell_the_pages_apart() -> None:
    """The table of the beginning holds P@5, R@5 and RR of the three pages."""
    rows = dict(re.findall(r"^\| (P@5|R@5|RR) \| (.*) \|$", text(LESSON), re.MULTILINE))
    computed = {
        "P@5": [metric_of("P", page, 5) for page in PAGES],
        "R@5": [metric_of("R", page, 5, 4) for page in PAGES],
        "RR": [metric_of("RR", page) for page in PAGES],
    }

    assert f"| | {' | '.join(f'`{page}`' for page in PAGES)} |" in text(LESSON)
    for name, values in computed.items():
        assert [float(cell) for cell in rows[name].split(" | ")] == pytest.approx(values, abs=5e-7)


def test_the_order_alone_changes_average_precision() -> None:
    """The three pages fall in AP, and the worst order has all its relevant results at the end."""
    first, second, third = (metric_of("AP", page, 5, 4) for page in PAGES)

    assert first > second > third
    assert PAGES[2] == sorted(PAGES[0])


def test_the_queries_of_the_text_are_those_that_the_claims_compute_with() -> None:
    """The pairs printed in the text, in Run and in the public case are the same."""
    block = re.search(r"```python\nqueries = (.*?)```", text(LESSON), re.DOTALL)

    assert block
    assert ast.literal_eval(block[1]) == QUERIES
    for name in ("run.py", f"test_{LESSON}.py"):
        assert str(QUERIES) in (exercise(LESSON) / name).read_text(encoding="utf-8")


def test_the_picture_is_drawn_to_scale() -> None:
    """Each block is a quarter wide, as high as the precision, and together they cover AP."""
    drawing = ElementTree.parse(exercise(LESSON) / "area.svg")
    whole, *blocks = (one.attrib for one in drawing.iter("{http://www.w3.org/2000/svg}rect"))
    sizes = [(float(one["width"]), float(one["height"])) for one in blocks]
    heights = [200 * metric_of("P", LONG, place) for place in (1, 3, 4, 8)]
    square = float(whole["width"]) * float(whole["height"])

    assert [height for _, height in sizes] == pytest.approx(heights, abs=0.01)
    assert {width / float(whole["width"]) for width, _ in sizes} == {0.25}
    covered = sum(width * height for width, height in sizes) / square
    assert covered == pytest.approx(metric_of("AP", LONG, 8, 4), abs=1e-4)
