"""The page of the course map holds the texts of the lessons that may be read."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from grader.feedback.html import map_page
from grader.feedback.lesson_html import LessonText
from grader.model.course import LessonId
from tests.unit.feedback.map_builders import attempt, chain, states

TEXT = LessonText(
    "# Own title\n\n## Goal\n\nSee [the goal](#goal) and $x_1$.\n\n### Deeper\n\n![A bar](a.svg)\n",
    {"a.svg": b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'},
)


def page_with_texts(*names: str) -> str:
    """The map of a chain, its first lesson passed, with the same text for the lessons named."""
    found = states(chain(), attempt("cg", 5))
    return map_page(found, "Course", "ann", {LessonId(name): TEXT for name in names})


def test_each_text_lies_with_its_lesson(read_page: Callable[[str], Any]) -> None:
    """Ids stay unique, links stay within their text, headings leave no level out."""
    page = read_page(page_with_texts("cg", "dcg"))

    ids = list(page.values("id"))
    assert len(ids) == len(set(ids))
    assert {"text-cg-goal", "text-dcg-goal", "text-cg-deeper"} <= set(ids)
    assert {"#text-cg-goal", "#text-dcg-goal"} <= set(page.values("href"))
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert "Own title" not in page.text
    assert [tag for tag, _ in page.tags].count("math") == 2


def test_the_lesson_at_hand_is_unfolded(read_page: Callable[[str], Any]) -> None:
    """Of several texts, that of the lesson to go on with can be read at once."""
    page = read_page(page_with_texts("cg", "dcg"))

    assert [given for tag, given in page.tags if tag == "details"] == [{}, {"open": None}]


def test_pictures_are_allowed_where_they_are(read_page: Callable[[str], Any]) -> None:
    """The page's policy lets the pictures through that are in it, and nothing from elsewhere."""
    html = page_with_texts("cg")

    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri" in html
    (image,) = [given for tag, given in read_page(html).tags if tag == "img"]
    assert image["src"].startswith("data:image/svg+xml;base64,")


def test_a_lesson_links_to_the_page_of_the_course(read_page: Callable[[str], Any]) -> None:
    """The page of the course lies folded on the map, and the link of a lesson leads there."""
    text = LessonText("# Own title\n\nSee [what holds](../README.md).\n")
    found = states(chain(), attempt("cg", 5))

    page = read_page(
        map_page(found, "Course", "ann", {LessonId("cg"): text}, "# All\n\n## Words\n\nA *list*.\n")
    )

    assert "#about" in page.values("href")
    assert {"about", "about-words"} <= set(page.values("id"))
    assert "A list." in page.text
