"""Templates and their contexts agree, and pages need nothing but themselves."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from jinja2 import meta, nodes
from msgspec import Struct

from grader.feedback import words
from grader.feedback.html import BODIES, environment, fragment, house_styles
from grader.feedback.student import student_view
from grader.model.course import Lesson
from grader.model.report import JudgedSubmission
from grader.model.student_report import student_report
from tests.unit.feedback.pages import class_page, instructor_page, student_page

Judged = dict[str, JudgedSubmission]
# What `page` words for the frame.
FRAME = {"course_title", "lesson_title", "origin", "lesson", "student_page", "student"}
# What the class's pages show, in each of the two colour schemes.
NEXT_TO = [
    *(("text", ground) for ground in ("page", "card", "code")),
    *(("muted", ground) for ground in ("page", "card", "code")),
    *(("link", ground) for ground in ("page", "card")),
    *((tone, ground) for tone in words.Tone for ground in (f"{tone}-soft", "card")),
    *(("text", f"{tone}-soft") for tone in words.Tone),
]


def parsed(name: str) -> nodes.Template:
    loader = environment().loader
    assert loader is not None
    source, _, _ = loader.get_source(environment(), name)
    return environment().parse(source)


def with_parts(name: str) -> Iterator[nodes.Template]:
    """Yield a template and all that it extends or includes."""
    tree = parsed(name)
    yield tree
    for other in meta.find_referenced_templates(tree):
        assert other is not None
        yield from with_parts(other)


@pytest.mark.parametrize("context", BODIES)
def test_templates_use_their_context(context: type[Struct]) -> None:
    """The variables that a page uses are the fields of its context, no more and no less."""
    trees = list(with_parts(BODIES[context]))

    used = set().union(*map(meta.find_undeclared_variables, trees))

    fields = set(context.__struct_fields__)
    # an included template is parsed apart from the macros and imports of the other
    assert used - {"parts", "member"} <= fields
    assert fields - used <= FRAME


def all_pages(judged: Judged, lesson: Lesson) -> Iterator[str]:
    yield class_page(list(judged.values()), lesson)
    yield class_page([], lesson)
    for each in judged.values():
        yield instructor_page(each, lesson)
        yield student_page(student_report(each), lesson)


def test_pages_are_sound(
    judged_class: Judged, lesson: Lesson, read_page: Callable[[str], Any]
) -> None:
    """Ids are unique, links within a page lead somewhere, headings leave no level out."""
    for html in all_pages(judged_class, lesson):
        page = read_page(html)
        ids = list(page.values("id"))
        levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]

        assert len(ids) == len(set(ids))
        named = " ".join(page.values("aria-labelledby")).split()
        linked = [link[1:] for link in page.values("href") if link.startswith("#")]
        assert {*named, *linked} <= set(ids)
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))


def test_fragment_is_the_body_of_the_page(judged_class: Judged, lesson: Lesson) -> None:
    """A page of a server shows a report in the same words as the page that stands alone."""
    report = student_report(judged_class["ben_kowalski"])

    assert fragment(student_view(report, lesson, "Course")) in student_page(report, lesson)


def test_pages_need_nothing_else(
    judged_class: Judged, lesson: Lesson, read_page: Callable[[str], Any]
) -> None:
    """No script, no address outside the folder, and a policy that would forbid both."""
    for html in all_pages(judged_class, lesson):
        page = read_page(html)
        tags = {tag for tag, _ in page.tags}
        attributes = {name for _, given in page.tags for name in given}

        assert tags.isdisjoint({"script", "link", "img", "iframe", "object", "form"})
        assert not any(name.startswith("on") for name in attributes)
        assert all(re.match(r"#|\.\./|feedback/|instructor/", to) for to in page.values("href"))
        assert "default-src 'none'; style-src 'unsafe-inline'" in html
        assert "url(" not in html
        assert {"header", "main", "footer"} <= tags
        assert ("html", {"lang": "en"}) in page.tags


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "ground"), NEXT_TO)
def test_text_stands_out(front: str, ground: str, scheme: int) -> None:
    """Text has the contrast that WCAG 2.2 asks for at level AA, in both colour schemes."""
    colours = schemes()[scheme]

    assert contrast(colours[front], colours[ground]) >= 4.5


def schemes() -> list[dict[str, str]]:
    """Read the colours of the light and the dark scheme from the style sheet."""
    colours = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", house_styles())
    return [{name: light for name, light, _ in colours}, {name: dark for name, _, dark in colours}]


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance that WCAG defines."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Use `rels[:k]` & `k`.", "Use <code>rels[:k]</code> &amp; <code>k</code>."),
        ("`<b>`", "<code>&lt;b&gt;</code>"),
        ("a ` b", "a ` b"),
        ("`\x1b[31m`", "<code>\\x1b[31m</code>"),
        ("", ""),
    ],
)
def test_code_in_prose(text: str, shown: str) -> None:
    """What stands between backticks is code, and everything is escaped."""
    assert environment().from_string("{{ text | prose }}").render(text=text) == shown
