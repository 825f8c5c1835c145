"""A CSV file that is taken apart and put together again is the same file."""

import csv
import io
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import UsageError
from grader.exchange.raw_csv import cell_value, read_table

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


@given(st.binary(max_size=60) | st.text(alphabet='a,;\t"\r\n', max_size=40).map(str.encode))
def test_every_byte_is_kept(data: bytes) -> None:
    """Whatever can be read at all is written back as it was."""
    with suppress(UsageError):
        assert read_table(data, "class.csv").to_bytes() == data


@given(
    TABLES,
    st.sampled_from(",;\t"),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
)
def test_values_are_those_of_the_csv_module(
    rows: list[list[str]], delimiter: str, end: str, quoting: int, encoding: str
) -> None:
    """Quotes, line breaks in cells, encodings: the values are what any reader sees."""
    data = (f"sep={delimiter}{end}" + written(rows, delimiter, end, quoting)).encode(encoding)

    table = read_table(data, "class.csv")

    assert table.to_bytes() == data
    assert [[cell_value(cell) for cell in row.cells] for row in table.rows] == rows


@given(TABLES, st.integers(0, 1), st.text(alphabet='1,;"\n', min_size=1, max_size=4))
def test_one_cell_changes(rows: list[list[str]], column: int, value: str) -> None:
    """A new value is read back, and all other cells are as they were."""
    table = read_table(b"sep=,\n" + written(rows, ",", "\n", csv.QUOTE_MINIMAL).encode(), "x")

    changed = read_table(table.with_values(column, {1: value}).to_bytes(), "x")

    rows[1][column] = value
    assert [[cell_value(cell) for cell in row.cells] for row in changed.rows] == rows


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
    assert read_table(text.encode(), "x").delimiter == delimiter


def test_lines_are_counted_as_an_editor_does() -> None:
    """A record that spans lines moves those after it."""
    table = read_table(b'a,b\r\n"x\r\ny",1\r\nz,2\r\n', "x")

    assert [row.line for row in table.rows] == [1, 2, 4]


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "no header line"),
        (b"\n\n", "no header line"),
        (b'a,b\n"x,1\n', "never closed"),
        (b"PK\x03\x04rest", "is a workbook"),
        (b"a\0b", "null bytes"),
        (b"\xff\xfea", "is not UTF-16-LE"),
        (b"\xef\xbb\xbf\xff", "is not UTF-8"),
    ],
)
def test_what_is_no_csv_file(data: bytes, part: str) -> None:
    """A file that cannot be taken apart is refused with a sentence that names it."""
    with pytest.raises(UsageError, match=f"class.csv.*{part}"):
        read_table(data, "class.csv")
