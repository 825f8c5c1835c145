"""A lesson's Markdown becomes markup that can do nothing but be read."""

import re
import time
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.feedback.html import lesson_page
from grader.feedback.lesson_html import MAX_BYTES, to_html

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
HOSTILE = [
    "<script>alert(1)</script>",
    "[x](javascript:alert(1)) [y](JaVaScRiPt:alert(1)) <javascript:alert(1)>",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "![x](javascript:alert(1)) ![x](https://example.org/pixel.png)",
    '[x](https://example.org "onmouseover=alert(1)")',
    r"$\text{</math><script>alert(1)</script>}$",
    r"$\foo<script>alert(1)</script>$ $</math><img src=x onerror=alert(1)>$",
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
    """A link to another file keeps its words; a link to a heading finds it."""
    page = shown("[two](../two) [three](https://a.org) [four](#a-b)\n\n## A `b`\n", read_page)

    assert list(page.values("href")) == ["https://a.org", "#text-a-b"]
    assert list(page.values("id")) == ["text-a-b"]
    assert "two three four" in page.text


def test_formulas_stand_in_the_page(read_page: Callable[[str], Any]) -> None:
    """Dollars mark formulas, prices are text, and a formula of ours is never lost."""
    page = shown("$k$ below 1, $5 and $10, $\\foo$\n\n$$\nx^2\n$$\n", read_page)

    tags = [tag for tag, _ in page.tags]
    assert tags.count("math") == 2
    assert ("div", {"class": "formula", "tabindex": "0"}) in page.tags
    assert ("code", {"class": "formula"}) in page.tags
    assert "k below 1, $5 and $10, \\foo" in page.text


@pytest.mark.parametrize(
    ("name", "kind"), [("a.png", "png"), ("A.JPEG", "jpeg"), ("a.svg", "svg+xml")]
)
def test_pictures_are_known_by_their_names(name: str, kind: str) -> None:
    """A picture that lies beside the text becomes a part of the page."""
    made = to_html(f"![Bars <1>](my%20pictures/{name})", images={f"my pictures/{name}": b"content"})

    assert f'src="data:image/{kind};base64,{b64encode(b"content").decode()}"' in made
    assert 'alt="Bars &lt;1&gt;"' in made


@pytest.mark.parametrize("address", ["b.png", "a.png", "a.exe"])
def test_other_pictures_are_not_shown(address: str) -> None:
    """Of a picture that is missing, too large or no picture stands the description."""
    images = {"a.png": PNG + b"\0" * MAX_BYTES, "a.exe": PNG}

    assert to_html(f"![none of *it*]({address})", images=images) == "<p>none of it</p>\n"


def test_a_lesson_is_a_page_of_its_own(read_page: Callable[[str], Any]) -> None:
    """The text of a lesson lies beside the code, with its pictures; a door may show the title."""
    text = "# Title\n\nWords.\n\n![A bar](bar.png)\n"

    page = lesson_page("<b>Sums</b>", "Course", text, {"bar.png": PNG})

    assert "img-src data:;" in page
    assert "<title>&lt;b&gt;Sums&lt;/b&gt;</title>" in page
    assert "img" in [tag for tag, _ in read_page(page).tags]
    assert "Title" not in to_html(text, without_title=True)


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
        assert linked <= {*page.values("id")}


@given(st.text(alphabet=st.sampled_from("#*_`$\\|-+>![](){}<&;:1a \n\t~=") | st.characters()))
def test_any_text_is_shown(markdown: str) -> None:
    """No text makes it raise, and no markup of the text's own gets through."""
    assert "<script" not in to_html(markdown)
