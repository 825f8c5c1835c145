"""Lines of source become items of a list."""

from grader.feedback.html import _source_list


def test_a_source_without_lines_has_no_line() -> None:
    """Lines are escaped together, and none is made of nothing."""
    assert _source_list(()) == ""
    assert _source_list(("a < b", "")) == (
        "<li><code>a &lt; b</code></li>\n<li><code></code></li>\n"
    )
