"""A student's pages have one safe name each."""

import re
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.feedback.page_names import page_name, page_names

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()))


@pytest.mark.parametrize(
    ("student", "name"),
    [
        ("s017", "s017.html"),
        ("anna.mueller@uni.example", "anna.mueller=40uni.example.html"),
        ("Ann", "=41nn.html"),
        ("a/b\\c", "a=2Fb=5Cc.html"),
        ("../../etc", "=2E.=2F..=2Fetc.html"),
        (".hidden", "=2Ehidden.html"),
        ("-rf", "=2Drf.html"),
        ("a=41", "a=3D41.html"),
        ("nul", "=6Eul.html"),
        ("com1.x", "=63om1.x.html"),
        ("", "=.html"),
        ("\udcff", "=ED=B3=BF.html"),
    ],
)
def test_names_are_escaped(student: str, name: str) -> None:
    """What a file system or an address would read otherwise is escaped."""
    assert page_name(student) == name


@given(ANY_TEXT)
def test_names_are_safe(student: str) -> None:
    """Any text gives a short name that is a file name and an address at once."""
    name = page_name(student)

    assert re.fullmatch(r"[a-z0-9_=][a-zA-Z0-9_=.-]*\.html|=\.html", name)
    assert len(name) <= 200


@given(ANY_TEXT, ANY_TEXT)
def test_names_do_not_collide(one: str, other: str) -> None:
    """Two students never share a name, even where capitals do not count."""
    same = page_name(one).casefold() == page_name(other).casefold()

    assert same == (one == other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("ann", "Ann"), ("a" * 500 + "b", "a" * 500 + "c"), ("con", "=63on"), ("é", "e\u0301")],
)
def test_look_alikes_differ(one: str, other: str) -> None:
    """Names that some systems hold for equal are told apart."""
    assert page_name(one).casefold() != page_name(other).casefold()


@pytest.mark.parametrize(
    ("student", "name"),
    [
        ("UPPER", "UPPER.html"),
        ("Ann Lee", "Ann_Lee.html"),
        ("Zoe\u0308 O'Hara", "Zo\u00eb_O_Hara.html"),
        ("山田 太郎", "山田_太郎.html"),
        ("a@x.org", "a_x.org.html"),
        ("../../etc", "=2E.=2F..=2Fetc.html"),
        ("NUL", "=4E=55=4C.html"),
        ("-rf", "=2Drf.html"),
        ("??", "=3F=3F.html"),
        ("", "=.html"),
    ],
)
def test_a_class_has_readable_names(student: str, name: str) -> None:
    """A page is called as its student is, unless that is no name for a file."""
    assert page_names([student, "somebody else"])[student] == name


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "ann"), ("a b", "a_b"), ("\u00e9", "e\u0301"), ("\u00df", "ss"), ("\uff21", "a")],
)
def test_names_that_would_be_one_file_are_kept_apart(one: str, other: str) -> None:
    """Where a system would hold two names for one, both are escaped."""
    names = page_names([one, other, "Third"])

    assert names == {one: page_name(one), other: page_name(other), "Third": "Third.html"}


@given(st.lists(ANY_TEXT, unique=True))
def test_no_two_pages_of_a_class_are_one(students: list[str]) -> None:
    """Every student has a page, and none is another's, even where capitals do not count."""
    names = page_names(students)

    assert list(names) == students
    folded = {normalize("NFKC", name).casefold() for name in names.values()}
    assert len(folded) == len(students)
    assert not set("".join(names.values())) & set('/\\:*?"<>|\0')
    assert max((len(name.encode()) for name in names.values()), default=0) <= 200
