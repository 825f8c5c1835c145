"""CSV files are read as any reader sees them, and no cell of ours is run as a formula."""

import csv
import io
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import UsageError
from grader.model.csv_file import guarded, read_csv, unguarded

# csv.writer leaves a lone carriage return unquoted, and cannot read it back itself
ODD = st.lists(st.sampled_from([*"ab,;\t\"\n ='é0", "\r\n"]), max_size=8).map("".join)
TABLES = st.integers(2, 4).flatmap(
    lambda width: st.lists(
        st.lists(ODD, min_size=width, max_size=width), min_size=1, max_size=5
    ).map(lambda rows: [[f"h{n}" for n in range(width)], *rows])
)


def written(rows: list[list[str]], delimiter: str, end: str, quoting: int) -> str:
    """Write a table as the csv module does."""
    text = io.StringIO(newline="")
    options: dict[str, Any] = {"delimiter": delimiter, "lineterminator": end, "quoting": quoting}
    csv.writer(text, **options).writerows(rows)
    return text.getvalue()


@given(
    TABLES,
    st.sampled_from(",;\t"),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_values_are_those_of_the_csv_module(
    rows: list[list[str]], delimiter: str, end: str, quoting: int, encoding: str
) -> None:
    """Quotes, line breaks in cells, encodings: the values are what any reader sees."""
    data = (f"sep={delimiter}{end}" + written(rows, delimiter, end, quoting)).encode(encoding)

    assert read_csv(data, "class.csv").rows == rows


@given(TABLES, st.integers(0, 1), st.text(alphabet='1,;"\r\n', min_size=1, max_size=4))
def test_one_cell_changes(rows: list[list[str]], column: int, value: str) -> None:
    """A new value is read back, and all other cells are as they were."""
    file = read_csv(b"sep=,\n" + written(rows, ",", "\n", csv.QUOTE_MINIMAL).encode(), "x")

    changed = read_csv(b"sep=,\n" + file.with_values(column, {1: value}), "x")

    rows[1][column] = value
    assert changed.rows == rows


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_encoding_and_delimiter_are_kept(encoding: str, delimiter: str) -> None:
    """A file is written as it was read, with the line ends that the csv module writes."""
    data = f"id{delimiter}mark\r\nzoë{delimiter}1\r\n".encode(encoding)

    assert read_csv(data, "x").with_values(0, {}) == data


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b,c\n1,2,3\n", ","),
        ("a;b\n1,5;2,5\n", ";"),
        ("a\tb, c, d\n1\t2\n", "\t"),
        ("Title, part one;b\nx;1,5\ny;2\n", ";"),
        ('"a;b;c",d\n1,2\n', ","),
    ],
)
def test_the_delimiter_is_found(text: str, delimiter: str) -> None:
    """The delimiter is the one that cuts all records alike."""
    assert read_csv(text.encode(), "x").delimiter == delimiter


def test_lines_are_counted_as_an_editor_does() -> None:
    """A record that spans lines moves those after it."""
    table = read_csv(b'a,b\r\n"x\r\ny",1\r\nz,2\r\n', "x")

    assert table.lines == [1, 2, 4]


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (b'a,b\n"x,1\n', "no sound CSV file"),
        (b"PK\x03\x04rest", "is a workbook"),
        (b"\xff\xfea", "is not UTF-8"),
        (b"\xef\xbb\xbf\xff", "is not UTF-8"),
    ],
)
def test_what_is_no_csv_file(data: bytes, part: str) -> None:
    """A file that cannot be taken apart is refused with a sentence that names it."""
    with pytest.raises(UsageError, match=f"class.csv.*{part}"):
        read_csv(data, "class.csv")


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
