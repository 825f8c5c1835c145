"""Any text can be read as tokens, and layout, names and docstrings make no difference."""

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.similarity.tokens import read_tokens


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    """Reading tokens never fails, and each stands on a line that there is."""
    for is_python in (True, False):
        found = read_tokens(text, 1000, is_python=is_python)

        assert len(found.kinds) == len(found.lines)
        assert all(1 <= line <= text.count("\n") + 1 + text.count("\r") for line in found.lines)


def test_layout_names_and_docstrings_fall_away() -> None:
    """Names, numbers, texts, comments and layout make no difference; words and signs do."""
    one = 'def f(a):\n    """Say."""\n    # why\n    return a + 1\n'
    same = "def  g(b) :\n\treturn (b\n  +2.5)\n".replace("(b\n  +2.5)", "b \\\n + 2.5")

    assert read_tokens(one, 99).kinds == read_tokens(same, 99).kinds
    assert read_tokens(one, 99).kinds != read_tokens(one.replace("+", "-"), 99).kinds
    assert read_tokens(one, 99).kinds == read_tokens(one, 99, is_python=False).kinds
