"""Canvas' and Moodle's own files get one column filled, and keep every other cell."""

import csv
import io
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import UsageError
from grader.model.csv_file import CsvFile, read_csv
from grader.platforms.class_list import (
    ClassList,
    Filled,
    Mark,
    Wanted,
    canvas_list,
    fill,
    moodle_list,
    smallest_canvas,
    smallest_moodle,
)
from tests.unit.platforms.builders import mark

Read = Callable[[CsvFile, Wanted], ClassList]
WANTED = Wanted("sums", "Sums, first part")
CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,"Sums, first part (77)",Loops (78),Current Score
,,,,,Manual Posting,,
    Points Possible,,,,,14.00,5.00,(read only)
"Lee, Ann",11,u1,alee1,"A, B",,1.00,20.00
"Lee, Ann",12,u2,alee2,A,3.00,,
"O""Hara, Zoë",13,u3,zo,A,EX,,
"""
MOODLE = """\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Last modified (grade)
Participant 101,Ann Lee,ann@u.edu,Submitted,-,"100,00",-
Participant 102,Ann Lee,ann2@u.edu,Submitted,"3,50","100,00",-
"""


def lines(text: str) -> bytes:
    """Write a file with the line ends of the csv module."""
    return text.replace("\n", "\r\n").encode()


def filled(
    text: str | bytes, marks: list[Mark], read: Read = canvas_list, wanted: Wanted = WANTED
) -> Filled:
    """Fill a list."""
    data = text.encode() if isinstance(text, str) else text
    return fill(read(read_csv(data, "class.csv"), wanted), marks)


def test_canvas() -> None:
    """A Canvas file has the cells of one column changed, but for those that say the number."""
    marks = [mark("alee1"), mark("u2", "10"), mark("13"), mark("nobody")]

    result = filled(CANVAS, marks)

    expected = CANVAS.replace('"A, B",,', '"A, B",11.5,').replace("A,3.00,", "A,10,")
    assert (result.data, result.unplaced) == (lines(expected), 1)
    assert result.notes == [
        "class.csv, column 'Sums, first part (77)': 2 of 4 students filled in.",
        *("Not in the file (1):", "  nobody"),
        *("Another grade replaced (1):", "  u2: 3.00, now 10"),
        *("Left as they are (1):", "  13: EX"),
    ]
    assert filled(CANVAS, [mark("12", "3")]).data == lines(CANVAS)


def test_moodle_worksheet() -> None:
    """A worksheet's column Grade gets the share of its own maximum; a dash was no grade."""
    result = filled(MOODLE, [mark("101"), mark("ann2@u.edu", "7")], moodle_list)

    expected = MOODLE.replace("Submitted,-", "Submitted,82.14286").replace('"3,50"', "50")
    assert result.data == lines(expected)
    assert result.notes[1:] == [
        "Points are scaled from 14 to 100, the file's maximum.",
        *("Another grade replaced (1):", "  ann2@u.edu: 3,50, now 50"),
    ]


def test_a_site_in_another_language() -> None:
    """An address is one in any language, and so is the number of a participant."""
    text = "ID\tName\tE-Mail\tBewertung\nTeilnehmer/in 5\tAnn\ta@x\t\nTeilnehmer/in 6\tBo\tb@x\t\n"

    result = filled(
        text,
        [mark("s1", aliases=("A@x",)), mark("6")],
        moodle_list,
        Wanted("sums", column="Bewertung"),
    )

    expected = text.replace("a@x\t", "a@x\t11.5").replace("b@x\t", "b@x\t11.5")
    assert result.data == lines(expected)


@pytest.mark.parametrize(
    "marks", [[mark("s1", aliases=("11", "12"))], [mark("11"), mark("s1", aliases=("alee1",))]]
)
def test_nobody_is_guessed(marks: list[Mark]) -> None:
    """Who fits two rows, or shares one, is named, and the cells stay."""
    result = filled(CANVAS, marks)

    assert (result.data, result.unplaced) == (lines(CANVAS), len(marks))
    assert any(note.startswith("Fit more than one row, or share one") for note in result.notes)


@pytest.mark.parametrize(
    ("heading", "wanted"),
    [
        ("Assignment: Sums (Real)", Wanted("sums", "Sums")),
        ("Assignment: SUMS", Wanted("sums")),
        ("Zensur", Wanted("sums", "Sums", column="zensur")),
        ("sums", Wanted("sums", "Sums of numbers")),
    ],
)
def test_gradebook_of_moodle(heading: str, wanted: Wanted) -> None:
    """A gradebook's column is found by the lesson's title or id, whatever stands around it."""
    text = f"First name;Surname;ID number;{heading};Course total (Real)\nAnn;Lee;007;;1,00\n"

    result = filled(text, [mark("007")], moodle_list, wanted)

    assert result.data == lines(text.replace("007;;", "007;11,5;"))


@pytest.mark.parametrize(
    ("wanted", "part"),
    [
        (Wanted("trees", "Trees"), "has no column for 'Trees'.*\n  Sums, first part"),
        (Wanted("sums", column="Current Score"), "has no column for 'Current Score'"),
        (Wanted("sums", column="Sums"), "has no column for"),
    ],
)
def test_an_unclear_column_is_refused(wanted: Wanted, part: str) -> None:
    """A column that cannot be told is refused, and the ones that could be meant are listed."""
    with pytest.raises(UsageError, match=part):
        filled(CANVAS, [mark("11")], canvas_list, wanted)


def test_two_columns_of_one_title() -> None:
    """Two assignments of one title are told apart by Canvas' own number only."""
    text = CANVAS.replace("Loops (78)", '"Sums, first part (78)"')

    with pytest.raises(UsageError, match="several columns"):
        filled(text, [mark("11")])
    result = filled(text, [mark("alee2", "2", "5")], wanted=Wanted("sums", column="78"))

    assert "A,3.00,2,\r\n" in result.data.decode()


@pytest.mark.parametrize(
    ("text", "read", "part"),
    [
        ("name,mark\nann,1\n", canvas_list, "no gradebook of Canvas"),
        (CANVAS.replace("14.00", "(read only)"), canvas_list, "does not read"),
        (CANVAS.replace(',u1,alee1,"A, B",,1.00,20.00', ""), canvas_list, "line 4: .* 2 cells"),
        ("Full name,Sums\nAnn,\n", moodle_list, "names nobody by id or address"),
        ("name;mark\nann;1\n", moodle_list, "has no column for"),
    ],
)
def test_what_is_no_class_list(text: str, read: Read, part: str) -> None:
    """A file that the platform would not read back is refused."""
    with pytest.raises(UsageError, match=part):
        filled(text, [mark("11")], read)


def test_a_file_that_excel_saved() -> None:
    """Semicolons and decimal commas stay."""
    text = "Username;Surname;Sums\r\nkm;Müller;3,25\r\nzo;O'Hara €;=1+1\r\n"

    result = filled(text, [mark("km"), mark("zo")], moodle_list)

    assert result.data.decode() == text.replace("3,25", "11,5").replace("=1+1", "11,5")


NAMES = st.text(alphabet="ab ,;\"'=+-@\néЖ", min_size=1, max_size=8)
CELLS = st.sampled_from(["", "1", "2.50", "2,50", "EX", "-", "x;y", '"', "a,b"])
CLASSES = st.lists(st.tuples(NAMES, CELLS, CELLS), max_size=6)


def class_file(people: list[tuple[str, str, str]], delimiter: str, end: str, quoting: int) -> str:
    """Write a Canvas file as a spreadsheet would."""
    rows = [
        ["Student", "ID", "SIS Login ID", "Section", "Other (1)", "Sums, first part (2)", "Z (3)"],
        ["    Points Possible", "", "", "", "10", "28", "5"],
        *(
            [name, str(100 + n), f"u{n}", "S", other, old, "7"]
            for n, (name, other, old) in enumerate(people)
        ),
    ]
    text = io.StringIO(newline="")
    options: dict[str, Any] = {"delimiter": delimiter, "lineterminator": end, "quoting": quoting}
    csv.writer(text, **options).writerows(rows)
    return text.getvalue()


@given(
    CLASSES,
    st.sampled_from(",;\t"),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
    st.sampled_from(["utf-8", "utf-8-sig"]),
    st.lists(st.fractions(0, 14, max_denominator=7), min_size=6, max_size=6),
)
def test_every_cell_outside_the_column_is_kept(
    people: list[tuple[str, str, str]],
    delimiter: str,
    end: str,
    quoting: int,
    encoding: str,
    points: list[Fraction],
) -> None:
    """Any names, delimiter, quoting, line ends, encoding: one column changes, and only once."""
    data = class_file(people, delimiter, end, quoting).encode(encoding)
    marks = [Mark(f"u{n}", points[n], Fraction(14)) for n in range(len(people))]

    result = filled(data, marks)

    before, after = read_csv(data, "x"), read_csv(result.data, "x")
    column = before.rows[0].index("Sums, first part (2)")
    for old, new in zip(before.rows, after.rows, strict=True):
        assert [*old[:column], *old[column + 1 :]] == [*new[:column], *new[column + 1 :]]
    for number, (_, _, old_cell) in enumerate(people):
        said = after.rows[number + 2][column]
        wanted = float(points[number] * 2)
        if old_cell != "EX":
            assert float(said.replace(",", ".")) == pytest.approx(wanted, abs=6e-6)
    assert filled(result.data, marks).data == result.data


def test_smallest_files() -> None:
    """Without a class's own file the least that imports is written, and formulas are guarded."""
    marks = [mark("=1+1"), mark('a"b, c', "1/3")]

    assert smallest_canvas(marks, "Sums").decode() == (
        "Student,ID,SIS Login ID,Section,Sums\r\n"
        "'=1+1,,'=1+1,,11.5\r\n"
        '"a""b, c",,"a""b, c",,0.33333\r\n'
    )
    assert smallest_moodle(marks, "=Sums").decode().splitlines()[:2] == [
        "username,'=Sums",
        "'=1+1,11.5",
    ]
    assert smallest_moodle([mark("a@b")], "Sums").decode().splitlines()[0] == "email,Sums"
