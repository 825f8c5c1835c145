"""The page of an analysis shows the planted numbers and needs nothing but itself."""

import ast
import inspect
import io
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from jinja2 import meta, nodes

from grader.feedback import analysis_terminal, analysis_words, chart_data
from grader.feedback.html import analysis_page, environment
from grader.feedback.screen import Screen
from grader.model import analysis, behaviour
from grader.model.analysis import (
    AttemptsNeeded,
    HintStep,
    LessonAnalysis,
    LessonClass,
    analyze_lesson,
)
from grader.model.report import CaseReport, Diagnosis
from tests.unit.model.planted_class import case, diagnosed, planted, sample

# what the page itself or a part of it sets
NAMES = {"lesson", "key", "parts", "charts", "drawn", "shown", "more"}
OF_LOOPS = {"first", "index", "index0"}
HOSTILE = "</desc><script>alert(1)</script>\x1b[31m\u202e{{ 1337*1337 }}"
ATTEMPTS = AttemptsNeeded(((1, 9), (2, 4), (12, 1)), never=3, median=Fraction(3, 2))


def lesson(name: str = "sums", **changes: Any) -> LessonAnalysis:
    """A class of three with everything in it."""
    slip = diagnosed("slip")
    samples = (
        sample(planted("ann", "ppf", group="a" * 16), {"test_sums.py::test_1": 0.25}),
        sample(planted("ben", "pft", group="b" * 16)),
        sample(planted("cem", "pfp", group="c" * 16, diagnosis=slip)),
    )
    known = LessonClass(name, f"All about {name}", samples, ATTEMPTS, (HintStep(1, 5),))
    return analyze_lesson(msgspec.structs.replace(known, **changes))


def large() -> LessonAnalysis:
    """A class of 300 with 40 cases with long ids, among them names that are hostile."""
    reports = [
        planted(
            f"{HOSTILE}{number}",
            "".join("pf"[(number * place) % 7 < 3] for place in range(40)),
            group=f"{number % 90:016x}",
            diagnosis=diagnosed(HOSTILE * 3) if number % 9 == 0 else None,
        )
        for number in range(300)
    ]
    name = "test_x.py::" + "x" * 150 + HOSTILE
    long = [msgspec.structs.replace(case(0, "f"), id=name, sentence=HOSTILE)]
    reports.append(planted("last", "f", group="f" * 16, cases=(*reports[0].cases, *long)))
    return analyze_lesson(LessonClass("large", HOSTILE, tuple(map(sample, reports))))


def pages() -> Iterator[str]:
    nobody = lesson("nobody", samples=(), attempts=None, hints=None)
    no_case = lesson("empty", samples=(sample(planted("a", "")),))
    alone = lesson("alone", samples=(sample(planted("a", "pf")),), hints=())
    yield analysis_page([lesson()], "Course")
    yield analysis_page([nobody], "")
    yield analysis_page([lesson(), nobody, no_case, alone, large()], "Course")


def test_pages_are_sound(read_page: Callable[[str], Any]) -> None:
    """Ids are unique, links lead somewhere, headings leave no level out."""
    for html in pages():
        page = read_page(html)
        ids = list(page.values("id"))
        levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]

        assert len(ids) == len(set(ids))
        named = " ".join(page.values("aria-labelledby")).split()
        assert {*named, *(link[1:] for link in page.values("href"))} <= set(ids)
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))


def test_pages_need_nothing_else(read_page: Callable[[str], Any]) -> None:
    """No script, nothing loaded, a policy that forbids both, and no text that is markup."""
    for html in pages():
        page = read_page(html)
        tags = {tag for tag, _ in page.tags}
        attributes = {name for _, given in page.tags for name in given}

        assert tags.isdisjoint({"script", "link", "img", "iframe", "object", "form"})
        assert not any(name.startswith("on") for name in attributes)
        assert all(to.startswith("#") for to in page.values("href"))
        assert "default-src 'none'; style-src 'unsafe-inline'" in html
        assert not re.search("[\x00-\x08\x1b\u202e]|url\\(|1787569", page.text)


def test_charts_are_told_in_words(read_page: Callable[[str], Any]) -> None:
    """Every drawing that says something has a title and a text for who cannot see it."""
    html = analysis_page([lesson()], "Course")
    page = read_page(html)
    drawings = [given for tag, given in page.tags if tag == "svg" and given.get("role") == "img"]

    assert len(drawings) == 5
    assert [tag for tag, _ in page.tags].count("desc") == 5
    assert "1: 100; 2: 33; 3: 33." in page.text
    assert "case 2: 33 %, -0.50" in page.text
    assert "slip: 1 student." in page.text
    assert "1: 9; 2: 4; 3: 0; 4: 0; 5: 0; 6: 0; 7: 0; 8: 0; 9+: 1; not yet: 3." in page.text


def test_the_page_has_the_planted_numbers(read_page: Callable[[str], Any]) -> None:
    """Figures, times, marks, who made a mistake, and whom to look at."""
    text = " ".join(read_page(analysis_page([lesson()], "Course")).text.split())

    for planted_text in (
        "33 % (1 of 3)",
        "250 ms",
        "Every student passes this case",
        "Who passes this case has fewer points in the others",
        "14 of 17 students passed, at the median after 1.5 attempts; 3 not yet.",
        "5 hints taken in all.",
        "aaaaaa: 1 student",
        "page of ann",
    ):
        assert planted_text in text


def test_page_and_terminal_name_the_same_command_for_the_other_groups() -> None:
    """Of several lessons one has to be named, so both name it."""
    written, found = io.StringIO(), large()

    analysis_terminal.print_analysis([found], Screen(written, 200))

    command = "more: grader groups --lesson large lists all."
    assert command in written.getvalue()
    assert command in analysis_page([found], "Course")


def test_what_is_not_known_is_said(read_page: Callable[[str], Any]) -> None:
    """Without a record there is no chart of attempts or hints, and a sentence for each."""
    page = read_page(analysis_page([lesson(attempts=None, hints=None)], "Course"))

    assert "Attempts until passed: only the record knows them" in page.text
    assert "Hints taken: only the record knows them" in page.text
    assert not any("needed" in each or "steps" in each for each in page.values("id"))


def trees(name: str) -> Iterator[nodes.Template]:
    """Yield a template and all that it is made from."""
    loader = environment().loader
    assert loader is not None
    tree = environment().parse(loader.get_source(environment(), name)[0])
    yield tree
    for other in meta.find_referenced_templates(tree):
        if other is not None and (other.startswith("analysis") or other == "base.html.j2"):
            yield from trees(other)


def test_the_page_asks_for_what_there_is() -> None:
    """The page uses what it is handed, and asks it for nothing that it does not have."""
    holders = [
        each
        for module in (analysis, behaviour, chart_data)
        for each in vars(module).values()
        if isinstance(each, type) and each.__module__.startswith("grader.")
    ]
    known = {name for each in (*holders, Diagnosis, CaseReport) for name in dir(each)}
    used: set[str] = set()
    asked: set[str] = set()
    for tree in trees("analysis.html.j2"):
        used |= meta.find_undeclared_variables(tree)
        asked |= {node.attr for node in tree.find_all(nodes.Getattr)}

    assert used - NAMES == {"course_title", "lessons", "words"}
    of_others = {"badge", "bar", "columns", "dots", "bars", *OF_LOOPS}
    assert asked - of_others <= known | {*vars(analysis_words)}


def test_every_word_is_shown() -> None:
    """Nothing is worded that neither the page nor the terminal shows."""
    worded = {
        name
        for name, value in vars(analysis_words).items()
        if inspect.isfunction(value)
        and value.__module__ == analysis_words.__name__
        and not name.startswith("_")
    }
    readers = (analysis_terminal, analysis_words, chart_data)
    trees_of = [ast.walk(ast.parse(inspect.getsource(reader))) for reader in readers]
    found = [node for tree in trees_of for node in tree]
    shown = {node.attr for node in found if isinstance(node, ast.Attribute)}
    shown |= {node.id for node in found if isinstance(node, ast.Name)}
    for tree in trees("analysis.html.j2"):
        shown |= {node.attr for node in tree.find_all(nodes.Getattr)}

    assert worded - shown == set()


@pytest.mark.parametrize("count", [1, 40, 400])
def test_columns_stay_within_the_drawing(count: int) -> None:
    """However many cases there are, no column leaves the drawing or is lost in it."""
    report = planted("ann", "p" * count)
    html = analysis_page([lesson(samples=(sample(report),), attempts=None, hints=None)], "")

    drawn = re.findall(r'<rect class="good" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', html)

    assert len(drawn) == count
    assert all(float(x) + float(width) <= 360 and float(width) > 0 for x, width in drawn)
