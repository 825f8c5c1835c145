"""Where no known mistake explains everything, what explains most is named, or nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.judge.diagnosis import matches_in_part

CASES = "abcdefgh"
RIGHT = dict.fromkeys(CASES, "True|right")
Behaviour = dict[str, str]


def behaviour(text: str) -> Behaviour:
    """Read what is done in each case: `.` as the reference, a digit otherwise, `p` passed so."""
    said = {".": "True|right", "p": "True|otherwise"}
    return {case: said.get(sign, f"False|{sign}") for case, sign in zip(CASES, text, strict=True)}


KNOWN = {
    "first": "11111...",
    "last": "......22",
    "passing": "3.....p.",
    "middle": "...444..",
    "likewise": "...444.4",
}


@pytest.mark.parametrize(
    ("does", "names"),
    [
        ("111119..", {"first": "abcde"}),
        ("11911...", {"first": "abde"}),
        ("11111.22", {"first": "abcde", "last": "gh"}),
        ("11111.29", {"first": "abcde"}),
        ("111.....", {}),
        ("3.......", {}),
        ("11999...", {}),
        ("...44492", {}),
        ("...4449.", {}),
        ("........", {}),
    ],
    ids=[
        "beside something unknown",
        "and otherwise in a case",
        "two at once",
        "the other shows otherwise where it is alone",
        "passes where it fails",
        "does as the reference where it does not",
        "less than half",
        "two explain as much",
        "one that is refuted explains as much",
        "nothing fails",
    ],
)
def test_what_explains_most_is_named(does: str, names: dict[str, str]) -> None:
    """It explains half at least, more than any other, and is wrong in no case that passes."""
    known = {name: behaviour(text) for name, text in KNOWN.items()}

    found = matches_in_part(behaviour(does), RIGHT, known)

    assert found == {name: frozenset(cases) for name, cases in names.items()}


def test_what_two_have_in_common_may_hide_as_much_as_each_explains() -> None:
    """Two at once are named where each shows otherwise in what they have in common."""
    known = {"one": behaviour("1111...."), "other": behaviour("..3333..")}

    found = matches_in_part(behaviour("119933.."), RIGHT, known)

    assert found == {"one": frozenset("ab"), "other": frozenset("ef")}


@pytest.mark.parametrize(
    ("rival", "names"), [("777444..", set()), ("777444.7", {"middle"})], ids=["three", "four"]
)
def test_what_shows_in_many_passing_cases_is_no_rival(rival: str, names: set[str]) -> None:
    """One that is undone in up to three of them may be one of two at once; in more it is not."""
    known = {"middle": behaviour("...444.."), "rival": behaviour(rival)}

    assert matches_in_part(behaviour("...4449."), RIGHT, known).keys() == names


def test_cases_that_count_for_nobody_say_nothing() -> None:
    """A case that the reference does not pass is no failing case."""
    right = {**RIGHT, "h": "False|skipped"}
    mistake, does = ({**behaviour(text), "h": "False|skipped"} for text in ("11......", "11.9...."))

    assert matches_in_part(does, right, {"one": mistake}) == {"one": frozenset("ab")}


DOES = st.text(".p123", min_size=8, max_size=8).map(behaviour)


@given(DOES, st.dictionaries(st.sampled_from("uvwxyz"), DOES, max_size=6))
def test_nothing_is_named_without_evidence(does: Behaviour, known: dict[str, Behaviour]) -> None:
    """One or two are named that explain half of what fails, and show nowhere else."""
    found = matches_in_part(does, RIGHT, known)

    failing = {case for case in CASES if does[case].startswith("False")}
    explained = set().union(*found.values())
    assert len(found) <= 2
    assert not found or 2 * len(explained) >= len(failing)
    for name, cases in found.items():
        assert cases == {case for case in failing if known[name][case] == does[case]} != set()
        for case in set(CASES) - failing:
            assert known[name][case].startswith("True")
            assert does[case] != RIGHT[case] or known[name][case] == RIGHT[case]
