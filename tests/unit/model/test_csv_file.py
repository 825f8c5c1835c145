"""CSV files are read as any reader sees them, and no cell of ours is run as a formula."""

import csv
import io
import unicodedata

import pytest

from grader.errors import UsageError
from grader.model.csv_file import guarded, read_csv, unguarded


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_one_cell_changes(encoding: str, delimiter: str) -> None:
    """A file is written as it was read, and all other cells are as they were."""
    rows = [["id", "mark"], ["zoë", ""], ['a,;\t"b"\r\nc', "1"]]
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows(rows)
    file = read_csv(text.getvalue().encode(encoding), "class.csv")

    changed = file.with_values(1, {1: "2,5"})

    assert file.rows == rows
    assert file.with_values(0, {}) == text.getvalue().encode(encoding)
    assert read_csv(changed, "x").rows == [rows[0], ["zoë", "2,5"], rows[2]]
    assert (file.value(1, 0), file.value(1, 9)) == ("zoë", "")


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
        (b"\xff\xfea\x00,\x00", "is not UTF-8"),
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
