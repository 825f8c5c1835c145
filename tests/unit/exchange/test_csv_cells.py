"""No cell of a table is run as a formula, and a guarded one can be read back."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.exchange.csv_cells import guarded, unguarded

SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫⁼₊⁻⩵\N{MINUS SIGN}"
PASSED_OVER = [
    *("", " ", "\t", "\r", "\n", "'", '"', "\t\r '\" ", "\x00", "\x0b", "\ufeff", "\ufe0f"),
    *("\N{NO-BREAK SPACE}", "\N{IDEOGRAPHIC SPACE}", "\N{LINE SEPARATOR}", "\N{SOFT HYPHEN}"),
    *("\N{ZERO WIDTH SPACE}", "\N{ZERO WIDTH JOINER}", "\N{RIGHT-TO-LEFT MARK}"),
]


@pytest.mark.parametrize("sign", SIGNS, ids=unicodedata.name)
def test_whatever_may_begin_a_formula_is_guarded(sign: str) -> None:
    """Signs that programs take for those of a formula are found behind what they pass over."""
    cells = [f"{before}{sign}1+1" for before in PASSED_OVER]

    assert [cell for cell in cells if not guarded(cell).startswith("'")] == []
    assert [cell for cell in cells if not guarded(f"x;{cell}").startswith("x;'")] == []
    assert [unguarded(guarded(cell)) for cell in cells] == cells


@pytest.mark.parametrize(
    "cell", ["Ann-Lee", "a=b", "x;y", "\N{EM DASH} Ann", "≤1", "'Ann", "ナ=1", "1 − 1", ""]
)
def test_other_cells_stay_as_they_are(cell: str) -> None:
    """A name that holds such a sign elsewhere is no formula."""
    assert guarded(cell) == cell


@given(st.text(alphabet="=+-@';\t\r\na ＝＇；\u200b", max_size=12) | st.text())
def test_guards_can_be_undone(cell: str) -> None:
    """Guarding and unguarding gives the same cell, and no guarded cell begins a formula."""
    safe = guarded(cell)

    assert unguarded(safe) == cell
    assert safe.lstrip(" \u200b")[:1] not in tuple("=+-@\t\r\n＝")
    assert ";=" not in safe
