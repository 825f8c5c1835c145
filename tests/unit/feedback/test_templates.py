"""Templates and their contexts agree, and pages need nothing but themselves."""

import inspect
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from jinja2 import meta, nodes
from msgspec import Struct

from grader.feedback import (
    course_map,
    instructor,
    map_graph,
    remarks,
    student,
    words,
)
from grader.feedback import html as pages
from grader.feedback.course_map import Standing, next_commands
from grader.feedback.html import _TEMPLATES, environment, house_styles, map_page
from grader.feedback.student import student_view
from grader.model import report, summary
from grader.model.course import Lesson
from grader.model.report import CaseTrace, Diagnosis, Frame, JudgedSubmission
from grader.model.student_report import student_report
from grader.model.summary import MistakeCount, summarize
from tests.unit.feedback.map_builders import attempt, branched, states
from tests.unit.feedback.pages import index_page, instructor_page, student_page

OF_LOOPS = {"first", "index", "index0", "last"}
OF_MAPPINGS = {"values"}
MACROS = {
    *(
        "badge",
        "named",
        "bar",
        "share",
        "excerpt",
        "message",
        "mistake",
        "begin_with",
        "side",
        "case_head",
        "case_body",
    ),
    *("remark", "remarks", "case_list", "case_detail"),
    *("commands", "progress", "standing", "drawing"),
}
# What the class's pages show, in each of the two colour schemes.
NEXT_TO = [
    *(("text", ground) for ground in ("page", "card", "code")),
    *(("muted", ground) for ground in ("page", "card", "code")),
    *(("link", ground) for ground in ("page", "card")),
    *((tone, ground) for tone in words.Tone for ground in (f"{tone}-soft", "card")),
    *(("text", f"{tone}-soft") for tone in words.Tone),
]


VIEWS = (
    *(course_map, instructor, pages),
    *(map_graph, remarks, report, student, summary, words),
)


def parsed(name: str) -> nodes.Template:
    loader = environment().loader
    assert loader is not None
    source, _, _ = loader.get_source(environment(), name)
    return environment().parse(source)


def with_parts(name: str) -> Iterator[tuple[str, nodes.Template]]:
    """Yield a template and all that it extends or includes."""
    tree = parsed(name)
    yield name, tree
    for other in meta.find_referenced_templates(tree):
        assert other is not None
        yield from with_parts(other)


@pytest.mark.parametrize("context", _TEMPLATES)
def test_templates_use_their_context(context: type[Struct]) -> None:
    """The variables that a page uses are the fields of its context, no more and no less."""
    trees = [tree for _, tree in with_parts(_TEMPLATES[context])]

    used = set().union(*map(meta.find_undeclared_variables, trees))

    # A block is parsed apart from the imports above it.
    fields = set(context.__struct_fields__)
    assert used - {"details", "house_styles", "maps", "parts"} == fields


@pytest.mark.parametrize("name", sorted(set(_TEMPLATES.values())))
def test_templates_use_known_attributes(name: str) -> None:
    """Every attribute that a template asks for is a field of something."""
    listed = [each for module in VIEWS for each in vars(module).values()]
    ours = [each for each in listed if getattr(each, "__module__", "").startswith("grader.")]
    classes = [each for each in ours if isinstance(each, type)]
    known = {
        name for each in classes for name in (*vars(each), *inspect.signature(each).parameters)
    }
    for struct in (CaseTrace, Diagnosis, Frame, MistakeCount):
        known.update(struct.__struct_fields__)

    asked = {
        node.attr for _, tree in with_parts(name) for node in tree.find_all(nodes.Getattr)
    }  # fmt: skip

    assert asked - OF_LOOPS - OF_MAPPINGS - MACROS <= known


def all_pages(judged: dict[str, JudgedSubmission], lesson: Lesson) -> Iterator[str]:
    submissions = list(judged.values())
    yield index_page(summarize(submissions), submissions, lesson, "Course")
    yield index_page(summarize([]), [], lesson, "Course")
    everything = states(branched(), attempt("gains", 5), attempt("dcg_at_k", 3))
    yield map_page(everything, "Course", "ann")
    yield map_page(everything[:1], "Course", "ann")
    standing = Standing(everything, everything[1:4], next_commands(everything), ("A note.",))
    for each in submissions:
        yield instructor_page(each, lesson, "Course")
        yield student_page(student_report(each), lesson, "Course")
        yield student_page(student_report(each), lesson, "Course", standing=standing)


def test_pages_are_sound(
    judged_class: dict[str, JudgedSubmission],
    lesson: Lesson,
    read_page: Callable[[str], Any],
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


def test_fragment_is_the_body_of_the_page(
    judged_class: dict[str, JudgedSubmission], lesson: Lesson
) -> None:
    """A page of a server shows a report in the same words as the page that stands alone."""
    for each in judged_class.values():
        report = student_report(each)

        fragment = pages.fragment(student_view(report, lesson, "Course"))

        assert fragment in student_page(report, lesson, "Course")


def test_pages_need_nothing_else(
    judged_class: dict[str, JudgedSubmission],
    lesson: Lesson,
    read_page: Callable[[str], Any],
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


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("tone", words.Tone)
def test_bars_stand_out(tone: words.Tone, scheme: int) -> None:
    """The filled part of a bar can be told from the rest of it."""
    colours = schemes()[scheme]

    assert contrast(colours[tone], colours["quiet-soft"]) >= 3


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_lines_of_drawings_stand_out(scheme: int) -> None:
    """The arrows between lessons can be seen on their card."""
    colours = schemes()[scheme]

    assert contrast(colours["edge"], colours["card"]) >= 3


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
