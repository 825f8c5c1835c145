"""A page has those rules of the style sheet that can hold for something in it."""

import re

import pytest

from grader.feedback.html import _source_list, house_styles, used_styles

CASE = '<ol class="cases"><li class="case good"><pre>x</pre></li></ol>'


@pytest.mark.parametrize(
    ("body", "rule", "is_there"),
    [
        ("<p>x</p>", ":root{", True),
        ("<p>x</p>", "h1,h2,h3{", False),
        ("<h3>x</h3>", "h1,h2,h3{", True),
        (CASE, ".case{", True),
        ('<li class="good case">x</li>', ".case.open{", False),
        ('<li class="case open">x</li>', ".case.open{", True),
        (CASE, ".excerpt pre{", False),
        ('<div class="excerpt"><pre>x</pre></div>', ".excerpt pre{", True),
        ('<a href="#x">x</a>', "a:focus-visible,", True),
        ("<pre>x</pre>", "a:focus-visible,", True),  # whatever can be focused, by its attribute
        ("<p>class</p>", ".class", False),
        ("<p>x</p>", ".skip,nav{display:none}", False),
        ('<a class="skip">x</a>', ".skip,nav{display:none}", True),
        ('<ul class="members"><li>x</li></ul>', '::before{content:", "}', True),
        ('<div class="lesson-text"><h2>x</h2></div>', ".lesson-text :is(h1,h2", True),
    ],
)
def test_rules_are_kept_where_they_can_hold(body: str, rule: str, is_there: bool) -> None:
    """One selector of a rule is enough, if all its classes and elements are there."""
    assert (rule in used_styles(body)) is is_there


def test_a_page_of_everything_has_the_whole_sheet() -> None:
    """Each rule and each medium once and in its order, without comments."""
    sheet = re.sub(r"/\*.*?\*/", "", house_styles())
    classes = " ".join(re.findall(r"\.([a-z][\w-]*)", sheet))
    elements = "".join(f"<{name}>" for name in re.findall(r"(?<![\w.-])([a-z]\w*)", sheet))

    kept = used_styles(f'<p class="{classes}">{elements}')

    assert re.sub(r"\s|;(?=})", "", kept) == re.sub(r"\s|;(?=\s*})", "", sheet)


def test_a_source_without_lines_has_no_line() -> None:
    """Lines are escaped together, and none is made of nothing."""
    assert _source_list(()) == ""
    assert _source_list(("a < b", "")) == (
        "<li><code>a &lt; b</code></li>\n<li><code></code></li>\n"
    )
