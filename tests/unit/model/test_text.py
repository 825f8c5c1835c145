"""Text from anywhere is made visible, harmless and short."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model.text import cut_pair, cut_text, first_difference, mask_run, printable

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, and Grüße 日本 😀", "plain, and Grüße 日本 😀"),
        ("\x1b[2Jgone", "\\x1b[2Jgone"),
        ("\x00\x07\x08\x7f\x9b", "\\x00\\x07\\x08\\x7f\\x9b"),
        ("8 passed\roverwritten", "8 passed\\roverwritten"),
        ("one\r\ntwo\nthree\tx", "one\ntwo\nthree\tx"),
        ("\u202edessap\u2069\u200e\u061c", "\\u202edessap\\u2069\\u200e\\u061c"),
        ("a\u200bb\ufeffc\u2060d\u00ad", "a\\u200bb\\ufeffc\\u2060d\\xad"),
        ("\udcff \ud800", "\\udcff \\ud800"),
        ("\u2028\u2029\ufffe\U000e0041", "\\u2028\\u2029\\ufffe\\U000e0041"),
        ("a backslash \\x1b stays", "a backslash \\x1b stays"),
    ],
)
def test_unseen_characters_become_escapes(text: str, shown: str) -> None:
    """What a reader could not see, or a terminal would obey, is written out."""
    assert printable(text) == shown


def test_one_line_has_no_breaks() -> None:
    """Without lines, newlines, tabs and carriage returns are written out too."""
    assert printable("a\nb\tc\r\nd", lines=False) == "a\\nb\\tc\\r\\nd"


@given(ANY_TEXT)
def test_printable_is_harmless_and_final(text: str) -> None:
    """Any text comes out as UTF-8 without control characters, and does not change again."""
    shown = printable(text)

    assert shown.encode("utf-8").decode("utf-8") == shown
    assert not any((ch < " " and ch not in "\t\n") or "\x7f" <= ch <= "\x9f" for ch in shown)
    assert printable(shown) == shown


def test_pairs_are_cut_at_one_place() -> None:
    """Both sides are cut around the first difference, and what is left out is counted."""
    expected, got = cut_pair("a" * 500 + "b" + "c" * 500, "a" * 500 + "x" + "c" * 700, width=30)

    assert expected == f"(490 more) …{'a' * 10}b{'c' * 19}… (481 more)"
    assert got == f"(490 more) …{'a' * 10}x{'c' * 19}… (681 more)"


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT, st.integers(3, 40))
def test_the_first_difference_is_kept(same: str, one: str, other: str, width: int) -> None:
    """Whatever the texts and the width, both windows begin alike and hold the difference."""
    left, right = same + one, same + other
    at = first_difference(left, right)

    expected, got = cut_pair(left, right, width)

    assert left[:at] == right[:at]
    if at < min(len(left), len(right)):
        assert left[at] != right[at]
        assert left[at] in expected
        assert right[at] in got


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("abc", "abc"),
        ("abcd", "abc… (1 more character)"),
        ("abcdef", "abc… (3 more characters)"),
    ],
)
def test_a_cut_is_announced(text: str, cut: str) -> None:
    """The head stays, and how much is missing is said."""
    assert cut_text(text, 3) == cut


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in /tmp/grader-worker-ab/scratch/cases/a.txt", "in /cases/a.txt"),
        ("PosixPath('/a/b/grader-worker-ab/scratch/c')", "PosixPath('/c')"),
        ("path=/tmp/grader-worker-ab/scratch/c /d", "path=/c /d"),
        ("/tmp/grader-jail-ab/scratch/c", "/c"),
        ("<Mock id='140213'>", "<Mock>"),
        ("tag('p', id='5') at 0xff of a Mock", "tag('p', id='5') of a Mock"),
        ("/a/b and a/b", "/a/b and a/b"),
        ("/" * 1_000_000 + "/grader-", "/" * 1_000_000 + "/grader-"),
        ("/grader-worker-a" * 60_000, "/grader-worker-a" * 60_000),
    ],
    ids=[
        "path",
        "quoted",
        "after a name",
        "a jail's",
        "mock",
        "an argument",
        "other paths",
        "slashes",
        "beginnings",
    ],
)
@pytest.mark.timeout(60)  # where each slash begins a search, the last two take hours
def test_what_differs_from_run_to_run_is_taken_out(text: str, expected: str) -> None:
    """The folder of a run and numbers of mocks are left out, whatever else a text holds."""
    assert mask_run(text) == expected
