"""A lesson's Markdown becomes markup that can do nothing but be read."""

import re
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.feedback.lesson_html import to_html

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x) <javascript:alert(1)>",
    "![x](javascript:alert(1))",
    "![x](https://example.org/pixel.png)",
    '[x](https://example.org "onmouseover=alert(1)")',
    r"$\text{</math><script>alert(1)</script>}$",
    r"$\foo<script>alert(1)</script>$",
    "$</math><img src=x onerror=alert(1)>$",
    "```<script>\n</code><script>alert(1)</script>\n```",
    '```python"onload=x\n<script>\n```',
    "# <script>alert(1)</script>",
    "| <script>alert(1)</script> |\n| --- |\n",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<svg onload=alert(1)><math><mtext><style><img src=x onerror=alert(1)>",
]
HUGE = {
    "formula": "$$\n" + "x" * 100_000 + "\n$$",
    "braces": "$" + "{" * 50_000 + "}" * 50_000 + "$",
    "dollars": "$" * 20_000,
    "quotes": ">" * 20_000,
    "emphasis": "*a " * 3_000 + "a* " * 3_000,
    "code": "```python\n" + "(" * 100_000 + "\n```",
}


def shown(markdown: str, read_page: Callable[[str], Any], **pictures: bytes) -> Any:
    """Return what a browser would make of the lesson."""
    images = {name.replace("_", "."): content for name, content in pictures.items()}
    return read_page(str(to_html(markdown, images=images)))


@pytest.mark.parametrize("markdown", HOSTILE)
def test_markup_is_harmless(markdown: str, read_page: Callable[[str], Any]) -> None:
    """Nothing runs, nothing loads, nothing leads to anything but a page."""
    page = shown(markdown, read_page)

    tags = {tag for tag, _ in page.tags}
    names = {name for _, given in page.tags for name in given}
    assert tags.isdisjoint({"script", "style", "iframe", "svg", "object", "form", "img"})
    assert not any(name.startswith("on") or name == "style" for name in names)
    assert all(re.match(r"https?://|mailto:|#", link) for link in page.values("href"))


def test_other_links_are_text(read_page: Callable[[str], Any]) -> None:
    """A link that may not be followed keeps its words; a link to a heading finds it."""
    page = shown(
        "[one](javascript:x) [two](../two) [three](https://example.org) [four](#a-b)\n\n"
        "## A `b`\n\n## A b",
        read_page,
    )

    assert list(page.values("href")) == ["https://example.org", "#lesson-a-b"]
    assert list(page.values("id")) == ["lesson-a-b", "lesson-a-b-1"]
    assert "one two three four" in page.text


def test_formulas_stand_in_the_page(read_page: Callable[[str], Any]) -> None:
    """Dollars mark formulas, prices are text, and a formula of ours is never lost."""
    page = shown("$k$ below 1, $5 and $10, $\\foo$\n\n$$\nx^2\n$$\n", read_page)

    tags = [tag for tag, _ in page.tags]
    assert tags.count("math") == 2
    assert ("div", {"class": "formula", "tabindex": "0"}) in page.tags
    assert ("code", {"class": "formula"}) in page.tags
    assert "k below 1, $5 and $10, \\foo" in page.text


def test_code_has_classes(read_page: Callable[[str], Any]) -> None:
    """Known languages are coloured by classes; unknown ones are shown plainly."""
    page = shown("```python\nreturn 1\n```\n\n```klingon\nreturn <1>\n```\n", read_page)

    assert ("span", {"class": "code-k"}) in page.tags
    assert "return <1>" in page.text
    css = files("grader.feedback").joinpath("templates", "lesson_text.css").read_text("utf-8")
    assert '[class^="code-k"]' in css


def test_pictures_are_inlined(read_page: Callable[[str], Any]) -> None:
    """A picture beside the text is in the page; one that is not there is described."""
    page = shown("![Bars <1>](./bars.png) ![None of *these*](gone.png)", read_page, bars_png=PNG)

    (image,) = [given for tag, given in page.tags if tag == "img"]
    assert image["src"].startswith("data:image/png;base64,")
    assert image["alt"] == "Bars <1>"
    assert "None of these" in page.text


@pytest.mark.parametrize("markdown", HUGE.values(), ids=HUGE)
def test_huge_texts_are_shown(markdown: str) -> None:
    """What is far too long or too deep neither fails nor keeps anyone waiting."""
    start = time.monotonic()

    assert to_html(markdown)

    assert time.monotonic() - start < 10


def test_lessons_of_the_course_are_sound(read_page: Callable[[str], Any]) -> None:
    """Every lesson's formulas are converted and its links within the text lead somewhere."""
    readmes = sorted((Path(__file__).parents[3] / "exercises").glob("*/README.md"))

    assert readmes
    for readme in readmes:
        page = shown(readme.read_text("utf-8"), read_page)
        linked = {link[1:] for link in page.values("href") if link.startswith("#")}
        assert ("code", {"class": "formula"}) not in page.tags
        assert linked <= {"about", *page.values("id")}  # the map holds the course's page


@given(st.text(alphabet=st.sampled_from("#*_`$\\|-+>![](){}<&;:1a \n\t~=") | st.characters()))
def test_any_text_is_shown(markdown: str) -> None:
    """No text makes it raise, and no markup of the text's own gets through."""
    html = to_html(markdown)

    assert "<script" not in html


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("seen ($p$), and", ["(", ")", ","]),
        ("is $p$.", ["."]),
        ("[$p$]", ["[", "]"]),
        ('"$p$": so', ['"', '":']),
        ("$p$ ($q$)", ["(", ")"]),
    ],
)
def test_a_formula_keeps_what_is_beside_it(markdown: str, words: list[str]) -> None:
    """No line ends between a formula and the bracket or stop beside it; no sign is lost."""
    html = str(to_html(markdown))
    whole = " ".join(re.findall(r'<span class="whole">(.*?)</span>', html))

    beside = re.sub(r"<math.*?</math>", "", whole)
    assert all(word in beside for word in words)
    as_text = re.sub(r"<.*?>", "", re.sub(r"<math.*?<mi>(.)</mi></math>", r"$\1$", html))
    assert as_text.strip() == markdown
