"""The page and the table about who is alike: bounded, linked, readable in both schemes."""

import io
import re

import pytest

from grader.feedback.html import environment, house_styles, similar_page
from grader.feedback.screen import Screen
from grader.feedback.similar import print_similar
from grader.model.course import Lesson, LessonId
from grader.model.similarity.compare import compare
from grader.model.similarity.findings import Comparison
from tests.unit.model.similar_texts import ORIGINAL, RENAMED, STUB, interrupted, reordered, work

LESSON = Lesson(LessonId("bills"), "Bills <b>")


def compared(*texts: str) -> Comparison:
    works = [work(f"s{number}\x1b<i>", text) for number, text in enumerate(texts)]
    return compare(works, {"bills.py": STUB})


def test_every_region_can_be_reached() -> None:
    """Each link of the page leads to a line, and each anchor is there once."""
    found = compared(ORIGINAL, RENAMED, reordered(RENAMED), interrupted())

    page = similar_page(found, {"zed": "Nothing <was> submitted."}, 20, LESSON, "Shop")

    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]*)"', page)) <= set(ids)
    for number, finding in enumerate(found.findings, 1):
        assert {f"p{number}l{one.number}" for one in finding.regions} <= set(ids)
    assert "<i>" not in page
    assert "<was>" not in page
    assert "\x1b" not in page


def test_a_long_file_is_cut_and_said_to_be() -> None:
    """Lines beyond the bound are counted, and no link leads to them."""
    long = "\n" * 5000 + ORIGINAL
    found = compared(long, long + "\n# end\n", ORIGINAL)

    page = similar_page(found, {}, 20, LESSON, "Shop")

    assert "more that are not shown" in page
    assert set(re.findall(r'href="#([^"]*)"', page)) <= set(re.findall(r'\bid="([^"]+)"', page))


@pytest.mark.parametrize("width", [40, 60, 80, 140])
@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_the_table_fits(width: int, encoding: str) -> None:
    """The table fits any terminal, in any encoding, and says what it is no proof of."""
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding)
    console = Screen(file=file, width=width)

    print_similar(compared(ORIGINAL, RENAMED, reordered()), {"zed": "Nothing."}, 2, console)

    file.flush()
    text = raw.getvalue().decode(encoding)
    assert max(map(len, text.splitlines())) <= width
    assert "no proof" in " ".join(text.split())
    assert "\x1b" not in text


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("front", ["text", "muted"])
def test_marked_lines_can_be_read(front: str, scheme: int) -> None:
    """Code and line numbers stand out from the colour of every region."""
    own = environment().loader
    assert own is not None
    css = own.get_source(environment(), "similar.css")[0]
    grounds = re.findall(r":root \{(.*?)\}", css, re.DOTALL)[scheme]
    house = re.findall(r":root \{(.*?)\}", house_styles(), re.DOTALL)[scheme]
    colour = dict(re.findall(r"--([\w-]+): (#\w{6});", house))[front]

    for ground in re.findall(r"#\w{6}", grounds):
        assert contrast(colour, ground) >= 4.5, ground


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance that WCAG defines."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
