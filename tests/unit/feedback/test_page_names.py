"""A student's pages have one safe name each."""

import re
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.feedback.page_names import page_names

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()))


@pytest.mark.parametrize(
    ("student", "name"),
    [
        ("UPPER", "UPPER.html"),
        ("Ann Lee", "Ann_Lee.html"),
        ("Zoe\u0308 O'Hara", "Zo\u00eb_O_Hara.html"),
        ("山田 太郎", "山田_太郎.html"),
        ("a@x.org", "a_x.org.html"),
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
    """Where a system would hold two names for one, both are digests."""
    first, second, third = page_names([one, other, "Third"]).values()

    assert first != second
    assert first[0] == second[0] == "="
    assert third == "Third.html"


@pytest.mark.parametrize("student", ["../../etc", "-rf", "??", "", "a" * 181])
def test_what_is_no_name_for_a_file_is_a_digest(student: str) -> None:
    """What a file system or a shell would read otherwise names no page."""
    assert re.fullmatch(r"=[0-9a-f]{32}\.html", page_names([student])[student])


@given(st.lists(ANY_TEXT, unique=True))
def test_no_two_pages_of_a_class_are_one(students: list[str]) -> None:
    """Every student has a page, and none is another's, even where capitals do not count."""
    names = page_names(students)

    assert list(names) == students
    folded = {normalize("NFKC", name).casefold() for name in names.values()}
    assert len(folded) == len(students)
    assert not set("".join(names.values())) & set('/\\:*?"<>|\0')
    assert max((len(name.encode()) for name in names.values()), default=0) <= 200
