"""Students are found by what is theirs alone, and never guessed."""

import pytest

from grader.platforms.class_list import Person, find_people, id_forms, name_forms
from tests.unit.platforms.builders import mark

CLASS = (
    Person(1, "Lee, Ann", id_forms(["11", "alee1"]), name_forms("Lee, Ann")),
    Person(2, "Lee, Ann (2)", id_forms(["12", "alee2"]), name_forms("Lee, Ann")),
    Person(3, "Núñez, José", id_forms(["13", "jn@u.edu"]), name_forms("Núñez, José")),
    Person(4, '"=cmd"', id_forms(["14", "'=14"]), name_forms('"=cmd"')),
    Person(5, "alee2", id_forms(["15"]), name_forms("alee2")),
)


@pytest.mark.parametrize(
    ("student", "row"),
    [
        ("alee1", 1),
        ("ALEE1", 1),
        ("alee2", 2),
        ("12", 2),
        ("jn@u.edu", 3),
        ("José Núñez", 3),
        ("jose\u0301 nu\u0301n\u0303ez", 3),
        ("josé_núñez", 3),
        ("Núñez,  José", 3),
        ("\u200fNúñez, Jo\u200dsé\ufe0f", 3),
        ("=cmd", 4),
        ("=14", 4),
    ],
)
def test_found(student: str, row: int) -> None:
    """An identifier goes before a name; case, spaces and the order of names do not matter."""
    assert find_people([mark(student)], CLASS).rows == {student: row}


def test_two_of_one_name() -> None:
    """A name that two rows have is told with both, and neither row is called left over."""
    found = find_people([mark("Ann Lee"), mark("13")], CLASS)

    assert found.ambiguous == {"Ann Lee": ("Lee, Ann", "Lee, Ann (2)")}
    assert found.rows == {"13": 3}
    assert found.rows_left == ('"=cmd"', "alee2")


def test_two_students_for_one_row() -> None:
    """Two submissions that claim one row are both told, and neither is filled in."""
    found = find_people([mark("13"), mark("jn@u.edu")], CLASS)

    assert found.rows == {}
    assert found.ambiguous == {
        "13": ("Núñez, José", "as jn@u.edu is"),
        "jn@u.edu": ("Núñez, José", "as 13 is"),
    }


def test_identifiers_of_different_kinds_that_disagree() -> None:
    """An identifier that fits two rows by different columns is no match."""
    people = (
        Person(1, "one", id_forms(["7", "x"]), frozenset()),
        Person(2, "two", id_forms(["8", "7"]), frozenset()),
    )

    assert find_people([mark("7")], people).ambiguous == {"7": ("one", "two")}


def test_a_name_that_is_known() -> None:
    """Where the student's name is known, it is compared in the place of the identifier."""
    called = [mark("s1", name="José Núñez"), mark("Ann Lee", name="Nobody")]

    found = find_people(called, CLASS)

    assert (found.rows, found.unknown) == ({"s1": 3}, ("Ann Lee",))


def test_other_identifiers() -> None:
    """What else a roster calls a student goes before the name, which two may share."""
    called = [
        mark("s1", name="Ann Lee", aliases=("x", "ALEE2")),
        mark("s2", name="Ann Lee", aliases=("11", "13")),
    ]

    found = find_people(called, CLASS)

    assert found.rows == {"s1": 2}
    assert found.ambiguous == {"s2": ("Lee, Ann", "Núñez, José")}


def test_unknown() -> None:
    """Whoever is on one side only is listed."""
    found = find_people([mark("nobody"), mark("")], CLASS[:1])

    assert (found.unknown, found.rows_left) == (("nobody", ""), ("Lee, Ann",))
